import { isRegExpSource, type ManifestRoute, type Requirement } from '../manifest.ts'
import type { Pattern, Segment } from '../pattern/pattern.ts'
import { charsIn, ALL_CHARS, DOT_CHARS } from './regexp/char-set.ts'
import { plus, type RegExpTree } from './regexp/syntax.ts'

/** What a path pattern means; of a manifest route, or of one that is being made. */
export type RoutePattern = Pick<ManifestRoute, 'segments' | 'requirements' | 'anchored' | 'pattern'>

/** A param or a glob, as it stands in a pattern. */
export type Param = Extract<Segment, { name: string }>

/** The params and globs of a pattern in order, optional ones included; those that stand there twice are here twice. */
export function paramsOf(pattern: Pattern): Param[] {
  return collectParams(pattern, [])
}

function collectParams(pattern: Pattern, params: Param[]): Param[] {
  for (const segment of pattern) {
    if (segment.kind === 'optional') collectParams(segment.segments, params)
    else if (segment.kind !== 'static') params.push(segment)
  }
  return params
}

/** The requirement on a param, if there is one. A param may be named `constructor`. */
export function requirementOn(
  param: string,
  { requirements }: Pick<RoutePattern, 'requirements'>,
): Requirement | undefined {
  return Object.hasOwn(requirements, param) ? requirements[param] : undefined
}

/** True for what Rails asks of a glob where the route asks nothing: `/.+?/m`, which is any text. */
export function isAnything(requirement: Requirement): boolean {
  return isRegExpSource(requirement) && requirement.source === '.+?'
}

/**
 * What a param takes of which nothing is required: one token, `[^./?]+`. A glob takes any text; as little as it can
 * where a format may follow it (`.+?`), else as much (`.+`): Rails' `Ast#visit_tree`.
 */
export function defaultOf({ kind }: Param, route: Pick<RoutePattern, 'pattern'>): { tree: RegExpTree; source: string } {
  if (kind === 'param') return TOKEN
  return mayEndWithFormat(route) ? SHORT : LONG
}

const TOKEN = { tree: plus(ALL_CHARS & ~charsIn('./?')), source: '[^/.?]+' }
const LONG = { tree: plus(DOT_CHARS), source: '.+' }
const SHORT = { tree: plus(DOT_CHARS, false), source: '.+?' }

/** `(.:format)` or `.:format` stands at the end, perhaps in the last of its groups. */
export function mayEndWithFormat({ pattern }: Pick<RoutePattern, 'pattern'>): boolean {
  return /(?:\(\.:format\)+|\.:format)$/.test(pattern)
}

/** The param of a group that is a dot and one param, as `(.:format)` is; null for any other segment. */
export function formatOf(segment: Segment | undefined): Param | null {
  if (segment?.kind !== 'optional' || segment.segments.length !== 2) return null
  const [dot, param] = segment.segments
  return dot?.kind === 'static' && dot.text === '.' && param?.kind === 'param' ? param : null
}

/** Whether a param stands next to another one; groups make no difference. */
export function hasAdjacentParams(segments: Pattern): boolean {
  let isBehindParam = false
  const visit = (item: Segment): boolean => {
    if (item.kind === 'optional') return item.segments.some(visit)
    const isAdjacent = isBehindParam && item.kind !== 'static'
    isBehindParam = item.kind !== 'static'
    return isAdjacent
  }
  return segments.some(visit)
}

/** A text that is one token of a path. */
export function isToken(text: string): boolean {
  return /^[^/.?]+$/.test(text)
}

/** A token of a pattern: Journey's scanner takes `/` and `.` apart from what stands between them. */
export type Terminal =
  | { readonly kind: 'delimiter' | 'literal'; readonly text: string }
  | { readonly kind: 'param'; readonly param: Param }

/** The tokens of a pattern; groups make no difference. */
export function terminalsOf(segments: Pattern): Terminal[] {
  return collectTerminals(segments, [])
}

function collectTerminals(segments: Pattern, terminals: Terminal[]): Terminal[] {
  for (const segment of segments) {
    if (segment.kind === 'optional') collectTerminals(segment.segments, terminals)
    else if (segment.kind !== 'static') terminals.push({ kind: 'param', param: segment })
    else {
      for (const text of segment.text.match(/[\w%\-~!$&'*+,;=@]+|[^]/g) ?? []) {
        terminals.push({ kind: text === '/' || text === '.' ? 'delimiter' : 'literal', text })
      }
    }
  }
  return terminals
}

/**
 * Whether Journey walks a route's tokens before it runs its regular expression: only an anchored one's, and not where a
 * param or a literal stands beside a literal within one token, or where a param is one of a list of texts
 * (`Path::Pattern#requirements_anchored?`).
 */
export function isByToken(route: Pick<RoutePattern, 'segments' | 'requirements' | 'anchored'>): boolean {
  if (!route.anchored) return false
  return areTokens(terminalsOf(route.segments), route)
}

/** The same of a route whose tokens are known. */
export function areTokens(terminals: readonly Terminal[], route: Pick<RoutePattern, 'requirements'>): boolean {
  return terminals.every((terminal, index) => {
    if (index === 0 || terminal.kind === 'delimiter') return true
    if (terminal.kind === 'param' && Array.isArray(requirementOn(terminal.param.name, route))) return false
    return terminals[index - 1]!.kind !== 'literal' && terminals[index + 1]?.kind !== 'literal'
  })
}
