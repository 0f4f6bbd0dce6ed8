import { canBeEmitted, SHAPES } from './emit-params.ts'
import { COMMON_STRINGS, joinWords, Strings } from './table-text.ts'

/**
 * The route table as `openTable` of the runtime reads it: a list of words, and a list of numbers as JSON.
 *
 * Neighbouring resources must come out as the same text, so that compression finds them: strings are named by how long
 * ago they were new, a new shape by the same number each time, a path by what it shares with the path before it, and what
 * begins an entry by a short number.
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
  /** 0 for any that the table lacks, else 1 and the place among the verbs. */
  readonly verb: number
  /** 1 without a format, 2 with one, 3 either. */
  readonly format: number
  /** The number of the extra, or null. */
  readonly extra: number | null
  /** Null where the entry belongs to the route before it. */
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
  /** 2 * program, and 1 more for a tail. */
  readonly program: number
  readonly captures: number
  readonly names: readonly string[]
}

export interface EncodedTable {
  /** Each word behind the separator, see `joinWords`. */
  readonly words: string
  /** JSON. */
  readonly table: string
  /** The names of the shapes that have an object literal: shape 1, shape 2, … */
  readonly shapes: readonly (readonly string[])[]
  /** Those of the others: from the first multiple of 64 on that is greater. */
  readonly otherShapes: readonly (readonly string[])[]
  /** True where the usual hash does not tell the literals of one node apart, see `literals.ts` of the runtime. */
  readonly isCrowded: boolean
}

/** So many literals of one node may have one hash: they are compared one by one. */
const CROWD = 8

export function encodeTable(entries: readonly TableEntry[]): EncodedTable {
  const strings = new Strings(commonStrings(entries))
  const shapes = new Shapes(entries)
  const tree = new Tree()
  const heads: string[] = []
  const bodies: number[][] = []
  let statics = 0
  let path: readonly PathEnd[] = [{ node: tree.root, step: null, names: [], key: '', captures: 0, certain: true }]
  let controller: string | null | undefined
  for (const { steps, verb, format, extra, route } of entries) {
    let shared = 0
    while (shared < steps.length && shared + 1 < path.length && isSame(steps[shared]!, path[shared + 1]!.step!))
      shared++
    const way = path.slice(0, shared + 1)
    const body: number[] = []
    for (const step of steps.slice(shared)) {
      const [node, isNew] = tree.child(way.at(-1)!.node, step)
      const end = endAfter(way.at(-1)!, node, step)
      way.push(end)
      if (step.kind === 'literal') {
        body.push(...(isNew ? strings.encode(step.text, 4) : [3, node.number]))
        continue
      }
      if (step.kind === 'param') body.push(0)
      else body.push(...(isNew ? [1, step.program, step.captures] : [2, node.number]))
      body.push(shapes.encode(end))
    }
    tree.captures = Math.max(tree.captures, way.at(-1)!.captures)
    if (way.at(-1)!.captures === 0) statics++
    if (extra !== null) body.push(extra)
    const same = route !== null && route.controller === controller
    if (route !== null) {
      if (!same) body.push(...strings.encode((controller = route.controller)))
      body.push(...strings.encode(route.action), ...strings.encode(route.name))
    }
    const bits = (route === null ? 1 : 0) + (extra === null ? 0 : 2) + (same ? 4 : 0)
    heads.push([path.length - 1 - shared, steps.length - shared, verb, format, bits].join())
    bodies.push(body)
    path = way
  }

  const numbers = new Map(byFrequency(heads).map((head, number) => [head, number]))
  // Two thirds full at most, half on average: with more room, large tables wait longer for memory. The static paths are
  // looked up for each request, and most are not among them: they get four times the room.
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

/** Behind a node: what each text, each program and a parameter lead to. */
class TableNode {
  literals: Map<string, TableNode> | undefined
  programs: Map<number, TableNode> | undefined
  param: TableNode | undefined
  readonly number: number

  constructor(number: number) {
    this.number = number
  }
}

/** The nodes so far. The reader keeps the same. */
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
      const alike = new Counts()
      for (const text of literals.keys()) alike.add(`${text[0]}${text[text.length >> 1]}${text.length}`)
      return alike.atLeast(CROWD + 1).length > 0
    })
  }

  child(parent: TableNode, step: TableStep): [node: TableNode, isNew: boolean] {
    const known =
      step.kind === 'literal'
        ? parent.literals?.get(step.text)
        : step.kind === 'param'
          ? parent.param
          : parent.programs?.get(step.program)
    if (known !== undefined) return [known, false]
    // One that has a program takes the room of two, and is known by the second.
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

/** Where a path has come to. */
interface PathEnd {
  readonly node: TableNode
  /** The step that leads here; null at the root. */
  readonly step: TableStep | null
  readonly names: readonly string[]
  /** One to one for the names. */
  readonly key: string
  readonly captures: number
  /** Each name has a value. A pattern or a tail may have optional parts. */
  readonly certain: boolean
}

function endAfter(before: PathEnd, node: TableNode, step: TableStep): PathEnd {
  if (step.kind === 'literal') return { ...before, node, step }
  const own = step.kind === 'param' ? [step.name] : step.names
  const names = [...before.names, ...own]
  const captures = before.captures + (step.kind === 'param' ? 1 : step.captures)
  return { node, step, names, key: names.join(), captures, certain: before.certain && step.kind === 'param' }
}

function isSame(a: TableStep, b: TableStep): boolean {
  if (a === b) return true
  if (a.kind === 'literal') return b.kind === 'literal' && a.text === b.text
  if (a.kind === 'param') return b.kind === 'param' && a.name === b.name
  return b.kind === 'program' && a.program === b.program && a.names.join() === b.names.join()
}

/** The power of two, 4 at least, that is no less than `count`. */
function bitsFor(count: number): number {
  return Math.max(2, Math.ceil(Math.log2(count + 1)))
}

/** How often each key was counted. */
class Counts {
  readonly #counts = new Map<string, number>()

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  /** Those that were counted so many times at least, the most frequent first. */
  atLeast(times: number): string[] {
    const often = [...this.#counts].filter(([, count]) => count >= times)
    return often.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([key]) => key)
  }
}

/** Strings that many routes have get small numbers of their own. */
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

/** The names of an entry. */
function namesOf(steps: readonly TableStep[]): string[] {
  const names: string[] = []
  for (const step of steps) {
    if (step.kind === 'param') names.push(step.name)
    else if (step.kind === 'program') names.push(...step.names)
  }
  return names
}

/** The shapes so far. The reader counts those that have an object literal. */
class Shapes {
  readonly emitted: (readonly string[])[] = []
  readonly others: (readonly string[])[] = []
  /** Those of entries, for steps that no entry ends behind may have other names. */
  readonly #needed = new Set<string>()
  /** Those of entries that an object literal can make. */
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

  encode({ names, key: joined, certain }: PathEnd): number {
    if (names.length === 0 || !this.#needed.has(joined)) return 1
    const isLiteral = certain && this.#literal.has(joined)
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
