import type { ManifestRoute } from '../../manifest.ts'
import { MIXED, REST, WILD, type Key, type Sample } from './path-keys.ts'
import type { Guard, PathSet } from './path-set.ts'

/** Most nodes lead to one more or end there, so what holds several is made when there is one. */
interface IndexNode {
  literals: Map<string, IndexNode> | null
  wild: IndexNode | null
  mixed: IndexNode | null
  /** Path sets whose last segment ends here. */
  ends: PathSet[] | null
  /** Path sets that may match anything from here on. */
  rests: PathSet[] | null
}

/** A search of the index ends here: after so many nodes, or so many path sets. What it has not found is not claimed. */
const MAX_VISITS = 3000
const MAX_FOUND = 64

/**
 * The routes declared so far, by their first characters in each segment, so that those that could match a path, or
 * share a path with a pattern, are found without looking at all.
 */
export class RouteIndex {
  readonly #root: IndexNode = makeNode()
  /** The last search: the routes of a resource ask the same several times on end. */
  #last: { readonly sample: Sample; readonly pathSets: PathSet[] } | null = null

  /** Files a route: from now on it is among those declared earlier. */
  add(route: ManifestRoute, index: number, pathSet: PathSet): void {
    const { verbs, conditions } = route
    const isNew = pathSet.guards.length === 0
    const known = pathSet.guards.some(
      (guard) => sameVerbs(guard.verbs, verbs) && sameConditions(guard.conditions, conditions),
    )
    if (!known) pathSet.guards.push({ verbs, conditions, route, index, pathSet })
    if (!isNew) return
    this.#file(pathSet)
    const last = this.#last
    // It is the latest of all, and it surely is a candidate for its own sample.
    const isOwn = last !== null && last.sample === pathSet.bare && last.pathSets.length < MAX_FOUND
    this.#last = isOwn ? { sample: last.sample, pathSets: [...last.pathSets, pathSet] } : null
  }

  /** The path sets that may match the path, in order of declaration. */
  candidates(sample: Sample): readonly PathSet[] {
    if (this.#last?.sample !== sample) this.#last = { sample, pathSets: this.#search(sample.keys) }
    return this.#last.pathSets
  }

  /** The path sets that may have a path in common with this one, in order of declaration. */
  overlapping(pathSet: PathSet): PathSet[] {
    const found = new Set<PathSet>()
    for (const keys of pathSet.keys) for (const each of this.#search(keys)) found.add(each)
    return inOrder(found)
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
    const found = new Set<PathSet>()
    const add = (pathSets: readonly PathSet[] | null): void => {
      if (pathSets === null) return
      for (const pathSet of pathSets) if (found.size < MAX_FOUND) found.add(pathSet)
    }
    // Last in, first out: what a literal leads to comes first, what a mixed segment leads to last.
    const waiting: { readonly node: IndexNode; readonly at: number }[] = [{ node: this.#root, at: 0 }]
    for (let visits = 0; waiting.length > 0 && visits < MAX_VISITS && found.size < MAX_FOUND; visits += 1) {
      const { node, at } = waiting.pop()!
      const key = keys[at]
      add(node.rests)
      if (key === undefined || key === REST) add(node.ends)
      if (key === undefined) continue
      // REST stays where it is: it goes on for as long as there are nodes.
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
    return inOrder(found)
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
