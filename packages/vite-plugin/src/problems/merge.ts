import { showLocation } from '@turnout/compiler/internal/diagnostics/location'
import type { Severity } from '@turnout/compiler'
import { listNames } from '@turnout/compiler/internal/diagnostics/text'
import type { Problem } from './problem.ts'

/** Mistakes in a call that declare other routes than a person meant. */
const CAUSES: ReadonlySet<string> = new Set(['unknown-option'])

/** Problems of the routes that such a call declares by mistake. */
const CONSEQUENCES: ReadonlySet<string> = new Set(['unknown-action', 'unknown-controller', 'unknown-page'])

const RANKS: Readonly<Record<Severity, number>> = { hint: 0, warning: 1, error: 2 }

/**
 * Merges problems that have the same cause: a misspelt option (`onyl`) declares routes that nobody meant, and their missing
 * actions are no mistakes of their own. The report of the cause then names them.
 *
 * A problem that is more severe than its cause stays, because it decides on the exit code and fails builds.
 */
export function mergeProblems(problems: readonly Problem[]): readonly Problem[] {
  const consequencesByCause = new Map<Problem, Problem[]>()
  const causesByCall = new Map<string, Problem>()
  for (const problem of problems) if (CAUSES.has(problem.code)) causesByCall.set(callKey(problem), problem)
  const kept = problems.filter((problem) => {
    const cause = CONSEQUENCES.has(problem.code) ? causesByCall.get(callKey(problem)) : undefined
    if (cause === undefined || RANKS[problem.severity] > RANKS[cause.severity]) return true
    consequencesByCause.set(cause, [...(consequencesByCause.get(cause) ?? []), problem])
    return false
  })
  return kept.map((problem) => {
    const consequences = consequencesByCause.get(problem)
    return consequences === undefined ? problem : withConsequences(problem, consequences)
  })
}

/** Returns a key for the call of a problem; different for each problem without a location. */
function callKey({ location, message }: Problem): string {
  return location === null ? `\0${message}` : showLocation(location)
}

function withConsequences(cause: Problem, consequences: readonly Problem[]): Problem {
  const codes = listNames([...new Set(consequences.map(({ code }) => code))], 3)
  const messages = consequences.map(({ message }) => `\n${message}`).join('')
  const occurrences = consequences.flatMap(
    (problem) => problem.occurrences ?? [{ message: problem.message, location: problem.location }],
  )
  return {
    ...cause,
    why: `${cause.why} The routes of this call also cause ${codes}:${messages}`,
    occurrences: [...(cause.occurrences ?? []), ...occurrences],
  }
}
