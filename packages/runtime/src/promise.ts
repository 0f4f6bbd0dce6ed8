/**
 * True for a promise and for every other value with a method `then`. As conditions, these values would always be truthy.
 *
 * From now on the rejection counts as handled: an unhandled one ends the process on Node, Bun and Deno. The same holds for a
 * promise that is the reason of the rejection, as in an async function that throws a promise.
 */
export function isPromise(value: unknown): boolean {
  if (typeof (Object(value) as { readonly then?: unknown }).then !== 'function') return false
  const ignore = () => {}
  // A reason may throw when it is examined. Reasons of reasons are not followed, because a promise can reject with itself.
  Promise.resolve(value)
    .catch((reason) => reason instanceof Promise && reason.catch(ignore))
    .catch(ignore)
  return true
}
