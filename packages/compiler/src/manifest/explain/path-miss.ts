import { scannerOf } from '../../patterns/automata/scanner-code.ts'
import type { Pattern, Segment, Param } from '../../patterns/pattern/pattern.ts'
import { isRegExpSource, type RegExpSource, type Requirement } from '../../patterns/requirement.ts'
import { isAnything, requirementOn, type RoutePattern } from '../../patterns/routes/route-pattern.ts'
import { satisfies } from '../../patterns/automata/linear.ts'

/** The reason why a route does not match a path. */
export type PathMiss =
  /** `at` is an index in the canonical path. `expected` is the part of the pattern for that place, null at its end. */
  | { readonly reason: 'pattern'; readonly at: number; readonly expected: string | null }
  | {
      readonly reason: 'requirement'
      readonly param: string
      readonly value: string
      readonly requirement: Requirement
    }

/**
 * Returns why a route does not match a canonical path: the requirement that alone keeps it from matching, or the place
 * at which the path differs from the pattern. The comparison goes through both once: each param takes as much of the path
 * as it can, and a group is taken if it fits. So the result is one of possibly many reasons.
 *
 *     /photos/:id and /photos/new     -> the requirement `\d+` of `:id` rejects `new`
 *     /photos/new and /photos/next    -> `new` is expected at `next`
 *     /photos/:id/edit and /photos/7  -> `/edit` is expected at the end
 *     /photos and /photos/7           -> the end is expected at `/7`
 */
export function pathMiss(route: RoutePattern, path: string): PathMiss {
  if (Object.keys(route.requirements).length > 0) {
    const { end, values } = new Comparison({ segments: route.segments, requirements: {} }, path).run()
    for (const [param, value] of end === path.length ? values : []) {
      const requirement = requirementOn(param, route)
      if (requirement !== undefined && !satisfies(value, requirement)) {
        return { reason: 'requirement', param, value, requirement }
      }
    }
  }
  const { end, furthest } = new Comparison(route, path).run()
  // The pattern matches, but words of the path or of the pattern are not complete.
  if (end === path.length) return { reason: 'pattern', at: 0, expected: route.pattern }
  // The end of the pattern is more informative than an optional part that could begin there.
  if (end !== null && end >= furthest.reached) return { reason: 'pattern', at: end, expected: null }
  return { reason: 'pattern', at: furthest.at, expected: furthest.expected }
}

/** A place at which the path differs from the pattern. `reached` is the end of the characters that are equal. */
interface Difference {
  readonly at: number
  readonly expected: string
  readonly reached: number
}

/** The parts of a route that are compared with a path. */
type Compared = Pick<RoutePattern, 'segments' | 'requirements'>

class Comparison {
  readonly #route: Compared
  readonly #path: string
  #furthest: Difference = { at: 0, expected: '', reached: -1 }
  #values: (readonly [param: string, value: string])[] = []

  constructor(route: Compared, path: string) {
    this.#route = route
    this.#path = path
  }

  /** Returns the end of the pattern in the path, or null, with the values of its params, and the furthest difference. */
  run(): { end: number | null; values: readonly (readonly [param: string, value: string])[]; furthest: Difference } {
    const { segments } = this.#route
    let end = this.#follow(segments, 0)
    // Without its first group: in `(/:locale)/photos`, the group could take the first segment of every path.
    if (end === null && segments[0]?.kind === 'optional') {
      this.#values = []
      end = this.#follow(segments.slice(1), 0)
    }
    return { end, values: this.#values, furthest: this.#furthest }
  }

  /** Returns the end of the items that begin at a position; null if the path does not have them. */
  #follow(items: Pattern, start: number): number | null {
    let at = start
    for (const [index, item] of items.entries()) {
      const next = items[index + 1]
      const end = item.kind === 'optional' ? (this.#follow(item.segments, at) ?? at) : this.#endOf(item, next, at)
      if (end === null) return null
      at = end
    }
    return at
  }

  #endOf(item: Exclude<Segment, { kind: 'optional' }>, next: Segment | undefined, at: number): number | null {
    if (item.kind === 'static') return this.#endOfLiteral(item.text, next, at)
    let end = this.#lastEndOf(item, at)
    if (end === null) return this.#fail(at, nameOf(item))
    // The param leaves the last of the literals that it could take: `-live` in `:song-live`.
    const word = next?.kind === 'static' ? next.text.split('/')[0]! : ''
    if (!this.#path.startsWith(word, end)) {
      const literal = this.#path.slice(at, end).lastIndexOf(word)
      if (literal > 0) end = at + literal
    }
    this.#values.push([item.name, this.#path.slice(at, end)])
    return end
  }

  /**
   * Compares whole segments of a literal, because these are easier to read: if the path has `/photos/next`, `new` is
   * expected at `next`, and not `w` at the `x`.
   */
  #endOfLiteral(text: string, next: Segment | undefined, at: number): number | null {
    const path = this.#path
    let common = 0
    while (common < text.length && path[at + common] === text[common]) common += 1
    const reached = at + common
    if (common === text.length) return reached
    if (reached === path.length) {
      const remaining = text.slice(common)
      const isBeforeParam = remaining === '/' && next !== undefined && 'name' in next
      return this.#fail(reached, isBeforeParam ? `/${nameOf(next)}` : remaining)
    }
    const start = common === 0 ? 0 : text.lastIndexOf('/', common - 1) + 1
    const end = text.indexOf('/', start + 1)
    return this.#fail(at + start, text.slice(start, end < 0 ? undefined : end), reached)
  }

  /** Returns the last end of a param that begins at a position; null if it cannot begin there. */
  #lastEndOf(param: Param, at: number): number | null {
    const requirement = requirementOn(param.name, this.#route)
    const path = this.#path
    if (requirement === undefined && param.kind === 'param') {
      let end = at
      while (end < path.length && path[end] !== '/' && path[end] !== '.') end += 1
      return end > at ? end : null
    }
    if (requirement === undefined || isAnything(requirement)) return at < path.length ? path.length : null
    if (isRegExpSource(requirement)) return lastEnd(requirement, path, at)
    const text = [requirement].flat().find((allowed) => path.startsWith(allowed, at))
    return text === undefined ? null : at + text.length
  }

  #fail(at: number, expected: string, reached = at): null {
    if (reached > this.#furthest.reached) this.#furthest = { at, expected, reached }
    return null
  }
}

/** Returns the end of the longest string at a position that a requirement matches; null if it matches none. */
function lastEnd(requirement: RegExpSource, path: string, start: number): number | null {
  const scanner = scannerOf(requirement)
  let end = null
  for (let at = start, state = scanner.first() as ReturnType<typeof scanner.step>; state !== undefined; at++) {
    if (scanner.accepts(state)) end = at
    if (at === path.length) break
    state = scanner.step(state, path.charCodeAt(at))
  }
  return end
}

function nameOf({ kind, name }: Param): string {
  return `${kind === 'glob' ? '*' : ':'}${name}`
}
