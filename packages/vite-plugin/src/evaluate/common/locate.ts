// Maps places in the code as it ran to places in its sources: in the worker for errors, in the main thread for code that
// was stopped.
import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { normalizePath } from '../../files/paths.ts'
import { SCRIPT } from './script-names.ts'
import type { SourcePlace } from './stack-frames.ts'

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
