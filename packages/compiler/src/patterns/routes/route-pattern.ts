// Reads the pattern of a route and its requirements, by the rules of Rails.
import { isRegExpSource, type Requirement } from '../requirement.ts'
import type { Param, Pattern, Segment } from '../pattern/pattern.ts'
import { charsIn, ALL_CHARS, DOT_CHARS } from '../regexp/char-set.ts'
import { treeOf } from '../regexp/parse.ts'
import { literal, plus, type RegExpTree } from '../regexp/syntax.ts'

/** The properties of a route that determine which paths it matches. The route may still be under construction. */
export interface RoutePattern {
  /** The path pattern as Rails prints it, `(.:format)` included. */
  readonly pattern: string
  /** `pattern`, parsed. */
  readonly segments: Pattern
  /** Requirements by path parameter. A parameter without a requirement matches `[^./?]+`, a glob `.+`. */
  readonly requirements: Readonly<Record<string, Requirement>>
  /** False: the pattern matches a prefix of the path (`mount`, `anchor: false`). */
  readonly anchored: boolean
}

/** Returns the requirement on a param, if there is one. A param may be named `constructor`. */
export function requirementOn(
  param: string,
  { requirements }: Pick<RoutePattern, 'requirements'>,
): Requirement | undefined {
  return Object.hasOwn(requirements, param) ? requirements[param] : undefined
}

/** True for `/.+?/m`, the requirement that Rails puts on a glob without one. It matches any string. */
export function isAnything(requirement: Requirement): boolean {
  return isRegExpSource(requirement) && requirement.source === '.+?'
}

/** Returns the tree of the values that a param accepts. */
export function treeOfParam(param: Param, route: Pick<RoutePattern, 'pattern' | 'requirements'>): RegExpTree {
  const requirement = requirementOn(param.name, route)
  if (requirement === undefined) return defaultOf(param, route).tree
  if (isRegExpSource(requirement)) return treeOf(requirement)
  return { kind: 'choice', items: [requirement].flat().map(literal) }
}

/**
 * Returns the expression of a param without a requirement, as in Rails' `Ast#visit_tree`. A param matches one token,
 * `[^./?]+`. A glob matches any string: lazily (`.+?`) if a format may follow, otherwise greedily (`.+`).
 */
export function defaultOf({ kind }: Param, route: Pick<RoutePattern, 'pattern'>): { tree: RegExpTree; source: string } {
  if (kind === 'param') return TOKEN
  return mayEndWithFormat(route) ? SHORTEST_STRING : LONGEST_STRING
}

const TOKEN = { tree: plus(ALL_CHARS & ~charsIn('./?')), source: '[^/.?]+' }
const LONGEST_STRING = { tree: plus(DOT_CHARS), source: '.+' }
const SHORTEST_STRING = { tree: plus(DOT_CHARS, false), source: '.+?' }

/** True if the pattern ends with `(.:format)` or `.:format`, possibly in the last of its groups. */
export function mayEndWithFormat({ pattern }: Pick<RoutePattern, 'pattern'>): boolean {
  return /(?:\(\.:format\)+|\.:format)$/.test(pattern)
}

/** Returns the param of a group of a dot and one param, such as `(.:format)`; null for any other segment. */
export function formatOf(segment: Segment | undefined): Param | null {
  if (segment?.kind !== 'optional' || segment.segments.length !== 2) return null
  const [dot, param] = segment.segments
  return dot?.kind === 'static' && dot.text === '.' && param?.kind === 'param' ? param : null
}

/**
 * True if two words, which are literals or params, can be adjacent, possibly because a group between them is left out:
 * `:a:b`, `e(/)e`, `a(/)(*b)`. The expression of the route then matches within a token, but Rails compares whole tokens.
 */
export function mayJoinWords(segments: Pattern): boolean {
  let joins = false
  /** Returns whether the path may end in a word after the items. */
  const visit = (items: Pattern, isBehindWord: boolean): boolean =>
    items.reduce((isBehind, item) => {
      if (item.kind === 'optional') return visit(item.segments, isBehind) || isBehind
      joins ||= isBehind && !(item.kind === 'static' && startsWithDelimiter(item.text))
      return !(item.kind === 'static' && endsWithDelimiter(item.text))
    }, isBehindWord)
  visit(segments, false)
  return joins
}

/** True if the literal begins with a token of its own: `/photos`, `.json`. */
export function startsWithDelimiter(text: string): boolean {
  return /^[/.]/.test(text)
}

/** True if the literal ends with a token of its own: `/photos/`. */
export function endsWithDelimiter(text: string): boolean {
  return /[/.]$/.test(text)
}

/** True if the string is one token of a path: a delimiter, or a word between delimiters. */
export function isToken(text: string): boolean {
  return /^(?:[/.]|[^/.?]+)$/.test(text)
}

/** A token of a pattern. Rails splits patterns at `/` and `.`, which are tokens, too: `/a.:b` -> `/`, `a`, `.`, `:b`. */
export type Token =
  | { readonly kind: 'delimiter' | 'literal'; readonly text: string }
  | { readonly kind: 'param'; readonly param: Param }

/** Returns the tokens of a pattern, including those in groups. */
export function tokensOf(segments: Pattern): Token[] {
  return collectTokens(segments, [])
}

function collectTokens(segments: Pattern, tokens: Token[]): Token[] {
  for (const segment of segments) {
    if (segment.kind === 'optional') collectTokens(segment.segments, tokens)
    else if (segment.kind !== 'static') tokens.push({ kind: 'param', param: segment })
    else {
      for (const text of segment.text.match(/[\w%\-~!$&'*+,;=@]+|[^]/g) ?? []) {
        tokens.push({ kind: text === '/' || text === '.' ? 'delimiter' : 'literal', text })
      }
    }
  }
  return tokens
}

/**
 * True if Rails compares the tokens of a path before it runs the route's regular expression. Rails does so only for
 * anchored routes, and not if a param or a literal is adjacent to a literal within one token, or if a requirement is
 * an array of strings (`Path::Pattern#requirements_anchored?`).
 */
export function comparesTokens(route: Pick<RoutePattern, 'segments' | 'requirements' | 'anchored'>): boolean {
  if (!route.anchored) return false
  return comparesTokenList(tokensOf(route.segments), route)
}

/** Same as `comparesTokens`, for a caller that already has the tokens of the route. */
export function comparesTokenList(tokens: readonly Token[], route: Pick<RoutePattern, 'requirements'>): boolean {
  return tokens.every((token, index) => {
    if (index === 0 || token.kind === 'delimiter') return true
    if (token.kind === 'param' && Array.isArray(requirementOn(token.param.name, route))) return false
    return tokens[index - 1]!.kind !== 'literal' && tokens[index + 1]?.kind !== 'literal'
  })
}

/** Returns a key that is equal for routes with the same pattern and requirements, which match the same paths. */
export function pathKeyOf({ pattern, anchored, requirements }: RoutePattern): string {
  return `${anchored} ${pattern} ${JSON.stringify(requirements)}`
}
