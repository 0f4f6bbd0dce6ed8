/** Longer texts are cut: somebody may throw a whole file. */
const MAX_LENGTH = 1000

/**
 * What was thrown, in words: `TypeError: boom`. Never throws, although an error's `message` may be a getter that does,
 * and although a proxy may be revoked.
 */
export function describeError(error: unknown): string {
  if (!isError(error)) return describeValue(error)
  const parts = [textFrom(() => error.name), textFrom(() => error.message)].filter(
    (part) => part !== null && part !== '',
  )
  return cut(parts.join(': ')) || UNREADABLE
}

/** A value in words, as `String` has it. Never throws, although an object without a prototype has no text. */
export function describeValue(value: unknown): string {
  const text = textFrom(() => String(value))
  return text === null ? UNREADABLE : cut(text)
}

const UNREADABLE = 'an object that cannot be read'

/** True for an error; false as well for a proxy that does not tell. */
export function isError(error: unknown): error is Error {
  try {
    return error instanceof Error
  } catch {
    return false
  }
}

/** The text that `read` returns; null where it throws, or returns something else. */
export function textFrom(read: () => unknown): string | null {
  try {
    const text = read()
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
