import type { CallSite } from './call-site.ts'

/** What the user's code threw, and the frames it was thrown through, innermost first. */
export interface Failure {
  readonly message: string
  readonly sites: readonly CallSite[]
}

/** `    at name (url:line:column)` or `    at url:line:column`. */
const FRAME = /^\s*at (?:.*\()?(.+?):(\d+):(\d+)\)?$/

/** Reads an error of the user's code. Anything may be thrown, so nothing is taken for granted. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: `The block threw ${String(error)}.`, sites: [] }
  const sites: CallSite[] = []
  for (const line of (error.stack ?? '').split('\n')) {
    const [, url, row, column] = FRAME.exec(line) ?? []
    if (url !== undefined) sites.push({ url, line: Number(row), column: Number(column) })
  }
  return { message: `The block threw ${error.name}: ${error.message}`, sites }
}
