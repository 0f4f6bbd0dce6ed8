// Names and prints the functions that replace Ruby code.
import { isReservedWord } from '@turnout/compiler/internal/names/reserved-word'

/** The functions that a route file imports. A user completes them. */
export class FunctionNames {
  readonly #names = new Map<string, { readonly name: string; readonly role: string; readonly ruby: string }>()

  get size(): number {
    return this.#names.size
  }

  /** Returns the name of a function: `AdminConstraint` -> `adminConstraint`, `Sidekiq::Web` -> `sidekiqWeb`. */
  nameOf(role: 'constraint' | 'endpoint', ruby: string): string {
    const key = `${role} ${ruby}`
    const existingName = this.#names.get(key)
    if (existingName !== undefined) return existingName.name
    const words = ruby.match(/[A-Za-z][A-Za-z\d]*/g) ?? [role]
    const base = words
      .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
      .join('')
    const usedNames = new Set([...this.#names.values()].map(({ name }) => name))
    let name = isReservedWord(base) ? `${base}_` : base
    for (let number = 2; usedNames.has(name); number += 1) name = `${base}${number}`
    this.#names.set(key, { name, role, ruby })
    return name
  }

  /** Returns the source of the module. */
  print(): string {
    const parts = [...this.#names.values()].map(({ name, role, ruby: rubyName }) => {
      // In a comment of the module.
      const ruby = rubyName.replace(/[^\w:#.]/g, '_')
      return role === 'constraint'
        ? `/** Stands for \`${ruby}\` of the Rails application, which decides there whether a request is taken. */\nexport function ${name}() {\n  return true\n}\n`
        : `/** Stands for \`${ruby}\` of the Rails application, which answers there. */\nexport function ${name}() {}\n`
    })
    return parts.join('\n')
  }
}
