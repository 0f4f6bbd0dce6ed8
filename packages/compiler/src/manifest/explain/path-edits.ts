// Finds the path of a route that is nearest to the path of a request.
import { editDistance } from '../../diagnostics/nearest.ts'
import type { Pattern, Segment } from '../../patterns/pattern/pattern.ts'
import type { ManifestRoute } from '../manifest.ts'

/** A request with more edits is not similar. */
export const MAX_DISTANCE = 4

/** The distance of a path with a missing or an extra segment. */
const WRONG_COUNT = 3

/** Longer words are similar to no other word. */
export const MAX_WORD = 64

/** If a pattern has more combinations of optional parts, only the first are read. */
const MAX_VARIANTS = 8

/** The part of a pattern between two slashes. */
export type Word =
  /** Only this string. */
  | { readonly kind: 'literal'; readonly text: string }
  /** This string, a dot and a parameter. */
  | { readonly kind: 'dotted'; readonly text: string }
  /** A word with a parameter. It keeps the segment of the request. */
  | { readonly kind: 'open' }
  /** A glob, or the remainder after an unanchored pattern: it keeps at least `minimum` segments of the request. */
  | { readonly kind: 'rest'; readonly minimum: number }

const variantsByRoute = new WeakMap<ManifestRoute, readonly (readonly Word[])[]>()

/**
 * Returns the words of a pattern, for each combination of its optional parts:
 *
 *     /photos/:id(.:format)   ->   [literal photos, open]   (with and without the format)
 *     /photos(/new)           ->   [literal photos], [literal photos, literal new]
 */
export function variantsOf(route: ManifestRoute): readonly (readonly Word[])[] {
  const cached = variantsByRoute.get(route)
  if (cached !== undefined) return cached
  const ending: readonly Word[] = route.anchored ? [] : [{ kind: 'rest', minimum: 0 }]
  const variants = withoutGroups(route.segments)
    .map((pattern) => [...wordsOf(pattern), ...ending])
    // With two parts of any length, the place of a segment is not certain.
    .filter((words) => words.filter(({ kind }) => kind === 'rest').length < 2)
  variantsByRoute.set(route, variants)
  return variants
}

/** `/a(/:b)` -> `/a` and `/a/:b` */
function withoutGroups(pattern: Pattern): Pattern[] {
  let variants: Segment[][] = [[]]
  for (const segment of pattern) {
    const choices = segment.kind === 'optional' ? [[], ...withoutGroups(segment.segments)] : [[segment]]
    variants = variants.flatMap((prefix) => choices.map((choice) => [...prefix, ...choice])).slice(0, MAX_VARIANTS)
  }
  return variants
}

/** `/photos/:id/edit.:format` -> literal `photos`, open, dotted `edit` */
function wordsOf(pattern: Pattern): Word[] {
  const marks = { param: ':', glob: '*', optional: '' }
  const text = pattern.map((segment) => (segment.kind === 'static' ? segment.text : marks[segment.kind])).join('')
  return text
    .split('/')
    .filter((word) => word !== '')
    .map(wordOf)
}

/** `photos` -> literal, `edit.:` -> dotted, `:.:` -> open, `*` -> rest */
function wordOf(marked: string): Word {
  if (!/[:*]/.test(marked)) return { kind: 'literal', text: marked }
  if (marked.includes('*')) return { kind: 'rest', minimum: 1 }
  return /^[^:]+\.:$/.test(marked) ? { kind: 'dotted', text: marked.slice(0, -2) } : { kind: 'open' }
}

/** A path that a pattern matches, and its distance from the path of the request. */
interface Edit {
  readonly segments: readonly string[]
  readonly distance: number
}

/**
 * Returns the nearest path of a pattern; null if too much differs.
 *
 *     /album/1 and /albums/:id            /albums/1, one character
 *     /admin/photos/1 and /admin/photos   /admin/photos, an extra segment
 *     /photos and /photos/:id             null: the missing segment is a parameter
 */
export function editPath(segments: readonly string[], words: readonly Word[], distances: WordDistances): Edit | null {
  const restIndex = words.findIndex(({ kind }) => kind === 'rest')
  if (restIndex >= 0) {
    const anchoredWords = replaceRest(words, restIndex, segments.length)
    return anchoredWords && editWords(segments, anchoredWords, distances)
  }
  if (words.length === segments.length) return editWords(segments, words, distances)
  // One word that both have makes the difference between a slip and another path.
  const literalCount = words.filter(({ kind }) => kind === 'literal').length
  let edits: (Edit | null)[] = []
  if (words.length === segments.length + 1 && literalCount > 1) {
    edits = words.map((word, index) => {
      if (word.kind !== 'literal') return null
      return editWords(segments.toSpliced(index, 0, word.text), words, distances, WRONG_COUNT)
    })
  } else if (words.length === segments.length - 1 && literalCount > 0) {
    edits = segments.map((_, index) => editWords(segments.toSpliced(index, 1), words, distances, WRONG_COUNT))
  }
  return nearestOf(edits)
}

/** Replaces the word for any number of segments by open words, so that there are `count` words; null if that is too few. */
function replaceRest(words: readonly Word[], restIndex: number, count: number): Word[] | null {
  const { minimum } = words[restIndex] as Extract<Word, { kind: 'rest' }>
  const restLength = count - (words.length - 1)
  if (restLength < minimum) return null
  const openWords = Array.from({ length: restLength }, (): Word => ({ kind: 'open' }))
  return words.toSpliced(restIndex, 1, ...openWords)
}

/** Returns the last of the nearest edits: people rather add a segment to the end of a path. */
function nearestOf(edits: readonly (Edit | null)[]): Edit | null {
  let nearest: Edit | null = null
  for (const edit of edits) {
    if (edit !== null && (nearest === null || edit.distance <= nearest.distance)) nearest = edit
  }
  return nearest
}

/** Compares each segment with the word at its index. There are as many words. */
function editWords(
  segments: readonly string[],
  words: readonly Word[],
  distances: WordDistances,
  initial = 0,
): Edit | null {
  let distance = initial
  for (const [index, word] of words.entries()) {
    const segment = segments[index]!
    if (word.kind === 'literal') distance += distances.between(segment, word.text)
    else if (word.kind === 'dotted') distance += distances.between(withoutExtension(segment), word.text)
    if (distance > MAX_DISTANCE) return null
  }
  const edited = words.map((word, index) => {
    const segment = segments[index]!
    if (word.kind === 'literal') return word.text
    return word.kind === 'dotted' ? word.text + segment.slice(withoutExtension(segment).length) : segment
  })
  return { segments: edited, distance }
}

/** `photos.json` -> `photos` */
function withoutExtension(segment: string): string {
  const dot = segment.lastIndexOf('.')
  return dot < 0 ? segment : segment.slice(0, dot)
}

/** The distances of words. Each pair is measured once, because thousands of routes share their words. */
export class WordDistances {
  readonly #bySegment = new Map<string, Map<string, number>>()

  /** Returns the number of edits, without regard to case; Infinity for words that are not similar. */
  between(segment: string, literal: string): number {
    if (segment === literal) return 0
    // A third of the literal, but 1 to 3 edits.
    const limit = Math.min(3, Math.max(1, Math.floor(literal.length / 3)))
    if (Math.min(segment.length, literal.length) > MAX_WORD || Math.abs(segment.length - literal.length) > limit)
      return Infinity
    const distancesByLiteral = this.#bySegment.get(segment) ?? new Map<string, number>()
    this.#bySegment.set(segment, distancesByLiteral)
    const distance =
      distancesByLiteral.get(literal) ?? editDistance(segment.toLowerCase(), literal.toLowerCase(), limit)
    distancesByLiteral.set(literal, distance)
    return distance
  }
}
