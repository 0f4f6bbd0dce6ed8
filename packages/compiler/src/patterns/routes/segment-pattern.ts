// Compares patterns of whole segments, segment by segment. Automata can compare all patterns with the same result, but slower.
//
//     /photos/:id(.:format)   segments [photos, null], with a format
//     /files/*path            segments [files], ends with a glob
//     /:a-:b                  null: automata compare it
import { formatOf, isAnything, requirementOn, type RoutePattern } from './route-pattern.ts'

/** A pattern of whole segments: literals and params, and at most one glob, at the end. */
export interface SegmentPattern {
  /** A literal, or null for a param that matches any string without dots and slashes. */
  readonly segments: readonly (string | null)[]
  /** True if the pattern ends with a glob, which matches one segment or more. */
  readonly endsWithGlob: boolean
  /** True if the pattern ends with `(.:format)` and the format is unrestricted. */
  readonly hasFormat: boolean
}

/** Converts a pattern of literals and params. Returns null for more complex patterns and for requirements. */
export function segmentPatternOf(route: RoutePattern): SegmentPattern | null {
  if (!route.anchored) return null
  const pieces = [...route.segments]
  const formatParam = formatOf(pieces.at(-1))
  const hasFormat = formatParam !== null && requirementOn(formatParam.name, route) === undefined
  if (hasFormat) pieces.pop()
  let path = ''
  let endsWithGlob = false
  for (const segment of pieces) {
    if (segment.kind === 'optional' || endsWithGlob) return null
    if (segment.kind === 'static') {
      // A dot may begin a format, and a NUL marks a param in `path`: automata compare such literals.
      if (/[.\0]/.test(segment.text)) return null
      path += segment.text
      continue
    }
    const requirement = requirementOn(segment.name, route)
    if (segment.kind === 'param') {
      if (requirement !== undefined) return null
      path += '\0'
      continue
    }
    if (requirement !== undefined && !isAnything(requirement)) return null
    if (!path.endsWith('/')) return null
    path = path.slice(0, -1)
    endsWithGlob = true
  }
  const segments = path.split('/').slice(1)
  if (!path.startsWith('/') && !(endsWithGlob && path === '')) return null
  const patternSegments: (string | null)[] = []
  for (const segment of segments) {
    if (segment === '\0') patternSegments.push(null)
    else if (segment === '' || segment.includes('\0')) return null
    else patternSegments.push(segment)
  }
  return { segments: patternSegments, endsWithGlob, hasFormat }
}

/**
 * True if the wider pattern matches all canonical paths that the narrower one matches.
 *
 *     /photos/:id(.:format)  includes  /photos/new(.:format)
 *     /*path                 includes  everything but /
 */
export function includesAll(wider: SegmentPattern, narrower: SegmentPattern): boolean {
  const { segments, endsWithGlob, hasFormat } = wider
  if (endsWithGlob) {
    if (narrower.segments.length < segments.length) return false
    // A glob is never empty.
    if (narrower.segments.length === segments.length && !narrower.endsWithGlob) return false
  } else if (
    narrower.endsWithGlob ||
    narrower.segments.length !== segments.length ||
    (narrower.hasFormat && !hasFormat)
  ) {
    return false
  }
  // A glob also matches the format of the narrower pattern, and no segment before the glob contains a dot.
  return segments.every((segment, index) => segment === null || segment === narrower.segments[index])
}

/** True if the pattern matches a canonical path. */
export function segmentsMatch({ segments, endsWithGlob, hasFormat }: SegmentPattern, path: string): boolean {
  // No segment pattern matches the root, because a glob is never empty.
  if (path === '/') return false
  const parts = path.split('/')
  // The first part precedes the first slash and is empty.
  const count = parts.length - 1
  if (endsWithGlob ? count <= segments.length : count !== segments.length) return false
  return segments.every((segment, index) => {
    let part = parts[index + 1]!
    const dot = part.indexOf('.')
    if (dot !== -1) {
      const extension = part.slice(dot + 1)
      if (endsWithGlob || !hasFormat || index + 1 < segments.length || extension === '' || extension.includes('.'))
        return false
      part = part.slice(0, dot)
    }
    return segment === null ? part !== '' : part === segment
  })
}

/** Returns a path that the pattern matches. */
export function sampleOfSegments({ segments, endsWithGlob }: SegmentPattern): string {
  return [...segments.map((segment) => `/${segment ?? '1'}`), endsWithGlob ? '/1' : ''].join('')
}
