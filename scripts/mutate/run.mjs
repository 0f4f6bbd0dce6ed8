// Runs the mutation tests of one or several groups, or of all:
//   npm run mutate -- patterns build
//   npm run mutate -- patterns --mutate packages/compiler/src/patterns/judge/linear.ts
//   npm run mutate -- serve --sample 120 --seed 7
//
// With `--sample`, only that many mutants of each group run, which the seed selects.
import { createRequire } from 'node:module'
import path from 'node:path'
import { run } from '../child.mjs'
import { groups } from './groups.mjs'

const args = process.argv.slice(2)
const count = args.findIndex((arg) => arg.startsWith('-'))
const names = count < 0 ? args : args.slice(0, count)
const options = count < 0 ? [] : args.slice(count)
const sample = takeOption('--sample') ?? ''
const seed = takeOption('--seed') ?? '1'
const unknown = names.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. Use ${Object.keys(groups).join(', ')}.`)
  process.exit(2)
}

const stryker = path.dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json'))
let isFailed = false
for (const name of names.length > 0 ? names : Object.keys(groups)) {
  console.log(`\n== ${name}`)
  // Every survivor passes all tests, so the random ones have few cases, and the same cases in each run.
  const env = {
    TURNOUT_RUNS: '0.01',
    TURNOUT_SEED: '1',
    ...process.env,
    TURNOUT_MUTATE: name,
    TURNOUT_MUTATE_SAMPLE: sample,
    TURNOUT_MUTATE_SEED: seed,
  }
  const code = await run(process.execPath, [path.join(stryker, 'bin/stryker.js'), 'run', ...options], { env })
  if (code !== 0) isFailed = true
}
process.exit(isFailed ? 1 : 0)

/** Removes an option from the list, because it is not one of Stryker's. Returns its value. */
function takeOption(name) {
  const index = options.indexOf(name)
  return index < 0 ? undefined : options.splice(index, 2)[1]
}
