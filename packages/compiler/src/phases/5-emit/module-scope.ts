// The local names of an emitted module, and the functions that return its code, which all its parts share.
import type { HelperStyle } from '../../names/helper-name.ts'
import { quote, exportedName, quoteKey } from './literal.ts'
import { getOrCreate } from '../../collections.ts'
import { BY_NAME, type CallableReference } from '../../manifest/manifest.ts'
import { isKeyword, isStrictBindReservedWord } from '@babel/helper-validator-identifier'

/** Before a call without side effects: bundlers delete the call if nothing uses its result. */
export const PURE = '/* @__PURE__ */'

/** The functions and local names that all parts of a module share. */
export interface ModuleScope {
  readonly writeExport: WriteExport
  readonly callables: Callables
  /** Returns the local name of a function of the runtime, and imports it. */
  readonly importRuntime: (name: string) => string
  /** The local name of the object in which `pathFor` looks up models and routes. */
  readonly namedRoutes: string
  /** The local names of routes, by the names of the routes. */
  readonly localNamesOfRoutes: ReadonlyMap<string, string>
  readonly style: HelperStyle
}

/**
 * Returns the code of an export.
 *
 *     writeExport('photosPath', 'path(…)', callHere)
 *     -> export const photosPath = path(…)
 *     -> export let photosPath = live('photosPath', path(…), function photosPath(value, args) { … })
 *
 * @param writeCall only for dev: returns the code of the argument `call` of `live`, the function that stack traces show. Null
 *   for none
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

/** The `call` of a function that receives the target of a request as the argument with the index `target`. */
export const callWithTarget = (target: number) => () => `callWithTarget(${target})`

/**
 * The use of a callable in the emitted module:
 *
 * - `constraint`: returns whether a request may use the route.
 * - `endpoint`: handles the requests of the route. The module only passes it on.
 * - `url`: the function of a redirect or of a mapping, which returns a URL.
 */
export type CallableRole = 'constraint' | 'endpoint' | 'url'

/** Returns the specifier for importing a callable. Default: `importFromRoot`. */
export type ImportCallable = (reference: CallableReference) => string

/** The imports and stand-ins of an emitted module's callables. */
export class Callables {
  readonly #importCallable: ImportCallable
  readonly #usedNames: UsedNames
  readonly #localNames = new Map<string, string>()
  readonly #declarations: string[] = []

  constructor(importCallable: ImportCallable, usedNames: UsedNames) {
    this.#importCallable = importCallable
    this.#usedNames = usedNames
  }

  /** Returns the local name of a callable. A callable without a module gets a stand-in, see `standIn`. */
  readonly name = (reference: CallableReference, role: CallableRole): string => {
    const hasStandIn = reference.module === BY_NAME
    // Stand-ins differ by role, imports do not.
    const key = JSON.stringify([reference.module, reference.export, hasStandIn && role])
    return getOrCreate(this.#localNames, key, () => {
      const localName = this.#usedNames.take(`callable${this.#localNames.size}`)
      this.#declarations.push(hasStandIn ? standIn(localName, reference, role) : this.#importOf(localName, reference))
      return localName
    })
  }

  #importOf(localName: string, reference: CallableReference): string {
    return `import { ${exportedName(reference.export)} as ${localName} } from ${quote(this.#importCallable(reference))}`
  }

  /** The lines that declare the local names. */
  get declarations(): readonly string[] {
    return this.#declarations
  }
}

/**
 * With `callables: 'by-name'` a module works without files: a constraint returns true, an endpoint is a named function, and
 * a function for URLs returns a path with its name.
 */
function standIn(localName: string, reference: CallableReference, role: CallableRole): string {
  if (role === 'constraint') return `const ${localName} = () => true`
  if (role === 'url') return `const ${localName} = () => ${quote(`/${reference.export}`)}`
  // An object literal gives the function any name, also `admin:check`.
  return `const ${localName} = { ${quoteKey(reference.export)}() {} }[${quote(reference.export)}]`
}

/** Imports a module of the project from the root, `src/health.ts` -> `/src/health.ts`, and a package by its name. */
export function importFromRoot({ module }: { readonly module: string }): string {
  return /\.[cm]?[jt]sx?$/.test(module) && !/^[./]/.test(module) ? `/${module}` : module
}

/**
 * The names in one scope of emitted code. Emitters get every name from this class, so that no two declarations collide.
 * Exports and parameters that users name are added first. A local name that collides with one gets an underscore.
 */
export class UsedNames {
  readonly #names: Set<string>

  /** @param names the names that the code always contains */
  constructor(names: Iterable<string> = []) {
    this.#names = new Set(names)
  }

  /** Returns the name, with underscores appended if it is reserved or in use. Marks the result as used. */
  take(name: string): string {
    let free = name
    while (isReservedWord(free) || this.#names.has(free)) free += '_'
    this.#names.add(free)
    return free
  }
}

/** The imports of a module from the runtime, each under a local name that is unique in the module. */
export class RuntimeImports {
  readonly #names: UsedNames
  readonly #localNames = new Map<string, string>()

  constructor(names: UsedNames) {
    this.#names = names
  }

  /** Returns the local name of an export of the runtime, and imports it. */
  readonly add = (name: string): string => getOrCreate(this.#localNames, name, () => this.#names.take(name))

  /** The sorted specifiers between the braces of the import: `freeze, path as path_`. */
  get specifiers(): string {
    return [...this.#localNames]
      .map(([name, localName]) => (name === localName ? name : `${name} as ${localName}`))
      .sort()
      .join(', ')
  }
}

/** True for a word that can name neither a variable nor a parameter in a module: `static`, `await`, `arguments`. */
export function isReservedWord(word: string): boolean {
  return isKeyword(word) || isStrictBindReservedWord(word, true)
}
