/**
 * True for a promise and for every other value with a method `then`. As conditions, these values would always be truthy.
 *
 * From now on the rejection counts as handled: an unhandled one ends the process on Node, Bun and Deno.
 */
export function isPromise(value: unknown): boolean {
  if (typeof (Object(value) as { readonly then?: unknown }).then !== 'function') return false
  Promise.resolve(value).catch(() => {})
  return true
}
