/** Longer strings are cut, because code may throw the content of a file. */
const MAX_LENGTH = 1000

/**
 * Describes a thrown value: `TypeError: boom`. Never throws, even if an error's `message` is a getter that throws, or if a
 * proxy is revoked.
 */
export function describeError(error: unknown): string {
  if (!isError(error)) return describeValue(error)
  const parts = [textFrom(() => error.name), textFrom(() => error.message)].filter(
    (part) => part !== null && part !== '',
  )
  return cut(parts.join(': ')) || UNREADABLE
}

/** Describes a value with `String`. Never throws, even for an object without a prototype, which `String` rejects. */
export function describeValue(value: unknown): string {
  const text = textFrom(() => String(value))
  return text === null ? UNREADABLE : cut(text)
}

/** Describes the type of an argument that has another type than expected: `null`, `an array`, `the string "photos"`. */
export function describeType(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  switch (typeof value) {
    case 'string':
      return `the string ${JSON.stringify(cut(value))}`
    case 'symbol':
      return value.description === undefined
        ? 'a symbol without a description'
        : `the action \`${cut(value.description)}\``
    case 'function':
      return 'a function'
    case 'object':
      if (value === null) return 'null'
      return value instanceof RegExp ? 'a regular expression' : 'an object'
    default:
      return String(value)
  }
}

const UNREADABLE = 'an object that cannot be read'

/** True for an error; false for other values and for a proxy that cannot be inspected. */
export function isError(error: unknown): error is Error {
  try {
    return error instanceof Error
  } catch {
    return false
  }
}

/** Returns the string that `read` returns; null if `read` throws or returns another type. */
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

/** More would only be the way into the compiler. */
const MAX_FRAMES = 12

/**
 * Returns the stack of an error, for a report of a bug in Turnout: `at analyse (@turnout/compiler/dist/index.js:10:5)`.
 *
 * Traces are pasted into issues and logs, so they contain no folder of the machine. For a module in `node_modules` only
 * the path after that folder is kept, for any other file its name. Empty if the stack cannot be read. Never throws.
 */
export function traceOf(error: unknown): readonly string[] {
  const stack = isError(error) ? textFrom(() => error.stack) : null
  return (stack ?? '')
    .split('\n')
    .flatMap((line) => {
      const [, name, url, lineAndColumn] =
        /^\s*at (?:(.*) \()?(.+?)((?::\d+){2})\)?$/.exec(line.replace(/\p{Cc}/gu, '')) ?? []
      if (url === undefined) return []
      const at = `${withoutFolders(url)}${lineAndColumn}`
      return [name === undefined ? `at ${at}` : `at ${name} (${at})`]
    })
    .slice(0, MAX_FRAMES)
}

function withoutFolders(url: string): string {
  const parts = url.replace(/[?#].*$/, '').split(/[\\/]/)
  const modules = parts.lastIndexOf('node_modules')
  return modules === -1 ? parts.at(-1)! : parts.slice(modules + 1).join('/')
}
