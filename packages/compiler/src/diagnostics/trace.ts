import { isError, textFrom } from './describe.ts'

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
