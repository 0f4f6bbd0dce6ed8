/** Time limits for route files, in milliseconds. */
export const evaluationLimit = {
  /** For a top-level `await`. */
  ms: 10_000,
  /** For a turn of the worker's event loop. A longer turn counts as an endless loop. */
  blockedMs: 4_000,
  /** For a worker that reports its position, or compiles the other files again. */
  secondTryMs: 1_000,
}

/**
 * Each limit is divided into this many steps. A pause of the whole process counts as one step at most: a machine that
 * sleeps, or a thread that other code has blocked.
 */
export const LIMIT_STEPS = 10

/** How much memory route files may use in addition to the memory that the process used before. */
export const MEMORY_LIMIT_MB = 2048

/** Thrown if the evaluation of a file never settles. */
export class EvaluationTimeout extends Error {
  /** The absolute path of the module for which the other modules wait. */
  readonly file: string
  readonly seconds: number

  constructor(file: string, seconds: number) {
    super(`${file} was not evaluated within ${seconds} s.`)
    this.file = file
    this.seconds = seconds
  }
}

/** Thrown if an evaluation is abandoned because a newer evaluation has started. */
export class EvaluationSuperseded extends Error {}
