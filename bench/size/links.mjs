// Bytes of links in a client's bundle (Vite 8, minified): constant calls, as strings and as calls, and links with their verb
// compared with path helpers.
//
//   node bench/size/links.mjs        (after `npm run build`)
//
// "as calls" is the same bundle with `photosPath(...[])`, which is never replaced, less the bytes that this takes more.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { turnout } from 'vite-plugin-turnout'

const RESOURCES = 100

/** In this folder, from where packages are found. */
const root = mkdtempSync(fileURLToPath(new URL('links-', import.meta.url)))

/** The bundle of an entry, minified, without its map. */
async function bundle(main) {
  writeFileSync(join(root, 'main.js'), main)
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [turnout({ types: false, manifest: false })],
    build: { write: false, modulePreload: { polyfill: false }, rollupOptions: { input: join(root, 'main.js') } },
  })
  return output[0].code
}

const range = (count) => Array.from({ length: count }, (_, index) => index)
const bytes = (code) => [Buffer.byteLength(code), gzipSync(code, { level: 9 }).length]

/** A number of links to lists, which have no parameters, and to the first items of other routes. */
async function links(count, call, others = 0) {
  const names = range(count).map((index) => `widget${index}sPath`)
  const more = range(others).map((index) => `widget${index}Path`)
  const code = await bundle(
    `import { ${[...names, ...more].join(', ')} } from 'virtual:routes'\n` +
      `document.title = [${[...names.map((name) => name + call), ...more.map((name) => `${name}(7)`)].join(', ')}].join()`,
  )
  return call === '()' ? code : code.replaceAll('(...[])', '()')
}

async function actions(count, from) {
  const lines = range(count).map((index) =>
    from === 'actions'
      ? [`import { update as u${index} } from 'virtual:routes/actions/widget${index}s'`, `u${index}(7)`]
      : [`import { widget${index}Path } from 'virtual:routes'`, `({ url: widget${index}Path(7), method: 'patch' })`],
  )
  return bundle(`${lines.map(([line]) => line).join('\n')}\nconsole.log([${lines.map(([, call]) => call).join(', ')}])`)
}

try {
  mkdirSync(join(root, 'config'))
  writeFileSync(
    join(root, 'config/routes.ts'),
    `import { defineRoutes } from 'vite-plugin-turnout/dsl'
export default defineRoutes((r) => {
  for (let index = 0; index < ${RESOURCES}; index += 1) r.resources(\`widget\${index}s\`)
})`,
  )
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  const rows = []
  for (const [count, others] of [
    [1, 0],
    [10, 0],
    [50, 0],
    [10, 10],
  ]) {
    const what = `${count} constant link${count === 1 ? '' : 's'}${others > 0 ? ` and ${others} with a parameter` : ''}`
    const [texts, calls] = [bytes(await links(count, '()', others)), bytes(await links(count, '(...[])', others))]
    rows.push([what, ...texts, ...calls])
  }
  console.log('| bundle | bytes | gzip | as calls, bytes | gzip |')
  console.log('|---|---|---|---|---|')
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
  console.log('\n| 10 links to update | bytes | gzip |')
  console.log('|---|---|---|')
  console.log(`| a path helper and the verb | ${bytes(await actions(10, 'helpers')).join(' | ')} |`)
  console.log(`| \`virtual:routes/actions/…\` | ${bytes(await actions(10, 'actions')).join(' | ')} |`)
} finally {
  rmSync(root, { recursive: true, force: true })
}
