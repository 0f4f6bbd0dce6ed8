// Compares the emitted matcher with the reference matcher on random tables and paths, including requirements with assertions:
//   node scripts/fuzz-matcher.mjs [paths] [seed]
//
// Default: 5,000,000 paths. It prints the seed; the same seed repeats the paths. Exit code 1 if the matchers differ.
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { runnerImport } from 'vite'
import { sourceAliases } from './sources.mjs'

/** Each batch has its own seed, counted up from the first. */
const TABLES = 25
const PATHS_OF_A_TABLE = 200
const SHOWN = 20

const paths = Number(process.argv[2] ?? 5_000_000)
const seed = Number(process.argv[3] ?? 20261121)
const root = fileURLToPath(new URL('..', import.meta.url))
const { module } = await runnerImport(`${root}packages/compiler/test/matcher-samples.ts`, {
  root,
  configFile: false,
  logLevel: 'silent',
  resolve: { alias: sourceAliases },
})

const begun = Date.now()
let tried = 0
let hits = 0
let smallHits = 0
let routes = 0
let asserting = 0
let differences = 0

function show() {
  const seconds = Math.round((Date.now() - begun) / 1000)
  console.log(
    `seeds ${seed} to ${seed + tried / (TABLES * PATHS_OF_A_TABLE) - 1}: ${tried} paths, ${hits} of them matched, ${smallHits} in the form for browsers, ` +
      `on ${routes} routes, ${asserting} of them with assertions: ${differences} differences (${seconds} s)`,
  )
}

const batches = Math.ceil(paths / (TABLES * PATHS_OF_A_TABLE))
for (let batch = 0; batch < batches; batch++) {
  const tables = fc.sample(module.table, { seed: seed + batch, numRuns: TABLES })
  const requests = fc.sample(module.request, { seed: seed + batch, numRuns: TABLES * PATHS_OF_A_TABLE })
  for (const [index, manifest] of tables.entries()) {
    const own = requests.slice(index * PATHS_OF_A_TABLE, (index + 1) * PATHS_OF_A_TABLE)
    const found = module.compareMatchers(manifest, own)
    tried += own.length
    hits += found.hits
    smallHits += found.smallHits
    routes += manifest.routes.length
    asserting += manifest.routes.filter(module.hasAssertions).length
    for (const each of found.differences) {
      if (differences++ >= SHOWN) continue
      console.log(`seed ${seed + batch}, table ${index}:`, JSON.stringify(each), JSON.stringify(manifest.routes))
    }
  }
  if (batch % 20 === 19) show()
}
show()
process.exit(differences === 0 ? 0 : 1)
