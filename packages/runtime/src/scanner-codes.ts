// The codes of a scanner's program, for its writer (`scanner-program.ts` of the compiler) and its reader. Exported constants
// cost no bytes, because bundlers replace them by their values.
//
// An operation is four numbers: its kind, an operand, the next operation, and a detail.
//
//     kind          operand                     next              detail
//     SCAN_MATCH                                                  the program, or a lookaround, has matched
//     SCAN_SET      set                         next              reads a character of the set
//     SCAN_SPLIT    first branch                other branch      tries both
//     SCAN_COUNT    set                         next              reads some characters: min * COUNT_BASE + max
//     SCAN_ASSERT   start, end, word edge, …    next
//     SCAN_AHEAD    operation of the lookahead  next              1 if it is negative
//     SCAN_BEHIND   number of the lookbehind    next              1 if it is negative

export const SCAN_MATCH = 0
export const SCAN_SET = 1
export const SCAN_SPLIT = 2
export const SCAN_COUNT = 3
export const SCAN_ASSERT = 4
export const SCAN_AHEAD = 5
export const SCAN_BEHIND = 6

export const SCAN_START = 0
export const SCAN_END = 1
export const SCAN_WORD_EDGE = 2
export const SCAN_NO_WORD_EDGE = 3

/** The detail of a `SCAN_COUNT` is its minimum times this, plus its maximum. */
export const COUNT_BASE = 0x100000
export const NO_MAXIMUM = COUNT_BASE - 1
