/**
 * The route table as `createMatcher` of the runtime reads it: a list of words, and a text of numbers.
 *
 * Neighbouring resources must come out as the same text, so that compression finds them: strings are named by how long
 * ago they were new, a path by what it shares with the path before it, and what begins a route by a short number.
 *
 *     table   := nodes entries captures log2(slots) log2(kept) words heads head* entry*
 *     head    := verb format bits                                 bits: 1 same route, 2 has an extra, 4 same controller
 *     entry   := dropped steps step* headNumber [extra] [[controller] action name]
 *     step    := 0 string | 1 string | 2 program captures names string* | 3 …     literal, param, pattern, tail
 *     string  := 0 | 1 string string | 2 string string | 3…14 | 15…    next word; joined by `_` or by `/`; recent; by number
 */

/** One route under one verb, in one of its variants. */
export interface TableEntry {
  readonly steps: readonly TableStep[]
  /** 0 for any verb, else 1 and the place among the verbs. */
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

export type TableStep = { readonly kind: 0 | 1; readonly text: string } | ProgramStep

interface ProgramStep {
  readonly kind: 2 | 3
  readonly program: number
  readonly captures: number
  readonly names: readonly string[]
}

function isProgram(step: TableStep): step is ProgramStep {
  return step.kind > 1
}

export interface EncodedTable {
  /** The separator, then the words. */
  readonly words: string
  readonly table: string
}

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

export function encodeTable(entries: readonly TableEntry[]): EncodedTable {
  const common = commonStrings(entries)
  const strings = new Strings(common)
  const heads = new Map<string, number>()
  let controller: string | null | undefined
  const keys = entries.map((entry) => {
    const key = headOf(entry, controller)
    if (entry.route !== null) controller = entry.route.controller
    return key
  })
  for (const key of byFrequency(keys)) heads.set(key, heads.size)

  let body = ''
  let before: readonly string[] = []
  entries.forEach((entry, index) => {
    const path = entry.steps.map((step) => JSON.stringify(step))
    let shared = 0
    while (shared < path.length && shared < before.length && path[shared] === before[shared]) shared++
    body += encodeNumber(before.length - shared) + encodeNumber(path.length - shared)
    for (const step of entry.steps.slice(shared)) body += encodeStep(step, strings)
    const key = keys[index]!
    body += encodeNumber(heads.get(key)!)
    if (entry.extra !== null) body += encodeNumber(entry.extra)
    if (entry.route !== null) {
      if (!key.endsWith('+')) body += strings.encode(entry.route.controller)
      body += strings.encode(entry.route.action) + strings.encode(entry.route.name)
    }
    before = path
  })

  const { nodes, literals, captures, statics } = measure(entries)
  // Half full at most, a quarter on average: a probe that misses mostly sees an empty slot.
  const slots = bitsFor(3 * literals)
  const sizes = [nodes, entries.length, captures, slots, bitsFor(3 * statics), common.length]
  const headText = [...heads.keys()].map((key) =>
    key.replace('+', '').split(' ').map(Number).map(encodeNumber).join(''),
  )
  const separator = [' ', ',', '|', '\n', '\t'].find((s) => strings.words.every((word) => !word.includes(s))) ?? '\0'
  return {
    words: separator + strings.words.join(separator),
    table: sizes.map(encodeNumber).join('') + encodeNumber(heads.size) + headText.join('') + body,
  }
}

/**
 * `verb format bits`, and a `+` where the controller is the one before.
 *
 * @param controller of the route before; undefined for the first
 */
function headOf(entry: TableEntry, controller: string | null | undefined): string {
  const same = entry.route !== null && controller !== undefined && controller === entry.route.controller
  const bits = (entry.route === null ? 1 : 0) + (entry.extra === null ? 0 : 2) + (same ? 4 : 0)
  return `${entry.verb} ${entry.format} ${bits}${same ? '+' : ''}`
}

function encodeStep(step: TableStep, strings: Strings): string {
  if (!isProgram(step)) return encodeNumber(step.kind) + strings.encode(step.text)
  const { kind, program, captures, names } = step
  const numbers = [kind, program, captures, names.length].map(encodeNumber).join('')
  return numbers + names.map((name) => strings.encode(name)).join('')
}

/** The least power of two that is no less than `count`. */
function bitsFor(count: number): number {
  return Math.max(2, Math.ceil(Math.log2(count + 1)))
}

/** How large the reader must make its tables. */
function measure(entries: readonly TableEntry[]) {
  interface Node {
    readonly children: Map<string, Node>
  }
  const root: Node = { children: new Map() }
  let nodes = 1
  let literals = 0
  let captures = 0
  let statics = 0
  for (const { steps } of entries) {
    let node = root
    let count = 0
    for (const step of steps) {
      let key = step.kind === 0 ? `0${step.text}` : '1'
      if (isProgram(step)) key = `${step.kind}${step.program}`
      count += isProgram(step) ? step.captures : step.kind
      let child = node.children.get(key)
      if (child === undefined) {
        node.children.set(key, (child = { children: new Map() }))
        // One that has a program takes the room of two.
        nodes += isProgram(step) ? 2 : 1
        if (step.kind === 0) literals++
      }
      node = child
    }
    captures = Math.max(captures, count)
    if (count === 0) statics++
  }
  return { nodes, literals, captures, statics }
}

/** Strings that many routes have get small numbers of their own. */
function commonStrings(entries: readonly TableEntry[]): string[] {
  const counts = new Map<string, number>()
  const count = (text: string | null) => {
    if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  for (const { steps, route } of entries) {
    for (const step of steps) {
      if (isProgram(step)) step.names.forEach(count)
      else count(step.text)
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

/** The strings so far. The reader keeps the same list. */
class Strings {
  readonly words: string[] = []
  readonly #numbers = new Map<string | null, number>([[null, 0]])

  constructor(common: readonly string[]) {
    for (const text of common) {
      this.words.push(text)
      this.#add(text)
    }
  }

  #add(text: string): void {
    this.#numbers.set(text, this.#numbers.size)
  }

  encode(text: string | null): string {
    const number = this.#numbers.get(text)
    if (number !== undefined) {
      const age = this.#numbers.size - number
      return encodeNumber(age <= RECENT ? age + 2 : number + FIRST_STRING)
    }
    const parts = this.#split(text!)
    let encoded: string
    if (parts === null) {
      this.words.push(text!)
      encoded = encodeNumber(0)
    } else {
      const [separator, first, second] = parts
      encoded = encodeNumber(separator === '_' ? 1 : 2) + this.encode(first) + this.encode(second)
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
