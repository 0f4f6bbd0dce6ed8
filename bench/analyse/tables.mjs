// Claims of unreachable routes against brute force, on random tables.
//
//   node bench/analyse/tables.mjs [tables] [seed]
//
// Every route of every table is tried with up to 3,000 paths on the naive reference matcher. A claimed route that one
// of them reaches is a false claim; a route that none reaches counts as truly unreachable.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const [tables = 5000, seed = 1] = process.argv.slice(2).map(Number)
const root = fileURLToPath(new URL('../..', import.meta.url))
const { module } = await runnerImport(`${root}packages/compiler/test/analyse/judge-tables.ts`, {
  root,
  configFile: false,
  logLevel: 'silent',
})

const started = performance.now()
const { wrong, unreachable, found, missed, routes } = module.judgeTables(tables, seed)
const seconds = ((performance.now() - started) / 1000).toFixed(0)
for (const claim of wrong) console.log('false claim', JSON.stringify(claim, null, 2))
if (process.env.VERBOSE) for (const each of missed) console.log('missed', JSON.stringify(each, null, 2))
console.log(`tables ${tables} (seed ${seed}), routes ${routes}, ${seconds} s`)
console.log(`truly unreachable ${unreachable}, found ${found} (${((100 * found) / unreachable).toFixed(1)} %)`)
console.log(`false claims ${wrong.length}`)
process.exit(wrong.length === 0 ? 0 : 1)
