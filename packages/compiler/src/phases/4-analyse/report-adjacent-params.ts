import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { Location } from '../../diagnostics/location.ts'
import { isRegExpSource, type Manifest, type ManifestRoute } from '../../manifest/manifest.ts'
import { defaultOf, mayJoinWords, isByToken, requirementOn, type Param } from '../../patterns/routes/route-pattern.ts'
import type { Pattern } from '../../patterns/pattern/pattern.ts'
import { charsIn, NO_CHARS, type CharSet } from '../../patterns/regexp/char-set.ts'
import { PositionBuilder } from '../../patterns/automata/position-automaton.ts'
import { literal, type RegExpTree } from '../../patterns/regexp/syntax.ts'
import { treeOf } from '../../patterns/regexp/parse.ts'
import { withinLimit } from '../../patterns/automata/too-many-states.ts'

/**
 * Reports two adjacent params if no path can contain the border between them.
 *
 * Journey splits a path at each `/` and `.`, and a param matches entire parts. So the border must be next to a `/` or `.`
 * (`GTG::Simulator`). If the router does not walk by tokens, its regular expression finds a border.
 *
 *     /archive/:year:month                  reported: `/archive/202401` has one part, and the border would be within it
 *     /(?:\w+\/)+/ as `tree`, /:tree:id     not reported: `tree` ends with a slash
 */
export function reportAdjacentParams(manifest: Manifest, diagnostics: Diagnostics): void {
  // All routes of a nested resource repeat the params of its path.
  const reported = new Set<string>()
  for (const route of manifest.routes) {
    if (!mayJoinWords(route.segments) || !isByToken(route)) continue
    for (const [leftParam, rightParam] of neighbours(route.segments)) {
      if (mayBorder(edgesOf(leftParam, route).last) || mayBorder(edgesOf(rightParam, route).first)) continue
      const { pattern, location } = route
      const key = keyOf(location, leftParam, rightParam)
      if (key !== null && reported.has(key)) continue
      if (key !== null) reported.add(key)
      diagnostics.report(
        'adjacent-params',
        { firstParam: leftParam.name, secondParam: rightParam.name, pattern },
        () => location,
      )
    }
  }
}

/** Returns a key that is equal for all routes of one call; null for a route without a location. */
function keyOf(location: Location | null, leftParam: Param, rightParam: Param): string | null {
  if (location === null) return null
  return `${location.file}:${location.line}:${location.column} ${leftParam.name} ${rightParam.name}`
}

/**
 * Returns the pairs of params that follow each other in the same list of segments. `:a(:b)` is no such pair: the route
 * matches paths without the group.
 */
function* neighbours(segments: Pattern): Generator<readonly [Param, Param]> {
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1]
    if (segment.kind === 'optional') yield* neighbours(segment.segments)
    else if (segment.kind !== 'static' && (next?.kind === 'param' || next?.kind === 'glob')) yield [segment, next]
  }
}

/** The characters with which the values of a param may begin and end; null if they are unknown. */
interface Edges {
  readonly first: CharSet | null
  readonly last: CharSet | null
}

/** The limit of states. Beyond it, a border counts as possible. */
const MAX_STATES = 3000

function edgesOf(param: Param, route: ManifestRoute): Edges {
  const builder = new PositionBuilder(MAX_STATES)
  const fragment = withinLimit(() => builder.build(treeOfParam(param, route)))
  if (fragment === null) return { first: null, last: null }
  const charsOf = (states: ReadonlySet<number>) =>
    [...states].reduce((chars, state) => chars | builder.sets[state]!, NO_CHARS)
  return { first: charsOf(fragment.firstStates), last: charsOf(fragment.lastStates) }
}

function treeOfParam(param: Param, route: ManifestRoute): RegExpTree {
  const requirement = requirementOn(param.name, route)
  if (requirement === undefined) return defaultOf(param, route).tree
  if (isRegExpSource(requirement)) return treeOf(requirement)
  return { kind: 'choice', items: [requirement].flat().map(literal) }
}

const BORDERS = charsIn('/.')

function mayBorder(chars: CharSet | null): boolean {
  return chars === null || (chars & BORDERS) !== NO_CHARS
}
