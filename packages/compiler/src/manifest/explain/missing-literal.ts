import type { Pattern } from '../../patterns/pattern/pattern.ts'

/**
 * Returns the first literal of a pattern that the path does not contain after the previous literals, and the end of the
 * previous literal; null if the path contains all of them. The check is much faster than a walk, which decides a long path.
 *
 *     /photos/:id/edit with /photos/12/show   -> { at: 8, expected: '/edit' }
 *     /photos/:id/edit with /photos/12/edit   -> null
 *     /photos/:id/edit with /a/photos/12/edit -> null: the literals are there, although the pattern does not match
 */
export function missingLiteral(segments: Pattern, path: string): { at: number; expected: string } | null {
  let at = 0
  for (const segment of segments) {
    if (segment.kind !== 'static') continue
    const literal = segment.text
    const index = mayContain(path, literal) ? indexOfLiteral(path, literal, at) : -1
    if (index < 0) return { at, expected: literal }
    at = index + literal.length
  }
  return null
}

/**
 * False if a part of the literal between slashes is not a segment of the path. The last part may be the start of a segment.
 * The check is fast; a search for the literal would examine each slash of the path, once for each route.
 *
 *     /photos/12 contains /photos/  -> true
 *     /photos/12 contains /photos/1 -> true
 *     /photos/12 contains /pho/12   -> false
 */
function mayContain(path: string, literal: string): boolean {
  const [, ...parts] = literal.split('/')
  return parts.every((part, index) => {
    if (part === '') return true
    const segment = firstSegmentFrom(path, part)
    const isLast = index === parts.length - 1
    return isLast ? segment?.startsWith(part) === true : segment === part
  })
}

/** Returns the first segment of the path that equals a string or follows it in alphabetical order. */
function firstSegmentFrom(path: string, text: string): string | undefined {
  const segments = sortedSegments(path)
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (segments[middle]! < text) low = middle + 1
    else high = middle
  }
  return segments[low]
}

/** Same as `indexOf`. Searches the literal without its leading slash, because a path may consist of slashes. */
function indexOfLiteral(path: string, literal: string, start: number): number {
  if (literal.length === 1 || !literal.startsWith('/')) return path.indexOf(literal, start)
  const withoutSlash = literal.slice(1)
  let at = path.indexOf(withoutSlash, start + 1)
  while (at >= 0 && path[at - 1] !== '/') at = path.indexOf(withoutSlash, at + 1)
  return at < 0 ? -1 : at - 1
}

let lastPath = ''
let lastSegments: readonly string[] = []

/** Returns the distinct segments of a path, sorted. All routes of a table ask for the same path, so the last one is cached. */
function sortedSegments(path: string): readonly string[] {
  if (lastPath !== path) {
    lastPath = path
    lastSegments = [...new Set(path.split('/'))].sort()
  }
  return lastSegments
}
