// Packs the table of the matcher into a string, which the runtime decodes when the module loads.
import {
  HAS_FUNCTIONS,
  SAME_CONTROLLER,
  SAME_ROUTE,
  STEP_KNOWN_LITERAL,
  STEP_KNOWN_PROGRAM,
  STEP_NEW_LITERAL,
  STEP_NEW_PROGRAM,
  STEP_PARAM,
} from '@turnout/runtime'
import { getOrCreate } from '../collections.ts'
import { COMMON_STRINGS, joinWords, StringEncoder } from './table-text.ts'

/**
 * Encodes the route table for `readTable` of the runtime: a list of words, and a list of numbers as JSON.
 *
 * Neighbouring resources must be encoded alike, so that compression finds them. Strings are numbered by the distance to
 * their first use. A new shape has the same number each time. A path refers to its common part with the path before it.
 * Entries with the same verb, format and so on share a preset, to which a short number refers.
 *
 *     table   := nodes entries captures log2(literalSlots) log2(staticSlots) commonStrings presets preset* entry*
 *     preset  := dropped steps verb format bits           dropped: steps of the path before it that it does not share
 *                                                         bits: 1 same route, 2 has functions, 4 same controller
 *     entry   := presetNumber step* [functionsNumber] [[controller] action name]
 *     step    := 0 shape                                  param
 *              | 1 programCode captures shape             new program
 *              | 2 node shape                             program of an existing node
 *              | 3 node                                   literal of an existing node
 *              | 4 + string                               new literal: 4 is added to the first number of the string
 *     shape   := 0                                        the next shape that has an object literal
 *              | 1 + number                               any other shape; 1 is the shape without names
 *     string  := 0                                        the next word
 *              | 1 string string | 2 string string        two strings joined by `_` or by `/`
 *              | 3…18                                     a recent string; 3 is the last one
 *              | 19 + number                              an older string; string 0 is null
 *
 * A program is a step that is neither a literal nor a param of one whole segment. A pattern matches one segment, and a tail
 * matches all segments that follow, both with an automaton. A span is a param of one segment or more.
 *
 * A shape is the list of a route's param names.
 *
 * Example: `GET /photos` (`photos#index`) and `GET /photos/:id` (`photos#show`), with the verb 1 and the format 3.
 *
 *     words   ' photos index show photo'
 *     table   3,2,1,2,3       3 nodes, 2 entries, 1 capture, 2 ** 2 slots for literals, 2 ** 3 for static paths
 *             0               no common strings
 *             2               2 presets:
 *             0,1,1,3,0           drop 0 steps, add 1, verb 1, format 3, no bits
 *             0,1,1,3,4           drop 0 steps, add 1, verb 1, format 3, same controller
 *             0,4,3,0,4       preset 0; the new literal `photos`; controller: the last string, action: the next word,
 *                             name: the last string but one
 *             1,0,0,0,0       preset 1; a param with the next shape; action and name: the next words
 */

/** One variant of a route under one verb. */
export interface TableEntry {
  readonly steps: readonly TableStep[]
  /** The verb's position in the table's list, from 1; 0 for any verb that the table lacks. */
  readonly verb: number
  /** 1 without a format, 2 with one, 3 either. Plus 4 if only the full search can decide whether the entry matches. */
  readonly format: number
  /** The index of the route's functions in the list of the table; null if the route has none. */
  readonly functionsNumber: number | null
  /** Null if the entry belongs to the route of the previous entry. */
  readonly route: TableRoute | null
}

/** The number of shapes for which one function creates the params. `params.ts` of the runtime has the same number. */
export const SHAPES = 64

/** An object literal can create the params of at most this many names. The runtime passes no more values. */
const MAX_LITERAL_NAMES = 4

interface TableRoute {
  readonly controller: string | null
  readonly action: string | null
  readonly name: string | null
}

export type TableStep =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
  | ProgramStep

interface ProgramStep {
  readonly kind: 'program'
  /** `2 * number` for a pattern, `2 * number + 1` for a tail, `~number` for a span. */
  readonly programCode: number
  readonly captures: number
  readonly names: readonly string[]
  /**
   * For a span, the index of its param among the params of the route, otherwise 0. Variants of a route share the node of a span
   * only for the same param: in `(/*a)/*b`, the matcher has to try all ends of `a` before `b` begins at the same place.
   */
  readonly paramIndex: number
}

export interface EncodedTable {
  /** All words, each after a separator, see `joinWords`. */
  readonly words: string
  /** JSON. */
  readonly table: string
  /** The names of the shapes that have an object literal: shape 1, shape 2, … */
  readonly shapes: readonly (readonly string[])[]
  /** The names of the other shapes. Their numbers start at the next greater multiple of 64. */
  readonly otherShapes: readonly (readonly string[])[]
  /** True if the table has to use `fullLiteralKey` of the runtime, because the default key has too many collisions among the literals of a node. */
  readonly needsFullKey: boolean
}

/** The maximum number of literals of one node with the same hash, because these are compared one by one. */
const MAX_SAME_HASH = 8

/** Encodes the entries in their order. Linear in the number of steps. */
export function encodeTable(entries: readonly TableEntry[]): EncodedTable {
  const builders: TableBuilders = {
    tree: new Tree(),
    strings: new StringEncoder(commonStrings(entries)),
    shapes: new Shapes(entries),
  }
  const { tree, strings, shapes } = builders
  const presets: string[] = []
  const bodies: number[][] = []
  let statics = 0
  let path: readonly PathEnd[] = [
    { node: tree.root, step: null, names: [], namesKey: '', captures: 0, isCertain: true },
  ]
  let controller: string | null | undefined
  for (const { steps, verb, format, functionsNumber, route } of entries) {
    const shared = countSharedSteps(steps, path)
    const newPath = path.slice(0, shared + 1)
    const body: number[] = []
    for (const step of steps.slice(shared)) newPath.push(encodeStep(step, newPath.at(-1)!, builders, body))
    const { captures } = newPath.at(-1)!
    tree.captures = Math.max(tree.captures, captures)
    if (captures === 0) statics++
    if (functionsNumber !== null) body.push(functionsNumber)
    const hasSameController = route !== null && route.controller === controller
    if (route !== null) {
      body.push(...encodeRoute(route, hasSameController, strings))
      controller = route.controller
    }
    const bits =
      (route === null ? SAME_ROUTE : 0) +
      (functionsNumber === null ? 0 : HAS_FUNCTIONS) +
      (hasSameController ? SAME_CONTROLLER : 0)
    presets.push([path.length - 1 - shared, steps.length - shared, verb, format, bits].join())
    bodies.push(body)
    path = newPath
  }

  const presetNumbers = new Map(byFrequency(presets).map((preset, number) => [preset, number]))
  // The hash tables are two thirds full at most and half full on average: with more room, large tables wait longer for
  // memory. Each request is looked up among the static paths, and most requests are not there. So static paths get four
  // times the room.
  const sizes = [tree.size, entries.length, tree.captures, bitsFor(1.5 * tree.literals), bitsFor(6 * statics)]
  const counts = [strings.commonCount, presetNumbers.size]
  const encodedEntries = bodies.flatMap((body, index) => [presetNumbers.get(presets[index]!)!, ...body])
  return {
    words: joinWords(strings.words),
    table: `[${[...sizes, ...counts, ...presetNumbers.keys(), ...encodedEntries].join()}]`,
    shapes: shapes.emitted,
    otherShapes: shapes.others,
    needsFullKey: tree.needsFullKey(),
  }
}

/** The nodes, strings and shapes of the table so far. The reader builds the same ones in the same order. */
interface TableBuilders {
  readonly tree: Tree
  readonly strings: StringEncoder
  readonly shapes: Shapes
}

/** Returns the number of steps that the entry shares with the previous path. `path` begins with the root. */
function countSharedSteps(steps: readonly TableStep[], path: readonly PathEnd[]): number {
  let shared = 0
  while (shared < steps.length && shared + 1 < path.length && isSame(steps[shared]!, path[shared + 1]!.step!)) shared++
  return shared
}

/** Appends the numbers of a step to `body`, and returns the end of the path after it. */
function encodeStep(
  step: TableStep,
  parent: PathEnd,
  { tree, strings, shapes }: TableBuilders,
  body: number[],
): PathEnd {
  const [node, isNew] = tree.child(parent.node, step)
  const end = endAfter(parent, node, step)
  switch (step.kind) {
    case 'literal':
      if (isNew) body.push(...strings.encode(step.text, STEP_NEW_LITERAL))
      else body.push(STEP_KNOWN_LITERAL, node.number)
      break
    case 'param':
      body.push(STEP_PARAM, shapes.encode(end))
      break
    case 'program':
      if (isNew) body.push(STEP_NEW_PROGRAM, step.programCode, step.captures, shapes.encode(end))
      else body.push(STEP_KNOWN_PROGRAM, node.number, shapes.encode(end))
  }
  return end
}

function encodeRoute(
  { controller, action, name }: TableRoute,
  hasSameController: boolean,
  strings: StringEncoder,
): number[] {
  const encodedController = hasSameController ? [] : strings.encode(controller)
  return [...encodedController, ...strings.encode(action), ...strings.encode(name)]
}

/** A node, with the next nodes by `nodeKey`. */
class TableNode {
  readonly children = new Map<string, TableNode>()
  readonly number: number

  constructor(number: number) {
    this.number = number
  }
}

/** Returns the key of the child node after a step. Two steps after one node have the same key if they have the same child. */
function nodeKey(step: TableStep): string {
  if (step.kind === 'literal') return LITERAL + step.text
  return step.kind === 'param' ? 'param' : `${step.programCode} ${step.paramIndex}`
}

/** The first character of the keys of literals. */
const LITERAL = '='

/** The nodes so far. The reader keeps the same nodes. */
class Tree {
  readonly root = new TableNode(0)
  readonly #nodes = [this.root]
  size = 1
  literals = 0
  captures = 0

  /**
   * Returns true if a node has more than `MAX_SAME_HASH` literals with the same hash. The hash reads the first character,
   * the middle one and the length. Nearly all nodes have too few literals for that.
   */
  needsFullKey(): boolean {
    return this.#nodes.some(({ children }) => {
      if (children.size <= MAX_SAME_HASH) return false
      const hashes = new Counts()
      for (const key of children.keys()) {
        if (!key.startsWith(LITERAL)) continue
        const text = key.slice(LITERAL.length)
        hashes.add(`${text[0]}${text[text.length >> 1]}${text.length}`)
      }
      return hashes.atLeast(MAX_SAME_HASH + 1).length > 0
    })
  }

  /** Returns the child of `parent` after the step, and creates it if there is none. */
  child(parent: TableNode, step: TableStep): [node: TableNode, isNew: boolean] {
    const key = nodeKey(step)
    const existing = parent.children.get(key)
    if (existing !== undefined) return [existing, false]
    // A node with a program takes two numbers, and is identified by the second.
    if (step.kind === 'program') this.size++
    if (step.kind === 'literal') this.literals++
    const node = new TableNode(this.size++)
    this.#nodes.push(node)
    parent.children.set(key, node)
    return [node, true]
  }
}

/** The state of the encoder after a step of the current path. */
interface PathEnd {
  readonly node: TableNode
  /** The last step; null at the root. */
  readonly step: TableStep | null
  readonly names: readonly string[]
  /** The names, joined. It is equal only for equal names. */
  readonly namesKey: string
  readonly captures: number
  /** True if each name has a value. Patterns and tails may contain optional builders. */
  readonly isCertain: boolean
}

function endAfter(parent: PathEnd, node: TableNode, step: TableStep): PathEnd {
  if (step.kind === 'literal') return { ...parent, node, step }
  const names = [...parent.names, ...namesOf(step)]
  const captures = parent.captures + (step.kind === 'param' ? 1 : step.captures)
  const isCertain = parent.isCertain && step.kind === 'param'
  return { node, step, names, namesKey: names.join(), captures, isCertain }
}

function isSame(a: TableStep, b: TableStep): boolean {
  return a === b || (nodeKey(a) === nodeKey(b) && namesOf(a).join() === namesOf(b).join())
}

/** Returns the parameter names of a step. */
function namesOf(step: TableStep): readonly string[] {
  if (step.kind === 'literal') return []
  return step.kind === 'param' ? [step.name] : step.names
}

/** Returns the logarithm of the least power of two that is greater than `count`, and 4 at least. */
function bitsFor(count: number): number {
  return Math.max(2, Math.ceil(Math.log2(count + 1)))
}

/** Counts keys. */
class Counts {
  readonly #counts = new Map<string, number>()

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  /** Returns the keys with at least this count, the most frequent first. */
  atLeast(times: number): string[] {
    const frequent = [...this.#counts].filter(([, count]) => count >= times)
    return frequent.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([key]) => key)
  }
}

/** Returns the strings of many routes, which get small numbers of their own. */
function commonStrings(entries: readonly TableEntry[]): string[] {
  const counts = new Counts()
  for (const { steps, route } of entries) {
    for (const step of steps) {
      if (step.kind === 'literal') counts.add(step.text)
    }
    if (route !== null && route.action !== null) counts.add(route.action)
  }
  return counts.atLeast(4).slice(0, COMMON_STRINGS)
}

function byFrequency(keys: readonly string[]): string[] {
  const counts = new Counts()
  for (const key of keys) counts.add(key)
  return counts.atLeast(1)
}

/**
 * True if an emitted object literal can create the params of a route. The runtime creates the params of routes with more
 * than four params, and of routes with a param like `constructor`, which need an object without a prototype.
 */
function canBeLiteral(names: readonly string[]): boolean {
  return names.length > 0 && names.length <= MAX_LITERAL_NAMES && !names.some((name) => name in Object.prototype)
}

/**
 * The shapes so far: the lists of param names. The reader counts the shapes that have an object literal.
 * Object literals are for short lists of ordinary names whose values are all certain. Functions of the runtime build the
 * params of the others.
 */
class Shapes {
  readonly emitted: (readonly string[])[] = []
  readonly others: (readonly string[])[] = []
  /** The shapes of entries. A step at which no entry ends may have other names. */
  readonly #entryShapes = new Set<string>()
  /** The shapes of entries that an object literal can build. */
  readonly #literalShapes = new Set<string>()
  // The same names can have a number in each of the two.
  readonly #literalNumbers = new Map<string, number>()
  readonly #otherNumbers = new Map<string, number>()

  constructor(entries: readonly TableEntry[]) {
    for (const { steps } of entries) {
      const names = steps.flatMap(namesOf)
      const namesKey = names.join()
      if (this.#literalShapes.has(namesKey)) continue
      this.#entryShapes.add(namesKey)
      if (canBeLiteral(names) && steps.every(({ kind }) => kind !== 'program')) this.#literalShapes.add(namesKey)
    }
  }

  /** Returns the number of the shape of a path, see the grammar. */
  encode({ names, namesKey, isCertain }: PathEnd): number {
    if (names.length === 0 || !this.#entryShapes.has(namesKey)) return 1
    if (isCertain && this.#literalShapes.has(namesKey)) {
      const number = this.#literalNumbers.get(namesKey)
      if (number !== undefined) return 1 + number
      this.#literalNumbers.set(namesKey, this.emitted.push(names))
      return 0
    }
    const firstOther = SHAPES * Math.ceil((this.#literalShapes.size + 1) / SHAPES)
    return 1 + getOrCreate(this.#otherNumbers, namesKey, () => firstOther + this.others.push(names) - 1)
  }
}
