import type { Diagnostics } from '../../diagnostics/collector.ts'
import { isRegExpSource, type Manifest, type ManifestRoute } from '../../manifest.ts'
import type { Pattern } from '../../pattern/pattern.ts'
import { PositionBuilder } from '../../recognition/position-automaton.ts'
import { charsIn, NO_CHARS, type CharSet } from '../../recognition/regexp/char-set.ts'
import { parseRegExp } from '../../recognition/regexp/parse.ts'
import { text, type RegExpTree } from '../../recognition/regexp/syntax.ts'
import { defaultOf, hasAdjacentParams, isByToken, requirementOn, type Param } from '../../recognition/route-pattern.ts'
import { TooManyStates } from '../../recognition/too-many-states.ts'

/**
 * Two params with nothing between them whose border no path can have.
 *
 * Journey splits a path at each `/` and `.`, and a param takes whole parts, so that the border has to be next to one of
 * them (`GTG::Simulator`). Where the router does not walk by tokens, its regular expression finds a border.
 */
export function reportAdjacentParams(manifest: Manifest, diagnostics: Diagnostics): void {
  // A nested resource repeats them in all of its routes.
  const seen = new Set<string>()
  for (const route of manifest.routes) {
    if (!hasAdjacentParams(route.segments) || !isByToken(route)) continue
    for (const [first, second] of neighbours(route.segments)) {
      if (mayBorder(edgesOf(first, route).last) || mayBorder(edgesOf(second, route).first)) continue
      const { pattern, location } = route
      const key = location && `${location.file}:${location.line}:${location.column} ${first.name} ${second.name}`
      if (key !== null && seen.has(key)) continue
      if (key !== null) seen.add(key)
      diagnostics.report('adjacent-params', { first: first.name, second: second.name, pattern }, () => location)
    }
  }
}

function* neighbours(segments: Pattern): Generator<readonly [Param, Param]> {
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1]
    if (segment.kind === 'optional') yield* neighbours(segment.segments)
    else if (segment.kind !== 'static' && (next?.kind === 'param' || next?.kind === 'glob')) yield [segment, next]
  }
}

/** The characters with which the texts of a param may begin and end; null where they are not known. */
interface Edges {
  readonly first: CharSet | null
  readonly last: CharSet | null
}

/** More states than this are not looked at: then a border counts as possible. */
const MAX_STATES = 3000

function edgesOf(param: Param, route: ManifestRoute): Edges {
  const builder = new PositionBuilder(MAX_STATES)
  try {
    const { first, last } = builder.build(treeOf(param, route))
    const union = (states: ReadonlyMap<number, number>) =>
      [...states.keys()].reduce((set, state) => set | builder.sets[state]!, NO_CHARS)
    return { first: union(first), last: union(last) }
  } catch (error) {
    if (!(error instanceof TooManyStates)) throw error
    return { first: null, last: null }
  }
}

function treeOf(param: Param, route: ManifestRoute): RegExpTree {
  const requirement = requirementOn(param.name, route)
  if (requirement === undefined) return defaultOf(param, route).tree
  if (isRegExpSource(requirement)) return parseRegExp(requirement.source, requirement.flags)
  return { kind: 'choice', items: [requirement].flat().map(text) }
}

const BORDERS = charsIn('/.')

function mayBorder(chars: CharSet | null): boolean {
  return chars === null || (chars & BORDERS) !== NO_CHARS
}
