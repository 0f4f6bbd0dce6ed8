// Finds routes for a request that no route matches, and that is probably a slip: `/albmus` instead of `/albums`.
import { canonicalPath, type RequestAttributes } from '@turnout/runtime'
import { editDistance } from '../../diagnostics/nearest.ts'
import { answersTo, type Explanation } from '../explain.ts'
import type { Manifest, ManifestRoute } from '../manifest.ts'
import { serves } from '../verbs.ts'
import { editPath, MAX_DISTANCE, MAX_WORD, variantsOf, WordDistances } from './path-edits.ts'

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

/** The distance of a request with another method than that of the route. */
const WRONG_METHOD = 2

/** Suggestions that are further away than the nearest one are left out, unless the difference is at most this. */
const SPREAD = 1

/** Longer paths get no suggestions: nobody has typed them. The limits also bound the time. */
const MAX_PATH = 1024
const MAX_SEGMENTS = 16

/** The number of the nearest routes that are tried with the changed request. */
const MAX_TRIES = 12

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
  manifest: Manifest,
  { method, path, status, outsideOf }: Explanation,
  request: RequestAttributes = {},
): Suggestion[] {
  if (status !== 'no-match' || outsideOf !== null || path === null || path.length > MAX_PATH) return []
  const segments = path.split('/').slice(1)
  if (segments.at(-1) === '') segments.pop()
  if (segments.length > MAX_SEGMENTS) return []
  const candidates = similarRequests(method, segments, manifest)
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

/** Returns a changed request for each variant of each route, if it is similar. It may not match the route. */
function similarRequests(method: string, segments: readonly string[], { routes }: Manifest): Suggestion[] {
  const distances = new WordDistances()
  const similar: Suggestion[] = []
  for (const [index, route] of routes.entries()) {
    for (const variant of variantsOf(route)) {
      const pathEdit = editPath(segments, variant, distances)
      if (pathEdit === null) continue
      const methodEdit = editMethod(method, route)
      const distance = pathEdit.distance + methodEdit.distance
      if (distance > MAX_DISTANCE) continue
      similar.push({ index, route, method: methodEdit.method, path: `/${pathEdit.segments.join('/')}`, distance })
    }
  }
  return similar
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
