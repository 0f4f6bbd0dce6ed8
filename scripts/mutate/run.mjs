// Runs the mutation tests of one or several groups, or of all:
//   npm run mutate -- patterns build
//   npm run mutate -- patterns --mutate packages/compiler/src/patterns/judge/linear.ts
//   npm run mutate -- serve --sample 120 --seed 7
//
// With `--sample`, only that many mutants of each group run, which the seed selects. Exit code 1 for a low score, and for a
// run that does not reach its end.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
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
const folder = mkdtempSync(path.join(tmpdir(), 'turnout-mutate-'))
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
    TURNOUT_MUTATE_FINISHED: path.join(folder, name),
  }
  const code = await run(process.execPath, [path.join(stryker, 'bin/stryker.js'), 'run', ...options], { env })
  const problems = problemsOf(env.TURNOUT_MUTATE_FINISHED)
  if (problems === null) console.error(`Stryker ended with the exit code ${code} before it had run all mutants.`)
  if (code !== 0 || problems === null || problems.length > 0) isFailed = true
}
rmSync(folder, { recursive: true })
process.exit(isFailed ? 1 : 0)

/** Returns the problems that the reporter found; null if Stryker ended before the report. */
function problemsOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).problems
  } catch {
    return null
  }
}

/** Removes an option from the list, because it is not one of Stryker's. Returns its value. */
function takeOption(name) {
  const index = options.indexOf(name)
  return index < 0 ? undefined : options.splice(index, 2)[1]
}
