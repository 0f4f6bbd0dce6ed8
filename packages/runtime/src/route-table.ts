/**
 * The route table in memory. `readTable` decodes in one pass what `encode-table.ts` of the compiler has written: a
 * program for a little machine, in which each route says how many steps it shares with the one before it, then the steps
 * that it adds, then what it answers.
 *
 * Nodes (steps of the walk) and entries (routes under one verb, in one of their variants) are runs of numbers in one
 * array each, and are known by where they begin. What lies side by side in the route file lies side by side in memory:
 * in large tables most of the time goes by waiting for memory.
 */

/** The node behind a parameter. */
export const PARAM = 0
/** Bits for the first characters of the literals that may come. */
export const LITERALS = 1
/** The first node behind a pattern or a tail. */
export const OTHER = 2
/** The least entry here or below. */
export const LEAST = 3
/** Bits for the verbs of the entries here and below. */
export const VERBS = 4
/** Where the text of a literal begins among all texts. */
const TEXT = 5
/** For each verb the first of the entries that end here, NONE if there is none. Verb 0 is any that the table lacks. */
export const FIRST = 6

// A node behind a pattern or a tail has room for more numbers, behind its own.

/** The next node that `OTHER` of the same parent leads to. */
export const NEXT_OTHER = 0
/** 2 * program, and 1 more for a tail. */
export const PROGRAM = 1
/** How many captures the program has. */
export const CAPTURES = 2

// An entry. Entries are in order of precedence.

/** The next entry at the same node. */
export const NEXT = 0
/** 0 for any. */
export const VERB = 1
/** 1: without a format, 2: with, 3: either. */
export const FORMAT = 2
/** 1 + the number of its extra; 0: none. */
export const EXTRA = 3
/** Where the names of its captures begin. */
export const NAMES = 4
/** How many there are. */
export const COUNT = 5
/** Where name, controller and action of its route are. */
export const ROUTE = 6
export const ENTRY_SIZE = 8

/** Greater than any entry. */
export const NONE = 0x7fffffff

/** Answers the node of the literal `text` from `start` to `end` behind `node`; 0 or less where there is none. */
type Find = (node: number, text: string, start: number, end: number) => number

export type RouteTable = readonly [
  nodes: Int32Array,
  entries: Int32Array,
  /** Name, controller and action of each route, and then the names of its captures: they are needed together. */
  labels: readonly (string | null)[],
  find: Find,
  /** How many captures a walk can have. */
  captures: number,
  /** The logarithm of how many places for static paths there should be. */
  kept: number,
]

/** One to one in `node` for one text: a literal with the hash and the text that are looked for is the right one. */
export function hash(node: number, text: string, start: number, end: number): number {
  const key = text.charCodeAt(start) ^ (text.charCodeAt((start + end) >> 1) << 7) ^ ((end - start) << 14)
  return Math.imul(Math.imul(node, 0x85ebca6b) ^ key, 0x9e3779b1)
}

/** How many numbers a node has in a table of so many verbs. */
export const nodeSize = (verbs: number): number => FIRST + 1 + verbs

/**
 * @param verbs how many verbs the table names
 * @param words the separator, then the words
 */
export function readTable(verbs: number, words: string, table: string): RouteTable {
  const source = words.slice(1).split(words[0]!)
  let at = 0
  /** Digits from 60 on are followed by another one. */
  const read = (): number => {
    let value = 0
    let digit
    while ((digit = table.charCodeAt(at++) - 40) > 59) value = value * 27 + digit - 60
    return value * 60 + digit
  }

  const size = nodeSize(verbs)
  const nodes = new Int32Array(size * read())
  const entries = new Int32Array(ENTRY_SIZE * read())
  const captures = read()
  const shift = 32 - read()
  /** The places of a hash table of the literals: the hash and the node. */
  const slots = new Int32Array(2 << -shift)
  const mask = slots.length / 2 - 1
  const kept = read()
  const texts: string[] = []
  const labels: (string | null)[] = []

  /** Where there is no such literal, the place that it should have comes back, negative. */
  const find: Find = (node, text, start, end) => {
    const wanted = hash(node, text, start, end)
    for (let slot = wanted >>> shift; ; slot = (slot + 1) & mask) {
      const child = slots[2 * slot + 1]!
      if (child === 0) return -slot
      if (slots[2 * slot] !== wanted) continue
      const literal = texts[nodes[child + TEXT]!]!
      if (literal.length === end - start && text.slice(start, end) === literal) return child
    }
  }

  const strings: (string | null)[] = [null]
  let nextWord = read()
  for (let i = 0; i < nextWord; i++) strings.push(source[i]!)
  const string = (): string => {
    const code = read()
    if (code > 14) return strings[code - 15] as string
    if (code > 2) return strings[strings.length + 2 - code] as string
    const text = code === 0 ? source[nextWord++]! : code === 1 ? `${string()}_${string()}` : `${string()}/${string()}`
    strings.push(text)
    return text
  }
  const heads: number[] = []
  for (let count = 3 * read(); count > 0; count--) heads.push(read())

  /** Behind the last entry of each node. */
  const lasts = new Int32Array(nodes.length / size)
  let nodesEnd = 0
  let entry = 0
  const addNode = (): number => {
    const node = nodesEnd
    nodesEnd += size
    nodes[node + LEAST] = entry
    nodes.fill(NONE, node + FIRST, nodesEnd)
    return node
  }
  const path = [addNode()]
  /** How many names the steps up to here have. */
  const depths = [0]
  let params: string[] = []
  let route = 0
  let tuple = 0
  for (; entry < entries.length; entry += ENTRY_SIZE) {
    path.length -= read()
    depths.length = path.length
    let node = path.at(-1)!
    params = params.slice(0, depths.at(-1))
    for (let steps = read(); steps > 0; steps--) {
      const parent = node
      const kind = read()
      if (kind === 0) {
        const text = string()
        node = find(parent, text, 0, text.length)
        if (node <= 0) {
          const slot = -node
          node = addNode()
          slots[2 * slot] = hash(parent, text, 0, text.length)
          slots[2 * slot + 1] = node
          nodes[parent + LITERALS]! |= 1 << text.charCodeAt(0)
          nodes[node + TEXT] = texts.push(text) - 1
        }
      } else {
        let count = 1
        if (kind === 1) node = nodes[parent + PARAM] ||= addNode()
        else {
          const program = 2 * read() + kind - 2
          const captured = read()
          count = read()
          node = nodes[parent + OTHER]!
          while (node !== 0 && nodes[node + size + PROGRAM] !== program) node = nodes[node + size + NEXT_OTHER]!
          if (node === 0) {
            node = addNode()
            nodesEnd += size
            nodes[node + size + PROGRAM] = program
            nodes[node + size + CAPTURES] = captured
            nodes[node + size + NEXT_OTHER] = nodes[parent + OTHER]!
            nodes[parent + OTHER] = node
          }
        }
        for (; count > 0; count--) params.push(string())
      }
      path.push(node)
      depths.push(params.length)
    }
    const head = 3 * read()
    const verb = heads[head]!
    const bits = heads[head + 2]!
    entries[entry + NEXT] = NONE
    entries[entry + VERB] = verb
    entries[entry + FORMAT] = heads[head + 1]!
    if (bits & 2) entries[entry + EXTRA] = read() + 1
    if (!(bits & 1)) {
      const controller = bits & 4 ? labels[route + 1]! : string()
      const action = string()
      route = labels.length
      tuple = labels.push(string(), controller, action)
    }
    entries[entry + ROUTE] = route
    if (params.some((name, i) => labels[tuple + i] !== name)) tuple = labels.push(...params) - params.length
    entries[entry + NAMES] = tuple
    entries[entry + COUNT] = params.length
    const last = lasts[node / size]!
    if (last > 0) entries[last - ENTRY_SIZE + NEXT] = entry
    lasts[node / size] = entry + ENTRY_SIZE
    for (const each of path) nodes[each + VERBS]! |= verb === 0 ? -1 : 1 << verb
    for (let column = verb; column <= (verb || verbs); column++) {
      if (nodes[node + FIRST + column] === NONE) nodes[node + FIRST + column] = entry
    }
  }
  return [nodes, entries, labels, find, captures, kept]
}
