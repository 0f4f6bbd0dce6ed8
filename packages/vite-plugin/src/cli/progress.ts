import { fittingLength } from '@turnout/compiler/internal/diagnostics/printable'

/** A line on the terminal that shows the current step of a command. */
export interface Progress {
  /** Shows a step in place of the last one. */
  readonly start: (step: string) => void
  /** Erases the line, so that the command can print. */
  readonly erase: () => void
}

/** The parts of `process.stderr` that the line needs. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

/** Returns the cursor to the start of the line, and erases the line. */
const ERASE = '\r\u001B[2K'

/** Shows nothing: for pipes, logs and JSON. */
export const silentProgress: Progress = { start() {}, erase() {} }

/**
 * Returns the progress line of a stream. It shows nothing if the stream is no terminal, or if `NO_COLOR`, `CI` or `TERM=dumb`
 * is set.
 */
export function createProgress(stream: ProgressStream, env: NodeJS.ProcessEnv): Progress {
  if (stream.isTTY !== true || env['NO_COLOR'] || env['CI'] || env['TERM'] === 'dumb') return silentProgress
  let isShown = false
  return {
    start(step) {
      const text = `${step}…`
      // A line as wide as the terminal would wrap, and only its last row would be erased. Some terminals report 0 columns.
      stream.write(ERASE + text.slice(0, fittingLength(text, (stream.columns || 80) - 1)))
      isShown = true
    },
    erase() {
      if (isShown) stream.write(ERASE)
      isShown = false
    },
  }
}
