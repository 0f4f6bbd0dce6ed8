/**
 * The route table in memory. `readTable` decodes the output of the compiler's `encode-table.ts`, where the format is
 * described with an example. Each entry contains the number of steps that it shares with the previous entry, then its
 * further steps, then the labels of its route.
 *
 * Nodes (steps of the walk) and entries (routes under one verb, in one of their variants) are runs of numbers in one
 * array each. The index of the first number identifies a node or entry; 0 is none. Neighbours in the route file are
 * neighbours in memory, because in large tables most of the time is spent waiting for memory.
 *
 * Entries fill their array from its end to its start, in the order of declaration: the greater of two entries wins.
 */
import { createLiterals, type Find, type KeyOf } from './literals.ts'

/** The child node after a parameter. */
export const PARAM = 0
/** Bits for the first characters of the literals that may follow. */
export const LITERALS = 1
/** The first child node after a pattern or a tail: the child with the greatest entry. */
export const OTHER = 2
/** The greatest entry here or below. */
export const TOP = 3
/** Bits for the verbs of the entries here and below. */
export const VERBS = 4
/** For each verb the greatest of the entries that end here. Verb 0 stands for every verb that the table does not name. */
export const FIRST = 5

// A node after a pattern or a tail takes the space of two nodes. The following numbers precede its own.

/** The next node in the parent's list, which begins with `OTHER`. */
export const NEXT_OTHER = -1
/** `2 * number` for a pattern, `2 * number + 1` for a tail, `~number` for a span. */
export const PROGRAM = -2
/** The number of captures of the program. */
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
/** The index of the name, the controller and the action of its route in the labels. */
export const ROUTE = 4
export const ENTRY_SIZE = 5

export const WITHOUT_FORMAT = 1
export const WITH_FORMAT = 2
/** Only the full search can decide whether the entry matches. */
export const DOUBTFUL = 4

export type RouteTable = readonly [
  nodes: Int32Array,
  entries: Int32Array,
  /** Name, controller and action of each route. */
  labels: readonly (string | null)[],
  find: Find,
  /** The greatest number of captures of a walk. */
  captures: number,
  /** The binary logarithm of the number of slots for static paths. */
  staticBits: number,
]

/** The count of numbers in a head. */
const HEAD_SIZE = 5

/**
 * Decodes a table.
 *
 * @param verbs how many verbs the table names
 * @param words the words, each after the separator, see `joinWords` of the compiler
 * @param table a list of numbers, as JSON
 * @param keyOf computes the key that the hash of a literal uses, if the table does not use the default key
 */
export function readTable(verbs: number, words: string, table: string, keyOf?: KeyOf): RouteTable {
  // `JSON.parse` is faster than a loop over the digits, which would take a tenth of the time until the first match.
  const numbers = JSON.parse(table) as number[]
  let at = 0
  /** The count of numbers in a node. */
  const size = FIRST + 1 + verbs
  const nodes = new Int32Array(size * numbers[at++]!)
  const entries = new Int32Array(ENTRY_SIZE * (1 + numbers[at++]!))
  const captures = numbers[at++]!
  const find = createLiterals(numbers[at++]!, keyOf)
  const staticBits = numbers[at++]!
  const labels: (string | null)[] = []

  let shapeCount = 0

  const source = words.slice(1).split(words[0]!)
  let nextWord = 0
  let previousWord = ''
  /** A word that begins with a character below the digits shares a prefix with the previous word. */
  const readWord = (): string => {
    const text = source[nextWord++]!
    const code = text.charCodeAt(0)
    return (previousWord = code < 48 ? previousWord.slice(0, 47 - code) + text.slice(1) : text)
  }
  const strings: (string | null)[] = [null]
  for (let common = numbers[at++]!; common > 0; common--) strings.push(readWord())
  /** The codes of strings are in the format. `strings` contains all strings so far, and null. */
  const readString = (code = numbers[at++]!): string => {
    if (code > 18) return strings[code - 19] as string
    if (code > 2) return strings[strings.length + 2 - code] as string
    let text: string
    if (code === 0) text = readWord()
    else text = code === 1 ? `${readString()}_${readString()}` : `${readString()}/${readString()}`
    strings.push(text)
    return text
  }
  const heads = at + 1
  at = heads + HEAD_SIZE * numbers[at]!

  /** The last entry of each node and verb, at the index that the first entry has in `nodes`. */
  const lastEntries = new Int32Array(nodes.length)
  let nodesEnd = size
  // The nodes of the current path, and the number of the shape of the params at each of them.
  const path = [0]
  const pathShapes = [0]
  let depth = 0
  /** The index of the current route in `labels`. */
  let route = 0
  nodes[TOP] = entries.length
  for (let entry = entries.length; (entry -= ENTRY_SIZE) > 0;) {
    // A head: the count of steps to drop, the count of new steps, the verb, the format, and bits.
    const head = heads + HEAD_SIZE * numbers[at++]!
    depth -= numbers[head]!
    for (let steps = numbers[head + 1]!; steps > 0; steps--) {
      const parent = path[depth]!
      // The codes of steps: 0 a param, 1 a new program, 2 a program again, 3 a literal again, otherwise a new literal.
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
          // After the children that the parent already has.
          let childSlot = parent + OTHER
          while (nodes[childSlot] !== 0) childSlot = nodes[childSlot]! + NEXT_OTHER
          nodes[childSlot] = node
        } else {
          const text = readString(code - 4)
          find(parent, text, 0, text.length, node)
          nodes[parent + LITERALS]! |= 1 << text.charCodeAt(0)
        }
      }
      const parentDepth = depth++
      path[depth] = node
      // The number is 0 for a new shape, otherwise the number of the shape plus 1.
      pathShapes[depth] = code > 2 ? pathShapes[parentDepth]! : numbers[at++]! - 1
      if (pathShapes[depth]! < 0) pathShapes[depth] = ++shapeCount
    }
    const verb = numbers[head + 2]!
    // 1: the route of the previous entry; 2: an extra follows; 4: the controller of the previous route.
    const bits = numbers[head + 4]!
    entries[entry + FORMAT] = numbers[head + 3]!
    if (bits & 2) entries[entry + EXTRA] = numbers[at++]! + 1
    if (!(bits & 1)) {
      const controller = bits & 4 ? labels[route + 1]! : readString()
      const action = readString()
      route = labels.length
      labels.push(readString(), controller, action)
    }
    entries[entry + ROUTE] = route
    entries[entry + SHAPE] = pathShapes[depth]!
    const column = path[depth]! + FIRST + verb
    if (nodes[column] === 0) nodes[column] = entry
    else entries[lastEntries[column]! + NEXT] = entry
    lastEntries[column] = entry
    // If a node has the bit of the verb already, all nodes above it have it too.
    for (let i = depth; i >= 0 && !((nodes[path[i]! + VERBS]! >> verb) & 1); i--) nodes[path[i]! + VERBS]! |= 1 << verb
  }
  return [nodes, entries, labels, find, captures, staticBits]
}
