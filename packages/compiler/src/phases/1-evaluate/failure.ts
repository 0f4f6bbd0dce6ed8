import { describeError, isError, textFrom } from '../../describe.ts'
import type { CallSite } from '../../location.ts'

/** What the user's code threw, and the frames it was thrown through, innermost first. */
export interface Failure {
  /** In words: `TypeError: boom`. */
  readonly thrown: string
  readonly sites: readonly CallSite[]
}

/** `    at name (url:line:column)` or `    at url:line:column`. */
const FRAME = /^\s*at (?:.*\()?(.+?):(\d+):(\d+)\)?$/

/** Reads what the user's code threw. Anything may be thrown, so nothing is taken for granted. Never throws. */
export function failureOf(error: unknown): Failure {
  const stack = textFrom(() => (isError(error) ? error.stack : null)) ?? ''
  const sites: CallSite[] = []
  for (const line of stack.split('\n')) {
    const [, url, row, column] = FRAME.exec(line) ?? []
    if (url !== undefined) sites.push({ url, line: Number(row), column: Number(column) })
  }
  return { thrown: describeError(error), sites }
}
