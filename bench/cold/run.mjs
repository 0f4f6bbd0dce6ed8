// Start-up: `node bench/cold/run.mjs`, after `npm run build`.
//
// Imports bundles of each router in fresh processes, in turn, RUNS times, and prints medians. The time of import and first
// match excludes the time of importing an empty module. Memory is counted after a garbage collection: the module, its table
// and the memory that the first 1,000 matches keep.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundlesOf, ROUTERS } from './bundles.mjs'

const RUNS = 21
const SIZES = [169, 203, 1000, 10000]
const measure = fileURLToPath(new URL('measure.mjs', import.meta.url))

const samples = new Map()
const noted = (key, values) => samples.set(key, [...(samples.get(key) ?? []), values])

for (const size of SIZES) {
  const files = await bundlesOf(size)
  for (let run = 0; run < RUNS; run++) {
    for (const name of ['empty', ...ROUTERS]) {
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

console.log(`| | ${ROUTERS.join(' | ')} |`)
console.log(`|---|${'---|'.repeat(ROUTERS.length)}`)
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
  console.log(`| ${title} | ${ROUTERS.map(cell).join(' | ')} |`)
}
