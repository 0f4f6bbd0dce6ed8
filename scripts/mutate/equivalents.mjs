/**
 * Mutants that make no difference, by file: `in` is the piece of a line of the source in which the mutant begins, `to`
 * what stands there instead. `score.mjs` subtracts them, and complains of those that are no longer needed.
 */
export const equivalents = {}
