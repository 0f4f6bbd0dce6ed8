/** A place in a source file: absolute path, 1-based line and column. */
export interface SourcePlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A frame of a stack, in the code as it ran. Line and column count from 1. */
export interface StackFrame {
  readonly name: string
  readonly url: string
  readonly line: number
  readonly column: number
}

/** `    at name (url:line:column)` or `    at url:line:column`; `async` where an await was in between. */
const FRAME = /^\s*at (?:async )?(?:(.*) \()?(.+?):(\d+):(\d+)\)?$/

/** The frames of an error, innermost first. */
export function stackFrames(error: Error): StackFrame[] {
  return String(error.stack ?? '')
    .split('\n')
    .flatMap((text) => {
      const [, name = '', url, line, column] = FRAME.exec(text) ?? []
      return url === undefined ? [] : [{ name, url, line: Number(line), column: Number(column) }]
    })
}
