// Explains how a request is routed: which routes match, and why the others do not.
import {
  canonicalPath,
  conditionTest,
  withoutBase,
  rareAttribute,
  attributeUnderBase,
  requestFormat,
  decodeParam,
  type AttributeReader,
  type RequestAttributes,
} from '@turnout/runtime'
import { basePath } from './base.ts'
import { conditionOf, meetsVerbCondition, RARE_ATTRIBUTES } from './conditions.ts'
import {
  alwaysResponds,
  guardsOf,
  RAILS_SERVER,
  type CallableReference,
  type Condition,
  type Manifest,
  type ManifestRoute,
  assertDepth,
} from './manifest.ts'
import { pathTableOf, type PathMatch, type PathMatches } from '../matcher/path-table.ts'
import { serves, verbsOf } from './verbs.ts'
import { pathMiss, type PathMiss } from './explain/path-miss.ts'

/** The reason why a route does not match a request. */
export type Miss =
  | PathMiss
  | { readonly reason: 'verb'; readonly verbs: readonly string[] }
  | { readonly reason: 'condition'; readonly attribute: string; readonly condition: Condition }

/** A route that does not match. */
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
  /** The part of the path that an unanchored route does not match. It begins with a slash. Null for an anchored route. */
  readonly rest: string | null
  /** The route matches only if these functions return true. They are not called here. */
  readonly constraints: readonly CallableReference[]
  /**
   * True if the next route may get the request: a callable may decline it (404 with `X-Cascade: pass`), and the Rails server
   * that exported the table may have further constraints.
   */
  readonly mayDecline: boolean
}

/** The routes that match a request, and the reasons why other routes do not. */
export interface Explanation {
  readonly method: string
  /** The canonical path, without the base unless it is outside of it (`outsideOf`); null for a path that is refused. */
  readonly path: string | null
  readonly status: 'match' | 'no-match' | 'bad-request' | 'uri-too-long'
  /** True if a HEAD request was tried as GET, because no HEAD route matches it. */
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
 * Explains how a request is routed, by the rules of Rails' router (Journey). The runtime's matcher finds the routes that
 * match the path, so the result equals the emitted matcher's if every constraint function returns true.
 *
 * @example
 * ```ts
 * import { compileRoutes, explainRequest } from '@turnout/compiler'
 *
 * const { manifest } = compileRoutes((r) => r.resources('photos'))
 * explainRequest(manifest!, 'GET', '/photos/new').answers.map(({ route }) => route.name) // ['new_photo']
 * ```
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
  const target = readTarget(path, request)
  if ('status' in target) {
    const { status, path: canonical, outsideOf } = target
    const noRoutes = { asGet: false, answers: [], misses: [], allowedMethods: [] }
    return { method, path: canonical, status, ...noRoutes, outsideOf }
  }
  const matches = pathTableOf(manifest.routes).find(target.path)
  const { answers, asGet, rejected } = tryRoutes(manifest, matches, target, method)
  const isMatch = answers.length > 0
  return {
    method,
    path: target.path,
    status: isMatch ? 'match' : 'no-match',
    asGet,
    answers,
    misses: missesOf(manifest, answers, rejected, target.path),
    allowedMethods: isMatch ? [] : allowedVerbs(manifest, rejected, target.meetsCondition),
    outsideOf: null,
  }
}

/** Returns only the routes that match a request, as in `Explanation`. The arguments are those of `explainRequest`. */
export function answersTo(
  manifest: Manifest,
  method: string,
  path: string,
  request: ExplainedRequest,
): readonly Answer[] {
  const target = readTarget(path, request)
  if ('status' in target) return []
  return tryRoutes(manifest, pathTableOf(manifest.routes).find(target.path), target, method).answers
}

/** A request whose path may match routes. */
interface RoutableRequest {
  /** The canonical path, without the base. */
  readonly path: string
  readonly meetsCondition: ConditionTest
}

/** Reads the target of a request. If no route can match it, returns the part of the explanation that says why. */
function readTarget(
  path: string,
  request: ExplainedRequest,
): RoutableRequest | Pick<Explanation, 'status' | 'path' | 'outsideOf'> {
  const prefix = basePath(request.base ?? '/') ?? ''
  const fullPath = canonicalPath(path)
  const pathInBase = prefix === '' ? path : withoutBase(prefix, path)
  const canonical = pathInBase === null ? fullPath : canonicalPath(pathInBase)
  // A number is the status for a path that no route can match: 400 or 414.
  if (typeof fullPath === 'number' || typeof canonical === 'number') {
    return { status: fullPath === 414 ? 'uri-too-long' : 'bad-request', path: null, outsideOf: null }
  }
  if (pathInBase === null) return { status: 'no-match', path: canonical, outsideOf: prefix }
  const meetsCondition: ConditionTest = (attribute, expected, verb) => {
    const read = attribute === 'format' ? requestFormat : readerOf(attribute, prefix)
    return (
      meetsVerbCondition(attribute, expected, verb) ??
      conditionTest(attribute, conditionOf(expected), read)(canonical, NO_POSITIONS, request, pathInBase)
    )
  }
  return { path: canonical, meetsCondition }
}

/** Returns the verbs of the routes that would match the request with another verb. */
function allowedVerbs({ routes }: Manifest, rejected: readonly Candidate[], meetsCondition: ConditionTest): string[] {
  const isMatched = (verb: string): boolean =>
    rejected.some(({ route: { verbs, conditions } }) => {
      return serves(verbs, verb) && Object.entries(conditions).every((entry) => meetsCondition(...entry, verb))
    })
  if (rejected.length === 0) return []
  return verbsOf(routes).filter((verb) => isMatched(verb) || (verb === 'HEAD' && isMatched('GET')))
}

/**
 * Returns a reader for an attribute that the usual readers lack, or that contains the base (Rails: `SCRIPT_NAME`);
 * otherwise undefined.
 */
function readerOf(attribute: string, base: string): AttributeReader | undefined {
  if (RARE_ATTRIBUTES.has(attribute)) return rareAttribute(attribute)
  const includesBase = /^(?:path|fullpath|original_fullpath|url|original_url)$/.test(attribute)
  return base !== '' && includesBase ? attributeUnderBase(base, attribute) : undefined
}

/** Whether the request, with this verb, fulfils a condition. */
type ConditionTest = (attribute: string, expected: Condition, verb: string) => boolean

/** The routes whose path matches, up to the first that is certain to match the request. */
interface TriedRoutes {
  readonly answers: readonly Answer[]
  /** The routes that do not match because of their verbs or conditions. */
  readonly rejected: readonly Candidate[]
  /** As in `Explanation`. */
  readonly asGet: boolean
}

function tryRoutes(manifest: Manifest, matches: PathMatches, target: RoutableRequest, verb: string): TriedRoutes {
  const answers: Answer[] = []
  const rejected: Candidate[] = []
  for (const [index, match] of matches) {
    const route = manifest.routes[index]!
    const miss = rejectionOf(route, target, verb)
    if (miss !== null) {
      rejected.push({ index, route, miss })
      continue
    }
    const mayDecline = route.endpoint?.kind === 'callable' || guardsOf(route).includes(RAILS_SERVER)
    answers.push({ index, route, ...paramsAndRestOf(route, match, target), constraints: route.constraints, mayDecline })
    if (alwaysResponds(route)) break
  }
  // A HEAD request goes to a HEAD route if one matches, and is treated as GET otherwise. A route for any verb counts as
  // GET here.
  if (verb === 'HEAD' && answers.length === 0) return { ...tryRoutes(manifest, matches, target, 'GET'), asGet: true }
  return { answers, rejected, asGet: false }
}

/** Returns why a route whose path matches rejects the request; null if it does not. */
function rejectionOf(
  { verbs, conditions }: ManifestRoute,
  { meetsCondition }: RoutableRequest,
  verb: string,
): Miss | null {
  if (!serves(verbs, verb)) return { reason: 'verb', verbs }
  for (const [attribute, expected] of Object.entries(conditions)) {
    if (!meetsCondition(attribute, expected, verb)) return { reason: 'condition', attribute, condition: expected }
  }
  return null
}

function paramsAndRestOf(
  { defaults, anchored }: ManifestRoute,
  { captures, end }: PathMatch,
  { path }: RoutableRequest,
): Pick<Answer, 'params' | 'rest'> {
  const params: Record<string, unknown> = Object.assign(Object.create(null) as object, defaults)
  for (const [name, capture] of captures) params[name] = decodeParam(capture)
  const remainder = path.slice(end)
  return { params, rest: anchored ? null : remainder.startsWith('/') ? remainder : `/${remainder}` }
}

/** Returns the misses of an explanation: `rejected`, and the routes whose path does not match. */
function missesOf(
  { routes }: Manifest,
  answers: readonly Answer[],
  rejected: readonly Candidate[],
  path: string,
): Candidate[] {
  const lastMatch = answers.at(-1)
  const considered = lastMatch && alwaysResponds(lastMatch.route) ? routes.slice(0, lastMatch.index) : routes
  const knownMisses = new Map(rejected.map((candidate) => [candidate.index, candidate]))
  const matchedIndexes = new Set(answers.map(({ index }) => index))
  return considered.flatMap((route, index) => {
    if (matchedIndexes.has(index)) return []
    return knownMisses.get(index) ?? { index, route, miss: pathMiss(route, path) }
  })
}

const NO_POSITIONS = new Int32Array(0)

/** A path as someone types it, which may be a URL, and may lack its slash. */
export function typedRequest(text: string): { target: string; request: { host?: string; protocol?: string } } {
  const [, protocol, host, target] = /^(https?):\/\/([^/?#]+)(.*)$/is.exec(text) ?? []
  if (protocol === undefined) return { target: text.startsWith('/') ? text : `/${text}`, request: {} }
  return {
    target: target!.startsWith('/') ? target! : `/${target}`,
    request: { protocol: protocol.toLowerCase(), host: host! },
  }
}
