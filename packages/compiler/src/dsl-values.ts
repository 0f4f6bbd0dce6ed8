/** True for a map like an object literal: an object whose prototype is `Object.prototype` of any realm, or null. */
export function isMap(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** True for a regular expression of any realm. */
export function isRegExp(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]'
}

/** Returns a name of the DSL as a string: a string itself, or the name of an action (a symbol). Otherwise returns null. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'symbol') return value.description ?? null
  if (typeof value === 'number') return Number.isNaN(value) ? null : String(value)
  return null
}

/** The options of a call, or a map among them. */
export type Options = Readonly<Record<string, unknown>>

/** True for values that are true in Ruby: all except nil and false. An empty string, an empty list and 0 are true. */
export function isTruthyInRuby(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}

/** Returns the options without undefined values: `{ as: undefined }` equals an omitted option, as usual in TypeScript. */
export function withoutUndefined(options: Options): Options {
  let clean: Record<string, unknown> | null = null
  for (const key of Object.keys(options)) {
    if (options[key] !== undefined) continue
    clean ??= { ...options }
    delete clean[key]
  }
  return clean ?? options
}
