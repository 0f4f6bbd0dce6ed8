// The codes of the numbers in an encoded route table, for its writer (`encode-table.ts` of the compiler) and its reader.
// Exported constants cost no bytes, because bundlers replace them by their values.

// The numbers of a head, which many entries share.

/** How many steps of the previous entry's path to drop. */
export const HEAD_DROPPED_STEPS = 0
export const HEAD_NEW_STEPS = 1
export const HEAD_VERB = 2
export const HEAD_FORMAT = 3
/** The bits `SAME_ROUTE`, `HAS_EXTRA` and `SAME_CONTROLLER`. */
export const HEAD_BITS = 4
export const HEAD_SIZE = 5

/** The entry belongs to the route of the previous entry. */
export const SAME_ROUTE = 1
export const HAS_EXTRA = 2
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
