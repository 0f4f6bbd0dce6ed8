/** A top-level `await` that takes longer than this is taken for one that never ends. */
export const LIMIT_MS = 10_000

/** Thrown for a file whose evaluation does not end. */
export class EvaluationTimeout extends Error {
  /** The module that the others wait for, as an absolute path. */
  readonly file: string
  readonly seconds: number

  constructor(file: string, limit: number) {
    super(`${file} was not evaluated within ${limit / 1000} s.`)
    this.file = file
    this.seconds = limit / 1000
  }
}

/** Thrown where an evaluation is given up, because there is a newer one. */
export class EvaluationSuperseded extends Error {}

/**
 * The result of an import, unless it takes too long.
 *
 * @param timeout the error to throw after the limit
 * @throws EvaluationSuperseded when the signal is given
 */
export async function limited<T>(
  result: Promise<T>,
  limit: number,
  signal: AbortSignal | undefined,
  timeout: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let giveUp: (() => void) | undefined
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timeout()), limit)
    giveUp = () => reject(new EvaluationSuperseded())
    if (signal?.aborted) giveUp()
    signal?.addEventListener('abort', giveUp)
  })
  try {
    return await Promise.race([result, end])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp!)
  }
}
