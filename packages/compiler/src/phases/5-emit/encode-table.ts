import { canBeEmitted } from './emit-params.ts'

/**
 * The route table as `openTable` of the runtime reads it: a list of words, and a text of numbers.
 *
 * Neighbouring resources must come out as the same text, so that compression finds them: strings and shapes are named by
 * how long ago they were new, a path by what it shares with the path before it, and what begins an entry by a short
 * number.
 *
 *     table   := nodes entries captures log2(slots) log2(kept) shapes words heads head* entry*
 *     head    := dropped steps verb format bits               bits: 1 same route, 2 has an extra, 4 same controller
 *     entry   := headNumber step* [extra] [[controller] action name]
 *     step    := 0 shape | 1 program captures shape | 2 node shape | 3 node | 4… string
 *                param, new pattern or tail, known pattern or tail, known literal, new literal
 *     shape   := 0 | 1 names string* | 2…                     next of the emitted functions; a new one; by number
 *     string  := 0 | 1 string string | 2 string string | 3…14 | 15…    next word; joined by `_` or by `/`; recent; by number
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
  /** The separator, then the words. */
  readonly words: string
  readonly table: string
  /** The names of the shapes that the emitted functions make: shape 1, shape 2, … */
  readonly shapes: readonly (readonly string[])[]
}

/** Shapes of fewer entries have no object literal: their names take half of its bytes. */
const ENTRIES_FOR_LITERAL = 3

const BASE = 40
const RECENT = 12
const FIRST_STRING = RECENT + 3

/** Characters from `(` to `~`: the last is one of 60, those before it are of the other 27. */
export function encodeNumber(value: number): string {
  let text = String.fromCharCode(BASE + (value % 60))
  for (let rest = Math.floor(value / 60); rest > 0; rest = Math.floor(rest / 27)) {
    text = String.fromCharCode(BASE + 60 + (rest % 27)) + text
  }
  return text
}

const encodeNumbers = (values: readonly number[]): string => values.map(encodeNumber).join('')

export function encodeTable(entries: readonly TableEntry[]): EncodedTable {
  const strings = new Strings(commonStrings(entries))
  const shapes = new Shapes(entries, strings)
  const tree = new Tree()
  const heads: string[] = []
  const bodies: string[] = []
  let statics = 0
  let path: readonly PathEnd[] = [{ node: tree.root, step: '', names: [], captures: 0, certain: true }]
  let controller: string | null | undefined
  for (const { steps, verb, format, extra, route } of entries) {
    let shared = 0
    while (shared < steps.length && path[shared + 1]?.step === stepKey(steps[shared]!)) shared++
    const way = path.slice(0, shared + 1)
    let body = ''
    for (const step of steps.slice(shared)) {
      const [node, isNew] = tree.child(way.at(-1)!.node, step)
      const end = endAfter(way.at(-1)!, node, step)
      way.push(end)
      if (step.kind === 'literal') {
        body += isNew ? strings.encode(step.text, 4) : encodeNumbers([3, node.number])
        continue
      }
      if (step.kind === 'param') body += encodeNumber(0)
      else body += encodeNumbers(isNew ? [1, step.program, step.captures] : [2, node.number])
      body += shapes.encode(end)
    }
    tree.captures = Math.max(tree.captures, way.at(-1)!.captures)
    if (way.at(-1)!.captures === 0) statics++
    if (extra !== null) body += encodeNumber(extra)
    const same = route !== null && route.controller === controller
    if (route !== null) {
      if (!same) body += strings.encode((controller = route.controller))
      body += strings.encode(route.action) + strings.encode(route.name)
    }
    const bits = (route === null ? 1 : 0) + (extra === null ? 0 : 2) + (same ? 4 : 0)
    heads.push(encodeNumbers([path.length - 1 - shared, steps.length - shared, verb, format, bits]))
    bodies.push(body)
    path = way
  }

  const numbers = new Map(byFrequency(heads).map((head, number) => [head, encodeNumber(number)]))
  // A third full at most, a sixth on average: a probe that misses mostly sees an empty slot. The static paths are looked
  // up for each request, and most are not among them: they get four times the room.
  const sizes = [tree.size, entries.length, tree.captures, bitsFor(3 * tree.literals), bitsFor(12 * statics)]
  const counts = [shapes.emitted.length, strings.common, numbers.size]
  const separator = [' ', ',', '|', '\n', '\t'].find((s) => strings.words.every((word) => !word.includes(s))) ?? '\0'
  return {
    words: separator + strings.words.join(separator),
    table:
      encodeNumbers([...sizes, ...counts]) +
      [...numbers.keys()].join('') +
      bodies.map((body, index) => numbers.get(heads[index]!)! + body).join(''),
    shapes: shapes.emitted,
  }
}

interface TableNode {
  readonly number: number
  readonly children: Map<string, TableNode>
}

/** The nodes so far. The reader keeps the same. */
class Tree {
  readonly root: TableNode = { number: 0, children: new Map() }
  size = 1
  literals = 0
  captures = 0

  child({ children }: TableNode, step: TableStep): [node: TableNode, isNew: boolean] {
    const key = step.kind === 'literal' ? `/${step.text}` : step.kind === 'param' ? ':' : `*${step.program}`
    const known = children.get(key)
    if (known !== undefined) return [known, false]
    // One that has a program takes the room of two, and is known by the second.
    if (step.kind === 'program') this.size++
    if (step.kind === 'literal') this.literals++
    const node = { number: this.size++, children: new Map<string, TableNode>() }
    children.set(key, node)
    return [node, true]
  }
}

/** Where a path has come to. */
interface PathEnd {
  readonly node: TableNode
  /** The step that leads here, see `stepKey`. */
  readonly step: string
  readonly names: readonly string[]
  readonly captures: number
  /** Each name has a value. A pattern or a tail may have optional parts. */
  readonly certain: boolean
}

function endAfter({ names, captures, certain }: PathEnd, node: TableNode, step: TableStep): PathEnd {
  const key = stepKey(step)
  if (step.kind === 'literal') return { node, step: key, names, captures, certain }
  if (step.kind === 'param') return { node, step: key, names: [...names, step.name], captures: captures + 1, certain }
  return { node, step: key, names: [...names, ...step.names], captures: captures + step.captures, certain: false }
}

/** One to one. */
function stepKey(step: TableStep): string {
  if (step.kind === 'literal') return `/${step.text}`
  return step.kind === 'param' ? `:${step.name}` : `*${step.program} ${step.names.join(' ')}`
}

/** The power of two, 4 at least, that is no less than `count`. */
function bitsFor(count: number): number {
  return Math.max(2, Math.ceil(Math.log2(count + 1)))
}

/** Strings that many routes have get small numbers of their own. */
function commonStrings(entries: readonly TableEntry[]): string[] {
  const counts = new Map<string, number>()
  const count = (text: string | null) => {
    if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  for (const { steps, route } of entries) {
    for (const step of steps) {
      if (step.kind === 'literal') count(step.text)
    }
    if (route !== null) count(route.action)
  }
  const limit = 60 - FIRST_STRING - 1
  const often = [...counts].filter(([, times]) => times > 3).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return often.slice(0, limit).map(([text]) => text)
}

function byFrequency(keys: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([key]) => key)
}

/** The shapes so far. The reader keeps the same list. */
class Shapes {
  /** Those that the emitted functions make. */
  readonly emitted: (readonly string[])[] = []
  readonly #frequent: ReadonlySet<string>
  readonly #numbers = new Map<string, number>()
  readonly #strings: Strings

  constructor(entries: readonly TableEntry[], strings: Strings) {
    this.#strings = strings
    const keys = entries.flatMap(({ steps }) => {
      const names = steps.flatMap((step) => (step.kind === 'param' ? [step.name] : []))
      return names.length > 0 && canBeEmitted(names) && steps.every(isCertain) ? [names.join()] : []
    })
    const counts = new Map<string, number>()
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    this.#frequent = new Set([...counts].flatMap(([key, count]) => (count >= ENTRIES_FOR_LITERAL ? [key] : [])))
  }

  encode({ names, certain }: PathEnd): string {
    if (names.length === 0) return encodeNumber(2)
    const isEmitted = certain && this.#frequent.has(names.join())
    const key = `${names.join()}${isEmitted ? '' : ' '}`
    const number = this.#numbers.get(key)
    if (number !== undefined) return encodeNumber(2 + number)
    if (isEmitted) {
      this.#numbers.set(key, this.emitted.push(names))
      return encodeNumber(0)
    }
    const others = this.#numbers.size - this.emitted.length
    this.#numbers.set(key, 1 + this.#frequent.size + others)
    return encodeNumbers([1, names.length]) + names.map((name) => this.#strings.encode(name)).join('')
  }
}

const isCertain = ({ kind }: TableStep) => kind !== 'program'

/** The strings so far. The reader keeps the same list. */
class Strings {
  readonly words: string[] = []
  readonly #numbers = new Map<string | null, number>([[null, 0]])
  readonly common: number

  constructor(common: readonly string[]) {
    this.common = common.length
    for (const text of common) {
      this.words.push(text)
      this.#add(text)
    }
  }

  #add(text: string): void {
    this.#numbers.set(text, this.#numbers.size)
  }

  /** @param base what the first number is counted from */
  encode(text: string | null, base = 0): string {
    const number = this.#numbers.get(text)
    if (number !== undefined) {
      const age = this.#numbers.size - number
      return encodeNumber(base + (age <= RECENT ? age + 2 : number + FIRST_STRING))
    }
    const parts = this.#split(text!)
    let encoded: string
    if (parts === null) {
      this.words.push(text!)
      encoded = encodeNumber(base)
    } else {
      const [separator, first, second] = parts
      encoded = encodeNumber(base + (separator === '_' ? 1 : 2)) + this.encode(first) + this.encode(second)
    }
    this.#add(text!)
    return encoded
  }

  /** Two parts of which one is known at least; both, if there are such. */
  #split(text: string): [separator: string, first: string, second: string] | null {
    let found: [string, string, string] | null = null
    for (let i = 1; i < text.length - 1; i++) {
      const separator = text[i]!
      if (separator !== '_' && separator !== '/') continue
      const [first, second] = [text.slice(0, i), text.slice(i + 1)]
      const known = Number(this.#numbers.has(first)) + Number(this.#numbers.has(second))
      if (known === 2) return [separator, first, second]
      if (known === 1) found = [separator, first, second]
    }
    return found
  }
}
