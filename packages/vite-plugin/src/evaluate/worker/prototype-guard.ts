/** The prototypes that nearly all objects of a process share. */
const PROTOTYPES: Readonly<Record<string, object>> = Object.fromEntries(
  [Object, Array, Function, String, Number, Boolean, RegExp, Promise, Map, Set, Date, Error].map((constructor) => [
    `${constructor.name}.prototype`,
    constructor.prototype as object,
  ]),
)

/** A property that code of a route file has left on a prototype. */
export interface PrototypeChange {
  readonly object: string
  readonly key: string
  /** The file with the code that ran. */
  readonly file: string
}

/**
 * Removes the enumerable properties that route code adds to built-in prototypes. Every `for…in` of the process would meet
 * them: in this plugin, in Vite, in all later compilations. Earlier properties stay. Polyfills stay too, because
 * their properties are not enumerable.
 */
export class PrototypeGuard {
  readonly changes: PrototypeChange[] = []
  readonly #keys = new Map(Object.entries(PROTOTYPES).map(([name, object]) => [name, new Set(Object.keys(object))]))

  /** To be called when code of the file has run. */
  restore(file: string): void {
    for (const [name, object] of Object.entries(PROTOTYPES)) {
      for (const key of Object.keys(object)) {
        const keys = this.#keys.get(name)!
        if (keys.has(key)) continue
        this.changes.push({ object: name, key, file })
        // One that cannot be removed is reported once.
        if (!Reflect.deleteProperty(object, key)) keys.add(key)
      }
    }
  }
}
