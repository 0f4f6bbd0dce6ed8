// Errors as data that can be sent between threads.
import { describeError, isError } from '@turnout/compiler/internal/diagnostics/describe'

/** The properties of an error that can be sent; plugins add some of their own, as `id` and `loc`. */
export type ErrorData = Readonly<Record<string, unknown>>

/** An error as data. Its properties may be anything; those that JSON cannot hold are left out. */
export function errorData(error: unknown): ErrorData {
  if (!isError(error)) return { name: 'Error', message: describeError(error) }
  const data: Record<string, unknown> = {}
  for (const key of [...Object.getOwnPropertyNames(error), 'name', 'message', 'stack', 'loc', 'errors']) {
    try {
      const value: unknown = error[key as keyof Error]
      const errors = Array.isArray(value)
        ? value.map((item) => (isError(item) ? errorData(item) : (item as unknown)))
        : value
      const json = JSON.stringify(errors) as string | undefined
      if (json !== undefined) data[key] = JSON.parse(json)
    } catch {
      // A cycle, or a getter that throws.
    }
  }
  return data
}

/** The error that the data is of. */
export function errorFrom(data: ErrorData): Error {
  return Object.assign(new Error(), data)
}
