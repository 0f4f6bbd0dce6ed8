// Builds the inspector's page into the package that users install: they have no build step for it. Part of its build.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const folder = (path) => fileURLToPath(new URL(`../packages/inspector/${path}`, import.meta.url))

await build({
  root: folder('page'),
  base: './',
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: folder('dist/page'),
    emptyOutDir: true,
    // `light-dark()` and `zoom` are newer than what Vite writes for by itself.
    target: ['chrome123', 'firefox126', 'safari17.5'],
    // The icon is a file, as the page's policy has no `data:`.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'inspector.js',
        assetFileNames: (asset) => (asset.names[0]?.endsWith('.css') ? 'inspector.css' : '[name][extname]'),
      },
    },
  },
})
