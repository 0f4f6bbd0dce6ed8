import { isReservedWord } from '../../names/reserved-word.ts'

/**
 * The names in one scope of an emitted text. Every name that an emitter writes comes from here, so that no two
 * declarations of a text meet: exports and parameters that users name are added first, local names give way to them.
 */
export class UsedNames {
  readonly #names: Set<string>

  /** @param names those that the text has whatever else it declares */
  constructor(names: Iterable<string> = []) {
    this.#names = new Set(names)
  }

  /** Returns the name, with underscores behind it if it is a reserved word or in use, and marks the result as used. */
  take(name: string): string {
    let free = name
    while (isReservedWord(free) || this.#names.has(free)) free += '_'
    this.#names.add(free)
    return free
  }
}

/** The names that a module imports from the runtime, each under a local name that nothing else in the module has. */
export class RuntimeImports {
  readonly #names: UsedNames
  readonly #localNames = new Map<string, string>()

  constructor(names: UsedNames) {
    this.#names = names
  }

  /** Returns the local name of an export of the runtime, and imports it. */
  readonly use = (name: string): string => {
    let localName = this.#localNames.get(name)
    if (localName === undefined) this.#localNames.set(name, (localName = this.#names.take(name)))
    return localName
  }

  /** `freeze, path as path_`: what stands between the braces of the import, sorted. */
  get specifiers(): string {
    return [...this.#localNames]
      .map(([name, localName]) => (name === localName ? name : `${name} as ${localName}`))
      .sort()
      .join(', ')
  }
}
