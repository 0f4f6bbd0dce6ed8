import type { Pattern } from '@turnout/patterns'

/** The distinct segments of a path, sorted. Only those of the last path are cached. */
const lastPath: { path: string; segments: readonly string[] } = { path: '', segments: [] }

/**
 * Returns the first literal of a pattern that the path does not contain after the previous literals; null if it contains
 * all of them.
 */
export function missingText(segments: Pattern, path: string): { at: number; expected: string } | null {
  let at = 0
  for (const segment of segments) {
    if (segment.kind !== 'static') continue
    const position = mayContain(path, segment.text) ? indexOfText(path, segment.text, at) : -1
    if (position < 0) return { at, expected: segment.text }
    at = position + segment.text.length
  }
  return null
}

/**
 * False if a segment of the text is not a segment of the path. A search in the text would examine each slash of the path,
 * once for each route.
 */
function mayContain(path: string, text: string): boolean {
  const [, ...words] = text.split('/')
  return words.every((word, index) => {
    if (word === '') return true
    const candidate = segmentFrom(path, word)
    return index < words.length - 1 ? candidate === word : candidate?.startsWith(word) === true
  })
}

/** Returns the first segment of the path, in alphabetical order, that is not before a word. */
function segmentFrom(path: string, word: string): string | undefined {
  if (lastPath.path !== path) {
    lastPath.path = path
    lastPath.segments = [...new Set(path.split('/'))].sort()
  }
  const { segments } = lastPath
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (segments[middle]! < word) low = middle + 1
    else high = middle
  }
  return segments[low]
}

/** Same as `indexOf`. Searches the text without its leading slash, because a path may consist of slashes. */
function indexOfText(path: string, text: string, start: number): number {
  if (text.length === 1 || !text.startsWith('/')) return path.indexOf(text, start)
  const words = text.slice(1)
  let at = path.indexOf(words, start + 1)
  while (at >= 0 && path[at - 1] !== '/') at = path.indexOf(words, at + 1)
  return at < 0 ? -1 : at - 1
}
