import { isReservedWord } from '../../names/reserved-word.ts'

/**
 * The names in one scope of emitted code. Emitters get every name from this class, so that no two declarations collide.
 * Exports and parameters that users name are added first, and local names avoid them.
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
  readonly use = (name: string): string => {
    let localName = this.#localNames.get(name)
    if (localName === undefined) this.#localNames.set(name, (localName = this.#names.take(name)))
    return localName
  }

  /** The sorted specifiers between the braces of the import: `freeze, path as path_`. */
  get specifiers(): string {
    return [...this.#localNames]
      .map(([name, localName]) => (name === localName ? name : `${name} as ${localName}`))
      .sort()
      .join(', ')
  }
}
