import { BY_NAME, type CallableReference } from '../../manifest/manifest.ts'
import { exportedName, quote, quoteKey } from './literal.ts'
import type { UsedNames } from './used-names.ts'

/**
 * The use of a callable in the emitted module:
 *
 * - `constraint`: returns whether a request may use the route.
 * - `endpoint`: handles the requests of the route. The module only passes it on.
 * - `url`: the function of a redirect or of a mapping, which returns a URL.
 */
export type CallableRole = 'constraint' | 'endpoint' | 'url'

/** Returns the specifier for importing a callable. Defaults to `/` and the module's path, or the bare specifier. */
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
    let localName = this.#localNames.get(key)
    if (localName === undefined) {
      localName = this.#usedNames.take(`callable${this.#localNames.size}`)
      this.#localNames.set(key, localName)
      this.#declarations.push(hasStandIn ? standIn(localName, reference, role) : this.#importOf(localName, reference))
    }
    return localName
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
