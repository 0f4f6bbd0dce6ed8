// Finds routes for a request that no route matches, and that is probably a slip: `/albmus` instead of `/albums`.
import { canonicalPath, type RequestAttributes } from '@turnout/runtime'
import { editDistance } from '@turnout/diagnostics'
import { explainRequest, type Explanation } from '../explain.ts'
import type { Manifest, ManifestRoute } from '../manifest.ts'
import type { Pattern, Segment } from '@turnout/patterns'
import { serves } from '../verbs.ts'

/** A request that a route matches, and that is similar to an unmatched request. */
export interface Suggestion {
  /** The index of the route in the manifest. */
  readonly index: number
  readonly route: ManifestRoute
  readonly method: string
  /** A canonical path without the base. It keeps the parameters of the unmatched request. */
  readonly path: string
  /** The edits between the requests: 1 for a character, 2 for the method, 3 for a missing or an extra segment. */
  readonly distance: number
}

const MAX_SUGGESTIONS = 3

/** A request with more edits is not similar. */
const MAX_DISTANCE = 4
const WRONG_METHOD = 2
const WRONG_COUNT = 3

/** Suggestions that are further away than the nearest one are left out, unless the difference is at most this. */
const SPREAD = 1

/** Longer paths get no suggestions: nobody has typed them. The limits also bound the time. */
const MAX_PATH = 1024
const MAX_SEGMENTS = 16
const MAX_WORD = 64

/** The number of the nearest routes that are tried with the changed request. */
const TRIED = 12

/** If a pattern has more combinations of optional parts, only the first are read. */
const MAX_VARIANTS = 8

/**
 * Suggests requests for an unmatched request, nearest first: those with the fewest edits for each segment of the path and for
 * the method. Each suggestion is tried on its route, so that the route matches it. A constraint function may still reject it.
 *
 * The time is linear in the number of routes. Paths of more than 1,024 characters or 16 segments get no suggestions.
 *
 * @param explanation the result of `explainRequest` for the same manifest
 * @param request the attributes with which the request was explained
 * @returns at most three suggestions; none if a route matches, or if the path is refused or outside the base
 */
export function suggestRequests(
  { routes, ...manifest }: Manifest,
  { method, path, status, outsideOf }: Explanation,
  request: RequestAttributes = {},
): Suggestion[] {
  if (status !== 'no-match' || outsideOf !== null || path === null || path.length > MAX_PATH) return []
  const segments = path.split('/').slice(1)
  if (segments.at(-1) === '') segments.pop()
  if (segments.length > MAX_SEGMENTS) return []
  const words = new WordDistances()
  const candidates: Suggestion[] = []
  for (const [index, route] of routes.entries()) {
    for (const variant of variantsOf(route)) {
      const edit = editPath(segments, variant, words)
      if (edit === null) continue
      const methodEdit = editMethod(method, route)
      const distance = edit.distance + methodEdit.distance
      if (distance > MAX_DISTANCE) continue
      candidates.push({ index, route, method: methodEdit.method, path: `/${edit.segments.join('/')}`, distance })
    }
  }
  const suggestions: Suggestion[] = []
  const names = new Set<string>()
  let triedCount = 0
  for (const candidate of candidates.sort((a, b) => a.distance - b.distance || a.index - b.index)) {
    const name = `${candidate.method} ${candidate.path}`
    const limit = Math.min(MAX_DISTANCE, (suggestions[0]?.distance ?? MAX_DISTANCE) + SPREAD)
    if (candidate.distance > limit || suggestions.length === MAX_SUGGESTIONS || triedCount === TRIED) break
    // Another method for a path is of interest only if no nearer method is there.
    if (suggestions.some(({ path: other, distance }) => other === candidate.path && distance < candidate.distance))
      continue
    if (names.has(name)) continue
    triedCount += 1
    if (canonicalPath(candidate.path) !== candidate.path) continue
    const single = { ...manifest, routes: [candidate.route] }
    if (explainRequest(single, candidate.method, candidate.path, request).status !== 'match') continue
    names.add(name)
    suggestions.push(candidate)
  }
  return suggestions
}

/** Returns the method of the route that is nearest to the request's method. */
function editMethod(method: string, { verbs }: ManifestRoute): { method: string; distance: number } {
  const served = method === 'HEAD' ? 'GET' : method
  if (serves(verbs, served)) return { method: served, distance: 0 }
  const similar = method.length > MAX_WORD ? undefined : verbs.find((verb) => editDistance(method, verb) === 1)
  return similar === undefined ? { method: verbs[0]!, distance: WRONG_METHOD } : { method: similar, distance: 1 }
}

/** The part of a pattern between two slashes. */
type Word =
  /** Only this string. */
  | { readonly kind: 'literal'; readonly text: string }
  /** This string, a dot and a parameter. */
  | { readonly kind: 'dotted'; readonly text: string }
  /** A word with a parameter: the segment of the request is kept. */
  | { readonly kind: 'open' }
  /** A glob, or the rest of an unanchored pattern: all further segments are kept. */
  | { readonly kind: 'rest'; readonly least: number }

const variantsByRoute = new WeakMap<ManifestRoute, readonly (readonly Word[])[]>()

/** Returns the words of a pattern, for each combination of its optional parts. */
function variantsOf(route: ManifestRoute): readonly (readonly Word[])[] {
  let variants = variantsByRoute.get(route)
  if (variants === undefined) {
    const patterns = withoutGroups(route.segments)
    const words = patterns.map((pattern) => wordsOf(pattern))
    variants = route.anchored ? words : words.map((list) => [...list, { kind: 'rest', least: 0 } as const])
    // With two open ends, the place of a segment is not certain.
    variants = variants.filter((list) => list.filter(({ kind }) => kind === 'rest').length < 2)
    variantsByRoute.set(route, variants)
  }
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

/** `/photos/:id.:format` -> a literal, an open word */
function wordsOf(pattern: Pattern): Word[] {
  // Static text between slashes, with a mark for each param.
  const text = pattern.map((part) => (part.kind === 'static' ? part.text : part.kind === 'glob' ? '*' : ':')).join('')
  return text
    .split('/')
    .filter((word) => word !== '')
    .map((word) => {
      if (!/[:*]/.test(word)) return { kind: 'literal', text: word }
      if (word.includes('*')) return { kind: 'rest', least: 1 }
      return /^[^:]+\.:$/.test(word) ? { kind: 'dotted', text: word.slice(0, -2) } : { kind: 'open' }
    })
}

interface Edit {
  readonly segments: readonly string[]
  readonly distance: number
}

/** Returns the nearest path of a pattern; null if too much differs. */
function editPath(segments: readonly string[], words: readonly Word[], distances: WordDistances): Edit | null {
  const restAt = words.findIndex(({ kind }) => kind === 'rest')
  if (restAt >= 0) {
    const restWord = words[restAt] as Extract<Word, { kind: 'rest' }>
    const restLength = segments.length - (words.length - 1)
    if (restLength < restWord.least) return null
    const open = Array.from({ length: restLength }, (): Word => ({ kind: 'open' }))
    return editWords(segments, [...words.slice(0, restAt), ...open, ...words.slice(restAt + 1)], distances)
  }
  if (words.length === segments.length) return editWords(segments, words, distances)
  // One word that both have makes the difference between a slip and another path.
  const literals = words.filter(({ kind }) => kind === 'literal')
  if (words.length === segments.length + 1 && literals.length > 1) {
    const edits = words.map((word, at) =>
      word.kind === 'literal' ? editWords(segments.toSpliced(at, 0, word.text), words, distances, WRONG_COUNT) : null,
    )
    return nearestOf(edits)
  }
  if (words.length === segments.length - 1 && literals.length > 0) {
    const edits = segments.map((_, at) => editWords(segments.toSpliced(at, 1), words, distances, WRONG_COUNT))
    return nearestOf(edits)
  }
  return null
}

/** Returns the last of the nearest edits: people rather add a segment to the end of a path. */
function nearestOf(edits: readonly (Edit | null)[]): Edit | null {
  return edits.reduce(
    (best, edit) => (edit !== null && edit.distance <= (best?.distance ?? Infinity) ? edit : best),
    null,
  )
}

/** Compares as many segments as words. */
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
    else if (word.kind === 'dotted') distance += distances.between(nameOf(segment), word.text)
    if (distance > MAX_DISTANCE) return null
  }
  const edited = words.map((word, index) => {
    const segment = segments[index]!
    if (word.kind === 'literal') return word.text
    return word.kind === 'dotted' ? word.text + segment.slice(nameOf(segment).length) : segment
  })
  return { segments: edited, distance }
}

/** `photos.json` -> `photos` */
function nameOf(segment: string): string {
  const dot = segment.lastIndexOf('.')
  return dot < 0 ? segment : segment.slice(0, dot)
}

/** Measures each pair of words once: thousands of routes share their words. */
class WordDistances {
  readonly #bySegment = new Map<string, Map<string, number>>()

  /** Returns the number of edits, without regard to case; Infinity for words that are not similar. */
  between(segment: string, literal: string): number {
    if (segment === literal) return 0
    const limit = Math.min(3, Math.max(1, Math.floor(literal.length / 3)))
    if (Math.min(segment.length, literal.length) > MAX_WORD || Math.abs(segment.length - literal.length) > limit)
      return Infinity
    let byLiteral = this.#bySegment.get(segment)
    if (byLiteral === undefined) this.#bySegment.set(segment, (byLiteral = new Map()))
    let distance = byLiteral.get(literal)
    if (distance === undefined) {
      distance = editDistance(segment.toLowerCase(), literal.toLowerCase(), limit)
      byLiteral.set(literal, distance)
    }
    return distance
  }
}
