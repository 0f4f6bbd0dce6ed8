// The codes of an automaton, for its writer (`automaton-code.ts` of the compiler) and its reader. Exported constants cost no
// bytes, because bundlers replace them by their values.

// The operations. A state is three numbers: an operation, and the operands `a` and `b`.

/** The automaton has matched. */
export const OP_MATCH = 0
/** Reads a character of set `a`, and continues with state `b`. */
export const OP_SET = 1
/** Continues with state `a` or, if no match is reachable there, with state `b`. */
export const OP_SPLIT = 2
/**
 * Writes the position to slot `a`, and continues with state `b`. Slot `2 * i` is the start of capture `i`, and the next slot
 * its end. A negative slot is a border of a part that a scanner tests, see `with-scanners.ts`.
 */
export const OP_MARK = 3
/** Continues with state `b` if assertion `a` holds at the position. */
export const OP_ASSERT = 4
/** Continues with state `b` if a match is reachable from state `a`. */
export const OP_LOOKAHEAD = 5
/** Continues with state `b` if no match is reachable from state `a`. */
export const OP_NEGATIVE_LOOKAHEAD = 6

// The assertions.

/** The end of the part of the path that the automaton matches. */
export const ASSERT_END = 0
/** `\b` */
export const ASSERT_WORD_EDGE = 1
/** `\B` */
export const ASSERT_NO_WORD_EDGE = 2
/** Next to `/`, `.` or the end. */
export const ASSERT_TOKEN_EDGE = 3
