// Finds routes for a request that no route matches, and that is probably a slip: `/albmus` instead of `/albums`.
import { canonicalPath, type RequestAttributes } from '@turnout/runtime'
import { getOrCreate } from '../../collections.ts'
import { editDistance } from '../../diagnostics/nearest.ts'
import type { Pattern } from '../../patterns/pattern/pattern.ts'
import { answersTo, type Explanation } from '../explain.ts'
import type { Manifest, ManifestRoute } from '../manifest.ts'
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

/** The distance of a request with another method than that of the route. */
const WRONG_METHOD = 2

/** The distance of a path with a missing or an extra segment. */
const WRONG_COUNT = 3

/** Suggestions that are further away than the nearest one are left out, unless the difference is at most this. */
const SPREAD = 1

/** Longer paths get no suggestions: nobody has typed them. The limits also bound the time. */
const MAX_PATH = 1024
const MAX_SEGMENTS = 16

/** Longer words are similar to no other word. */
const MAX_WORD = 64

/** The number of the nearest routes that are tried with the changed request. */
const MAX_TRIES = 12

/** If a pattern has more combinations of optional parts, only the first are read. */
const MAX_VARIANTS = 8

/**
 * Suggests requests for an unmatched request, nearest first: those with the fewest edits for each segment of the path and for
 * the method. Each suggestion is tried on its route, so that the route matches it. A constraint function may still reject it.
 *
 * The time is linear in the number of routes. Paths of more than 1,024 characters or 16 segments get no suggestions.
 *
 * @example
 * ```ts
 * import { compileRoutes, explainRequest, suggestRequests } from '@turnout/compiler'
 *
 * const { manifest } = compileRoutes((r) => r.resources('photos'))
 * const explanation = explainRequest(manifest!, 'GET', '/photo')
 * suggestRequests(manifest!, explanation)[0]?.path // '/photos'
 * ```
 *
 * @param explanation the result of `explainRequest` for the same manifest
 * @param request the attributes with which the request was explained
 * @returns at most three suggestions; none if a route matches, or if the path is refused or outside the base
 */
export function suggestRequests(
  manifest: Manifest,
  { method, path, status, outsideOf }: Explanation,
  request: RequestAttributes = {},
): Suggestion[] {
  if (status !== 'no-match' || outsideOf !== null || path === null) return []
  const editsFor = similarRequests(method, path)
  const candidates = manifest.routes.flatMap((route, index) =>
    editsFor(route).map((edit) => ({ index, route, ...edit })),
  )
  candidates.sort((a, b) => a.distance - b.distance || a.index - b.index)
  const suggestions: Suggestion[] = []
  let triedCount = 0
  for (const candidate of candidates) {
    const limit = Math.min(MAX_DISTANCE, (suggestions[0]?.distance ?? MAX_DISTANCE) + SPREAD)
    if (candidate.distance > limit || suggestions.length === MAX_SUGGESTIONS || triedCount === MAX_TRIES) break
    if (isCoveredBy(suggestions, candidate)) continue
    triedCount += 1
    if (canonicalPath(candidate.path) !== candidate.path) continue
    const routeOnly = { ...manifest, routes: [candidate.route] }
    if (answersTo(routeOnly, candidate.method, candidate.path, request).length > 0) suggestions.push(candidate)
  }
  return suggestions
}

/**
 * Returns a function for the distance between a request and a route that does not match it. It is the distance of the
 * suggestion for that route; Infinity if the route is not similar.
 */
export function routeDistances(method: string, path: string): (route: ManifestRoute) => number {
  const editsFor = similarRequests(method, path)
  return (route) => Math.min(...editsFor(route).map(({ distance }) => distance))
}

/** A request that is similar to the unmatched one, and that a route may match. */
type SimilarRequest = Pick<Suggestion, 'method' | 'path' | 'distance'>

/** Returns a function that changes a request for each variant of a route, if it is similar. */
function similarRequests(method: string, path: string): (route: ManifestRoute) => SimilarRequest[] {
  if (path.length > MAX_PATH) return () => []
  const segments = path.split('/').slice(1)
  if (segments.at(-1) === '') segments.pop()
  if (segments.length > MAX_SEGMENTS) return () => []
  const distanceOf = wordDistances()
  return (route) => {
    const methodEdit = editMethod(method, route)
    return wordsOf(route).flatMap((words) => {
      const pathEdit = editPath(segments, words, distanceOf)
      const distance = (pathEdit?.distance ?? Infinity) + methodEdit.distance
      if (pathEdit === null || distance > MAX_DISTANCE) return []
      return [{ method: methodEdit.method, path: `/${pathEdit.segments.join('/')}`, distance }]
    })
  }
}

/** True if the same request is suggested already, or a nearer one with the same path and another method. */
function isCoveredBy(suggestions: readonly Suggestion[], { method, path, distance }: Suggestion): boolean {
  return suggestions.some(
    (suggestion) => suggestion.path === path && (suggestion.method === method || suggestion.distance < distance),
  )
}

/** Returns the method of the route that is nearest to the request's method: `POTS` -> `POST`, `HEAD` -> `GET`. */
function editMethod(method: string, { verbs }: ManifestRoute): { method: string; distance: number } {
  const servedMethod = method === 'HEAD' ? 'GET' : method
  if (serves(verbs, servedMethod)) return { method: servedMethod, distance: 0 }
  const similar = method.length > MAX_WORD ? undefined : verbs.find((verb) => editDistance(method, verb) === 1)
  return similar === undefined ? { method: verbs[0]!, distance: WRONG_METHOD } : { method: similar, distance: 1 }
}

/** A glob, or the remainder after an unanchored pattern. */
const REST = '*'

const wordsByRoute = new WeakMap<ManifestRoute, readonly (readonly string[])[]>()

/**
 * Returns the parts of a pattern between its slashes, for each combination of its optional groups. `:` is a parameter:
 *
 *     /photos/:id(.:format)   ->   [photos, :]    and   [photos, :.:]
 *     /files/*path            ->   [files, *]
 */
function wordsOf(route: ManifestRoute): readonly (readonly string[])[] {
  return getOrCreate(wordsByRoute, route, () => {
    const texts = textsOf(route.segments).flatMap((text) => (route.anchored ? [text] : [text, `${text}/${REST}`]))
    return (
      texts
        .map((text) => text.split('/').flatMap((word) => (word.includes(REST) ? [REST] : word === '' ? [] : [word])))
        // With two parts of any length, the place of a segment is not certain.
        .filter((words) => words.indexOf(REST) === words.lastIndexOf(REST))
    )
  })
}

/** `/a(/:b)` -> `/a` and `/a/:` */
function textsOf(pattern: Pattern): string[] {
  let texts = ['']
  for (const segment of pattern) {
    const choices =
      segment.kind === 'optional'
        ? ['', ...textsOf(segment.segments)]
        : [segment.kind === 'static' ? segment.text : segment.kind === 'glob' ? REST : ':']
    texts = texts.flatMap((text) => choices.map((choice) => text + choice)).slice(0, MAX_VARIANTS)
  }
  return texts
}

/** A path that a pattern matches, and its distance from the path of the request. */
interface Edit {
  readonly segments: readonly string[]
  readonly distance: number
}

/**
 * Returns the nearest path of a pattern; null if too much differs.
 *
 *     /album/1 and [albums, :]            /albums/1, one character
 *     /admin/photos/1 and [admin, photos] /admin/photos, an extra segment
 *     /photos and [photos, :]             null: the missing segment is a parameter
 */
function editPath(segments: readonly string[], words: readonly string[], distanceOf: WordDistance): Edit | null {
  let nearest: Edit | null = null
  for (const [aligned, change] of alignments(segments, words)) {
    const edits = words.map((word, index) => editWord(aligned[index]!, word, distanceOf))
    const distance = edits.reduce((sum, [, wordDistance]) => sum + wordDistance, change)
    if (distance < (nearest?.distance ?? Infinity)) nearest = { segments: edits.map(([edited]) => edited), distance }
  }
  return nearest
}

/**
 * Yields the segments with one segment for each word, and the distance of this change. One segment can be missing or too
 * many, if both have a word in common: otherwise it is another path, and not a slip. The last place comes first, because
 * people rather forget the end of a path.
 */
function* alignments(
  segments: readonly string[],
  words: readonly string[],
): Generator<readonly [aligned: readonly string[], distance: number]> {
  const restIndex = words.indexOf(REST)
  const missingCount = words.length - segments.length
  const literalCount = words.filter(isLiteral).length
  if (restIndex >= 0) {
    const end = segments.length - (words.length - restIndex - 1)
    const rest = segments.slice(restIndex, end).join('/')
    if (end > restIndex) yield [[...segments.slice(0, restIndex), rest, ...segments.slice(end)], 0]
  } else if (missingCount === 0) {
    yield [segments, 0]
  } else if (missingCount === 1 && literalCount > 1) {
    for (let index = words.length - 1; index >= 0; index -= 1) {
      if (isLiteral(words[index]!)) yield [segments.toSpliced(index, 0, words[index]!), WRONG_COUNT]
    }
  } else if (missingCount === -1 && literalCount > 0) {
    for (let index = segments.length - 1; index >= 0; index -= 1) yield [segments.toSpliced(index, 1), WRONG_COUNT]
  }
}

const isLiteral = (word: string) => word !== REST && !word.includes(':')

/** Returns the segment that a word matches, and its distance: a word with a parameter keeps the segment of the request. */
function editWord(segment: string, word: string, distanceOf: WordDistance): [edited: string, distance: number] {
  if (isLiteral(word)) return [word, distanceOf(segment, word)]
  const [, text] = /^([^:]+)\.:$/.exec(word) ?? []
  if (text === undefined) return [segment, 0]
  const name = segment.replace(/\.[^.]*$/, '')
  return [text + segment.slice(name.length), distanceOf(name, text)]
}

/** Returns the number of edits between two words, without regard to case; Infinity for words that are not similar. */
type WordDistance = (segment: string, literal: string) => number

/** Each pair is measured once, because thousands of routes share their words. */
function wordDistances(): WordDistance {
  const distancesBySegment = new Map<string, Map<string, number>>()
  return (segment, literal) => {
    if (segment === literal) return 0
    // A third of the literal, but 1 to 3 edits.
    const limit = Math.min(3, Math.max(1, Math.floor(literal.length / 3)))
    const isTooLong = Math.min(segment.length, literal.length) > MAX_WORD
    if (isTooLong || Math.abs(segment.length - literal.length) > limit) return Infinity
    const distances = getOrCreate(distancesBySegment, segment, () => new Map<string, number>())
    return getOrCreate(distances, literal, () => editDistance(segment.toLowerCase(), literal.toLowerCase(), limit))
  }
}
