// Bytes of URL helpers in a production bundle (Vite 8, minified), from tables of 1 and of 5,000 resources.
//
//   node bench/size/helpers.mjs        (after `npm run build`)
//
// Goals: the shared URL builder at most 1.5 KB gzip, a helper at most 200 bytes beyond it, whatever the table's size.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { compileRoutes } from '@turnout/compiler'
import { build } from 'vite'

const runtime = fileURLToPath(import.meta.resolve('@turnout/runtime'))

/** Returns the source of `virtual:routes` for a table with a number of resources. */
function routesOf(resources) {
  const { code } = compileRoutes((r) => {
    for (let index = 0; index < resources; index += 1) r.resources(`widget${index}s`, { only: ['show'] })
  })
  return code
}

/** The bundle of an entry that exports names of `virtual:routes`, or of the runtime. */
async function bundle(names, routes, from = 'virtual:routes') {
  const modules = { '\0entry.js': `export { ${names} } from '${from}'`, '\0virtual:routes': routes }
  const ids = { 'entry.js': '\0entry.js', 'virtual:routes': '\0virtual:routes', '@turnout/runtime': runtime }
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [{ name: 'virtual-modules', resolveId: (id) => ids[id], load: (id) => modules[id] }],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rollupOptions: { input: 'entry.js', preserveEntrySignatures: 'strict' },
    },
  })
  const { code } = output[0]
  return { raw: code.length, gzip: gzipSync(code, { level: 9 }).length }
}

const one = routesOf(1)
const many = routesOf(5000)
const runtimeName = '@turnout/runtime'
const rows = [
  ['the shared builder: paths', await bundle('path', '', runtimeName)],
  ['the shared builder: paths and URLs', await bundle('path, url', '', runtimeName)],
  ['a path helper, of 1 resource', await bundle('widget0Path', one)],
  ['a path helper, of 5,000', await bundle('widget42Path', many)],
  ['a path and a URL helper, of 5,000', await bundle('widget42Path, widget42Url', many)],
  ['two path helpers, of 5,000', await bundle('widget41Path, widget42Path', many)],
  ['three path helpers, of 5,000', await bundle('widget41Path, widget42Path, widget43Path', many)],
  ['`pathFor`, of 1', await bundle('pathFor', one)],
]
console.log('| bundle | bytes | gzip |')
console.log('|---|---|---|')
for (const [name, { raw, gzip }] of rows) console.log(`| ${name} | ${raw} | ${gzip} |`)
const [two, three] = [rows[5][1], rows[6][1]]
console.log(`\nOne helper more: ${three.raw - two.raw} bytes, ${three.gzip - two.gzip} gzip.`)
