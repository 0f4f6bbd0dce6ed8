// Independent of the matcher's plans on purpose, so that the one can prove the other: it goes through the pattern as it
// is. The matcher and it share what a requirement matches (`scanner` of the runtime).

import type { ManifestRoute } from '../manifest.ts'
import type { Pattern } from '../pattern/pattern.ts'
import { isByToken } from '../recognition/route-pattern.ts'
import { endsByExpression, endsByToken, isWord, type FindEnds, type WalkedParam } from './ends.ts'

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
 * Rails' regular expression for it would try them (Journey: `Path::Pattern`), and none twice, so that the time is linear
 * in the path.
 *
 * @param requirements false: as if the route had none
 */
export function walkPattern(route: ManifestRoute, path: string, requirements = true): Walk {
  const checked = requirements ? route : { ...route, requirements: {} }
  const walk = new Walker(checked, path, endsByExpression).walk()
  // Most anchored routes have to pass token by token, too. That refuses some, and changes no capture.
  if (!walk.matches || !isByToken(checked)) return walk
  const byTokens = new Walker(checked, path, endsByToken).walk()
  return byTokens.matches ? walk : byTokens
}

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
  readonly #route: ManifestRoute
  readonly #path: string
  readonly #endsOf: typeof endsByExpression
  readonly #ends = new Map<PatternNode, FindEnds>()
  readonly #captures = new Map<string, string>()
  /** Places from which a node leads nowhere, so that each is tried once. */
  readonly #dead = new Map<PatternNode, Set<number>>()
  #furthest: { reached: number; at: number; expected: string | null } = { reached: -1, at: 0, expected: null }

  constructor(route: ManifestRoute, path: string, endsOf: typeof endsByExpression) {
    this.#route = route
    this.#path = path
    this.#endsOf = endsOf
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
        let find = this.#ends.get(node)
        if (find === undefined) this.#ends.set(node, (find = this.#findEnds(param, next)))
        const ends = find(at)
        for (const to of ends ?? []) {
          const end = this.#from(next, to)
          if (end === null) continue
          // Of two params of one name the last wins, and what is behind has been walked before.
          if (!this.#captures.has(param.name)) this.#captures.set(param.name, this.#path.slice(at, to))
          return end
        }
        return ends ? null : this.#fail(at, nameOf(param))
      }
    }
  }

  #findEnds(param: WalkedParam, next: PatternNode): FindEnds {
    return this.#endsOf({ param, route: this.#route, path: this.#path, next: this.#firsts(next) })
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
        const inside = this.#firsts(node.inside)
        const next = this.#firsts(node.next)
        return inside === null || next === null ? null : inside + next
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

function nameOf({ name, glob }: WalkedParam): string {
  return `${glob ? '*' : ':'}${name}`
}

function commonLength(path: string, at: number, text: string): number {
  let length = 0
  while (length < text.length && path[at + length] === text[length]) length += 1
  return length
}
