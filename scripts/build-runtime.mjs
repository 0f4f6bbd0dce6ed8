// Writes the JavaScript of the runtime, a file for each module, with the values of its constants in place of their names.
// Part of its build; the declarations are of `tsc`.
//
// The table is read by numbers that have names (`PARAM`, `FIRST`, …) in another module. Vite 8 puts them in place in a
// bundle; esbuild does not, nor does Rollup: it has 90 bytes more then, after gzip, and each use of one is a load.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const folder = (path) => fileURLToPath(new URL(`../packages/runtime/${path}`, import.meta.url))

await build({
  root: folder('.'),
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: folder('dist'),
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        pages: 'src/pages.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      // Modules that have no effects can be left out whole. One file for each entry is 10 bytes less of 3,500.
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js', topLevelVar: false },
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
    },
  },
})
