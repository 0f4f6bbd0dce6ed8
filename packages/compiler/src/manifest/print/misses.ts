import type { Answer, Candidate, Explanation, Miss } from '../explain.ts'
import { routeDistances } from '../explain/suggest.ts'
import { guardsOf, type ManifestRoute } from '../manifest.ts'
import { describeCallable, printValue } from './describe.ts'

/** Pages and terminals show this many similar routes: nobody reads more. */
export const SHOWN_ROUTES = 10

/**
 * Returns the routes that are similar to a request and do not match it.
 *
 * - If a route matches, these are earlier routes whose first segment fits the path, in the order in which they are tried.
 * - Otherwise the nearest routes come first: those with the smallest distance, as for suggestions, and then those that
 *   agree with the path furthest.
 *
 * @returns `isFar`: true if no route is similar. `routes` then has some of the others.
 */
export function similarRoutes({ misses, answers, method, path }: Explanation): {
  readonly routes: readonly Candidate[]
  readonly isFar: boolean
} {
  if (path === null) return { routes: [], isFar: false }
  if (answers.length > 0) return { routes: misses.filter(({ miss }) => isNear(miss, path)), isFar: false }
  const distanceOf = routeDistances(method, path)
  const ranked = misses
    .map((candidate) => ({ candidate, distance: distanceOf(candidate.route) }))
    // Two infinite distances are equal: their difference is not a number.
    .sort((a, b) => a.distance - b.distance || reachOf(b.candidate) - reachOf(a.candidate))
  const near = ranked.filter(({ candidate, distance }) => distance < Infinity || isNear(candidate.miss, path))
  const routes = (near.length === 0 ? ranked.slice(0, SHOWN_ROUTES / 2) : near).map(({ candidate }) => candidate)
  return { routes, isFar: near.length === 0 }
}

/** True unless the pattern parts from the path in its first segment. */
function isNear(miss: Miss, path: string): boolean {
  if (miss.reason !== 'pattern') return true
  const firstSlash = path.indexOf('/', 1)
  return path.length > 1 && miss.at >= (firstSlash < 0 ? path.length : firstSlash)
}

/** Returns how far a route agrees with the path. */
function reachOf({ miss }: Candidate): number {
  return miss.reason === 'pattern' ? miss.at : Number.MAX_SAFE_INTEGER
}

/** Parts of a path that are longer are cut: the reason of each route quotes them, and a path may have 64 KiB. */
const LONGEST_VALUE = 200

function cutValue(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value
}

/** Returns in a few words why a route does not match. */
export function reasonOf({ requirements }: ManifestRoute, miss: Miss, method: string, path: string): string {
  switch (miss.reason) {
    case 'verb':
      return `is for ${miss.verbs.length === 0 ? 'any verb but HEAD' : miss.verbs.join(', ')}, not for ${method}`
    case 'requirement':
      return `:${miss.param} cannot be "${cutValue(miss.value)}": ${printValue(miss.requirement)}`
    case 'condition':
      return `requires ${miss.attribute} ${printValue(miss.condition)}`
    case 'pattern': {
      const { at, expected } = miss
      const remainder = cutValue(path.slice(at))
      if (expected === null) return `ends before "${remainder}"`
      if (remainder === '') return `continues with "${expected}"`
      // The rest of the segment, so that whole words are compared.
      const word = /^\/?[^/]*/.exec(remainder)![0]
      if (!/^[:*]/.test(expected)) return `has "${expected}", not "${word}"`
      const name = expected.slice(1)
      if (!Object.hasOwn(requirements, name)) return `has ${expected}, not "${word}"`
      return `${expected} cannot be "${word}": ${printValue(requirements[name])}`
    }
  }
}

/** True if the route certainly handles the request. */
export const isSure = ({ constraints, mayDecline }: Answer) => constraints.length === 0 && !mayDecline

/** The condition of a match: `, if fromOffice (src/constraints.ts) agrees`. Empty if the match is certain. */
export function onlyIf({ route, mayDecline }: Answer): string {
  const guards = guardsOf(route).map(describeCallable)
  const verb = guards.length === 1 ? 'agrees' : 'agree'
  const condition = guards.length === 0 ? '' : `, if ${guards.join(' and ')} ${verb}`
  const isCallable = mayDecline && route.endpoint?.kind === 'callable'
  return condition + (isCallable ? ', unless it declines (404 with `X-Cascade: pass`)' : '')
}
