/**
 * Returns true for a promise and for every other value with a method `then`, for callers that accept no promise.
 *
 * It also marks the promise's rejection as handled, because an unhandled one ends the process on Node, Bun and Deno. If the
 * reason of the rejection is a promise in turn (an async function may throw one), it marks that, too.
 */
export function handleIfPromise(value: unknown): boolean {
  if (typeof (Object(value) as { readonly then?: unknown }).then !== 'function') return false
  const ignore = () => {}
  // A reason may throw when it is examined. Reasons of reasons are not followed, because a promise can reject with itself.
  Promise.resolve(value)
    .catch((reason) => reason instanceof Promise && reason.catch(ignore))
    .catch(ignore)
  return true
}
