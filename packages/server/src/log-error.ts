// The only module that writes to the log of a server. What it writes may come from a request, so its length is limited.
import { handleIfPromise } from '@turnout/runtime'

/** The most characters of one entry. */
const MAX_LENGTH = 10_000

/**
 * Logs an error of the application. If its printed form is too long, the log contains the start of that form. Never throws,
 * although printing an error runs its own code: a getter of `name` or `message` may throw.
 */
export function logError(message: string, error: unknown): void {
  handleThrownPromise(error)
  const start = message === '' ? [] : [limited(message)]
  try {
    const text = printed(error)
    console.error(...start, text.length > MAX_LENGTH ? limited(text) : error)
  } catch {
    console.error(...start, 'an error that cannot be printed, because its own properties throw.')
  }
}

/** Logs a warning. */
export function logWarning(text: string): void {
  console.warn(limited(text))
}

function limited(text: string): string {
  const rest = text.length - MAX_LENGTH
  return rest > 0 ? `${text.slice(0, MAX_LENGTH)}… (${rest} more characters)` : text
}

/** Returns a value as consoles print it, with its properties and causes; or its stack, if the platform has no `inspect`. */
function printed(value: unknown): string {
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => { inspect(value: unknown): string } | undefined }
  }
  const util = process?.getBuiltinModule?.('node:util')
  return util === undefined
    ? String((Object(value) as { readonly stack?: unknown }).stack ?? value)
    : util.inspect(value)
}

/**
 * Handles the rejection of a thrown promise. Nothing else waits for it, so it would end the process. Never throws, whatever
 * the value is.
 */
export function handleThrownPromise(thrown: unknown): void {
  try {
    handleIfPromise(thrown)
  } catch {
    // A property `then` that throws belongs to no promise.
  }
}
