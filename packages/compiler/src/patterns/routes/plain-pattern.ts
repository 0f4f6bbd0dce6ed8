// A fast comparison for simple patterns: segment by segment. Automata compare all patterns, with the same result.
import { formatOf, isAnything, requirementOn, type RoutePattern } from './route-pattern.ts'

/** A pattern of whole segments: literals and params, and at most one glob, at the end. */
export interface PlainPattern {
  /** A literal, or null for a param that matches any string without dots and slashes. */
  readonly segments: readonly (string | null)[]
  /** True if the pattern ends with a glob, which matches one segment or more. */
  readonly hasRest: boolean
  /** True if the pattern ends with `(.:format)` and the format is unrestricted. */
  readonly hasFormat: boolean
}

/** Converts a pattern of literals and params. Returns null for more complex patterns and for requirements. */
export function plainPattern(route: RoutePattern): PlainPattern | null {
  if (!route.anchored) return null
  const pieces = [...route.segments]
  const formatParam = formatOf(pieces.at(-1))
  const hasFormat = formatParam !== null && requirementOn(formatParam.name, route) === undefined
  if (hasFormat) pieces.pop()
  let path = ''
  let hasRest = false
  for (const segment of pieces) {
    if (segment.kind === 'optional' || hasRest) return null
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
    hasRest = true
  }
  const segments = path.split('/').slice(1)
  if (!path.startsWith('/') && !(hasRest && path === '')) return null
  const plainSegments: (string | null)[] = []
  for (const segment of segments) {
    if (segment === '\0') plainSegments.push(null)
    else if (segment === '' || segment.includes('\0')) return null
    else plainSegments.push(segment)
  }
  return { segments: plainSegments, hasRest, hasFormat }
}

/**
 * True if the wider pattern matches all canonical paths that the narrower one matches.
 *
 *     /photos/:id(.:format)  includes  /photos/new(.:format)
 *     /*path                 includes  everything but /
 */
export function includesAll(wider: PlainPattern, narrower: PlainPattern): boolean {
  const { segments, hasRest, hasFormat } = wider
  if (hasRest) {
    if (narrower.segments.length < segments.length) return false
    // A rest is never empty.
    if (narrower.segments.length === segments.length && !narrower.hasRest) return false
  } else if (narrower.hasRest || narrower.segments.length !== segments.length || (narrower.hasFormat && !hasFormat)) {
    return false
  }
  // A rest also matches the format of the narrower pattern, and no segment before it contains a dot.
  return segments.every((segment, index) => segment === null || segment === narrower.segments[index])
}

/** True if the pattern matches a canonical path. */
export function plainMatches({ segments, hasRest, hasFormat }: PlainPattern, path: string): boolean {
  // No plain pattern matches the root: a glob is never empty.
  if (path === '/') return false
  const parts = path.split('/')
  // The first part precedes the first slash and is empty.
  const count = parts.length - 1
  if (hasRest ? count <= segments.length : count !== segments.length) return false
  return segments.every((segment, index) => {
    let part = parts[index + 1]!
    const dot = part.indexOf('.')
    if (dot !== -1) {
      const extension = part.slice(dot + 1)
      if (hasRest || !hasFormat || index + 1 < segments.length || extension === '' || extension.includes('.'))
        return false
      part = part.slice(0, dot)
    }
    return segment === null ? part !== '' : part === segment
  })
}

/** Returns a path that the pattern matches. */
export function samplePath({ segments, hasRest }: PlainPattern): string {
  return [...segments.map((segment) => `/${segment ?? '1'}`), hasRest ? '/1' : ''].join('')
}
