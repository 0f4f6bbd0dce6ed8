import { shorten, type Diagnostics } from '@turnout/diagnostics'
import type { ManifestRoute } from '@turnout/manifest'
import { STATE_LIMIT } from '@turnout/patterns/regexp'
import type { FrozenRoute } from '../3-freeze/freeze.ts'
import { mayEndWithFormat, planRoute, type PlanStep } from '@turnout/patterns'
import type { PathSet, PathSets } from './path-set.ts'

/**
 * Reports routes that take more time per character of a path than the matcher allows. The matcher looks up entire
 * segments. Other parameters (globs, several in a segment, most requirements that may match a slash) are automata, whose
 * work per character is proportional to their number of states. The automata that begin at the same place may have
 * `STATE_LIMIT` states together, because one request has to run them all.
 */
export function reportSlowPatterns(routes: readonly FrozenRoute[], pathSets: PathSets, diagnostics: Diagnostics): void {
  const automataByPrefix = new Map<string, Automata>()
  const stepsByPathSet = new Map<PathSet, readonly SlowStep[]>()
  for (const { route } of routes) {
    const pathSet = pathSets.get(route)
    if (pathSet === undefined) continue
    let steps = stepsByPathSet.get(pathSet)
    if (steps === undefined) stepsByPathSet.set(pathSet, (steps = slowSteps(pathSet)))
    for (const { step, prefix } of steps) {
      addAutomaton(automataAt(prefix, automataByPrefix), step.automaton.states.length, route, pathSet)
    }
  }
  for (const [prefix, automata] of automataByPrefix) reportTogether(prefix, automata, diagnostics)
}

/** A step that is not a lookup, and the path before it. */
interface SlowStep {
  readonly step: Exclude<PlanStep, { kind: 'literal' | 'param' | 'segment' | 'span' }>
  readonly prefix: string
}

const NONE: readonly SlowStep[] = []

function slowSteps({ plainForm, firstRoute }: PathSet): readonly SlowStep[] {
  // Most patterns consist of literals and params, which are looked up, as is a format of that name.
  if (plainForm !== null && !plainForm.rest && (!plainForm.format || mayEndWithFormat(firstRoute))) return NONE
  return planRoute(firstRoute).flatMap(({ steps }) => {
    const slow: SlowStep[] = []
    let prefix = ''
    for (const step of steps) {
      if (step.kind === 'literal') prefix += `/${step.text}`
      else if (step.kind !== 'pattern' && step.kind !== 'tail') prefix += '/:'
      else {
        slow.push({ step, prefix })
        if (step.kind === 'pattern') prefix += `/:${step.names.join('-')}`
      }
    }
    return slow
  })
}

interface RouteStates {
  readonly route: ManifestRoute
  readonly states: number
}

/** The automata that begin at the same place, by verb. Each path set is represented by its first route. */
type Automata = Map<string, Map<PathSet, RouteStates>>

const ANY = 'any'

function automataAt(prefix: string, automataByPrefix: Map<string, Automata>): Automata {
  let automata = automataByPrefix.get(prefix)
  if (automata === undefined) automataByPrefix.set(prefix, (automata = new Map()))
  return automata
}

function addAutomaton(automata: Automata, states: number, route: ManifestRoute, pathSet: PathSet): void {
  for (const verb of route.verbs.length === 0 ? [ANY] : route.verbs) {
    let pathSets = automata.get(verb)
    if (pathSets === undefined) automata.set(verb, (pathSets = new Map()))
    if (!pathSets.has(pathSet)) pathSets.set(pathSet, { route, states })
  }
}

function reportTogether(prefix: string, automata: Automata, diagnostics: Diagnostics): void {
  const forAny = [...(automata.get(ANY)?.values() ?? [])]
  let worst = forAny
  let states = sumOf(forAny)
  for (const [verb, pathSets] of automata) {
    const forVerb = verb === ANY ? forAny : [...pathSets.values(), ...forAny]
    if (sumOf(forVerb) > states) [worst, states] = [forVerb, sumOf(forVerb)]
  }
  if (states <= STATE_LIMIT) return
  // The sort is stable, so routes with equal numbers of states stay in the order of their declaration.
  const [heaviestRoute, ...otherRoutes] = worst.sort((a, b) => b.states - a.states).slice(0, MAX_NAMED) as [
    RouteStates,
    ...RouteStates[],
  ]
  const summary = [heaviestRoute, ...otherRoutes].map((heavy) => ({
    path: shorten(heavy.route.pattern),
    states: heavy.states,
  }))
  const related = otherRoutes.flatMap(({ route: { pattern, location } }) =>
    location === null ? [] : [{ message: `\`${shorten(pattern)}\` is declared here.`, location }],
  )
  diagnostics.report(
    'slow-pattern',
    { prefix, states, limit: STATE_LIMIT, heaviest: summary, isOne: worst.length === 1 },
    () => heaviestRoute.route.location,
    { related },
  )
}

/** The number of the heaviest routes of a place that the message names. */
const MAX_NAMED = 3

function sumOf(routes: readonly RouteStates[]): number {
  return routes.reduce((sum, { states }) => sum + states, 0)
}
