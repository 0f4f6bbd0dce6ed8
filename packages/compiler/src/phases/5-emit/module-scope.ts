// The names and writers that all parts of an emitted module share.
import type { HelperStyle } from '../../names/helper-name.ts'
import type { Callables } from './emit-callables.ts'
import { quote } from './literal.ts'

/** Before a call without side effects: bundlers delete the call if nothing uses its result. */
export const PURE = '/* @__PURE__ */'

/** The writers and local names that all parts of a module share. */
export interface ModuleScope {
  readonly exported: WriteExport
  readonly callables: Callables
  /** Returns the local name of a function of the runtime, and imports it. */
  readonly use: (name: string) => string
  /** The local name of the object in which `pathFor` looks up models and routes. */
  readonly namedRoutes: string
  /** The local names of routes, by the names of the routes. */
  readonly constants: ReadonlyMap<string, string>
  readonly style: HelperStyle
}

/**
 * Writes an export.
 *
 *     exported('photosPath', 'path(…)', callHere)
 *     -> export const photosPath = path(…)
 *     -> export let photosPath = live('photosPath', path(…), function photosPath(value, args) { … })
 *
 * @param writeCall only for dev servers: writes the argument `call` of `live`, see `ModuleOptions.live`. Null for none.
 */
export type WriteExport = (name: string, value: string, writeCall: ((name: string) => string) | null) => string

export const frozenExport: WriteExport = (name, value) => `export const ${name} = ${value}`

export const liveExport: WriteExport = (name, value, writeCall) =>
  `export let ${name} = live(${quote(name)}, ${value}${writeCall === null ? '' : `, ${writeCall(name)}`})`

/**
 * The `call` of a helper. The line of the helper maps to its declaration, and the function has the helper's name, so a
 * stack trace shows both.
 */
export const callHere = (name: string) => `function ${name}(f, a) { return f(...a) }`

/** The `call` of a function whose argument `target` is the target of a request. */
export const asking = (target: number) => () => `asking(${target})`
