import type { Diagnostics } from '../../diagnostics/collector.ts'
import { isRegExpSource, type ManifestRoute } from '../../manifest.ts'
import { judgeRegExp } from '../../recognition/regexp/judge.ts'
import { STATE_LIMIT } from '../../recognition/marked-automaton.ts'
import { requiredExpression } from '../../recognition/required-expression.ts'
import type { FrozenRoute } from '../3-freeze/freeze.ts'
import { planRoute, type PlanStep } from '../../recognition/plan-route.ts'
import { isLookup } from '../../recognition/is-lookup.ts'
import type { PathSet, PathSets } from './path-set.ts'

/**
 * Routes that cost more time for each character of a path than the matcher is meant to take. Whole segments are looked
 * up; what cannot be (globs, several params in a segment, most requirements that may take a slash) is an automaton,
 * whose work for a character is in proportion to its states.
 *
 * - One route's automaton would have more than `STATE_LIMIT` states: it becomes a regular expression, and that is not
 *   proven to take linear time. With a requirement that looks around it is refused.
 * - Several automata begin at the same place, and have more than that together: one request has to run them all.
 */
export function reportSlowPatterns(routes: readonly FrozenRoute[], pathSets: PathSets, diagnostics: Diagnostics): void {
  const places = new Map<string, Automata>()
  const known = new Map<PathSet, readonly SlowStep[]>()
  for (const { route, trusted } of routes) {
    const pathSet = pathSets.get(route)
    if (pathSet === undefined) continue
    let steps = known.get(pathSet)
    if (steps === undefined) known.set(pathSet, (steps = slowSteps(pathSet.pattern)))
    for (const { step, begin } of steps) {
      if (step.kind === 'expression') reportExpression(step, route, trusted, diagnostics)
      else addAutomaton(places, begin, step.automaton.states.length, route, pathSet)
    }
  }
  for (const [begin, automata] of places) reportTogether(begin, automata, diagnostics)
}

/** A step that is not a lookup, and what stands before it. */
interface SlowStep {
  readonly step: Exclude<PlanStep, { kind: 'literal' | 'param' | 'segment' | 'span' }>
  readonly begin: string
}

const NONE: readonly SlowStep[] = []

function slowSteps(route: ManifestRoute): readonly SlowStep[] {
  if (isLookup(route)) return NONE
  return planRoute(route).flatMap(({ steps }) => {
    const slow: SlowStep[] = []
    let begin = ''
    for (const step of steps) {
      if (step.kind === 'literal') begin += `/${step.text}`
      else if (step.kind !== 'pattern' && step.kind !== 'tail' && step.kind !== 'expression') begin += '/:'
      else {
        slow.push({ step, begin })
        if (step.kind === 'pattern') begin += `/:${step.names.join('-')}`
      }
    }
    return slow
  })
}

interface Heavy {
  readonly route: ManifestRoute
  readonly states: number
}

/** What begins at one place, by verb: for each path set the first route that has it. */
type Automata = Map<string, Map<PathSet, Heavy>>

const ANY = 'any'

function addAutomaton(
  places: Map<string, Automata>,
  begin: string,
  states: number,
  route: ManifestRoute,
  pathSet: PathSet,
): void {
  let place = places.get(begin)
  if (place === undefined) places.set(begin, (place = new Map()))
  for (const verb of route.verbs.length === 0 ? [ANY] : route.verbs) {
    let pathSets = place.get(verb)
    if (pathSets === undefined) place.set(verb, (pathSets = new Map()))
    if (!pathSets.has(pathSet)) pathSets.set(pathSet, { route, states })
  }
}

function reportTogether(begin: string, automata: Automata, diagnostics: Diagnostics): void {
  const forAny = [...(automata.get(ANY)?.values() ?? [])]
  let worst = forAny
  let most = sumOf(forAny)
  for (const [verb, pathSets] of automata) {
    const all = verb === ANY ? forAny : [...pathSets.values(), ...forAny]
    if (sumOf(all) > most) [worst, most] = [all, sumOf(all)]
  }
  if (most <= STATE_LIMIT) return
  // Of equals the first declared comes first.
  const [first, ...others] = worst.sort((a, b) => b.states - a.states).slice(0, MAX_NAMED) as [Heavy, ...Heavy[]]
  const heaviest = [first, ...others].map(({ route, states }) => ({ path: shorten(route.pattern), states }))
  const related = others.flatMap(({ route: { pattern, location } }) =>
    location === null ? [] : [{ message: `\`${shorten(pattern)}\` is declared here.`, location }],
  )
  diagnostics.report(
    'slow-pattern',
    { begin, states: most, limit: STATE_LIMIT, heaviest, isOne: worst.length === 1 },
    () => first.route.location,
    { related },
  )
}

/** So many of the heaviest routes of a place are named. */
const MAX_NAMED = 3

function sumOf(all: readonly Heavy[]): number {
  return all.reduce((sum, { states }) => sum + states, 0)
}

function reportExpression(
  { source }: Extract<PlanStep, { kind: 'expression' }>,
  route: ManifestRoute,
  trusted: readonly string[],
  diagnostics: Diagnostics,
): void {
  const asserting = Object.entries(route.requirements).find(
    ([, requirement]) => isRegExpSource(requirement) && requiredExpression(requirement).asserts,
  )
  const slow = { path: shorten(route.pattern), limit: STATE_LIMIT }
  if (asserting !== undefined) {
    diagnostics.report('unsupported-requirement', { ...slow, name: asserting[0] }, () => route.location)
    return
  }
  if (trusted.length > 0 || judgeRegExp(source, '').kind === 'safe') return
  diagnostics.report('slow-pattern', slow, () => route.location)
}

function shorten(pattern: string): string {
  return pattern.length > 80 ? `${pattern.slice(0, 79)}…` : pattern
}
