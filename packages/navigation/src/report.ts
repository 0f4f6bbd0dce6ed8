// The one place that receives every error of the navigation in a browser.
import { attempt } from './attempt.ts'
import { connection } from './connection.ts'

/**
 * Passes an error to the option `onError` of `start`, or prints it. It never throws and never rejects, because a thrown value
 * may have properties that throw when it is printed.
 */
export async function report(error: unknown): Promise<void> {
  try {
    // A function of the application may be asynchronous, so its rejection is handled, too.
    await (connection?.options.onError ?? console.error)(error)
  } catch (failure) {
    for (const value of [error, failure]) attempt(() => console.error(value))
  }
}

/** True if `onError` receives errors of components, too. Otherwise, the framework prints them. */
export const reportsComponentErrors = (): boolean => connection?.options.onError !== undefined

/** Reports an error that no page shows. The `AbortError` of a visit that another visit has replaced is not an error. */
export function reportUnlessAborted(error: unknown): void {
  if (attempt(() => (error as Error).name) !== 'AbortError') void report(error)
}
