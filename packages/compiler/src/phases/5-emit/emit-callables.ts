import type { CallableReference } from '../../manifest.ts'
import { quote, quoteKey } from './literal.ts'

/** What the emitted module asks of a callable: a constraint answers whether a request may have the route. */
export type CallableRole = 'constraint' | 'endpoint'

/** Where the emitted module imports a callable from. Left out: `/` and the module's path, or the bare specifier. */
export type ImportCallable = (reference: CallableReference & { readonly module: string }) => string

/** The imports of an emitted module's callables. */
export class Callables {
  readonly #importCallable: ImportCallable
  readonly #names = new Map<string, string>()
  readonly #lines: string[] = []

  constructor(importCallable: ImportCallable) {
    this.#importCallable = importCallable
  }

  /** The local name of a callable. One that belongs to no module has a stand-in: see `standIn`. */
  readonly name = (reference: CallableReference, role: CallableRole): string => {
    const { module } = reference
    const key = JSON.stringify([module, reference.export, module === null && role])
    let name = this.#names.get(key)
    if (name === undefined) {
      this.#names.set(key, (name = `callable${this.#names.size}`))
      this.#lines.push(module === null ? standIn(name, reference, role) : this.#import(name, { ...reference, module }))
    }
    return name
  }

  #import(name: string, reference: CallableReference & { readonly module: string }): string {
    return `import { ${quoteKey(reference.export)} as ${name} } from ${quote(this.#importCallable(reference))}`
  }

  get lines(): readonly string[] {
    return this.#lines
  }
}

/** With `callables: 'by-name'` a module works without files: a constraint answers true, an endpoint is a named function. */
function standIn(name: string, reference: CallableReference, role: CallableRole): string {
  if (role === 'constraint') return `const ${name} = () => true`
  return `const ${name} = { ${quoteKey(reference.export)}() {} }[${quote(reference.export)}]`
}

/** A module of the project is imported from the root, a package by its name. */
export function importFromRoot({ module }: { readonly module: string }): string {
  return /\.[cm]?[jt]sx?$/.test(module) && !/^[./]/.test(module) ? `/${module}` : module
}
