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
import { RARE_ATTRIBUTES } from './conditions.ts'
import {
  isRegExpSource,
  type CallableReference,
  type Condition,
  type Manifest,
  type ManifestRoute,
  type Requirement,
} from './manifest.ts'
import { answersForSure } from './recognition/answers-for-sure.ts'
import { requirementOn } from './recognition/route-pattern.ts'
import { mayServe, serves, verbsOf } from './recognition/verbs.ts'
import { fits } from './explain/ends.ts'
import { walkPattern } from './explain/walk.ts'
import { assertDepth } from './manifest-depth.ts'

/** Why a route does not answer a request. */
export type Miss =
  /** `at` is an index in the canonical path; `expected` is what the pattern has there in its place, null for its end. */
  | { readonly reason: 'pattern'; readonly at: number; readonly expected: string | null }
  | {
      readonly reason: 'requirement'
      readonly param: string
      readonly value: string
      readonly requirement: Requirement
    }
  | { readonly reason: 'verb'; readonly verbs: readonly string[] }
  | { readonly reason: 'condition'; readonly attribute: string; readonly condition: Condition }

/** One route that was asked. */
export interface Candidate {
  /** Its index in the manifest. */
  readonly index: number
  readonly route: ManifestRoute
  readonly miss: Miss
}

/** A route that answers. */
export interface Answer {
  readonly index: number
  readonly route: ManifestRoute
  /** Decoded; with the route's defaults. */
  readonly params: Readonly<Record<string, unknown>>
  /** What an unanchored route leaves over of the path. */
  readonly rest: string | null
  /** It answers only if these functions say yes, which is not known at build time. */
  readonly constraints: readonly CallableReference[]
  /** It leads to a callable, which may leave the request to the next route (404 with `X-Cascade: pass`). */
  readonly mayDecline: boolean
}

/** Who answers a request, and why no earlier route does. */
export interface Explanation {
  readonly method: string
  /** The canonical path; null where the request is refused before a route is tried. */
  readonly path: string | null
  readonly status: 'match' | 'no-match' | 'bad-request' | 'uri-too-long'
  /** True where a HEAD request is answered as GET, as there is no HEAD route for it. */
  readonly asGet: boolean
  /**
   * First the route that answers; where its constraints may say no, or its callable may decline, then the one that
   * answers in its place, and so on.
   */
  readonly answers: readonly Answer[]
  /** All other routes, up to the first that surely answers. */
  readonly misses: readonly Candidate[]
  /**
   * The verbs under which the path is answered, where no route answers the one that was asked; as `allowedMethods` of
   * the emitted module lists them, if every constraint function says yes.
   */
  readonly allowedMethods: readonly string[]
  /** The base that the path is outside of; null where it is inside, and where there is none. */
  readonly outsideOf: string | null
}

/**
 * Explains what becomes of a request: the routes are asked one by one, in declaration order, by the rules of Rails'
 * router (Journey). It gives the answer that the emitted matcher gives, if every constraint function says yes.
 *
 * @param method in upper case, as methods are case-sensitive (RFC 9110, section 9.1)
 * @param path the target of the request: a path, with or without its query, or an absolute URL, whose host counts where
 *   no request is given
 * @param base what stands before the paths of all routes
 */
export function explainRequest(
  manifest: Manifest,
  method: string,
  path: string,
  request: RequestAttributes = /^http/i.test(path) ? { url: path } : {},
  base = '/',
): Explanation {
  assertDepth(manifest)
  const before = basePath(base) ?? ''
  const whole = canonicalPath(path)
  const target = before === '' ? path : insideBase(before, path)
  const canonical = target === null ? whole : canonicalPath(target)
  if (typeof whole === 'number' || typeof canonical === 'number') {
    const status = whole === 414 ? 'uri-too-long' : 'bad-request'
    return { method, path: null, status, asGet: false, answers: [], misses: [], allowedMethods: [], outsideOf: null }
  }
  if (target === null) {
    const nothing = { asGet: false, answers: [], misses: [], allowedMethods: [] }
    return { method, path: canonical, status: 'no-match', ...nothing, outsideOf: before }
  }
  const holds: ConditionTest = (attribute, expected) => {
    const read = attribute === 'format' ? requestFormat : readerOf(attribute, before)
    const value = isRegExpSource(expected) ? new RegExp(expected.source, expected.flags) : expected
    return condition(attribute, value, read)(canonical, NO_CAPTURES, request, target)
  }
  let asked = ask(manifest, canonical, holds, verbTest(method))
  // HEAD is answered by a HEAD route if there is one, else as GET. A route for any verb counts as GET here.
  const asGet = method === 'HEAD' && asked.answers.length === 0
  if (asGet) asked = ask(manifest, canonical, holds, verbTest('GET'))
  const isMatch = asked.answers.length > 0
  const allowedMethods = isMatch ? [] : allowed(manifest, asked, holds)
  return {
    method,
    path: canonical,
    status: isMatch ? 'match' : 'no-match',
    asGet,
    ...asked,
    allowedMethods,
    outsideOf: null,
  }
}

/** The verbs of the routes that only the verb keeps from answering. */
function allowed({ routes }: Manifest, { misses }: Asked, holds: ConditionTest): string[] {
  const near = misses.flatMap(({ route, miss }) => {
    const isNear = miss.reason === 'verb' && Object.entries(route.conditions).every((each) => holds(...each))
    return isNear ? [route.verbs] : []
  })
  return near.length === 0 ? [] : verbsOf(routes).filter((verb) => near.some((verbs) => mayServe(verbs, verb)))
}

/** What reads an attribute that is rare, or that the base is a part of, as Rails' `SCRIPT_NAME` is. */
function readerOf(attribute: string, base: string): AttributeReader | undefined {
  if (RARE_ATTRIBUTES.has(attribute)) return rareAttribute(attribute)
  const hasBase = /^(?:path|fullpath|original_fullpath|url|original_url)$/.test(attribute)
  return base !== '' && hasBase ? readInside(base, attribute) : undefined
}

/** True if a canonical path is one that the route matches, whatever its verbs and conditions are. */
export function routeMatches(route: ManifestRoute, path: string): boolean {
  return walkPattern(route, path).matches
}

type VerbTest = (route: ManifestRoute) => boolean

/** Whether the request is as a condition says. */
type ConditionTest = (attribute: string, expected: Condition) => boolean

function verbTest(method: string): VerbTest {
  return ({ verbs }) => serves(verbs, method)
}

type Asked = Pick<Explanation, 'answers' | 'misses'>

function ask(manifest: Manifest, path: string, holds: ConditionTest, takesVerb: VerbTest): Asked {
  const answers: Answer[] = []
  const misses: Candidate[] = []
  for (const [index, route] of manifest.routes.entries()) {
    const found = examine(route, path, holds, takesVerb)
    if ('reason' in found) {
      misses.push({ index, route, miss: found })
      continue
    }
    const mayDecline = route.endpoint?.kind === 'callable' || route.conditional === true
    answers.push({ index, route, ...found, constraints: route.constraints, mayDecline })
    if (answersForSure(route)) break
  }
  return { answers, misses }
}

function examine(
  route: ManifestRoute,
  path: string,
  holds: ConditionTest,
  takesVerb: VerbTest,
): Miss | Pick<Answer, 'params' | 'rest'> {
  const walk = walkPattern(route, path)
  if (!walk.matches) {
    return unmetRequirement(route, path) ?? { reason: 'pattern', at: walk.at, expected: walk.expected }
  }
  if (!takesVerb(route)) return { reason: 'verb', verbs: route.verbs }
  for (const [attribute, expected] of Object.entries(route.conditions)) {
    if (!holds(attribute, expected)) return { reason: 'condition', attribute, condition: expected }
  }
  const params: Record<string, unknown> = Object.assign(Object.create(null) as object, route.defaults)
  // The walk comes to the last param first.
  for (const [name, text] of [...walk.captures].reverse()) params[name] = decode(text)
  const left = path.slice(walk.end)
  return { params, rest: route.anchored ? null : left.startsWith('/') ? left : `/${left}` }
}

const NO_CAPTURES = new Int32Array(0)

/** The requirement without which the path would match. */
function unmetRequirement(route: ManifestRoute, path: string): Miss | null {
  if (Object.keys(route.requirements).length === 0) return null
  const walk = walkPattern(route, path, false)
  if (!walk.matches) return null
  for (const [param, value] of walk.captures) {
    const requirement = requirementOn(param, route)
    if (requirement !== undefined && !fits(requirement, value)) {
      return { reason: 'requirement', param, value, requirement }
    }
  }
  return null
}

/** What is not a whole escape, or not UTF-8, stays (Journey: `unescape_uri`). */
function decode(text: string): string {
  return text.replace(/(?:%[0-9A-F]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}
