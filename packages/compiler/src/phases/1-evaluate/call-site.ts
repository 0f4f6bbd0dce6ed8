import type { CallSite } from '../../diagnostics/location.ts'
/**
 * Reads V8's stacks: the place of a call, and the places that an error has passed.
 *
 *     { url: 'file:///app/config/routes.ts', line: 4, column: 3 }
 */
import { describeError, isError, textFrom } from '../../diagnostics/describe.ts'

/** Read when the compiler loads, because a route file could delete it. */
const { captureStackTrace } = Error

/**
 * Returns the place that called `callee`. Returns null if there is none (native code, the top of the stack), or if it cannot
 * be read because a route file has frozen `Error` or replaced `prepareStackTrace`. Never throws.
 *
 * Reads a single structured frame, which takes about 2 µs. `Error.prepareStackTrace` is restored at once, because the host
 * may use it for source maps.
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
      // `Reflect.set` does not throw if `Error` is frozen. In that case nothing was changed.
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
