import { fittingLength } from '@turnout/compiler/internal/diagnostics/printable'

/** A line on the terminal that shows the current step of a slow command. */
export interface Progress {
  /** Begins a step. The time counts from the first step. */
  readonly start: (step: string) => void
  /** Draws the line again if it is time. Code that blocks the event loop calls it, because the timer cannot run then. */
  readonly update: () => void
  /** Erases the line, so that the command can print. The next update draws it again. */
  readonly erase: () => void
  /** Erases the line and stops the updates. */
  readonly end: () => void
}

/** The parts of `process.stderr` that the line needs. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

/** Shorter commands show no line. */
const DELAY_MS = 1000
const UPDATE_MS = 100

/** Returns the cursor to the start of the line, and erases the line. */
const ERASE = '\r\u001B[2K'

/** Shows nothing: for pipes, logs and JSON. */
export const silentProgress: Progress = { start() {}, update() {}, erase() {}, end() {} }

/**
 * Returns the progress line of a stream. It appears after a second, and then changes every 100 ms at most. The result is
 * `silentProgress` if the stream is no terminal, or if `NO_COLOR`, `CI` or `TERM=dumb` is set.
 */
export function createProgress(stream: ProgressStream, env: NodeJS.ProcessEnv): Progress {
  if (!canShow(stream, env)) return silentProgress
  let step = ''
  let startTime = 0
  let lastDrawTime = -Infinity
  let isDrawn = false
  let timer: NodeJS.Timeout | null = null

  const draw = () => {
    const now = performance.now()
    if (now - startTime < DELAY_MS || now - lastDrawTime < UPDATE_MS) return
    const seconds = Math.floor((now - startTime) / 1000)
    // A line as wide as the terminal would wrap, and only its last row would be erased.
    // Some terminals report 0 columns, which means an unknown width.
    const text = `${step}… ${seconds} s`
    const line = text.slice(0, fittingLength(text, (stream.columns || 80) - 1))
    stream.write(ERASE + line)
    lastDrawTime = now
    isDrawn = true
  }
  const erase = () => {
    if (isDrawn) stream.write(ERASE)
    isDrawn = false
  }
  return {
    start(nextStep) {
      step = nextStep
      if (timer === null) {
        startTime = performance.now()
        timer = setInterval(draw, UPDATE_MS).unref()
      } else draw()
    },
    update() {
      if (timer !== null) draw()
    },
    erase,
    end() {
      if (timer !== null) clearInterval(timer)
      timer = null
      erase()
    },
  }
}

function canShow({ isTTY }: ProgressStream, env: NodeJS.ProcessEnv): boolean {
  return isTTY === true && !env['NO_COLOR'] && !env['CI'] && env['TERM'] !== 'dumb'
}
