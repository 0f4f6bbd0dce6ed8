// Walks a route's pattern segment by segment. It deliberately does not use the matcher's plans, so that each can verify
// the other. They share only the scanner of the runtime, which decides the matches of a requirement.

import type { ManifestRoute } from '../manifest.ts'
import { isByToken, type Pattern, type RoutePattern } from '@turnout/patterns'
import { endsByExpression, endsByToken, isWord, type FindEnds, type WalkedParam } from './ends.ts'
import { missingText } from './missing-text.ts'

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
      /** The index of the word at which the longest partial match differs from the path. */
      readonly at: number
      /** The part of the pattern there: a literal word, its continuation (`/edit`, `:id`), or null for the end. */
      readonly expected: string | null
    }

/**
 * Walks one pattern along one canonical path, plainly: every way through the pattern is tried, in the order in which
 * Rails' regular expression for it would try them (Journey: `Path::Pattern`), and none twice, so that the time is
 * linear in the path.
 *
 * @param requirements false: as if the route had none
 */
export function walkPattern(route: ManifestRoute, path: string, requirements = true): Walk {
  const checked = requirements ? route : { ...route, requirements: {} }
  if (path.length <= LONG_PATH) return walkRoute(checked, path)
  const missing = missingText(route.segments, path)
  return missing === null ? walkLongPath(checked, path) : { matches: false, ...missing }
}

/** The walks along the last long path, by the properties that determine them: the routes of a path differ in their verbs. */
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

function walkRoute(checked: RoutePattern, path: string): Walk {
  const walk = new Walker(checked, path, endsByExpression).walk()
  // Most anchored routes have to pass token by token, too. That refuses some, and changes no capture.
  if (!walk.matches || !isByToken(checked)) return walk
  const byTokens = new Walker(checked, path, endsByToken).walk()
  return byTokens.matches ? walk : byTokens
}

/** In characters. People send shorter paths, and deserve to see the exact place at which a pattern and a path differ. */
const LONG_PATH = 4096

/** A pattern as a graph: each node knows what comes behind it. */
type PatternNode =
  | { readonly kind: 'end' }
  | { readonly kind: 'static'; readonly text: string; readonly next: PatternNode }
  | { readonly kind: 'param'; readonly param: WalkedParam; readonly next: PatternNode }
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
  readonly #route: RoutePattern
  readonly #path: string
  readonly #endsOf: typeof endsByExpression
  readonly #ends = new Map<PatternNode, FindEnds>()
  readonly #captures = new Map<string, string>()
  /** Positions from which a node cannot match, so that each is tried once. */
  readonly #dead = new Map<PatternNode, Set<number>>()
  #furthest: { reached: number; at: number; expected: string | null } = { reached: -1, at: 0, expected: null }

  constructor(route: RoutePattern, path: string, endsOf: typeof endsByExpression) {
    this.#route = route
    this.#path = path
    this.#endsOf = endsOf
  }

  walk(): Walk {
    const end = this.#from(graphOf(this.#route.segments, { kind: 'end' }), 0)
    if (end === null) return { matches: false, at: this.#furthest.at, expected: this.#furthest.expected }
    return { matches: true, captures: this.#captures, end }
  }

  /** Returns the end of the match, or null. */
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
        let find = this.#ends.get(node)
        if (find === undefined) this.#ends.set(node, (find = this.#findEnds(param, next)))
        const endPositions = find(at)
        for (const to of endPositions ?? []) {
          const end = this.#from(next, to)
          if (end === null) continue
          // If two params share a name, the last one wins. The rest of the pattern was walked first, so its value is
          // kept.
          if (!this.#captures.has(param.name)) this.#captures.set(param.name, this.#path.slice(at, to))
          return end
        }
        return endPositions ? null : this.#fail(at, nameOf(param))
      }
    }
  }

  #findEnds(param: WalkedParam, next: PatternNode): FindEnds {
    const nextText = next.kind === 'static' ? next.text : null
    return this.#endsOf({ param, route: this.#route, path: this.#path, next: this.#firsts(next), nextText })
  }

  /** The characters that a match of a node may begin with; null for any. */
  #firsts(node: PatternNode): string | null {
    switch (node.kind) {
      case 'static':
        return node.text[0]!
      case 'end':
        return this.#route.anchored ? '' : null
      case 'param':
        return null
      case 'optional': {
        const groupStarts = this.#firsts(node.inside)
        const nextStarts = this.#firsts(node.next)
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

  /** A literal of which the path has the first characters only. Whole words are easier to compare. */
  #part({ text, next }: Extract<PatternNode, { kind: 'static' }>, at: number, common: number): null {
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
