// Random requirements (lookarounds, counters, loops inside loops) in patterns of every kind:
//   node scripts/fuzz-requirements.mjs compare [paths] [seed]
//   node scripts/fuzz-requirements.mjs time [requirements] [seed]
//
// `compare` matches short paths and compares the results with the native expression (default: 5,000,000 paths). `time`
// matches paths of 64 KiB and prints the slowest (default: 20,000 requirements). Both print the seed; the same seed repeats
// the requirements. Exit code 1 if a result differs, or if a match takes more than 50 ms twice.
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { runnerImport } from 'vite'
import { sourceAliases } from './sources.mjs'

const BATCH = 100
const PATHS_OF_A_REQUIREMENT = 60
const LONG_PATHS_OF_A_REQUIREMENT = 3
const MAX_MILLISECONDS = 50
const SHOWN = 20

const mode = process.argv[2] ?? 'compare'
const count = Number(process.argv[3] ?? (mode === 'compare' ? 5_000_000 : 20_000))
const seed = Number(process.argv[4] ?? 20261124)
const root = fileURLToPath(new URL('..', import.meta.url))
const { module: samples } = await runnerImport(`${root}packages/compiler/test/requirement-samples.ts`, {
  root,
  configFile: false,
  logLevel: 'silent',
  resolve: { alias: sourceAliases },
})

const begun = Date.now()
let requirements = 0
let paths = 0
let hits = 0
let problems = 0
let slowest = { milliseconds: 0, shown: '' }

function report(problem) {
  if (problems++ < SHOWN) console.log(problem)
}

function compare(required, tried) {
  for (const { pattern, path: inPath, match } of samples.matchersOf(required)) {
    for (const path of tried) {
      paths++
      const value = match('GET', path)?.params.p
      const values = samples.valuesOfParam(path, inPath, required)
      if (value !== undefined) hits++
      if (value === undefined ? values.size > 0 : !values.has(value)) {
        report(
          `${pattern} p: /${required.source}/${required.flags} ${path} -> ${value}, not ${[...values].join(' or ')}`,
        )
      }
    }
  }
}

function time(required, tried) {
  for (const { pattern, match } of samples.matchersOf(required)) {
    for (const path of tried) {
      paths++
      const milliseconds = millisecondsOf(() => match('GET', path))
      const shown = `${pattern} p: /${required.source}/${required.flags} ${path.slice(0, 20)}…${path.slice(-8)}`
      if (milliseconds > slowest.milliseconds) slowest = { milliseconds, shown }
      // The machine may have been busy.
      if (milliseconds > MAX_MILLISECONDS) {
        const again = millisecondsOf(() => match('GET', path))
        if (again > MAX_MILLISECONDS) report(`${Math.round(again)} ms: ${shown}`)
      }
    }
  }
}

function millisecondsOf(run) {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function show() {
  const seconds = Math.round((Date.now() - begun) / 1000)
  const more =
    mode === 'compare' ? `${hits} matched` : `slowest ${Math.round(slowest.milliseconds)} ms: ${slowest.shown}`
  console.log(
    `seed ${seed}: ${requirements} requirements, ${paths} paths, ${more}; ${problems} problems (${seconds} s)`,
  )
}

const isDone = () => (mode === 'compare' ? paths : requirements) >= count
const sample = (arbitrary, index, numRuns) => fc.sample(arbitrary, { seed: seed + index, numRuns })
for (let batch = 0; !isDone(); batch++) {
  for (const [index, required] of sample(samples.requirement, batch, BATCH).entries()) {
    if (isDone()) break
    if (mode === 'compare' && !samples.isNativelySafe(required)) continue
    requirements++
    const number = batch * BATCH + index
    if (mode === 'compare') compare(required, sample(samples.shortPath, number, PATHS_OF_A_REQUIREMENT))
    else time(required, sample(samples.longPath, number, LONG_PATHS_OF_A_REQUIREMENT))
  }
  show()
}
process.exit(problems === 0 ? 0 : 1)
