// Explains how a request is routed: tries the routes one by one, and returns why each does not match.
import {
  canonicalPath,
  condition,
  insideBase,
  rareAttribute,
  readInside,
  requestFormat,
  type AttributeReader,
  type RequestAttributes,
} from '@turnout/runtime'
import { basePath } from './base.ts'
import { conditionOf, meetsVerbCondition, RARE_ATTRIBUTES } from './conditions.ts'
import {
  guardsOf,
  RAILS_SERVER,
  type CallableReference,
  type Condition,
  type Manifest,
  type ManifestRoute,
  type Requirement,
} from './manifest.ts'
import { answersForSure } from './answers-for-sure.ts'
import { requirementOn } from '../patterns/routes/route-pattern.ts'
import { satisfies } from '../patterns/routes/satisfies.ts'
import { serves, verbsOf } from './verbs.ts'
import { walkPattern } from './explain/walk.ts'
import { assertDepth } from './manifest-depth.ts'

/** The reason why a route does not match a request. */
export type Miss =
  /** `at` is an index in the canonical path. `expected` is the part of the pattern for that place, null at its end. */
  | { readonly reason: 'pattern'; readonly at: number; readonly expected: string | null }
  | {
      readonly reason: 'requirement'
      readonly param: string
      readonly value: string
      readonly requirement: Requirement
    }
  | { readonly reason: 'verb'; readonly verbs: readonly string[] }
  | { readonly reason: 'condition'; readonly attribute: string; readonly condition: Condition }

/** A route that was tried and does not match. */
export interface Candidate {
  /** Its index in the manifest. */
  readonly index: number
  readonly route: ManifestRoute
  readonly miss: Miss
}

/** A route that matches. */
export interface Answer {
  readonly index: number
  readonly route: ManifestRoute
  /** Decoded; with the route's defaults. */
  readonly params: Readonly<Record<string, unknown>>
  /** The part of the path that an unanchored route does not match; null for an anchored route. */
  readonly rest: string | null
  /** The route matches only if these functions return true, which cannot be determined at build time. */
  readonly constraints: readonly CallableReference[]
  /** True if the endpoint is a callable, which may pass the request to the next route (404 with `X-Cascade: pass`). */
  readonly mayDecline: boolean
}

/** The routes that match a request, and the reasons why earlier routes do not. */
export interface Explanation {
  readonly method: string
  /** The canonical path; null if the request is refused before any route is tried. */
  readonly path: string | null
  readonly status: 'match' | 'no-match' | 'bad-request' | 'uri-too-long'
  /** True if a HEAD request is matched as GET because no HEAD route matches it. */
  readonly asGet: boolean
  /**
   * Starts with the first route that matches. If its constraints may reject the request or its callable may decline
   * it, the next matching route follows, and so on.
   */
  readonly answers: readonly Answer[]
  /** All other routes, up to the first route that is certain to match. */
  readonly misses: readonly Candidate[]
  /**
   * The verbs for which the path has a route, if no route matches the requested verb; otherwise empty. `allowedMethods`
   * of the emitted module returns the same list if every constraint function returns true.
   */
  readonly allowedMethods: readonly string[]
  /** The base that the path does not start with; null if the path is inside the base, or if there is no base. */
  readonly outsideOf: string | null
}

/** The properties of a request besides its method and path, and the base of the table. */
export type ExplainedRequest = RequestAttributes & {
  /** The prefix of the paths of all routes. */
  readonly base?: string | undefined
}

/**
 * Explains how a request is routed. Tries the routes one by one, in declaration order, by the rules of Rails' router
 * (Journey). The result equals the emitted matcher's if every constraint function returns true.
 *
 * @param method in upper case, as methods are case-sensitive (RFC 9110, section 9.1)
 * @param path the target of the request: a path, with or without its query, or an absolute URL. The URL's host is used
 *   if `request` is omitted.
 */
export function explainRequest(
  manifest: Manifest,
  method: string,
  path: string,
  request: ExplainedRequest = /^http/i.test(path) ? { url: path } : {},
): Explanation {
  assertDepth(manifest)
  const prefix = basePath(request.base ?? '/') ?? ''
  const fullPath = canonicalPath(path)
  const pathInBase = prefix === '' ? path : insideBase(prefix, path)
  const canonical = pathInBase === null ? fullPath : canonicalPath(pathInBase)
  // A number is the status for a path that no route can match: 400 or 414.
  if (typeof fullPath === 'number' || typeof canonical === 'number') {
    const status = fullPath === 414 ? 'uri-too-long' : 'bad-request'
    return { method, path: null, status, asGet: false, answers: [], misses: [], allowedMethods: [], outsideOf: null }
  }
  if (pathInBase === null) {
    const noRoutes = { asGet: false, answers: [], misses: [], allowedMethods: [] }
    return { method, path: canonical, status: 'no-match', ...noRoutes, outsideOf: prefix }
  }
  const meetsCondition: ConditionTest = (attribute, expected, verb) => {
    const read = attribute === 'format' ? requestFormat : readerOf(attribute, prefix)
    return (
      meetsVerbCondition(attribute, expected, verb) ??
      condition(attribute, conditionOf(expected), read)(canonical, NO_CAPTURES, request, pathInBase)
    )
  }
  let result = tryRoutes(manifest, canonical, meetsCondition, method)
  // A HEAD request goes to a HEAD route if one matches, and is treated as GET otherwise. A route for any verb counts as
  // GET here.
  const asGet = method === 'HEAD' && result.answers.length === 0
  if (asGet) result = tryRoutes(manifest, canonical, meetsCondition, 'GET')
  const isMatch = result.answers.length > 0
  const allowedMethods = isMatch ? [] : allowedVerbs(manifest, result, meetsCondition)
  return {
    method,
    path: canonical,
    status: isMatch ? 'match' : 'no-match',
    asGet,
    ...result,
    allowedMethods,
    outsideOf: null,
  }
}

/** Returns the verbs of the routes that would match the request with another verb. */
function allowedVerbs({ routes }: Manifest, { misses }: TriedRoutes, meetsCondition: ConditionTest): string[] {
  const samePath = misses.filter(({ miss }) => miss.reason === 'verb' || miss.reason === 'condition')
  const isMatched = (verb: string): boolean =>
    samePath.some(({ route: { verbs, conditions } }) => {
      return serves(verbs, verb) && Object.entries(conditions).every((entry) => meetsCondition(...entry, verb))
    })
  return samePath.length === 0
    ? []
    : verbsOf(routes).filter((verb) => isMatched(verb) || (verb === 'HEAD' && isMatched('GET')))
}

/**
 * Returns a reader for an attribute that the usual readers lack, or that contains the base (Rails: `SCRIPT_NAME`);
 * otherwise undefined.
 */
function readerOf(attribute: string, base: string): AttributeReader | undefined {
  if (RARE_ATTRIBUTES.has(attribute)) return rareAttribute(attribute)
  const hasBase = /^(?:path|fullpath|original_fullpath|url|original_url)$/.test(attribute)
  return base !== '' && hasBase ? readInside(base, attribute) : undefined
}

/** True if the route's pattern and requirements match the canonical path. Verbs and conditions are ignored. */
export function routeMatches(route: ManifestRoute, path: string): boolean {
  return walkPattern(route, path).matches
}

/** Whether the request, with this verb, fulfils a condition. */
type ConditionTest = (attribute: string, expected: Condition, verb: string) => boolean

type TriedRoutes = Pick<Explanation, 'answers' | 'misses'>

function tryRoutes(manifest: Manifest, path: string, meetsCondition: ConditionTest, verb: string): TriedRoutes {
  const matches: Answer[] = []
  const misses: Candidate[] = []
  for (const [index, route] of manifest.routes.entries()) {
    const result = examine(route, path, meetsCondition, verb)
    if ('reason' in result) {
      misses.push({ index, route, miss: result })
      continue
    }
    const mayDecline = route.endpoint?.kind === 'callable' || guardsOf(route).includes(RAILS_SERVER)
    matches.push({ index, route, ...result, constraints: route.constraints, mayDecline })
    if (answersForSure(route)) break
  }
  return { answers: matches, misses }
}

function examine(
  route: ManifestRoute,
  path: string,
  meetsCondition: ConditionTest,
  verb: string,
): Miss | Pick<Answer, 'params' | 'rest'> {
  const walk = walkPattern(route, path)
  if (!walk.matches) {
    return unmetRequirement(route, path) ?? { reason: 'pattern', at: walk.at, expected: walk.expected }
  }
  if (!serves(route.verbs, verb)) return { reason: 'verb', verbs: route.verbs }
  for (const [attribute, expected] of Object.entries(route.conditions)) {
    if (!meetsCondition(attribute, expected, verb)) return { reason: 'condition', attribute, condition: expected }
  }
  const params: Record<string, unknown> = Object.assign(Object.create(null) as object, route.defaults)
  // The walk captures the last param first.
  for (const [name, capture] of [...walk.captures].reverse()) params[name] = decode(capture)
  const remainder = path.slice(walk.end)
  return { params, rest: route.anchored ? null : remainder.startsWith('/') ? remainder : `/${remainder}` }
}

const NO_CAPTURES = new Int32Array(0)

/** Returns the requirement that alone keeps the path from matching; null if there is no such requirement. */
function unmetRequirement(route: ManifestRoute, path: string): Miss | null {
  if (Object.keys(route.requirements).length === 0) return null
  const walk = walkPattern(route, path, false)
  if (!walk.matches) return null
  for (const [param, value] of walk.captures) {
    const requirement = requirementOn(param, route)
    if (requirement !== undefined && !satisfies(value, requirement)) {
      return { reason: 'requirement', param, value, requirement }
    }
  }
  return null
}

/** Decodes escapes. Incomplete escapes, and escapes that are not UTF-8, are kept (Journey: `unescape_uri`). */
function decode(value: string): string {
  return value.replace(/(?:%[0-9A-F]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}
