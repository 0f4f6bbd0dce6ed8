// Start-up: `node bench/cold/run.mjs`, after `npm run build`.
//
// Bundles of each router are imported in fresh processes, in turn, RUNS times; medians are printed. From the time of
// import and first match that of importing an empty module is taken off. Memory is counted after a garbage collection,
// with the module, its table and what the first 1,000 matches left behind.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PEER_MODULES } from '../match/peer-modules.mjs'
import { requestsOf } from '../match/requests.mjs'
import { compileTable, routesOf } from '../match/tables.mjs'
import { bundle, writeModules } from '../production.mjs'

const RUNS = 21
const SIZES = [169, 203, 1000, 10000]
const measure = fileURLToPath(new URL('measure.mjs', import.meta.url))

const names = ['turnout', ...Object.keys(PEER_MODULES)]
const samples = new Map()
const noted = (key, values) => samples.set(key, [...(samples.get(key) ?? []), values])

for (const size of SIZES) {
  const table = compileTable(size)
  const { mixed } = requestsOf(routesOf(table.manifest), size)
  const files = writeModules({
    empty: 'export {}',
    requests: `export default ${JSON.stringify(mixed.slice(0, 1000).map(({ method, path }) => [method, path]))}`,
    turnout: await bundle(table.code, `export { match as find } from 'virtual:routes'`),
    ...Object.fromEntries(
      await Promise.all(
        Object.entries(PEER_MODULES).map(async ([name, moduleOf]) => [
          name,
          await bundle('', moduleOf(routesOf(table.manifest))),
        ]),
      ),
    ),
  })
  for (let run = 0; run < RUNS; run++) {
    for (const name of ['empty', ...names]) {
      const args = ['--expose-gc', measure, files[name], files.requests]
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      if (status !== 0) throw new Error(`${name}: ${stderr}`)
      noted(`${name} ${size}`, JSON.parse(stdout))
    }
  }
}

function median(name, size, field) {
  const values = samples.get(`${name} ${size}`).map((sample) => sample[field])
  return values.sort((a, b) => a - b)[values.length >> 1]
}

const beyond = (name, size, field) => median(name, size, field) - median('empty', size, field)

console.log(`| | ${names.join(' | ')} |`)
console.log(`|---|${'---|'.repeat(names.length)}`)
for (const size of SIZES) {
  row(`import + first match, ${size} routes, ms`, (name) => beyond(name, size, 'first').toFixed(2))
}
for (const size of SIZES) {
  row(`the next 1,000 matches, ${size} routes, ms`, (name) => median(name, size, 'thousand').toFixed(2))
}
for (const size of SIZES) {
  row(`memory, ${size} routes, KiB`, (name) => (beyond(name, size, 'memory') / 1024).toFixed(0))
}

function row(title, cell) {
  console.log(`| ${title} | ${names.map(cell).join(' | ')} |`)
}
