// Independent of the matcher on purpose, so that the one can prove the other: of the compiler it takes the types only.

import type { CallableReference, Condition, Manifest, ManifestRoute, Requirement } from '../src/manifest/manifest.ts'
import type { Pattern, Segment } from '../src/patterns/pattern/pattern.ts'

/**
 * Recognition done the plain way: one regular expression a route, tried in order, as ActionDispatch's Journey does.
 * It shares no code with the emitted matcher, so that one can prove the other. It is slow, and it is not protected
 * against hostile regular expressions.
 *
 * One thing is not as in Journey, which looks at the captured text of a param for most routes, but not for all, and
 * not always for the text that it then captures: a requirement is about the whole param, whatever its assertions see
 * in the path. So where a requirement has assertions, all texts of a path are tried on their own, and the regular
 * expression of the route names the places of those that hold.
 */

export type ReferenceAnswer =
  | {
      readonly status: 'match'
      readonly route: number
      readonly params: Record<string, unknown>
      readonly path: string
      readonly rest?: string
    }
  | { readonly status: 'no-match' | 'bad-request' | 'uri-too-long' }

export interface ReferenceRequest {
  readonly host?: string
  readonly protocol?: string
  readonly port?: number
  readonly ip?: string
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
}

export type ReferenceMatcher = (method: string, path: string, request?: ReferenceRequest) => ReferenceAnswer

/** Who answers a request: the first of `referenceAnswers`. */
export function referenceMatcher(...table: Parameters<typeof referenceAnswers>): ReferenceMatcher {
  const findMatches = referenceAnswers(...table)
  return (...request) => findMatches(...request)[0] ?? { status: 'no-match' }
}

/**
 * All answers to a request, in order; where it is refused, that.
 *
 * @param callable whether a constraint function holds; without it every one does
 * @param declines whether the route of this index leaves the request to the next one; without it none does
 */
export function referenceAnswers(
  manifest: Manifest,
  callable: (reference: CallableReference) => boolean = () => true,
  declines: (index: number) => boolean = () => false,
): (...request: Parameters<ReferenceMatcher>) => readonly ReferenceAnswer[] {
  const compiled = manifest.routes.map(compileRoute)
  return (method, rawPath, request) => {
    const canonical = canonicalise(rawPath)
    if (canonical.path === null) return [{ status: canonical.status }]
    const path = canonical.path
    const ready = (verb: string, explicit: boolean) => {
      const attributes = attributesOf(request ?? ofTarget(rawPath), path, verb)
      return compiled.filter(
        ({ route, accepts }) =>
          (route.verbs.includes(verb) || (!explicit && route.verbs.length === 0)) &&
          Object.entries(route.conditions).every(([name, condition]) => holds(condition, attributes[name])) &&
          accepts(path),
      )
    }
    let chosen = ready(method, method === 'HEAD')
    if (method === 'HEAD' && chosen.length === 0) chosen = ready('GET', false)
    const accepted = chosen.filter(({ route, index }) => route.constraints.every(callable) && !declines(index))
    return accepted.map(({ index, capture }) => {
      const { params, ...rest } = capture(path)
      return { status: 'match', route: index, params, path, ...rest }
    })
  }
}

interface CompiledRoute {
  readonly route: ManifestRoute
  readonly index: number
  readonly accepts: (path: string) => boolean
  readonly capture: (path: string) => { params: Record<string, unknown>; rest?: string }
}

function compileRoute(route: ManifestRoute, index: number): CompiledRoute {
  const groups: { name: string; group: number }[] = []
  const flags = Object.values(route.requirements).some((r) => isRegExp(r) && /[uv]/.test(r.flags)) ? 'u' : ''
  let count = 0
  const formatted = /(?:\(\.:format\)+|\.:format)$/.test(route.pattern)
  const visit = (segment: Segment, path: string): string => {
    if (segment.kind === 'static') return quote(segment.text)
    // Not `(…)?`, which in JavaScript, but not in Ruby, matches no empty text.
    if (segment.kind === 'optional') return `(?:${segment.segments.map((child) => visit(child, path)).join('')}|)`
    const requirement = route.requirements[segment.name]
    let source: string
    if (requirement !== undefined && isRegExp(requirement) && hasAssertion(requirement))
      source = placed(requirement, path)
    else if (requirement !== undefined) source = requirementSource(requirement)
    else if (segment.kind === 'param') source = '[^/.?]+'
    else source = formatted ? '.+?' : '.+'
    groups.push({ name: segment.name, group: ++count })
    count += new RegExp(`${source}|`, flags).exec('')!.length - 1
    return `(${source})`
  }
  const compile = (path: string): RegExp => {
    groups.length = count = 0
    const source = route.segments.map((child) => visit(child, path)).join('')
    if (route.anchored) return new RegExp(`^${source}$`, flags)
    return new RegExp(route.pattern === '/' ? '^/' : `^${source}(?:\\b|$|/)`, flags)
  }
  const hasAssertions = Object.values(route.requirements).some(
    (requirement) => isRegExp(requirement) && hasAssertion(requirement),
  )
  const shared = hasAssertions ? null : compile('')
  // Most paths have not even the texts of the pattern, which is quickly seen.
  const outline = new RegExp(`^${outlineOf(route.segments)}${route.anchored ? '$' : ''}`)
  let cached: { path: string; regexp: RegExp } | null = null
  const regexpFor = (path: string): RegExp => {
    if (shared !== null) return shared
    if (cached?.path !== path) cached = { path, regexp: compile(path) }
    return cached.regexp
  }
  const simulate = route.anchored ? tokenFilter(route) : null
  return {
    route,
    index,
    accepts: (path) => outline.test(path) && (simulate === null || simulate(path)) && regexpFor(path).test(path),
    capture: (path) => {
      const match = regexpFor(path).exec(path)!
      const params: Record<string, unknown> = { ...route.defaults }
      for (const { name, group } of groups) {
        if (match[group] !== undefined) params[name] = decode(match[group])
      }
      if (route.anchored) return { params }
      const rest = path.slice(match[0].length)
      return { params, rest: rest.startsWith('/') ? rest : `/${rest}` }
    },
  }
}

/** As Rails' `unescape_uri`: what is not a whole escape stays; so does, here, what is not UTF-8. */
function decode(text: string): string {
  return text.replace(/(?:%[0-9A-F]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

function isRegExp(requirement: Requirement): requirement is Extract<Requirement, { source: string }> {
  return typeof requirement === 'object' && 'source' in requirement
}

function hasAssertion({ source }: Extract<Requirement, { source: string }>): boolean {
  return /\(\?<?[=!]|\$|\\b|\\B/i.test(source) || hasCaret(source)
}

function hasCaret(source: string): boolean {
  return /(?<!\[)\^/.test(source)
}

/** What matches any text where the pattern has a param. */
function outlineOf(pattern: Pattern): string {
  return pattern
    .map((segment) => {
      if (segment.kind === 'static') return quote(segment.text)
      return segment.kind === 'optional' ? `(?:${outlineOf(segment.segments)}|)` : '.*'
    })
    .join('')
}

/**
 * A requirement as a part of the route's expression for one path: from each place to those where it ends a text that
 * the requirement matches on its own. First as it finds them in its place, then the longest; what looks back would see
 * what is not part of the param.
 */
function placed(requirement: Extract<Requirement, { source: string }>, path: string): string {
  const whole = new RegExp(`^(?:${requirement.source})$`, requirement.flags)
  const looksBack = /\(\?<[=!]/.test(requirement.source) || hasCaret(requirement.source)
  const ways: string[] = []
  for (let from = 0; from <= path.length; from++) {
    const ends: number[] = []
    for (let to = path.length; to >= from; to--) if (whole.test(path.slice(from, to))) ends.push(to)
    if (ends.length === 0) continue
    const begins = `(?<=^[^]{${from}})`
    const atEnd = `(?<=^(?:${ends.map((to) => `[^]{${to}}`).join('|')}))`
    if (!looksBack) ways.push(`${begins}(?:${requirementSource(requirement)})${atEnd}`)
    ways.push(`${begins}(?:${ends.map((to) => `[^]{${to - from}}`).join('|')})`)
  }
  return ways.length === 0 ? '[]' : ways.join('|')
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, (character) => `\\${character}`)
}

function requirementSource(requirement: Requirement): string {
  if (typeof requirement === 'string') return quote(requirement)
  if (!isRegExp(requirement)) return requirement.map(quote).join('|')
  return requirement.flags.includes('i') ? withoutCase(requirement.source) : requirement.source
}

/** Writes both cases of every letter out, so that one part of a larger expression can ignore case. */
function withoutCase(source: string): string {
  let inClass = false
  return source.replace(/\\[a-zA-Z]|\\.|\(\?<?[=!:]?|[[\]]|[a-zA-Z]-[a-zA-Z]|[a-zA-Z]/g, (token) => {
    if (token === '[') inClass = true
    if (token === ']') inClass = false
    if (!/^[a-zA-Z]/.test(token)) return token
    const both = token.toLowerCase() + token.toUpperCase()
    if (token.length === 3)
      return inClass ? token.toLowerCase() + token.toUpperCase() : bothOf(token[0]!) + '-' + bothOf(token[2]!)
    return inClass ? both : `[${both}]`
  })
}

function bothOf(letter: string): string {
  return `[${letter.toLowerCase()}${letter.toUpperCase()}]`
}

type Token = { readonly type: 'slash' | 'dot' | 'literal'; readonly text: string } | ParamToken
interface ParamToken {
  readonly type: 'param'
  readonly name: string
  readonly glob: boolean
}
type Tree = readonly (Token | { readonly type: 'group'; readonly tree: Tree })[]

/**
 * Journey filters most routes through an automaton that sees the path as tokens, `/`, `.` and what stands between
 * them, before it runs their regular expression. Null where it does not (`Pattern#requirements_anchored?`).
 */
function tokenFilter(route: ManifestRoute): ((path: string) => boolean) | null {
  const tree = treeOf(route.segments)
  const tokens = flatten(tree)
  const custom = tokens.some((token, index) => {
    if (index < 1 || token.type === 'slash' || token.type === 'dot') return false
    if (token.type === 'param' && Array.isArray(route.requirements[token.name])) return true
    return tokens[index - 1]!.type === 'literal' || tokens[index + 1]?.type === 'literal'
  })
  if (custom) return null
  return (path) => {
    const tokens = path.match(/[/.?]|[^/.?]+/g) ?? []
    const accepts = (param: ParamToken, from: number, to: number): boolean => {
      const text = tokens.slice(from, to).join('')
      const requirement = route.requirements[param.name]
      if (typeof requirement === 'string') return to === from + 1 && text === requirement
      if (requirement !== undefined && isRegExp(requirement)) {
        return new RegExp(`^(?:${requirement.source})$`, requirement.flags).test(text)
      }
      return param.glob ? text !== '' : to === from + 1 && /^[^/.?]+$/.test(text)
    }
    /** The token positions that `tree` can end at, from any of `starts`. */
    const run = (part: Tree, starts: Set<number>): Set<number> => {
      let current = starts
      for (const node of part) {
        const next = new Set<number>()
        if (node.type === 'group') {
          for (const position of current) next.add(position)
          for (const position of run(node.tree, current)) next.add(position)
        } else if (node.type === 'param') {
          for (const from of current) {
            // Rails: `requirement.match?('')`, which is true for every string.
            if (node.glob && typeof route.requirements[node.name] === 'string') next.add(from)
            for (let to = from + (node.glob ? 0 : 1); to <= tokens.length; to++)
              if (accepts(node, from, to)) next.add(to)
          }
        } else {
          for (const from of current) if (tokens[from] === node.text) next.add(from + 1)
        }
        current = next
      }
      return current
    }
    return run(tree, new Set([0])).has(tokens.length)
  }
}

function treeOf(pattern: Pattern): Tree {
  return pattern.flatMap((segment): Tree => {
    if (segment.kind === 'optional') return [{ type: 'group', tree: treeOf(segment.segments) }]
    if (segment.kind !== 'static') return [{ type: 'param', name: segment.name, glob: segment.kind === 'glob' }]
    return (segment.text.match(/[\w%\-~!$&'*+,;=@]+|[^]/g) ?? []).map((text) => ({
      type: text === '/' ? 'slash' : text === '.' ? 'dot' : 'literal',
      text,
    }))
  })
}

function flatten(tree: Tree): Token[] {
  return tree.flatMap((node) => (node.type === 'group' ? flatten(node.tree) : [node]))
}

type Canonical = { path: string } | { path: null; status: 'bad-request' | 'uri-too-long' }

/** The path that routes are matched against. See the conformance README, *malformed*, and the product page. */
function canonicalise(raw: string): Canonical {
  const bad = { path: null, status: 'bad-request' } as const
  let cut = raw.split(/[?#]/, 1)[0]!
  // The absolute form of a target.
  const [origin, authority] = /^https?:\/\/([^/]*)/i.exec(cut) ?? []
  if (origin !== undefined) {
    if (!/^[\w.~!$&'()*+,;=:%[\]-]+$/.test(authority!)) return bad
    cut = cut.slice(origin.length) || '/'
  }
  if (cut.length > 65536) return { path: null, status: 'uri-too-long' }
  // eslint-disable-next-line no-control-regex
  if (!cut.startsWith('/') || /[\0-\x1f\x7f]/.test(cut) || /%00|%(?![0-9a-f]{2})/i.test(cut)) return bad
  let path: string
  try {
    decodeURIComponent(cut)
    path = cut.replace(/[^!-~]|["<>\\^`{|}]/gu, (character) => encodeURIComponent(character))
  } catch {
    return bad
  }
  if (path.length > 65536) return { path: null, status: 'uri-too-long' }
  const segments = path.split('/')
  for (const segment of segments) {
    const decoded = decodeURIComponent(segment)
    // Below an encoded slash only `..` leads away: Rails' answers for `%2F.` are promised.
    if (decoded === '.' || decoded.split(/[/\\]/).includes('..')) return bad
    // A token that an unencoded dot sets off may become a parameter of its own: the format.
    if (segment.split(/[.]|%2f|%5c/i).some((token) => /^(?:%2e){1,2}$/i.test(token))) return bad
  }
  path = `/${segments.filter((segment) => segment !== '').join('/')}`
  return { path: path.replace(/%../g, (escape) => escape.toUpperCase()) }
}

/** What a target in absolute form says of the request. */
function ofTarget(target: string): ReferenceRequest {
  const [, protocol, host, port] = /^(https?):\/\/([^/?#:]*)(?::(\d+))?/i.exec(target) ?? []
  return { ...(protocol && { protocol }), ...(host && { host }), ...(port && { port: Number(port) }) }
}

type Attribute = string | number | boolean | null | undefined

function attributesOf(request: ReferenceRequest, path: string, verb: string): Readonly<Record<string, Attribute>> {
  const host = request.host ?? 'example.org'
  const protocol = request.protocol ?? 'http'
  const labels = /^(?:\d{1,3}\.){3}\d{1,3}$/.test(host) ? [] : host.split('.')
  const port = request.port ?? (protocol === 'https' ? 443 : 80)
  const headers = request.headers ?? {}
  const mediaType = (headers['content-type'] ?? '').split(/[,;]/)[0]!.trim().toLowerCase()
  const isXhr = /XMLHttpRequest/i.test(headers['x-requested-with'] ?? '')
  const verbs = ['DELETE', 'GET', 'HEAD', 'LINK', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE', 'UNLINK']
  return {
    ...Object.fromEntries(verbs.map((each) => [`${each.toLowerCase()}?`, each === verb])),
    host,
    path,
    protocol: `${protocol}://`,
    port,
    subdomain: labels.slice(0, -2).join('.'),
    domain: labels.length === 0 ? null : labels.slice(-2).join('.'),
    ip: request.ip ?? null,
    format: path.endsWith('.json') ? 'application/json' : path.endsWith('.xml') ? 'application/xml' : 'text/html',
    user_agent: headers['user-agent'] ?? null,
    'ssl?': protocol === 'https',
    'standard_port?': port === (protocol === 'https' ? 443 : 80),
    'xhr?': isXhr,
    'xml_http_request?': isXhr,
    'local?': /^(?:127\.[\d.]+|::1)$/.test(request.ip ?? ''),
    'form_data?': ['application/x-www-form-urlencoded', 'multipart/form-data'].includes(mediaType),
    'parseable_data?': ['multipart/related', 'multipart/mixed'].includes(mediaType),
    'has_content_type?': headers['content-type'] ?? null,
    'nil?': false,
    'blank?': false,
    'frozen?': false,
    'present?': true,
    'duplicable?': true,
  }
}

/** Journey's `Route#matches?`. An attribute that this file does not have fulfils no condition. */
function holds(condition: Condition, value: Attribute): boolean {
  if (value === undefined) return false
  const text = String(value ?? '')
  if (typeof condition === 'boolean') return condition === (value !== false && /\S/.test(text))
  if (typeof condition === 'string') return condition === text
  if (typeof condition === 'number' || condition === null) return condition === value
  if ('source' in condition) return new RegExp(condition.source, condition.flags).test(text)
  return condition.some((item) => item === value)
}
