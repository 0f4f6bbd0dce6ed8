import type { CallSite } from '../../diagnostics/location.ts'
import { describeError, isError, textFrom } from '../../diagnostics/describe.ts'

/** Taken when the compiler loads, so that a route file cannot take it away. */
const { captureStackTrace } = Error

/**
 * The call site of the function that called `callee`, or null where there is none (native code, top of stack) or where
 * it cannot be read: a route file may have frozen `Error`, or keep `prepareStackTrace` to itself. Never throws.
 *
 * Reads V8's structured frames, one frame deep: about 2 µs a call. `Error.prepareStackTrace` is put back at once,
 * so that the host's own source-map support is not disturbed.
 */
export function callSiteOf(callee: (...args: never[]) => unknown): CallSite | null {
  try {
    const { prepareStackTrace, stackTraceLimit } = Error
    try {
      const holder: { stack?: unknown } = {}
      Error.stackTraceLimit = 1
      Error.prepareStackTrace = (_error, frames) => frames[0]
      captureStackTrace(holder, callee)
      const frame = holder.stack as NodeJS.CallSite | undefined
      // A frame of evaluated code has no file, but it may have a name.
      const url = frame?.getFileName() ?? frame?.getScriptNameOrSourceURL()
      if (frame === undefined || url === null || url === undefined) return null
      return { url, line: frame.getLineNumber() ?? 1, column: frame.getColumnNumber() ?? 1 }
    } finally {
      // `Reflect.set` does not throw where a value is frozen: then there is nothing to put back.
      Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
      Reflect.set(Error, 'prepareStackTrace', prepareStackTrace)
    }
  } catch {
    return null
  }
}

/** A value that the user's code threw, and the stack frames it passed, innermost first. */
export interface Failure {
  /** In words: `TypeError: boom`. */
  readonly thrown: string
  readonly sites: readonly CallSite[]
}

/** `    at name (url:line:column)` or `    at url:line:column`. */
const FRAME = /^\s*at (?:.*\()?(.+?):(\d+):(\d+)\)?$/

/** Reads a value that the user's code threw. Makes no assumptions about it, because code may throw any value. Never throws. */
export function failureOf(error: unknown): Failure {
  const stack = textFrom(() => (isError(error) ? error.stack : null)) ?? ''
  const sites: CallSite[] = []
  for (const line of stack.split('\n')) {
    const [, url, row, column] = FRAME.exec(line) ?? []
    if (url !== undefined) sites.push({ url, line: Number(row), column: Number(column) })
  }
  return { thrown: describeError(error), sites }
}
