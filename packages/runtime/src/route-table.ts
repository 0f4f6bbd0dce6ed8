/**
 * The route table in memory: a tree of nodes, one for each step of a path, and the entries that end at each node.
 *
 *     GET /photos, GET /photos/:id   root → literal `photos`, where entry 10 ends
 *                                         → parameter, where entry 5 ends
 *
 * An entry is a variant of a route under one verb. Nodes and entries are groups of numbers in one array each, and the index
 * of a group's first number identifies the node or entry; 0 means none. Neighbours in the route file are neighbours in memory,
 * because in large tables most of the time is spent waiting for memory.
 *
 * Entries fill their array from its end to its start, in the order of declaration, so the greater of two entries wins.
 */
import { createLiterals, type FindChild, type LiteralKey } from './literals.ts'

// The codes of the numbers in an encoded route table, for its writer (`encode-table.ts` of the compiler) and its reader.
// Exported constants cost no bytes, because bundlers replace them by their values.

// The numbers of a preset. Many entries share one preset, which says how they continue the path of the entry before them.

/** How many steps of the previous entry's path to drop. */
export const PRESET_DROPPED_STEPS = 0
export const PRESET_NEW_STEPS = 1
export const PRESET_VERB = 2
export const PRESET_FORMAT = 3
/** The bits `SAME_ROUTE`, `HAS_FUNCTIONS` and `SAME_CONTROLLER`. */
export const PRESET_BITS = 4
export const PRESET_SIZE = 5

/** The entry belongs to the route of the previous entry. */
export const SAME_ROUTE = 1
export const HAS_FUNCTIONS = 2
/** The route has the controller of the previous route. */
export const SAME_CONTROLLER = 4

// The first number of a step.

export const STEP_PARAM = 0
export const STEP_NEW_PROGRAM = 1
export const STEP_KNOWN_PROGRAM = 2
export const STEP_KNOWN_LITERAL = 3
/** The first number of the literal's string is added. */
export const STEP_NEW_LITERAL = 4

// The first number of a string.

export const STRING_NEW_WORD = 0
export const STRING_JOINED_BY_UNDERSCORE = 1
export const STRING_JOINED_BY_SLASH = 2
/** The string that was added last. The following numbers are the strings before it. */
export const STRING_LAST = 3
/** The first of all strings, which is null. The following numbers are the strings after it. */
export const STRING_FIRST = 19

// The numbers of a node.

/** The child node after a parameter. */
export const PARAM_CHILD = 0
/** Bits for the first characters of the literals that may follow. */
export const LITERAL_BITS = 1
/** The first child node after a program (a pattern, tail or span, see `programs.ts`): the child with the greatest entry. */
export const FIRST_PROGRAM = 2
/** The greatest entry here or below. */
export const GREATEST_ENTRY = 3
/** Bits for the verbs of the entries here and below. */
export const VERB_BITS = 4
/** For each verb, the greatest of the entries that end here. Verb 0 represents all verbs that the table does not name. */
export const FIRST_ENTRY = 5

// A node after a program takes the space of two nodes. These numbers are before its own.

/** The next node in the list that begins with the parent's `FIRST_PROGRAM`. */
export const NEXT_PROGRAM = -1
/** `2 * number` for a pattern, `2 * number + 1` for a tail, `~number` for a span. */
export const PROGRAM_CODE = -2
/** The number of captures of the program. */
export const PROGRAM_CAPTURES = -3

// The numbers of an entry.

/** The next entry of the same node and verb. */
export const NEXT_ENTRY = 0
/** The bits `WITHOUT_FORMAT`, `WITH_FORMAT` and `NEEDS_SEARCH`. */
export const FORMAT_BITS = 1
/** 1 + the index of the route's functions (`route-functions.ts`); 0 if the route has none. */
export const FUNCTIONS_NUMBER = 2
/** The number of its shape (the list of its param names); 0 if it has no params. */
export const SHAPE_NUMBER = 3
/** Index into `labels`: the route's name is at this index, its controller and action at the next two. */
export const ROUTE_LABELS = 4
export const ENTRY_SIZE = 5

export const WITHOUT_FORMAT = 1
export const WITH_FORMAT = 2
/** Only the full search can decide whether the entry matches. */
export const NEEDS_SEARCH = 4

export type RouteTable = readonly [
  nodes: Int32Array,
  entries: Int32Array,
  /** Name, controller and action of each route. */
  labels: readonly (string | null)[],
  findLiteral: FindChild,
  /** The greatest number of captures on a way through the tree. */
  captureLimit: number,
  /** The binary logarithm of the number of slots for static paths. */
  staticBits: number,
]

/**
 * Decodes a table. `encode-table.ts` of the compiler documents the format, with an example.
 *
 * @param verbs how many verbs the table names
 * @param words the words, each after the separator, see `joinWords` of the compiler
 * @param numbersJson a list of numbers, as JSON
 * @param literalKey computes the key that the hash of a literal uses, if the table does not use the default key
 */
export function readTable(verbs: number, words: string, numbersJson: string, literalKey?: LiteralKey): RouteTable {
  // `JSON.parse` is faster than a loop over the digits, which would take a tenth of the time until the first match.
  const numbers = JSON.parse(numbersJson) as number[]
  let at = 0
  const size = FIRST_ENTRY + 1 + verbs
  const nodes = new Int32Array(size * numbers[at++]!)
  const entries = new Int32Array(ENTRY_SIZE * (1 + numbers[at++]!))
  const captures = numbers[at++]!
  const findLiteral = createLiterals(numbers[at++]!, literalKey)
  const staticBits = numbers[at++]!
  const labels: (string | null)[] = []

  let shapeCount = 0

  const source = words.slice(1).split(words[0]!)
  let nextWord = 0
  let previousWord = ''
  /** If a word begins with a character below the digits, the character is the number of characters shared with the previous word: `-` is 2. */
  const readWord = (): string => {
    const word = source[nextWord++]!
    const code = word.charCodeAt(0)
    return (previousWord = code < 48 ? previousWord.slice(0, 47 - code) + word.slice(1) : word)
  }
  /** All strings so far, and null. */
  const strings: (string | null)[] = [null]
  for (let commonStrings = numbers[at++]!; commonStrings > 0; commonStrings--) strings.push(readWord())
  const readString = (code = numbers[at++]!): string => {
    if (code >= STRING_FIRST) return strings[code - STRING_FIRST] as string
    if (code >= STRING_LAST) return strings[strings.length + STRING_LAST - 1 - code] as string
    let string: string
    if (code === STRING_NEW_WORD) string = readWord()
    else
      string =
        code === STRING_JOINED_BY_UNDERSCORE ? `${readString()}_${readString()}` : `${readString()}/${readString()}`
    strings.push(string)
    return string
  }
  const presets = at + 1
  at = presets + PRESET_SIZE * numbers[at]!

  /** The last entry of each node and verb, at the index that the first entry has in `nodes`. */
  const lastEntries = new Int32Array(nodes.length)
  let nodesEnd = size
  // The nodes of the current path, and the number of the shape of the params at each of them.
  const path = [0]
  const pathShapes = [0]
  let depth = 0
  /** The index of the current route in `labels`. */
  let route = 0
  nodes[GREATEST_ENTRY] = entries.length
  for (let entry = entries.length; (entry -= ENTRY_SIZE) > 0;) {
    const preset = presets + PRESET_SIZE * numbers[at++]!
    depth -= numbers[preset + PRESET_DROPPED_STEPS]!
    for (let steps = numbers[preset + PRESET_NEW_STEPS]!; steps > 0; steps--) {
      const parent = path[depth]!
      const code = numbers[at++]!
      const isKnown = code === STEP_KNOWN_PROGRAM || code === STEP_KNOWN_LITERAL
      let node = code === STEP_PARAM ? nodes[parent + PARAM_CHILD]! : isKnown ? size * numbers[at++]! : 0
      if (node === 0) {
        node = code === STEP_NEW_PROGRAM ? nodesEnd + size : nodesEnd
        nodesEnd = node + size
        nodes[node + GREATEST_ENTRY] = entry
        if (code === STEP_PARAM) nodes[parent + PARAM_CHILD] = node
        else if (code === STEP_NEW_PROGRAM) {
          nodes[node + PROGRAM_CODE] = numbers[at++]!
          nodes[node + PROGRAM_CAPTURES] = numbers[at++]!
          // After the children that the parent already has.
          let childSlot = parent + FIRST_PROGRAM
          while (nodes[childSlot] !== 0) childSlot = nodes[childSlot]! + NEXT_PROGRAM
          nodes[childSlot] = node
        } else {
          const literal = readString(code - STEP_NEW_LITERAL)
          findLiteral(parent, literal, 0, literal.length, node)
          nodes[parent + LITERAL_BITS]! |= 1 << literal.charCodeAt(0)
        }
      }
      const parentDepth = depth++
      path[depth] = node
      // The number is 0 for a new shape, otherwise the number of the shape plus 1.
      pathShapes[depth] = code >= STEP_KNOWN_LITERAL ? pathShapes[parentDepth]! : numbers[at++]! - 1
      if (pathShapes[depth]! < 0) pathShapes[depth] = ++shapeCount
    }
    const verb = numbers[preset + PRESET_VERB]!
    const bits = numbers[preset + PRESET_BITS]!
    entries[entry + FORMAT_BITS] = numbers[preset + PRESET_FORMAT]!
    if (bits & HAS_FUNCTIONS) entries[entry + FUNCTIONS_NUMBER] = numbers[at++]! + 1
    if (!(bits & SAME_ROUTE)) {
      const controller = bits & SAME_CONTROLLER ? labels[route + 1]! : readString()
      const action = readString()
      route = labels.length
      labels.push(readString(), controller, action)
    }
    entries[entry + ROUTE_LABELS] = route
    entries[entry + SHAPE_NUMBER] = pathShapes[depth]!
    const column = path[depth]! + FIRST_ENTRY + verb
    if (nodes[column] === 0) nodes[column] = entry
    else entries[lastEntries[column]! + NEXT_ENTRY] = entry
    lastEntries[column] = entry
    // If a node has the bit of the verb already, all nodes above it have it too.
    for (let i = depth; i >= 0 && !((nodes[path[i]! + VERB_BITS]! >> verb) & 1); i--)
      nodes[path[i]! + VERB_BITS]! |= 1 << verb
  }
  return [nodes, entries, labels, findLiteral, captures, staticBits]
}
