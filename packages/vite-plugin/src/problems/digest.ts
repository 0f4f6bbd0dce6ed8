import type { Severity } from '@turnout/compiler'
import { REPORT } from './limits.ts'
import type { Problem } from './problem.ts'

/** What to show of problems that may be too many. */
export interface Digest {
  readonly shown: readonly Problem[]
  /** What is left out: `712 unreachable-route, 3 deep-nesting`; empty where nothing is. */
  readonly rest: string
}

/** The first problems of each code. Nothing is left out that is alone of its kind. */
export function digest(problems: readonly Problem[], limits = REPORT): Digest {
  const shown = new Set<Problem>()
  // The first of each code come first, so that none hides another.
  for (let round = 0; round < limits.ofACode; round += 1) {
    const taken = new Set<string>()
    for (const problem of problems) {
      if (shown.size >= limits.all && round > 0) break
      if (shown.has(problem) || taken.has(problem.code)) continue
      taken.add(problem.code)
      shown.add(problem)
    }
  }
  const rest = new Map<string, number>()
  for (const { code } of problems.filter((problem) => !shown.has(problem))) rest.set(code, (rest.get(code) ?? 0) + 1)
  return {
    shown: problems.filter((problem) => shown.has(problem)),
    rest: [...rest].map(([code, count]) => `${count} ${code}`).join(', '),
  }
}

/** The problems in the order in which they are printed: what is worst comes last, where eyes are. */
export function bySeverity(problems: readonly Problem[]): readonly (readonly [Severity, readonly Problem[]])[] {
  return (['hint', 'warning', 'error'] as const).flatMap((severity) => {
    const found = problems.filter((problem) => problem.severity === severity)
    return found.length === 0 ? [] : [[severity, found] as const]
  })
}

/** Tells which problems were not there before. Where they stand does not matter: any edit moves what is below it. */
export class NewProblems {
  #known: ReadonlyMap<string, number> = new Map()

  /** Those of the problems that were not among those of the last call. */
  of(problems: readonly Problem[]): readonly Problem[] {
    const found = new Map<string, number>()
    const before = this.#known
    this.#known = found
    return problems.filter((problem) => {
      const key = keyOf(problem)
      const count = (found.get(key) ?? 0) + 1
      found.set(key, count)
      return count > (before.get(key) ?? 0)
    })
  }
}

function keyOf({ code, severity, location, message, related }: Problem): string {
  const texts = [message, ...related.map((other) => other.message)].map(withoutPlaces)
  return JSON.stringify([code, severity, location?.file, texts])
}

function withoutPlaces(text: string): string {
  return text.replace(/(?<=:|\blines? )\d+/g, '')
}
