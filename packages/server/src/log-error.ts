/**
 * Logs an error of the application. Never throws, although printing an error runs its own code: a getter of `name` or
 * `message` may throw.
 */
export function logError(message: string, error: unknown): void {
  try {
    console.error(...(message === '' ? [] : [message]), error)
  } catch {
    console.error(message, 'an error that cannot be printed, because its own properties throw.')
  }
}
