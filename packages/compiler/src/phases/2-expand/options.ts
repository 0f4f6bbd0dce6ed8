/** The options of a call, or a map among them. */
export type Options = Readonly<Record<string, unknown>>

/** True for values that are true in Ruby: all except nil and false. An empty string, an empty list and 0 are true. */
export function truthy(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}

/** True if a value is set. `null` counts as set. */
export function given(value: unknown): boolean {
  return value !== undefined
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
