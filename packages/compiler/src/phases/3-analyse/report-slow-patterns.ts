import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { ManifestRoute } from '../../manifest.ts'
import { judgeRegExp } from '../../regexp/judge.ts'
import type { RouteSet } from '../../route.ts'
import { STATE_LIMIT } from '../4-emit/automaton/build-automaton.ts'
import { planRoute, type Step } from '../4-emit/plan-route.ts'
import { isLookup } from './is-lookup.ts'
import type { Shape } from './route-index.ts'

/**
 * Routes that cost more time for each character of a path than the matcher is meant to take. Whole segments are looked
 * up; what cannot be (globs, several params in a segment, most requirements that may take a slash) is an automaton,
 * whose work for a character is in proportion to its states.
 *
 * - One route's automaton would have more than `STATE_LIMIT` states: it becomes a regular expression, and that is not
 *   proven to take linear time.
 * - Several automata begin at the same place, and have more than that together: one request has to run them all.
 */
export function reportSlowPatterns(
  { routes }: RouteSet,
  shapes: readonly (Shape | null)[],
  diagnostics: Diagnostics,
): void {
  const places = new Map<string, Automata>()
  const known = new Map<Shape, readonly SlowStep[]>()
  shapes.forEach((shape, index) => {
    if (shape === null) return
    let steps = known.get(shape)
    if (steps === undefined) known.set(shape, (steps = slowSteps(shape.pattern)))
    for (const { step, begin } of steps) {
      if (step.kind === 'expression') reportExpression(step, shape.pattern, routes[index]!.trusted, diagnostics)
      else addAutomaton(places, begin, step, shape, routes[index]!.verbs)
    }
  })
  for (const [begin, { statesOf, last }] of places) {
    const states = Math.max(0, ...statesOf.values()) + (statesOf.get(ANY) ?? 0)
    if (states <= STATE_LIMIT) continue
    diagnostics.report(
      'slow-pattern',
      `Routes with globs or several parameters in a segment begin behind \`${begin || '/'}\`. A request has to be compared ` +
        `with all of them at once, in ${states} states; ${STATE_LIMIT} are meant to be enough.`,
      () => last.location,
    )
  }
}

/** A step that is no lookup, and what stands before it. */
interface SlowStep {
  readonly step: Exclude<Step, { kind: 'literal' | 'param' }>
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
      else if (step.kind === 'param') begin += '/:'
      else {
        slow.push({ step, begin })
        if (step.kind === 'pattern') begin += `/:${step.names.join('-')}`
      }
    }
    return slow
  })
}

/** The automata that begin at one place. */
interface Automata {
  /** What has been counted: a shape, under a verb. */
  readonly seen: Map<Shape, Set<string>>
  /** By verb. */
  readonly statesOf: Map<string, number>
  last: ManifestRoute
}

const ANY = 'any'

function addAutomaton(
  places: Map<string, Automata>,
  begin: string,
  step: Extract<Step, { automaton: unknown }>,
  shape: Shape,
  verbs: readonly string[],
): void {
  let place = places.get(begin)
  if (place === undefined) places.set(begin, (place = { seen: new Map(), statesOf: new Map(), last: shape.pattern }))
  let seen = place.seen.get(shape)
  if (seen === undefined) place.seen.set(shape, (seen = new Set()))
  for (const verb of verbs.length === 0 ? [ANY] : verbs) {
    if (seen.has(verb)) continue
    seen.add(verb)
    place.last = shape.pattern
    place.statesOf.set(verb, (place.statesOf.get(verb) ?? 0) + step.automaton.states.length)
  }
}

function reportExpression(
  { source, flags }: Extract<Step, { kind: 'expression' }>,
  route: ManifestRoute,
  trusted: readonly string[],
  diagnostics: Diagnostics,
): void {
  if (trusted.length > 0 || judgeRegExp(source, flags).kind === 'safe') return
  diagnostics.report(
    'slow-pattern',
    `The path \`${route.pattern.slice(0, 80)}\` is too involved for an automaton of ${STATE_LIMIT} states. As a regular ` +
      'expression it is not proven to take time in proportion to the length of a request.',
    () => route.location,
  )
}
