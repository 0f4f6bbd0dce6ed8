// Stacks of errors, and the places in the sources for the positions in them.
import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { normalizePath } from 'vite'

/**
 * Prefix of the script names under which modules run. No other source-map support in the process knows the names,
 * so positions in stacks are always those of the code as run, and are mapped once, by the evaluation.
 */
export const SCRIPT = 'turnout:'

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

/** A module as it ran. */
export interface MappedModule {
  readonly file: string
  /** The same file as Vite names it: without the part from a `#` or `?` in the name of a folder. */
  readonly viteFile: string
  /** The source map, if it has one. */
  readonly map: object | null
}

/** The place in the source; null if the code is in none of these modules. */
export function locate(
  { url, line, column }: { readonly url: string; readonly line: number; readonly column: number },
  moduleOf: (id: string) => MappedModule | null,
): SourcePlace | null {
  const module = url.startsWith(SCRIPT) ? moduleOf(url.slice(SCRIPT.length)) : null
  if (module === null) return null
  if (module.map === null) return { file: module.file, line, column }
  const original = originalPositionFor(traceOf(module.map), { line, column: column - 1 })
  if (original.source === null) return null
  // Sources are relative to the module's folder.
  const file = normalizePath(path.resolve(path.dirname(module.viteFile), original.source))
  return { file, line: original.line, column: original.column + 1 }
}

const traces = new WeakMap<object, TraceMap>()

function traceOf(map: object): TraceMap {
  let trace = traces.get(map)
  if (trace === undefined) traces.set(map, (trace = new TraceMap(map as ConstructorParameters<typeof TraceMap>[0])))
  return trace
}
