// Independent of the matcher on purpose, so that the one can prove the other: it plans nothing and builds no automaton.
// Of `recognition/` it takes only which requirement is on a param, and what in a pattern makes Rails treat it otherwise.

import { isRegExpSource, type ManifestRoute, type RegExpSource, type Requirement } from '../manifest.ts'
import type { Pattern } from '../pattern/pattern.ts'
import { parseRegExp } from '../recognition/regexp/parse.ts'
import { contains, isAssertion, looksBack } from '../recognition/regexp/syntax.ts'
import { isByToken, mayEndWithFormat, requirementOn } from '../recognition/route-pattern.ts'

/** What a route's pattern makes of a path. */
export type Walk =
  | {
      readonly matches: true
      /** As they stand in the path, not decoded; an optional param that is missing is not here. */
      readonly captures: ReadonlyMap<string, string>
      /** The index in the path where the match ends. Before the end of the path only for an unanchored route. */
      readonly end: number
    }
  | {
      readonly matches: false
      /** Where the way through the pattern that got furthest parts from the path: an index, at a word's begin. */
      readonly at: number
      /** What the pattern has there: a literal word, what it goes on with (`/edit`, `:id`), or null for its end. */
      readonly expected: string | null
    }

/**
 * Walks one pattern along one canonical path, plainly: every way through the pattern is tried, in the order in which
 * Rails' regular expression for it would try them (Journey: `Path::Pattern`). It explains; it is not fast.
 *
 * @param requirements false: as if the route had none
 */
export function walkPattern(route: ManifestRoute, path: string, requirements = true): Walk {
  const checked = requirements ? route : { ...route, requirements: {} }
  const walk = new Walker(checked, path, byExpression(checked, path)).walk()
  // Most anchored routes have to pass token by token, too. That refuses some, and changes no capture.
  if (!walk.matches || !isByToken(checked)) return walk
  const byTokens = new Walker(checked, path, byToken(checked, path)).walk()
  return byTokens.matches ? walk : byTokens
}

/** The places where a param that begins at `from` may end, in the order in which they are tried. */
type Ends = (param: Param, from: number) => Iterable<number>

interface Param {
  readonly name: string
  readonly glob: boolean
}

/** A pattern as a graph: each node knows what comes behind it. */
type PatternNode =
  | { readonly kind: 'end' }
  | { readonly kind: 'static'; readonly text: string; readonly next: PatternNode }
  | { readonly kind: 'param'; readonly param: Param; readonly next: PatternNode }
  | { readonly kind: 'optional'; readonly inside: PatternNode; readonly next: PatternNode }

function graphOf(segments: Pattern, next: PatternNode): PatternNode {
  return segments.reduceRight<PatternNode>((behind, segment) => {
    switch (segment.kind) {
      case 'static':
        return { kind: 'static', text: segment.text, next: behind }
      case 'optional':
        return { kind: 'optional', inside: graphOf(segment.segments, behind), next: behind }
      case 'param':
      case 'glob':
        return { kind: 'param', param: { name: segment.name, glob: segment.kind === 'glob' }, next: behind }
    }
  }, next)
}

class Walker {
  readonly #route: ManifestRoute
  readonly #path: string
  readonly #ends: Ends
  readonly #captures = new Map<string, string>()
  /** Places from which a node leads nowhere, so that each is tried once. */
  readonly #dead = new Map<PatternNode, Set<number>>()
  #furthest: { reached: number; at: number; expected: string | null } = { reached: -1, at: 0, expected: null }

  constructor(route: ManifestRoute, path: string, ends: Ends) {
    this.#route = route
    this.#path = path
    this.#ends = ends
  }

  walk(): Walk {
    const end = this.#from(graphOf(this.#route.segments, { kind: 'end' }), 0)
    if (end === null) return { matches: false, at: this.#furthest.at, expected: this.#furthest.expected }
    return { matches: true, captures: this.#captures, end }
  }

  /** Where the match ends, or null. */
  #from(node: PatternNode, at: number): number | null {
    const dead = this.#dead.get(node)
    if (dead?.has(at)) return null
    const end = this.#step(node, at)
    if (end === null) {
      if (dead === undefined) this.#dead.set(node, new Set([at]))
      else dead.add(at)
    }
    return end
  }

  #step(node: PatternNode, at: number): number | null {
    switch (node.kind) {
      case 'end':
        return this.#mayEnd(at) ? at : this.#fail(at, null)
      case 'static': {
        const common = commonLength(this.#path, at, node.text)
        if (common === node.text.length) return this.#from(node.next, at + common)
        return this.#part(node, at, common)
      }
      case 'optional':
        return this.#from(node.inside, at) ?? this.#from(node.next, at)
      case 'param': {
        const { param, next } = node
        let tried = false
        for (const to of this.#ends(param, at)) {
          tried = true
          const end = this.#from(next, to)
          if (end === null) continue
          // Of two params of one name the last wins, and what is behind has been walked before.
          if (!this.#captures.has(param.name)) this.#captures.set(param.name, this.#path.slice(at, to))
          return end
        }
        return tried ? null : this.#fail(at, nameOf(param))
      }
    }
  }

  /** An unanchored pattern ends at the end, a slash or a word boundary (Journey: `UnanchoredRegexp`). */
  #mayEnd(at: number): boolean {
    if (at === this.#path.length) return true
    if (this.#route.anchored) return false
    if (this.#route.pattern === '/' || this.#path[at] === '/') return true
    return isWord(this.#path[at - 1]) !== isWord(this.#path[at])
  }

  /** A literal of which the path has the first characters only. Whole words are easier to compare. */
  #part({ text, next }: Extract<PatternNode, { kind: 'static' }>, at: number, common: number): null {
    const reached = at + common
    if (reached < this.#path.length) {
      const start = text.lastIndexOf('/', common - 1) + 1
      const from = common === 0 ? 0 : start
      const end = text.indexOf('/', from + 1)
      return this.#fail(at + from, end < 0 ? text.slice(from) : text.slice(from, end), reached)
    }
    const left = text.slice(common)
    return this.#fail(reached, left === '/' && next.kind === 'param' ? `/${nameOf(next.param)}` : left)
  }

  #fail(at: number, expected: string | null, reached = at): null {
    const { reached: best, expected: known } = this.#furthest
    // At one place the end of the pattern says more than an optional part that would have begun there.
    if (reached > best || (reached === best && expected === null && known !== null)) {
      this.#furthest = { reached, at, expected }
    }
    return null
  }
}

function nameOf({ name, glob }: Param): string {
  return `${glob ? '*' : ':'}${name}`
}

function commonLength(path: string, at: number, text: string): number {
  let length = 0
  while (length < text.length && path[at + length] === text[length]) length += 1
  return length
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character)
}

/** What the route's regular expression takes for a param. */
function byExpression(route: ManifestRoute, path: string): Ends {
  return (param, from) => {
    const requirement = requirementOn(param.name, route)
    if (requirement === undefined) {
      if (!param.glob) return downwards(endOfToken(path, from), from + 1)
      // A glob takes as little as it can where a format may follow.
      return mayEndWithFormat(route) ? upwards(from + 1, path.length) : downwards(path.length, from + 1)
    }
    if (isRegExpSource(requirement)) return endsOfRequirement(requirement, path, from)
    return [requirement]
      .flat()
      .filter((text) => path.startsWith(text, from))
      .map((text) => from + text.length)
  }
}

/**
 * A requirement is about the whole param. Where it has assertions, what they see of the path says only which end comes
 * first; then come all other ends, the longest text first. What a lookbehind would see is not part of the param.
 */
function* endsOfRequirement(requirement: RegExpSource, path: string, from: number): Generator<number> {
  const tree = parseRegExp(requirement.source, requirement.flags)
  const asserts = contains(tree, isAssertion)
  const isWhole = (to: number): boolean => !asserts || fits(requirement, path.slice(from, to))
  if (!looksBack(tree)) for (const to of endsOfMatch(requirement, path, from)) if (isWhole(to)) yield to
  if (asserts) for (const to of downwards(path.length, from)) if (isWhole(to)) yield to
}

/**
 * The ends of all matches of an expression that begin at `from`, in the order in which backtracking comes to them:
 * each search forbids the ends that are known. Canonical paths are ASCII: characters and code units are one.
 */
function* endsOfMatch({ source, flags }: RegExpSource, path: string, from: number): Generator<number> {
  const known: string[] = []
  for (;;) {
    const forbidden = known.length === 0 ? '' : `(?!(?:${known.join('|')})$)`
    const expression = new RegExp(`(?:${source})${forbidden}`, `${flags}y`)
    expression.lastIndex = from
    if (!expression.test(path)) return
    yield expression.lastIndex
    known.push(`[\\s\\S]{${path.length - expression.lastIndex}}`)
  }
}

/** What Journey's automaton takes for a param: whole tokens, the requirement on its own (`GTG::Simulator`). */
function byToken(route: ManifestRoute, path: string): Ends {
  const isEdge = (at: number) => at === 0 || at === path.length || isDelimiter(path[at]) || isDelimiter(path[at - 1])
  return function* (param, from) {
    if (!isEdge(from)) return
    const requirement = requirementOn(param.name, route)
    if (requirement === undefined && !param.glob) {
      const end = endOfToken(path, from)
      if (end > from) yield end
      return
    }
    for (const to of downwards(path.length, param.glob ? from : from + 1)) {
      if (!isEdge(to)) continue
      const text = path.slice(from, to)
      if (requirement === undefined ? text !== '' : fitsToken(requirement, text)) yield to
    }
  }
}

function fitsToken(requirement: Requirement, text: string): boolean {
  if (typeof requirement === 'string') return requirement === text && /^(?:[/.?]|[^/.?]+)$/.test(text)
  return fits(requirement, text)
}

/** True if a text on its own is what a requirement asks for. */
export function fits(requirement: Requirement, text: string): boolean {
  if (typeof requirement === 'string') return requirement === text
  if (!isRegExpSource(requirement)) return requirement.includes(text)
  return new RegExp(`^(?:${requirement.source})$`, requirement.flags).test(text)
}

function endOfToken(path: string, from: number): number {
  let end = from
  while (end < path.length && !isDelimiter(path[end])) end += 1
  return end
}

function isDelimiter(character: string | undefined): boolean {
  return character === '/' || character === '.' || character === '?'
}

function* upwards(first: number, last: number): Generator<number> {
  for (let at = first; at <= last; at += 1) yield at
}

function* downwards(first: number, last: number): Generator<number> {
  for (let at = first; at >= last; at -= 1) yield at
}
