// Compares the exported tables, used by their routers, with the reference matcher on random tables:
//   node scripts/fuzz-exports.mjs [rou3|urlpattern] [lookups] [seed]
//
// Default: rou3 and 1,000,000 lookups. It prints the seed; the same seed repeats the lookups. Exit code 1 if a table returns
// a different result and does not list the route in `unsaid`.
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { runnerImport } from 'vite'
import { sourceAliases } from './sources.mjs'

/** Each batch has its own seed, counted up from the first. */
const TABLES = 50
const PATHS_OF_A_TABLE = 100
const SHOWN = 20

const format = process.argv[2] ?? 'rou3'
const lookups = Number(process.argv[3] ?? 1_000_000)
const seed = Number(process.argv[4] ?? 20261123)
const root = fileURLToPath(new URL('..', import.meta.url))
const { module } = await runnerImport(`${root}packages/exports/test/export-samples.ts`, {
  root,
  configFile: false,
  logLevel: 'silent',
  resolve: { alias: sourceAliases },
})
const exportTable = format === 'urlpattern' ? module.exportToUrlPattern : module.exportToRou3

const begun = Date.now()
const total = { lookups: 0, matched: 0, leftOut: 0, listed: 0, differences: 0, routes: 0 }

for (let batch = 0; total.lookups < lookups; batch++) {
  for (const sample of fc.sample(module.exportSample(PATHS_OF_A_TABLE), { seed: seed + batch, numRuns: TABLES })) {
    const compared = module.compareExport(sample, exportTable)
    for (const count of ['lookups', 'matched', 'leftOut', 'listed']) total[count] += compared[count]
    total.routes += sample.manifest.routes.length
    for (const difference of compared.differences) {
      if (total.differences++ >= SHOWN) continue
      const routes = sample.manifest.routes.map(({ verbs, pattern, requirements }) => [
        verbs.join('|'),
        pattern,
        requirements,
      ])
      console.log(`seed ${seed + batch}:`, JSON.stringify(difference), JSON.stringify(routes))
    }
  }
  if (batch % 10 === 9 || total.lookups >= lookups) {
    const seconds = Math.round((Date.now() - begun) / 1000)
    console.log(
      `${format}, seeds ${seed} to ${seed + batch}: ${total.lookups} lookups on ${total.routes} routes: ${total.matched} matched, ` +
        `${total.listed} of them answered otherwise and listed, ${total.leftOut} of routes left out, ` +
        `${total.differences} unlisted differences (${seconds} s)`,
    )
  }
}
process.exit(total.differences === 0 ? 0 : 1)
