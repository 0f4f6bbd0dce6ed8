import type { Diagnostics } from '../../diagnostics/collector.ts'
import { oncePerCall } from '../../diagnostics/location.ts'
import type { Manifest, ManifestRoute } from '../../manifest/manifest.ts'
import { comparesTokens, mayJoinWords, treeOfParam } from '../../patterns/routes/route-pattern.ts'
import { type Param, type Pattern, paramNames } from '../../patterns/pattern/pattern.ts'
import { charsIn, NO_CHARS } from '../../patterns/regexp/char-set.ts'
import { charsOf } from '../../patterns/regexp/syntax.ts'

/**
 * Reports two adjacent params if no path can contain the border between them.
 *
 * Journey splits a path at each `/` and `.`, and a param matches entire parts. So the border must be next to a `/` or `.`
 * (`GTG::Simulator`). If the router does not walk by tokens, its regular expression finds a border.
 *
 *     /archive/:year:month                  reported: `/archive/202401` has one part, and the border would be within it
 *     /(?:\w+\/)+/ as `tree`, /:tree:id     not reported: the values of `tree` contain slashes
 */
export function reportAdjacentParams(manifest: Manifest, diagnostics: Diagnostics): void {
  // All routes of a nested resource repeat the params of its path.
  const isFirst = oncePerCall()
  for (const route of manifest.routes) {
    if (!mayJoinWords(route.segments) || !comparesTokens(route)) continue
    for (const [firstParam, secondParam] of neighbours(route.segments)) {
      if (mayHoldBorder(firstParam, route) || mayHoldBorder(secondParam, route)) continue
      const { pattern, location } = route
      const names = { firstParam: firstParam.name, secondParam: secondParam.name }
      if (isFirst(location, `${names.firstParam} ${names.secondParam}`))
        diagnostics.report('adjacent-params', { ...names, pattern }, () => location)
    }
  }
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

const BORDERS = charsIn('/.')

function mayHoldBorder(param: Param, route: ManifestRoute): boolean {
  return (charsOf(treeOfParam(param, route)) & BORDERS) !== NO_CHARS
}

/** Reports a path with two parameters of the same name, because only the value of the last one reaches the action. */
export function reportDuplicateParams(manifest: Manifest, diagnostics: Diagnostics): void {
  // All routes of a nested resource repeat the parameters of its path.
  const isFirst = oncePerCall()
  for (const { segments, pattern, location } of manifest.routes) {
    // A mark without a name is reported as an unusual path.
    const names = paramNames(segments).filter((name) => name !== '')
    for (const name of new Set(names.filter((candidate, index) => names.indexOf(candidate) < index))) {
      if (isFirst(location, name)) diagnostics.report('duplicate-param', { pattern, name }, () => location)
    }
  }
}
