/**
 * Finds the routes that may overlap with a route, or may match a path, without comparing all pairs. The analysis, the proofs of
 * `turnout diff` and the client's matcher use it.
 *
 *     added     /photos/:id, /photos/new, /files/*path, each as keys: [photos, WILD], [photos, new], [files, ANY_SEGMENTS]
 *     search    [photos, new] finds the first two
 */
import { getOrCreate } from '../../collections.ts'
import { MIXED, ANY_SEGMENTS, WILD, type Key } from './path-keys.ts'

/** Bounds of a search. A search with bounds may miss elements; a search without bounds misses none. */
export interface SearchBounds {
  /** The maximum number of nodes that the search visits for one list of keys. */
  readonly visits: number
  /** The maximum number of elements that the search returns for one list of keys. */
  readonly elements: number
}

const UNBOUNDED: SearchBounds = { visits: Infinity, elements: Infinity }

/** A node of the index. Most nodes have one child or none, so collections are created on first use. */
interface IndexNode {
  literals: Map<string, IndexNode> | null
  wild: IndexNode | null
  mixed: IndexNode | null
  /** The numbers of the elements whose last segment ends here. */
  ends: number[] | null
  /** The numbers of the elements that may match any segments after this node. */
  openEnds: number[] | null
}

/** An index of elements by the keys of their paths' segments. */
export class PathIndex<T> {
  readonly #root: IndexNode = makeNode()
  readonly #elements: T[] = []

  /** @param variants a list of keys for each combination of the optional groups of the element's pattern */
  add(element: T, variants: readonly (readonly Key[])[]): void {
    const number = this.#elements.push(element) - 1
    for (const keys of variants) {
      let node = this.#root
      let isOpenEnd = false
      for (const key of withRoot(keys)) {
        if (key === ANY_SEGMENTS) isOpenEnd = true
        else if (key === WILD) node = node.wild ??= makeNode()
        else if (key === MIXED) node = node.mixed ??= makeNode()
        else node = getOrCreate((node.literals ??= new Map<string, IndexNode>()), key, makeNode)
      }
      const numbers = isOpenEnd ? (node.openEnds ??= []) : (node.ends ??= [])
      // Two variants of an element may have the same keys.
      if (numbers.at(-1) !== number) numbers.push(number)
    }
  }

  /** Returns the elements with a path that may equal a path with one of these lists of keys, in the order of addition. */
  search(variants: readonly (readonly Key[])[], bounds = UNBOUNDED): T[] {
    let numbers = this.#searchOne(variants[0] ?? [], bounds)
    if (variants.length > 1) {
      numbers = new Set(numbers)
      for (const keys of variants.slice(1)) for (const number of this.#searchOne(keys, bounds)) numbers.add(number)
    }
    return [...numbers].sort((a, b) => a - b).map((number) => this.#elements[number]!)
  }

  #searchOne(variant: readonly Key[], bounds: SearchBounds): Set<number> {
    const keys = withRoot(variant)
    const numbers = new Set<number>()
    const add = (list: readonly number[] | null): void => {
      if (list === null) return
      for (const number of list) if (numbers.size < bounds.elements) numbers.add(number)
    }
    // Last in, first out: the search visits the child for a literal first, and the child for a mixed segment last.
    const waiting: { readonly node: IndexNode; readonly at: number }[] = [{ node: this.#root, at: 0 }]
    for (let visits = 0; waiting.length > 0 && visits < bounds.visits && numbers.size < bounds.elements; visits += 1) {
      const { node, at } = waiting.pop()!
      const key = keys[at]
      // Elements in `openEnds` match any remaining segments. Elements in `ends` match if no segment remains, or if ANY_SEGMENTS is empty.
      add(node.openEnds)
      if (key === undefined || key === ANY_SEGMENTS) add(node.ends)
      if (key === undefined) continue
      // ANY_SEGMENTS matches any number of segments, so the search keeps its position for all further nodes.
      const next = key === ANY_SEGMENTS ? at : at + 1
      if (node.mixed !== null) waiting.push({ node: node.mixed, at: next })
      if (node.wild !== null) waiting.push({ node: node.wild, at: next })
      if (typeof key === 'string') {
        const literal = node.literals?.get(key)
        if (literal !== undefined) waiting.push({ node: literal, at: next })
        continue
      }
      for (const literal of node.literals?.values() ?? []) {
        // More nodes than this are never visited.
        if (waiting.length > bounds.visits) break
        waiting.push({ node: literal, at: next })
      }
    }
    return numbers
  }
}

function makeNode(): IndexNode {
  return { literals: null, wild: null, mixed: null, ends: null, openEnds: null }
}

const ROOT: readonly Key[] = ['']

/** The root has no segment, but a param that may be empty matches it. */
function withRoot(keys: readonly Key[]): readonly Key[] {
  return keys.length === 0 ? ROOT : keys
}
