import { formatOf, isAnything, requirementOn, type RoutePattern } from './route-pattern.ts'

/** A pattern, if it is of the plain kind: whole segments that are literals or params, a glob at most as the last. */
export interface PlainPattern {
  /** A literal, or null for a param that matches any string without dots and slashes. */
  readonly segments: readonly (string | null)[]
  /** Whether anything may follow behind the segments. */
  readonly rest: boolean
  /** True if the pattern ends with `(.:format)` and the format is unrestricted. */
  readonly format: boolean
}

/** Converts a pattern of literals and params. Returns null for more complex patterns and for requirements. */
export function plainPattern(route: RoutePattern): PlainPattern | null {
  if (!route.anchored) return null
  const pieces = [...route.segments]
  const formatParam = formatOf(pieces.at(-1))
  const format = formatParam !== null && requirementOn(formatParam.name, route) === undefined
  if (format) pieces.pop()
  let path = ''
  let rest = false
  for (const piece of pieces) {
    if (piece.kind === 'optional' || rest) return null
    if (piece.kind === 'static') {
      // A slash marks the start of a segment. No other character may be a dot or a NUL.
      if (/[.\0]/.test(piece.text)) return null
      path += piece.text
      continue
    }
    const requirement = requirementOn(piece.name, route)
    if (piece.kind === 'param') {
      if (requirement !== undefined) return null
      path += '\0'
      continue
    }
    if (requirement !== undefined && !isAnything(requirement)) return null
    if (!path.endsWith('/')) return null
    path = path.slice(0, -1)
    rest = true
  }
  const segments = path.split('/').slice(1)
  if (!path.startsWith('/') && !(rest && path === '')) return null
  const plainSegments: (string | null)[] = []
  for (const segment of segments) {
    if (segment === '\0') plainSegments.push(null)
    else if (segment === '' || segment.includes('\0')) return null
    else plainSegments.push(segment)
  }
  return { segments: plainSegments, rest, format }
}

/**
 * True if the first pattern surely matches all canonical paths that the second does. It sees what takes no search;
 * `findPath` sees the rest.
 *
 *     /photos/:id(.:format)  takes  /photos/new(.:format)
 *     /*path                 takes  everything but /
 */
export function takesAll(first: PlainPattern, second: PlainPattern): boolean {
  const { segments, rest, format } = first
  if (rest) {
    if (second.segments.length < segments.length) return false
    // A rest is never empty.
    if (second.segments.length === segments.length && !second.rest) return false
  } else if (second.rest || second.segments.length !== segments.length || (second.format && !format)) {
    return false
  }
  // Within a rest a format is a part of the rest. Before it, no segment holds a dot.
  return segments.every((segment, index) => segment === null || segment === second.segments[index])
}

/** True if the pattern matches a canonical path. */
export function plainMatches({ segments, rest, format }: PlainPattern, path: string): boolean {
  // No plain pattern matches the root: a glob is never empty.
  if (path === '/') return false
  const parts = path.split('/')
  // The first part precedes the first slash and is empty.
  const count = parts.length - 1
  if (rest ? count <= segments.length : count !== segments.length) return false
  return segments.every((segment, index) => {
    let part = parts[index + 1]!
    const dot = part.indexOf('.')
    if (dot !== -1) {
      const extension = part.slice(dot + 1)
      if (rest || !format || index + 1 < segments.length || extension === '' || extension.includes('.')) return false
      part = part.slice(0, dot)
    }
    return segment === null ? part !== '' : part === segment
  })
}

/** A path that the pattern matches. */
export function plainPath({ segments, rest }: PlainPattern): string {
  return [...segments.map((segment) => `/${segment ?? '1'}`), rest ? '/1' : ''].join('')
}
