// Shortens lists of problems. All commands, log messages and error pages take their limits from here.
import type { Severity } from '@turnout/compiler'
import type { Problem } from './problem.ts'

/** How many problems are shown in full: in all, and of one code. A broken table has thousands, most of one cause. */
interface ProblemLimits {
  readonly all: number
  readonly ofACode: number
}

/** Before the output of a command, in the log of a dev server, in the error of a build. */
export const REPORT: ProblemLimits = { all: 20, ofACode: 5 }

/** `turnout check`: the list is its purpose. */
export const CHECK: ProblemLimits = { all: 200, ofACode: 50 }

/** Problems in JSON of a command: they have no lines of files. */
export const JSON_PROBLEMS = 1000

/** The problems to show from a list that may be too long. */
interface Digest {
  readonly selected: readonly Problem[]
  /** The number of omitted problems by code: `712 unreachable-route, 3 deep-nesting`; empty if none are omitted. */
  readonly omittedCounts: string
}

/** Selects the first problems of each code. The first problem of each code is always selected. */
export function digest(problems: readonly Problem[], limits = REPORT): Digest {
  const selected = new Set<Problem>()
  // Each round selects one problem of each code, so that no code displaces another.
  for (let round = 0; round < limits.ofACode; round += 1) {
    const codesInRound = new Set<string>()
    for (const problem of problems) {
      if (selected.size >= limits.all && round > 0) break
      if (selected.has(problem) || codesInRound.has(problem.code)) continue
      codesInRound.add(problem.code)
      selected.add(problem)
    }
  }
  const omittedCounts = new Map<string, number>()
  for (const { code } of problems.filter((problem) => !selected.has(problem)))
    omittedCounts.set(code, (omittedCounts.get(code) ?? 0) + 1)
  return {
    selected: problems.filter((problem) => selected.has(problem)),
    omittedCounts: [...omittedCounts].map(([code, count]) => `${count} ${code}`).join(', '),
  }
}

/** Groups the problems in printing order: errors come last, at the end of the output, where readers look. */
export function bySeverity(problems: readonly Problem[]): readonly (readonly [Severity, readonly Problem[]])[] {
  return (['hint', 'warning', 'error'] as const).flatMap((severity) => {
    const problemsOfSeverity = problems.filter((problem) => problem.severity === severity)
    return problemsOfSeverity.length === 0 ? [] : [[severity, problemsOfSeverity] as const]
  })
}

/** Finds new problems. Line numbers are ignored, because an edit moves all lines below it. */
export class NewProblems {
  #countsByKey: ReadonlyMap<string, number> = new Map()

  /** Returns the problems that were not in the list of the previous call. */
  of(problems: readonly Problem[]): readonly Problem[] {
    const counts = new Map<string, number>()
    const previousCounts = this.#countsByKey
    this.#countsByKey = counts
    return problems.filter((problem) => {
      const key = keyOf(problem)
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count > (previousCounts.get(key) ?? 0)
    })
  }
}

function keyOf({ code, severity, location, message, related }: Problem): string {
  const messages = [message, ...related.map((remark) => remark.message)].map(withoutPlaces)
  return JSON.stringify([code, severity, location?.file, messages])
}

function withoutPlaces(text: string): string {
  return text.replace(/(?<=:|\blines? )\d+/g, '')
}
