// A dev server under edits, for as long as nobody would wait in a test: `node --expose-gc bench/soak/run.mjs [scale]`,
// after `npm run build`. `scale` is a part of the full length: 0.1 runs a tenth.
//
// - awaited: each edit is served before the next is made. A table that is older than the last edit, after that edit has
//   been served, is stale.
// - burst: edits without a pause; the time from the last one to its table.
// - half-written: the first half of a file, a pause of up to 30 ms, the whole; then the right table, each time.
// - two servers: on one project, with one file of declarations between them.
// - memory: the heap after a collection, after each tenth of the evaluations.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { turnout } from 'vite-plugin-turnout'

const SCALE = Number(process.argv[2] ?? 1)
const scaled = (count) => Math.max(10, Math.round(count * SCALE))
if (typeof gc !== 'function') throw new Error('Run it with `node --expose-gc`: it looks at the heap.')

/** Inside the repository, so that the plugin is found from it. */
const root = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), 'project-'))
const routeFile = join(root, 'config/routes.ts')
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

function source(number) {
  return `import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.resources('photos', (photos) => photos.resources('comments', { shallow: true }))
  r.get('edits/${number}', { to: 'edits#show', as: 'edit_${number}' })
})
`
}

async function startServer() {
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    plugins: [turnout()],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false },
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  return server
}

/** The number of the edit that the server serves. */
async function served(server) {
  const { default: manifest } = await server.ssrLoadModule('virtual:routes/manifest')
  return Number(manifest.routes.at(-1).name.slice('edit_'.length))
}

async function until(condition) {
  while (!(await condition())) await sleep(2)
}

const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
const rows = []
let edits = 0
const edit = () => writeFileSync(routeFile, source(++edits))

mkdirSync(join(root, 'config'))
writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
edit()
const server = await startServer()
try {
  await until(async () => (await served(server)) === edits)

  const times = []
  let stale = 0
  for (let count = scaled(1000); count > 0; count -= 1) {
    const begun = performance.now()
    edit()
    await until(async () => (await served(server)) === edits)
    times.push(performance.now() - begun)
    if ((await served(server)) !== edits) stale += 1
  }
  times.sort((a, b) => a - b)
  rows.push([
    `${times.length} awaited edits`,
    `${stale} stale; median ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
    '0 stale, p99 ≤ 250 ms',
  ])

  const burst = scaled(1000)
  for (let count = burst; count > 0; count -= 1) {
    edit()
    if (count % 10 === 0) await sleep(0)
  }
  const last = performance.now()
  await until(async () => (await served(server)) === edits)
  rows.push([`${burst} edits in a burst`, `right after ${(performance.now() - last).toFixed(0)} ms`, '≤ 1,000 ms'])

  const halves = scaled(500)
  let wrong = 0
  for (let count = halves; count > 0; count -= 1) {
    const before = edits
    edits += 1
    const text = source(edits)
    writeFileSync(routeFile, text.slice(0, text.length >> 1))
    await sleep(Math.random() * 30)
    const between = await served(server)
    if (between !== before) wrong += 1
    writeFileSync(routeFile, text)
    await until(async () => (await served(server)) === edits)
  }
  rows.push([`${halves} half-written files`, `${wrong} times another table than the last good one`, '0'])

  const second = await startServer()
  const both = scaled(200)
  for (let count = both; count > 0; count -= 1) {
    edit()
    await until(async () => (await served(server)) === edits && (await served(second)) === edits)
  }
  const types = readFileSync(join(root, 'virtual-routes.d.ts'), 'utf8').includes(`edit_${edits}Path`)
  rows.push([
    `${both} edits before two servers`,
    `both right; the declarations are ${types ? 'right' : 'wrong'}`,
    'both right',
  ])
  await second.close()

  const evaluations = scaled(5000)
  const heap = []
  for (let count = 1; count <= evaluations; count += 1) {
    edit()
    await until(async () => (await served(server)) === edits)
    if (count % Math.round(evaluations / 10) !== 0) continue
    await sleep(100)
    gc()
    heap.push((process.memoryUsage().heapUsed / 2 ** 20).toFixed(1))
  }
  rows.push([`heap over ${evaluations} evaluations`, `${heap.join(', ')} MB after each tenth`, 'flat'])
} finally {
  await server.close()
  rmSync(root, { recursive: true, force: true })
}

console.log('| what | found | goal |\n|---|---|---|')
for (const row of rows) console.log(`| ${row.join(' | ')} |`)
