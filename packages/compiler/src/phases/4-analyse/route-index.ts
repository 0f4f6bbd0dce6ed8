import type { ManifestRoute } from '../../manifest.ts'
import { MIXED, REST, WILD, type Key, type Sample } from './path-keys.ts'
import type { Guard, PathSet } from './path-set.ts'

/** A node of the index. Most nodes have one child or none, so collections are created on first use. */
interface IndexNode {
  literals: Map<string, IndexNode> | null
  wild: IndexNode | null
  mixed: IndexNode | null
  /** Path sets whose last segment ends here. */
  ends: PathSet[] | null
  /** Path sets that may match anything from here on. */
  rests: PathSet[] | null
}

/** Bounds of a search of the index: visited nodes and found path sets. Further path sets are not returned. */
const MAX_VISITS = 3000
const MAX_FOUND = 64

/**
 * Indexes the routes declared so far by the first characters of each segment. A search finds the routes that may match a
 * path, or share a path with a pattern, without visiting all routes.
 */
export class RouteIndex {
  readonly #root: IndexNode = makeNode()
  /** The last search, because the routes of a resource search for the same path several times in a row. */
  #last: { readonly sample: Sample; readonly pathSets: PathSet[] } | null = null

  /** Adds a route to the earlier routes. */
  add(route: ManifestRoute, index: number, pathSet: PathSet): void {
    const { verbs, conditions } = route
    const isNew = pathSet.guards.length === 0
    const isDuplicate = pathSet.guards.some(
      (guard) => sameVerbs(guard.verbs, verbs) && sameConditions(guard.conditions, conditions),
    )
    if (!isDuplicate) pathSet.guards.push({ verbs, conditions, route, index, pathSet })
    if (!isNew) return
    this.#file(pathSet)
    const previous = this.#last
    // The new path set is the last in the order, and always a candidate for its own sample.
    const isOwnSample = previous !== null && previous.sample === pathSet.bare && previous.pathSets.length < MAX_FOUND
    this.#last = isOwnSample ? { sample: previous.sample, pathSets: [...previous.pathSets, pathSet] } : null
  }

  /** The path sets that may match the path, in order of declaration. */
  candidates(sample: Sample): readonly PathSet[] {
    if (this.#last?.sample !== sample) this.#last = { sample, pathSets: this.#search(sample.keys) }
    return this.#last.pathSets
  }

  /** The path sets that may have a path in common with this one, in order of declaration. */
  overlapping(pathSet: PathSet): PathSet[] {
    const candidates = new Set<PathSet>()
    for (const keys of pathSet.keys) for (const candidate of this.#search(keys)) candidates.add(candidate)
    return inOrder(candidates)
  }

  #file(pathSet: PathSet): void {
    for (const keys of pathSet.keys) {
      let node = this.#root
      let isRest = false
      for (const key of keys) {
        if (key === REST) isRest = true
        else if (key === WILD) node = node.wild ??= makeNode()
        else if (key === MIXED) node = node.mixed ??= makeNode()
        else {
          const literals = (node.literals ??= new Map<string, IndexNode>())
          let next = literals.get(key)
          if (next === undefined) literals.set(key, (next = makeNode()))
          node = next
        }
      }
      const list = isRest ? (node.rests ??= []) : (node.ends ??= [])
      if (!list.includes(pathSet)) list.push(pathSet)
    }
  }

  #search(keys: readonly Key[]): PathSet[] {
    const candidates = new Set<PathSet>()
    const add = (pathSets: readonly PathSet[] | null): void => {
      if (pathSets === null) return
      for (const pathSet of pathSets) if (candidates.size < MAX_FOUND) candidates.add(pathSet)
    }
    // Last in, first out: the search visits the child for a literal first, and the child for a mixed segment last.
    const waiting: { readonly node: IndexNode; readonly at: number }[] = [{ node: this.#root, at: 0 }]
    for (let visits = 0; waiting.length > 0 && visits < MAX_VISITS && candidates.size < MAX_FOUND; visits += 1) {
      const { node, at } = waiting.pop()!
      const key = keys[at]
      add(node.rests)
      if (key === undefined || key === REST) add(node.ends)
      if (key === undefined) continue
      // REST matches any number of segments, so the search keeps its position for all further nodes.
      const next = key === REST ? at : at + 1
      if (node.mixed !== null) waiting.push({ node: node.mixed, at: next })
      if (node.wild !== null) waiting.push({ node: node.wild, at: next })
      if (typeof key === 'string') {
        const literal = node.literals?.get(key)
        if (literal !== undefined) waiting.push({ node: literal, at: next })
        continue
      }
      for (const literal of node.literals?.values() ?? []) {
        if (waiting.length > MAX_VISITS) break
        waiting.push({ node: literal, at: next })
      }
    }
    return inOrder(candidates)
  }
}

function makeNode(): IndexNode {
  return { literals: null, wild: null, mixed: null, ends: null, rests: null }
}

function inOrder(pathSets: Iterable<PathSet>): PathSet[] {
  const list = [...pathSets]
  return list.length < 2 ? list : list.sort((a, b) => a.guards[0]!.index - b.guards[0]!.index)
}

function sameVerbs(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((verb, index) => verb === b[index])
}

function sameConditions(a: Guard['conditions'], b: Guard['conditions']): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
