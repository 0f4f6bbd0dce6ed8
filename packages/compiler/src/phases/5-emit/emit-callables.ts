import { BY_NAME, type CallableReference } from '../../manifest.ts'
import { exportedName, quote, quoteKey } from './literal.ts'
import type { UsedNames } from './used-names.ts'

/**
 * The use of a callable in the emitted module. A constraint returns whether a request may use the route. The function of a
 * redirect or of a mapping returns a URL.
 */
export type CallableRole = 'constraint' | 'endpoint' | 'url'

/** Returns the specifier for importing a callable. Defaults to `/` and the module's path, or the bare specifier. */
export type ImportCallable = (reference: CallableReference) => string

/** The imports of an emitted module's callables. */
export class Callables {
  readonly #importCallable: ImportCallable
  readonly #usedNames: UsedNames
  readonly #names = new Map<string, string>()
  readonly #lines: string[] = []

  constructor(importCallable: ImportCallable, usedNames: UsedNames) {
    this.#importCallable = importCallable
    this.#usedNames = usedNames
  }

  /** Returns the local name of a callable. A callable without a module gets a stand-in, see `standIn`. */
  readonly name = (reference: CallableReference, role: CallableRole): string => {
    const isKnownByName = reference.module === BY_NAME
    const key = JSON.stringify([reference.module, reference.export, isKnownByName && role])
    let name = this.#names.get(key)
    if (name === undefined) {
      this.#names.set(key, (name = this.#usedNames.take(`callable${this.#names.size}`)))
      this.#lines.push(isKnownByName ? standIn(name, reference, role) : this.#import(name, reference))
    }
    return name
  }

  #import(name: string, reference: CallableReference): string {
    return `import { ${exportedName(reference.export)} as ${name} } from ${quote(this.#importCallable(reference))}`
  }

  get lines(): readonly string[] {
    return this.#lines
  }
}

/**
 * With `callables: 'by-name'` a module works without files: a constraint returns true, an endpoint is a named function, and
 * a function for URLs returns a path with its name.
 */
function standIn(name: string, reference: CallableReference, role: CallableRole): string {
  if (role === 'constraint') return `const ${name} = () => true`
  if (role === 'url') return `const ${name} = () => ${quote(`/${reference.export}`)}`
  return `const ${name} = { ${quoteKey(reference.export)}() {} }[${quote(reference.export)}]`
}

/** A module of the project is imported from the root, a package by its name. */
export function importFromRoot({ module }: { readonly module: string }): string {
  return /\.[cm]?[jt]sx?$/.test(module) && !/^[./]/.test(module) ? `/${module}` : module
}
