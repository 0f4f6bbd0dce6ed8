// A fast path for simple patterns, which it compares segment by segment. Automata (`language.ts`) give the same results for all
// patterns, but more slowly. They compare the patterns that cannot be converted.
//
//     /photos/:id(.:format)   segments [photos, null], with a format
//     /files/*path            segments [files], ends with a glob
//     /:a-:b                  not converted: a segment with two params
//
// The paths are canonical: they begin with a slash, and except for the root, no segment is empty.
import { formatOf, isAnything, requirementOn, type RoutePattern } from './route-pattern.ts'

/** A pattern of whole segments: literals and params, and at most one glob, at the end. */
export interface SegmentPattern {
  /** A literal, or null for a param that matches any string without dots and slashes, except the empty one. */
  readonly segments: readonly (string | null)[]
  /** True if the pattern ends with a glob, which matches one segment or more. */
  readonly endsWithGlob: boolean
  /** True if the pattern ends with `(.:format)`, and no requirement restricts the format. */
  readonly hasOptionalFormat: boolean
}

/**
 * Converts a pattern whose segments are literals and params, and possibly a glob at the end. Returns null for other patterns, for
 * a pattern that need not match the whole path, and if a requirement restricts a param.
 */
export function segmentPatternOf(route: RoutePattern): SegmentPattern | null {
  if (!route.anchored) return null
  const pieces = [...route.segments]
  const formatParam = formatOf(pieces.at(-1))
  const hasOptionalFormat = formatParam !== null && requirementOn(formatParam.name, route) === undefined
  if (hasOptionalFormat) pieces.pop()
  /** The pattern as text, with a NUL for each param. */
  let text = ''
  let endsWithGlob = false
  for (const piece of pieces) {
    if (piece.kind === 'optional' || endsWithGlob) return null
    if (piece.kind === 'static') {
      // A dot could be read as the start of a format, and a NUL as a param.
      if (/[.\0]/.test(piece.text)) return null
      text += piece.text
      continue
    }
    const requirement = requirementOn(piece.name, route)
    if (piece.kind === 'param') {
      if (requirement !== undefined) return null
      text += '\0'
      continue
    }
    if (requirement !== undefined && !isAnything(requirement)) return null
    if (!text.endsWith('/')) return null
    text = text.slice(0, -1)
    endsWithGlob = true
  }
  // Only for `/*path` no text is left.
  if (!text.startsWith('/') && !(endsWithGlob && text === '')) return null
  const segments: (string | null)[] = []
  for (const segment of text.split('/').slice(1)) {
    if (segment === '\0') segments.push(null)
    // The root has an empty segment. Another NUL is a param that is only a part of its segment.
    else if (segment === '' || segment.includes('\0')) return null
    else segments.push(segment)
  }
  return { segments, endsWithGlob, hasOptionalFormat }
}

/**
 * True if the pattern matches all paths that the other pattern matches.
 *
 *     /photos/:id(.:format)  includes  /photos/new(.:format)
 *     /*path                 includes  every pattern that does not match /
 */
export function includesPattern(pattern: SegmentPattern, other: SegmentPattern): boolean {
  const { segments, endsWithGlob, hasOptionalFormat } = pattern
  if (endsWithGlob) {
    // The format of the other pattern is in a segment that the glob matches. The glob needs at least one segment.
    if (other.segments.length < segments.length) return false
    if (other.segments.length === segments.length && !other.endsWithGlob) return false
  } else if (
    other.endsWithGlob ||
    other.segments.length !== segments.length ||
    (other.hasOptionalFormat && !hasOptionalFormat)
  ) {
    return false
  }
  return segments.every((segment, index) => segment === null || segment === other.segments[index])
}

/** True if the pattern matches a path. */
export function matchesSegments({ segments, endsWithGlob, hasOptionalFormat }: SegmentPattern, path: string): boolean {
  // The pattern `/` is not converted, and a glob needs a segment.
  if (path === '/') return false
  const pathSegments = path.split('/').slice(1)
  const { length } = pathSegments
  if (endsWithGlob ? length <= segments.length : length !== segments.length) return false
  return segments.every((segment, index) => {
    let text = pathSegments[index]!
    const dot = text.indexOf('.')
    if (dot !== -1) {
      const format = text.slice(dot + 1)
      // Only the last segment has a format. Segments before a glob contain no dot.
      const mayHaveFormat = hasOptionalFormat && !endsWithGlob && index + 1 === segments.length
      if (!mayHaveFormat || format === '' || format.includes('.')) return false
      text = text.slice(0, dot)
    }
    return segment === null ? text !== '' : text === segment
  })
}

/** Returns a path that the pattern matches. `1` stands for each param, as any other text could. */
export function samplePath({ segments, endsWithGlob }: SegmentPattern): string {
  return [...segments.map((segment) => `/${segment ?? '1'}`), endsWithGlob ? '/1' : ''].join('')
}
