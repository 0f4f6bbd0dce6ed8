/**
 * The route table in memory. `readTable` decodes what `encode-table.ts` of the compiler has written: a program for a
 * little machine, in which each entry says how many steps it shares with the one before it, then the steps that it adds,
 * then what it answers.
 *
 * Nodes (steps of the walk) and entries (routes under one verb, in one of their variants) are runs of numbers in one
 * array each, and are known by where they begin; 0 is none. What lies side by side in the route file lies side by side in
 * memory: in large tables most of the time goes by waiting for memory.
 *
 * Entries stand from the end of their array to its start, in the order of declaration: of two the greater one wins.
 */
import { createLiterals, type Find, type KeyOf } from './literals.ts'

/** The node behind a parameter. */
export const PARAM = 0
/** Bits for the first characters of the literals that may come. */
export const LITERALS = 1
/** The first node behind a pattern or a tail: the one that has the greatest entry. */
export const OTHER = 2
/** The greatest entry here or below. */
export const TOP = 3
/** Bits for the verbs of the entries here and below. */
export const VERBS = 4
/** For each verb the greatest of the entries that end here. Verb 0 is any that the table lacks. */
export const FIRST = 5

// A node behind a pattern or a tail has the room of two. The other half comes first: these are before its own numbers.

/** The next node that `OTHER` of the same parent leads to. */
export const NEXT_OTHER = -1
/** 2 * program, and 1 more for a tail. */
export const PROGRAM = -2
/** How many captures the program has. */
export const PROGRAM_CAPTURES = -3

// An entry.

/** The next entry of the same node and verb. */
export const NEXT = 0
/** Bits, see below. */
export const FORMAT = 1
/** 1 + the number of its extra; 0: none. */
export const EXTRA = 2
/** The number of its shape; 0: it has no params. */
export const SHAPE = 3
/** Where name, controller and action of its route are. */
export const ROUTE = 4
export const ENTRY_SIZE = 5

export const WITHOUT_FORMAT = 1
export const WITH_FORMAT = 2
/** Only the whole search can tell whether the entry answers. */
export const DOUBTFUL = 4

export type RouteTable = readonly [
  nodes: Int32Array,
  entries: Int32Array,
  /** Name, controller and action of each route. */
  labels: readonly (string | null)[],
  find: Find,
  /** How many captures a walk can have. */
  captures: number,
  /** The logarithm of how many places for static paths there should be. */
  kept: number,
]

/**
 * @param verbs how many verbs the table names
 * @param words each word behind the separator, see `joinWords` of the compiler
 * @param table a list of numbers, as JSON
 * @param keyOf what the hash of a literal is made of, if it is not the usual
 */
export function readTable(verbs: number, words: string, table: string, keyOf?: KeyOf): RouteTable {
  // A loop over digits of our own would be a tenth of the time until the first match.
  const numbers = JSON.parse(table) as number[]
  let at = 0
  /** How many numbers a node has. */
  const size = FIRST + 1 + verbs
  const nodes = new Int32Array(size * numbers[at++]!)
  const entries = new Int32Array(ENTRY_SIZE * (1 + numbers[at++]!))
  const captures = numbers[at++]!
  const find = createLiterals(numbers[at++]!, keyOf)
  const kept = numbers[at++]!
  const labels: (string | null)[] = []

  let knownShapes = 0

  const source = words.slice(1).split(words[0]!)
  let nextWord = 0
  let last = ''
  /** What begins with less than a digit begins like the word before it. */
  const word = (): string => {
    const text = source[nextWord++]!
    const code = text.charCodeAt(0)
    return (last = code < 48 ? last.slice(0, 47 - code) + text.slice(1) : text)
  }
  const strings: (string | null)[] = [null]
  for (let common = numbers[at++]!; common > 0; common--) strings.push(word())
  const string = (code = numbers[at++]!): string => {
    if (code > 18) return strings[code - 19] as string
    if (code > 2) return strings[strings.length + 2 - code] as string
    const text = code === 0 ? word() : code === 1 ? `${string()}_${string()}` : `${string()}/${string()}`
    strings.push(text)
    return text
  }
  const heads = at + 1
  at = heads + 5 * numbers[at]!

  /** The last entry of each node and verb, where its first is among the nodes. */
  const lasts = new Int32Array(nodes.length)
  let nodesEnd = size
  const path = [0]
  const pathShapes = [0]
  let depth = 0
  let route = 0
  nodes[TOP] = entries.length
  for (let entry = entries.length; (entry -= ENTRY_SIZE) > 0;) {
    const head = heads + 5 * numbers[at++]!
    depth -= numbers[head]!
    for (let steps = numbers[head + 1]!; steps > 0; steps--) {
      const parent = path[depth]!
      const code = numbers[at++]!
      let node = code === 0 ? nodes[parent + PARAM]! : code === 2 || code === 3 ? size * numbers[at++]! : 0
      if (node === 0) {
        node = code === 1 ? nodesEnd + size : nodesEnd
        nodesEnd = node + size
        nodes[node + TOP] = entry
        if (code === 0) nodes[parent + PARAM] = node
        else if (code === 1) {
          nodes[node + PROGRAM] = numbers[at++]!
          nodes[node + PROGRAM_CAPTURES] = numbers[at++]!
          // Behind those that it has already.
          let place = parent + OTHER
          while (nodes[place] !== 0) place = nodes[place]! + NEXT_OTHER
          nodes[place] = node
        } else {
          const text = string(code - 4)
          find(parent, text, 0, text.length, node)
          nodes[parent + LITERALS]! |= 1 << text.charCodeAt(0)
        }
      }
      const before = depth++
      path[depth] = node
      // Before the number of a shape stands 0 for one that is new.
      pathShapes[depth] = code > 2 ? pathShapes[before]! : numbers[at++]! - 1
      if (pathShapes[depth]! < 0) pathShapes[depth] = ++knownShapes
    }
    const verb = numbers[head + 2]!
    const bits = numbers[head + 4]!
    entries[entry + FORMAT] = numbers[head + 3]!
    if (bits & 2) entries[entry + EXTRA] = numbers[at++]! + 1
    if (!(bits & 1)) {
      const controller = bits & 4 ? labels[route + 1]! : string()
      const action = string()
      route = labels.length
      labels.push(string(), controller, action)
    }
    entries[entry + ROUTE] = route
    entries[entry + SHAPE] = pathShapes[depth]!
    const column = path[depth]! + FIRST + verb
    if (nodes[column] === 0) nodes[column] = entry
    else entries[lasts[column]! + NEXT] = entry
    lasts[column] = entry
    for (let i = depth; i >= 0 && !((nodes[path[i]! + VERBS]! >> verb) & 1); i--) nodes[path[i]! + VERBS]! |= 1 << verb
  }
  return [nodes, entries, labels, find, captures, kept]
}
