import { canBeEmitted, SHAPES } from './emit-params.ts'
import { COMMON_STRINGS, joinWords, Strings } from './table-text.ts'

/**
 * Encodes the route table for `openTable` of the runtime: a list of words, and a list of numbers as JSON.
 *
 * Neighbouring resources must be encoded alike, so that compression finds them. Strings are numbered by the distance to
 * their first use. A new shape has the same number each time. A path refers to its common part with the path before it.
 * The head of an entry is a short number.
 *
 *     table   := nodes entries captures log2(slots) log2(kept) words heads head* entry*
 *     head    := dropped steps verb format bits               bits: 1 same route, 2 has an extra, 4 same controller
 *     entry   := headNumber step* [extra] [[controller] action name]
 *     step    := 0 shape | 1 program captures shape | 2 node shape | 3 node | 4… string
 *                param, new pattern or tail, known pattern or tail, known literal, new literal
 *     shape   := 0 | 1…                                       next of those with an object literal; by number
 *     string  := 0 | 1 string string | 2 string string | 3…18 | 19…    next word; joined by `_` or by `/`; recent; by number
 */

/** One route under one verb, in one of its variants. */
export interface TableEntry {
  readonly steps: readonly TableStep[]
  /** 0 for any verb that the table lacks, otherwise the place among the verbs, counted from 1. */
  readonly verb: number
  /** 1 without a format, 2 with one, 3 either. */
  readonly format: number
  /** The number of the extra, or null. */
  readonly extra: number | null
  /** Null if the entry belongs to the route of the previous entry. */
  readonly route: {
    readonly controller: string | null
    readonly action: string | null
    readonly name: string | null
  } | null
}

export type TableStep =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
  | ProgramStep

interface ProgramStep {
  readonly kind: 'program'
  /** Twice the number of the program, plus 1 for a tail. */
  readonly program: number
  readonly captures: number
  readonly names: readonly string[]
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
  /** True if the usual hash has too many collisions among the literals of a node, see `literals.ts` of the runtime. */
  readonly isCrowded: boolean
}

/** The maximum number of literals of one node with the same hash, because these are compared one by one. */
const CROWD = 8

export function encodeTable(entries: readonly TableEntry[]): EncodedTable {
  const strings = new Strings(commonStrings(entries))
  const shapes = new Shapes(entries)
  const tree = new Tree()
  const heads: string[] = []
  const bodies: number[][] = []
  let statics = 0
  let path: readonly PathEnd[] = [{ node: tree.root, step: null, names: [], key: '', captures: 0, isCertain: true }]
  let controller: string | null | undefined
  for (const { steps, verb, format, extra, route } of entries) {
    let shared = 0
    while (shared < steps.length && shared + 1 < path.length && isSame(steps[shared]!, path[shared + 1]!.step!))
      shared++
    const newPath = path.slice(0, shared + 1)
    const body: number[] = []
    for (const step of steps.slice(shared)) {
      const [node, isNew] = tree.child(newPath.at(-1)!.node, step)
      const end = endAfter(newPath.at(-1)!, node, step)
      newPath.push(end)
      if (step.kind === 'literal') {
        body.push(...(isNew ? strings.encode(step.text, 4) : [3, node.number]))
        continue
      }
      if (step.kind === 'param') body.push(0)
      else body.push(...(isNew ? [1, step.program, step.captures] : [2, node.number]))
      body.push(shapes.encode(end))
    }
    tree.captures = Math.max(tree.captures, newPath.at(-1)!.captures)
    if (newPath.at(-1)!.captures === 0) statics++
    if (extra !== null) body.push(extra)
    const hasSameController = route !== null && route.controller === controller
    if (route !== null) {
      if (!hasSameController) body.push(...strings.encode((controller = route.controller)))
      body.push(...strings.encode(route.action), ...strings.encode(route.name))
    }
    const bits = (route === null ? 1 : 0) + (extra === null ? 0 : 2) + (hasSameController ? 4 : 0)
    heads.push([path.length - 1 - shared, steps.length - shared, verb, format, bits].join())
    bodies.push(body)
    path = newPath
  }

  const numbers = new Map(byFrequency(heads).map((head, number) => [head, number]))
  // The hash tables are two thirds full at most and half full on average: with more room, large tables wait longer for
  // memory. Each request is looked up among the static paths, and most requests are not there. So static paths get four
  // times the room.
  const sizes = [tree.size, entries.length, tree.captures, bitsFor(1.5 * tree.literals), bitsFor(6 * statics)]
  const counts = [strings.common, numbers.size]
  const routes = bodies.flatMap((body, index) => [numbers.get(heads[index]!)!, ...body])
  return {
    words: joinWords(strings.words),
    table: `[${[...sizes, ...counts, ...numbers.keys(), ...routes].join()}]`,
    shapes: shapes.emitted,
    otherShapes: shapes.others,
    isCrowded: tree.isCrowded(),
  }
}

/** A node, with the next nodes by literal, by program, and for a parameter. */
class TableNode {
  literals: Map<string, TableNode> | undefined
  programs: Map<number, TableNode> | undefined
  param: TableNode | undefined
  readonly number: number

  constructor(number: number) {
    this.number = number
  }
}

/** The nodes so far. The reader keeps the same nodes. */
class Tree {
  readonly root = new TableNode(0)
  readonly #nodes = [this.root]
  size = 1
  literals = 0
  captures = 0

  /** Nearly all nodes have too few literals for a crowd. */
  isCrowded(): boolean {
    return this.#nodes.some(({ literals }) => {
      if (literals === undefined || literals.size <= CROWD) return false
      const hashes = new Counts()
      for (const text of literals.keys()) hashes.add(`${text[0]}${text[text.length >> 1]}${text.length}`)
      return hashes.atLeast(CROWD + 1).length > 0
    })
  }

  child(parent: TableNode, step: TableStep): [node: TableNode, isNew: boolean] {
    const existing =
      step.kind === 'literal'
        ? parent.literals?.get(step.text)
        : step.kind === 'param'
          ? parent.param
          : parent.programs?.get(step.program)
    if (existing !== undefined) return [existing, false]
    // A node with a program takes two numbers, and is identified by the second.
    if (step.kind === 'program') this.size++
    const node = new TableNode(this.size++)
    this.#nodes.push(node)
    if (step.kind === 'literal') {
      this.literals++
      ;(parent.literals ??= new Map()).set(step.text, node)
    } else if (step.kind === 'param') parent.param = node
    else (parent.programs ??= new Map()).set(step.program, node)
    return [node, true]
  }
}

/** The end of a path that is encoded so far. */
interface PathEnd {
  readonly node: TableNode
  /** The last step; null at the root. */
  readonly step: TableStep | null
  readonly names: readonly string[]
  /** A string that is equal only for equal names. */
  readonly key: string
  readonly captures: number
  /** True if each name has a value. Patterns and tails may contain optional parts. */
  readonly isCertain: boolean
}

function endAfter(parent: PathEnd, node: TableNode, step: TableStep): PathEnd {
  if (step.kind === 'literal') return { ...parent, node, step }
  const stepNames = step.kind === 'param' ? [step.name] : step.names
  const names = [...parent.names, ...stepNames]
  const captures = parent.captures + (step.kind === 'param' ? 1 : step.captures)
  return { node, step, names, key: names.join(), captures, isCertain: parent.isCertain && step.kind === 'param' }
}

function isSame(a: TableStep, b: TableStep): boolean {
  if (a === b) return true
  if (a.kind === 'literal') return b.kind === 'literal' && a.text === b.text
  if (a.kind === 'param') return b.kind === 'param' && a.name === b.name
  return b.kind === 'program' && a.program === b.program && a.names.join() === b.names.join()
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

/** Returns the parameter names of an entry. */
function namesOf(steps: readonly TableStep[]): string[] {
  const names: string[] = []
  for (const step of steps) {
    if (step.kind === 'param') names.push(step.name)
    else if (step.kind === 'program') names.push(...step.names)
  }
  return names
}

/** The shapes so far. The reader counts the shapes that have an object literal. */
class Shapes {
  readonly emitted: (readonly string[])[] = []
  readonly others: (readonly string[])[] = []
  /** The shapes of entries. A step at which no entry ends may have other names. */
  readonly #needed = new Set<string>()
  /** The shapes of entries that an object literal can build. */
  readonly #literal = new Set<string>()
  readonly #numbers = new Map<string, number>()

  constructor(entries: readonly TableEntry[]) {
    for (const { steps } of entries) {
      const names = namesOf(steps)
      const key = names.join()
      if (this.#literal.has(key)) continue
      this.#needed.add(key)
      if (names.length > 0 && canBeEmitted(names) && steps.every(({ kind }) => kind !== 'program'))
        this.#literal.add(key)
    }
  }

  encode({ names, key: joined, isCertain }: PathEnd): number {
    if (names.length === 0 || !this.#needed.has(joined)) return 1
    const isLiteral = isCertain && this.#literal.has(joined)
    const key = isLiteral ? joined : `${joined} `
    let number = this.#numbers.get(key)
    if (number === undefined) {
      const firstOther = SHAPES * Math.ceil((this.#literal.size + 1) / SHAPES)
      number = isLiteral ? this.emitted.push(names) : firstOther + this.others.push(names) - 1
      this.#numbers.set(key, number)
      if (isLiteral) return 0
    }
    return 1 + number
  }
}
