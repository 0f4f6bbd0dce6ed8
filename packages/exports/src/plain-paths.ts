import type { Pattern, Segment } from '@turnout/compiler/internal/manifest/manifest'
import { formatOf } from '@turnout/compiler/internal/patterns/routes/route-pattern'

/** A path without optional groups. */
export type PlainPath = readonly Exclude<Segment, { kind: 'optional' }>[]

/**
 * The paths that the optional groups of a pattern make, in the order in which Rails' regular expression tries them; the
 * compiler has seen to it that there are not too many.
 *
 *     /a(/:b)(/:c)  ->  /a/:b/:c, /a/:b, /a/:c, /a
 */
export function plainPaths(pattern: Pattern): readonly PlainPath[] {
  // A group may bring the first slash: without it there is no path.
  return combinations(pattern).filter(
    ([firstSegment]) => firstSegment?.kind === 'static' && firstSegment.text.startsWith('/'),
  )
}

function combinations(pattern: Pattern): PlainPath[] {
  let paths: Segment[][] = [[]]
  for (const segment of pattern) {
    const alternatives = segment.kind === 'optional' ? [...combinations(segment.segments), []] : [[segment]]
    paths = paths.flatMap((path) => alternatives.map((alternative) => alternative.reduce(appendSegment, path)))
  }
  return paths as PlainPath[]
}

/** Merges adjacent literals, as in every pattern. */
function appendSegment(path: Segment[], segment: Segment): Segment[] {
  const previous = path.at(-1)
  if (previous?.kind !== 'static' || segment.kind !== 'static') return [...path, segment]
  return [...path.slice(0, -1), { kind: 'static', text: previous.text + segment.text }]
}

/** A pattern without the optional format at its end, and whether it had one. */
export function withoutFormat(pattern: Pattern): { readonly segments: Pattern; readonly format: boolean } {
  const format = formatOf(pattern.at(-1))?.name === 'format'
  return { segments: format ? pattern.slice(0, -1) : pattern, format }
}
