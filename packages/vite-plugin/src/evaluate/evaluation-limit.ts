/** The limit for code that waits in a top-level `await`, in milliseconds. */
export const evaluationLimit = { ms: 10_000 }

/** Thrown if the evaluation of a file never settles. */
export class EvaluationTimeout extends Error {
  /** The absolute path of the module for which the other modules wait. */
  readonly file: string
  readonly seconds: number

  constructor(file: string) {
    const seconds = evaluationLimit.ms / 1000
    super(`${file} was not evaluated within ${seconds} s.`)
    this.file = file
    this.seconds = seconds
  }
}

/** Thrown if an evaluation is abandoned because a newer evaluation has started. */
export class EvaluationSuperseded extends Error {}
