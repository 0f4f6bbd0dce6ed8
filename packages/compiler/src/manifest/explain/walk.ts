// Walks a route's pattern segment by segment. It deliberately does not use the matcher's plans, so that each can verify
// the other. They share only the scanner of the runtime, which decides the matches of a requirement.

import type { ManifestRoute } from '../manifest.ts'
import { isByToken, type RoutePattern } from '../../patterns/routes/route-pattern.ts'
import type { Pattern } from '../../patterns/pattern/pattern.ts'
import { endsByExpression, endsByToken, isTokenEdge } from './ends.ts'
import type { FindEnds, WalkedParam } from './ends/find-ends.ts'
import { missingLiteral } from './missing-literal.ts'
import { isWord } from './word.ts'

/** The result of matching a path with a route's pattern. */
export type Walk =
  | {
      readonly matches: true
      /** Substrings of the path, not decoded. Missing optional params are omitted. */
      readonly captures: ReadonlyMap<string, string>
      /** The index in the path at which the match ends; less than its length only for an unanchored route. */
      readonly end: number
    }
  | {
      readonly matches: false
      /** The index of the segment at which the longest partial match differs from the path. */
      readonly at: number
      /** The part of the pattern there: a literal word, its continuation (`/edit`, `:id`), or null for the end. */
      readonly expected: string | null
    }

/**
 * Walks one pattern along one canonical path, plainly: every way through the pattern is tried, in the order in which
 * Rails' regular expression for it would try them (Journey: `Path::Pattern`), and none twice, so that the time is
 * linear in the path.
 *
 * @param requirements false to ignore the requirements of the route
 */
export function walkPattern(route: ManifestRoute, path: string, requirements = true): Walk {
  const walkedRoute = requirements ? route : { ...route, requirements: {} }
  if (path.length <= LONG_PATH) return walkRoute(walkedRoute, path)
  const missing = missingLiteral(route.segments, path)
  return missing === null ? walkLongPath(walkedRoute, path) : { matches: false, ...missing }
}

/** The walks along the last long path, by the properties that determine them. Routes that differ in their verbs share one. */
const lastPath = { path: '', walks: new Map<string, Walk>() }

function walkLongPath(route: RoutePattern, path: string): Walk {
  if (lastPath.path !== path) {
    lastPath.path = path
    lastPath.walks.clear()
  }
  const key = JSON.stringify([route.pattern, route.segments, route.anchored, route.requirements])
  let walk = lastPath.walks.get(key)
  if (walk === undefined) lastPath.walks.set(key, (walk = walkRoute(route, path)))
  return walk
}

function walkRoute(route: RoutePattern, path: string): Walk {
  const walk = new Walker(route, path, false).walk()
  // Most anchored routes must also match token by token. The second walk only rejects paths: it changes no capture.
  if (!walk.matches || !isByToken(route)) return walk
  const tokenWalk = new Walker(route, path, true).walk()
  return tokenWalk.matches ? walk : tokenWalk
}

/** In characters. For shorter paths, which people send, the explanation shows exactly where a pattern and a path differ. */
const LONG_PATH = 4096

/** A pattern as a graph: each node has the node that follows it. */
type PatternNode =
  | { readonly kind: 'end' }
  | { readonly kind: 'static'; readonly text: string; readonly next: PatternNode }
  | { readonly kind: 'param'; readonly param: WalkedParam; readonly next: PatternNode }
  | { readonly kind: 'optional'; readonly inside: PatternNode; readonly next: PatternNode }

/** `/photos(.:format)` -> static `/photos`, optional (static `.`, param `format`), end */
function graphOf(segments: Pattern, end: PatternNode): PatternNode {
  return segments.reduceRight<PatternNode>((next, segment) => {
    switch (segment.kind) {
      case 'static':
        return { kind: 'static', text: segment.text, next }
      case 'optional':
        return { kind: 'optional', inside: graphOf(segment.segments, next), next }
      case 'param':
      case 'glob':
        return { kind: 'param', param: { name: segment.name, glob: segment.kind === 'glob' }, next }
    }
  }, end)
}

class Walker {
  readonly #route: RoutePattern
  readonly #path: string
  /** True to compare whole tokens of the path, as Journey's automaton does (`GTG::Simulator`). */
  readonly #byToken: boolean
  readonly #finders = new Map<PatternNode, FindEnds>()
  readonly #captures = new Map<string, string>()
  /** Positions from which a node cannot match, so that each is tried once. */
  readonly #deadEnds = new Map<PatternNode, Set<number>>()
  /** The mismatch that the longest partial match reached. */
  #furthest: { reached: number; at: number; expected: string | null } = { reached: -1, at: 0, expected: null }

  constructor(route: RoutePattern, path: string, byToken: boolean) {
    this.#route = route
    this.#path = path
    this.#byToken = byToken
  }

  walk(): Walk {
    const end = this.#walkFrom(graphOf(this.#route.segments, { kind: 'end' }), 0)
    if (end === null) return { matches: false, at: this.#furthest.at, expected: this.#furthest.expected }
    return { matches: true, captures: this.#captures, end }
  }

  /** Returns the end of the match of a node and all nodes after it; null if they do not match. */
  #walkFrom(node: PatternNode, at: number): number | null {
    const deadEnds = this.#deadEnds.get(node)
    if (deadEnds?.has(at)) return null
    const end = this.#walkNode(node, at)
    if (end === null) {
      if (deadEnds === undefined) this.#deadEnds.set(node, new Set([at]))
      else deadEnds.add(at)
    }
    return end
  }

  #walkNode(node: PatternNode, at: number): number | null {
    switch (node.kind) {
      case 'end':
        return this.#mayEnd(at) ? at : this.#fail(at, null)
      case 'static': {
        const common = commonLength(this.#path, at, node.text)
        if (common < node.text.length) return this.#failInLiteral(node, at, common)
        const end = at + common
        if (!this.#byToken || this.#isWholeTokens(at, end)) return this.#walkFrom(node.next, end)
        const lastWord = Math.max(0, node.text.lastIndexOf('/'))
        return this.#fail(at + lastWord, node.text.slice(lastWord), end)
      }
      case 'optional':
        return this.#walkFrom(node.inside, at) ?? this.#walkFrom(node.next, at)
      case 'param': {
        const { param, next } = node
        let findEnds = this.#finders.get(node)
        if (findEnds === undefined) this.#finders.set(node, (findEnds = this.#finderOf(param, next)))
        const paramEnds = findEnds(at)
        for (const paramEnd of paramEnds ?? []) {
          const end = this.#walkFrom(next, paramEnd)
          if (end === null) continue
          // If two params share a name, the last one wins. The rest of the pattern was walked first, so its value is
          // kept.
          if (!this.#captures.has(param.name)) this.#captures.set(param.name, this.#path.slice(at, paramEnd))
          return end
        }
        return paramEnds === null ? this.#fail(at, nameOf(param)) : null
      }
    }
  }

  #finderOf(param: WalkedParam, next: PatternNode): FindEnds {
    const nextLiteral = next.kind === 'static' ? next.text : null
    const nextChars = this.#firstChars(next)
    const createFinder = this.#byToken ? endsByToken : endsByExpression
    return createFinder({ param, route: this.#route, path: this.#path, nextChars, nextLiteral })
  }

  /** False if a literal between two positions begins or ends within a word of the path, as `/a` does in `/ab`. */
  #isWholeTokens(start: number, end: number): boolean {
    return isTokenEdge(this.#path, start) && isTokenEdge(this.#path, end)
  }

  /** Returns the characters with which a match of a node may begin, '' for none; null for any. */
  #firstChars(node: PatternNode): string | null {
    switch (node.kind) {
      case 'static':
        return node.text[0]!
      case 'end':
        return this.#route.anchored ? '' : null
      case 'param':
        return null
      case 'optional': {
        const groupStarts = this.#firstChars(node.inside)
        const nextStarts = this.#firstChars(node.next)
        return groupStarts === null || nextStarts === null ? null : groupStarts + nextStarts
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

  /**
   * Fails at a literal of which the path has the first characters only. An explanation compares whole segments, because
   * these are easier to read:
   *
   *     /photos/new  with /photos/next -> expected `/new` at the second slash
   *     /photos/edit with /photos      -> expected `/edit` at the end
   *
   * @param common the number of characters in common
   */
  #failInLiteral({ text, next }: Extract<PatternNode, { kind: 'static' }>, at: number, common: number): null {
    const reached = at + common
    if (reached < this.#path.length) {
      const start = text.lastIndexOf('/', common - 1) + 1
      const from = common === 0 ? 0 : start
      const end = text.indexOf('/', from + 1)
      return this.#fail(at + from, end < 0 ? text.slice(from) : text.slice(from, end), reached)
    }
    const remaining = text.slice(common)
    return this.#fail(reached, remaining === '/' && next.kind === 'param' ? `/${nameOf(next.param)}` : remaining)
  }

  #fail(at: number, expected: string | null, reached = at): null {
    const { reached: furthest, expected: expectedThere } = this.#furthest
    // At the same position, the end of the pattern is more informative than an optional part that could begin there.
    if (reached > furthest || (reached === furthest && expected === null && expectedThere !== null)) {
      this.#furthest = { reached, at, expected }
    }
    return null
  }
}

function nameOf({ name, glob }: WalkedParam): string {
  return `${glob ? '*' : ':'}${name}`
}

function commonLength(path: string, at: number, text: string): number {
  let length = 0
  while (length < text.length && path[at + length] === text[length]) length += 1
  return length
}
