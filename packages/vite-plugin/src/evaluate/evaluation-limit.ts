import type { SourcePlace } from './stack-frames.ts'

/** What takes longer than this is taken for what never ends: a top-level `await`, a turn of the event loop. */
export const evaluationLimit = { ms: 10_000 }

/**
 * The limit is reached when a part of it has gone by this many times. So what holds up the clock is not counted: a
 * machine that sleeps, a thread that has been blocked by other code.
 */
export const LIMIT_STEPS = 10

/** Thrown for a file whose evaluation never settles. */
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

/** Thrown for code that never gave the thread back and was stopped. */
export class EndlessCode extends Error {
  /** Where it was, innermost first; at least one. */
  readonly frames: readonly (SourcePlace & { readonly name: string })[]
  readonly seconds: number

  constructor(frames: EndlessCode['frames'], limit: number) {
    super(`${frames[0]!.file} was still running after ${limit / 1000} s.`)
    this.frames = frames
    this.seconds = limit / 1000
  }
}

/** Thrown where an evaluation is given up, because there is a newer one. */
export class EvaluationSuperseded extends Error {}

/**
 * What can be told to wait no longer for code that was stopped. Stopped code settles no promise and runs no `finally`;
 * so what must go on after it waits through here, and not above it on the stack.
 */
export class Stops {
  readonly #waiting: ((error: Error) => void)[] = []

  /** The result, unless the work for it is stopped. */
  async wait<T>(result: Promise<T>): Promise<T> {
    let stop: (error: Error) => void
    const stopped = new Promise<never>((_resolve, reject) => this.#waiting.push((stop = reject)))
    try {
      return await Promise.race([result, stopped])
    } finally {
      this.#waiting.splice(this.#waiting.indexOf(stop!), 1)
    }
  }

  /** Ends the innermost wait. False if nothing waits. */
  stop(error: Error): boolean {
    const innermost = this.#waiting.at(-1)
    innermost?.(error)
    return innermost !== undefined
  }
}

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
    let left = LIMIT_STEPS
    timer = setInterval(() => {
      left -= 1
      if (left === 0) reject(timeout())
    }, limit / LIMIT_STEPS)
    giveUp = () => reject(new EvaluationSuperseded())
    if (signal?.aborted) giveUp()
    signal?.addEventListener('abort', giveUp)
  })
  try {
    return await Promise.race([result, end])
  } finally {
    clearInterval(timer)
    signal?.removeEventListener('abort', giveUp!)
  }
}
