import { isPromise } from '@turnout/runtime'

/**
 * Logs an error of the application. Never throws, although printing an error runs its own code: a getter of `name` or
 * `message` may throw.
 */
export function logError(message: string, error: unknown): void {
  handleThrownPromise(error)
  try {
    console.error(...(message === '' ? [] : [message]), error)
  } catch {
    console.error(message, 'an error that cannot be printed, because its own properties throw.')
  }
}

/**
 * Handles the rejection of a thrown promise. Nothing else waits for it, so it would end the process. Never throws, whatever
 * the value is.
 */
export function handleThrownPromise(thrown: unknown): void {
  try {
    isPromise(thrown)
  } catch {
    // A property `then` that throws belongs to no promise.
  }
}
