/**
 * A reporter for StrykerJS: it prints, for each file, the share of killed mutants and the survivors.
 *
 * It ignores the equivalent mutants in `equivalents.mjs`. An entry that matches no survivor is an error, and so is a file
 * below `leastScore`, so that the list and the score stay correct. With the option `sample`, the score counts the mutants
 * of a random sample, and the lowest score applies to all files together.
 *
 * At the end, it writes the file `finished`. Stryker's exit code does not show whether the run reached its end.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { equivalents } from './equivalents.mjs'

class ScoreReporter {
  static inject = ['options']

  constructor({ leastScore, mutate, sample, finished }) {
    this.least = leastScore
    this.finished = finished
    this.sample = sample
    /** The ids of the mutants in the sample; null if all mutants count. */
    this.sampled = null
    // If only a part of a file is mutated, some entries match no survivor.
    this.isWhole = sample === null && !mutate.some((pattern) => /:\d/.test(pattern))
  }

  /** Selects the sample before the mutants run: those with the lowest hashes. The hash of a mutant depends on the seed. */
  onMutationTestingPlanReady({ mutantPlans }) {
    if (this.sample === null) return
    const { size, seed, file } = this.sample
    const hashOf = ({ fileName, location, replacement }) =>
      createHash('sha256')
        .update(JSON.stringify([seed, path.relative('', fileName), location.start, location.end, replacement]))
        .digest('hex')
    const ranked = mutantPlans.map(({ mutant }) => [hashOf(mutant), mutant.id]).toSorted()
    this.sampled = new Set(ranked.slice(0, size).map(([, id]) => id))
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify([...this.sampled]))
  }

  onMutationTestReportReady({ files }) {
    const problems = []
    const total = { killed: 0, differing: 0 }
    for (const [file, { source, mutants: allMutants }] of Object.entries(files).sort()) {
      const mutants = allMutants.filter(({ id }) => this.sampled?.has(id) ?? true)
      if (mutants.length === 0) continue
      const lines = source.split('\n')
      const entries = (equivalents[file] ?? []).flatMap(({ in: code, to }) =>
        to.map((text) => ({ code, text, uses: 0 })),
      )
      // A mutant for which the test runner failed is not killed: no test has run.
      const survivors = mutants.filter(({ status }) => !NO_SURVIVORS.has(status))
      const failed = mutants.filter(({ status }) => status === 'RuntimeError').length
      if (failed > 0) problems.push(`${file}: the test runner failed for ${failed} mutants.`)
      const unexplained = survivors.filter((mutant) => {
        const entry = entries.find(({ code, text }) => mutant.replacement === text && beginsIn(mutant, code, lines))
        if (entry !== undefined) entry.uses += 1
        return entry === undefined
      })
      const made = mutants.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError').length
      const differing = made - (survivors.length - unexplained.length)
      const killed = differing - unexplained.length
      total.killed += killed
      total.differing += differing
      const score = percentage(killed, differing)
      const counts = `${killed} of ${differing}, beside ${made - differing} equivalents`
      console.log(`${score.toFixed(1).padStart(5)} %  ${file}: ${counts}`)
      for (const mutant of unexplained) console.log(`         ${describe(mutant, lines)}`)
      if (score < this.least && this.sampled === null) problems.push(`${file} is below ${this.least} %.`)
      for (const { code, text, uses } of entries) {
        if (uses > 0 || !this.isWhole) continue
        problems.push(`${file}: no survivor is \`${code}\` -> \`${text}\`; take it out of equivalents.mjs.`)
      }
    }
    const score = percentage(total.killed, total.differing)
    console.log(`${score.toFixed(1).padStart(5)} %  in total: ${total.killed} of ${total.differing}`)
    if (score < this.least) problems.push(`The files together are below ${this.least} %.`)
    if (total.differing === 0) problems.push('No mutant has run.')
    for (const problem of problems) console.error(problem)
    writeFileSync(this.finished, JSON.stringify({ problems }))
  }
}

/** The statuses of mutants that are killed, or that cannot run. */
const NO_SURVIVORS = new Set(['Killed', 'Timeout', 'Ignored', 'CompileError'])

const percentage = (part, sum) => (sum === 0 ? 100 : (100 * part) / sum)

/** Whether a mutant begins within a piece of code, which is on one line. */
function beginsIn({ location: { start } }, code, lines) {
  const line = lines[start.line - 1]
  for (let at = line.indexOf(code); at >= 0; at = line.indexOf(code, at + 1)) {
    if (start.column > at && start.column <= at + code.length) return true
  }
  return false
}

/** `12:7  a === b  ->  true`, each side on one line. */
function describe({ location: { start, end }, replacement }, lines) {
  const [first, ...others] = lines.slice(start.line - 1, end.line)
  const code =
    others.length === 0 ? first.slice(start.column - 1, end.column - 1) : `${first.slice(start.column - 1)} …`
  return `${start.line}:${start.column}  ${code}  ->  ${replacement.replace(/\s+/g, ' ')}`
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'score', injectableClass: ScoreReporter }]
