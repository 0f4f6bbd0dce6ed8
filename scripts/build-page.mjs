// Builds the inspector's page into the package that users install: they have no build step for it. Part of its build.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { CONTROLLER_COLOURS, cssColour, paletteVariables } from '../packages/compiler/dist/manifest/print/palette.js'

const folder = (path) => fileURLToPath(new URL(`../packages/inspector/${path}`, import.meta.url))

/** Adds the palette to the page's styles. */
const palette = {
  name: 'palette',
  enforce: 'pre',
  transform(code, id) {
    return id.endsWith('/page/style.css') ? `${code}\n${paletteCss()}` : null
  },
}

function paletteCss() {
  const hues = CONTROLLER_COLOURS.map((colour, index) => `.hue-${index} { --hue: ${cssColour(colour)}; }`)
  return `:root { ${paletteVariables()} }\n${hues.join('\n')}\n`
}

/** `light-dark()` and container queries are newer than the default of Vite. */
const target = ['chrome123', 'firefox126', 'safari17.5']

const common = {
  root: folder('page'),
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

await build({
  ...common,
  base: './',
  plugins: [palette],
  build: {
    outDir: folder('dist/page'),
    emptyOutDir: true,
    target,
    // The icon is a file, as the page's policy has no `data:`.
    assetsInlineLimit: 0,
    modulePreload: false,
    // The page contains Preact and its signals.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        entryFileNames: 'inspector.js',
        assetFileNames: (asset) => (asset.names[0]?.endsWith('.css') ? 'inspector.css' : '[name][extname]'),
      },
    },
  },
})

// The bar is a build of its own: chunks that it shared with the page would be further files.
await build({
  ...common,
  build: {
    outDir: folder('dist/page'),
    emptyOutDir: false,
    target,
    minify: true,
    lib: { entry: folder('page/bar.ts'), formats: ['es'], fileName: () => 'bar.js' },
  },
})
