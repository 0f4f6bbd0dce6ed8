/** The options of a call, or a map among them. */
export type Options = Readonly<Record<string, unknown>>

/** True for what Ruby takes for true: anything but nil and false. An empty string, an empty list and 0 are true. */
export function truthy(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}

/** True where a value was given at all; `null` is given. */
export function given(value: unknown): boolean {
  return value !== undefined
}

/** The options without those that are undefined: `{ as: undefined }` says nothing, as everywhere in TypeScript. */
export function withoutUndefined(options: Options): Options {
  let clean: Record<string, unknown> | null = null
  for (const key of Object.keys(options)) {
    if (options[key] !== undefined) continue
    clean ??= { ...options }
    delete clean[key]
  }
  return clean ?? options
}
