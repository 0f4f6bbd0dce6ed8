import { describeError, isError, textFrom } from '../../diagnostics/describe.ts'
import type { CallSite } from '../../diagnostics/location.ts'

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
