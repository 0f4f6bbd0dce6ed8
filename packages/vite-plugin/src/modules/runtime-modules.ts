/**
 * The import specifiers and files of the packages that emitted modules use. In dev, browsers load the runtime by ids that show
 * no path on disk:
 *
 *     import             virtual:routes/runtime/match.js
 *     -> id              \0turnout:runtime/match.js
 *     -> file            node_modules/@turnout/runtime/dist/match.js
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'
import { ROUTES } from '../ids.ts'

/** The emitted module's import of the runtime. */
export const RUNTIME = '@turnout/runtime'

/** The import of `virtual:routes/server` for the code that calls actions. */
export const SERVER_PACKAGE = '@turnout/server'

/** The import of `virtual:routes/pages` for the code that finds pages. */
export const RUNTIME_PAGES = `${RUNTIME}/pages`

/** The import of `virtual:routes/navigation` for the code that shows pages. */
export const NAVIGATION_PACKAGE = '@turnout/navigation'

/** The import of `virtual:routes/client` for the code that sends requests. */
export const SERVER_CLIENT = `${SERVER_PACKAGE}/client`

/** The prefix of the ids by which browsers in dev load the runtime, and the client that sends requests. */
const RUNTIME_ID_PREFIX = '\0turnout:runtime/'

/** The file name of that client after the prefix. */
export const CLIENT_FILE = 'client.js'

/** Returns the id by which browsers in dev load a file of the runtime. Default: its entry. */
export function runtimeId(file = path.basename(entryFileOf(RUNTIME))): string {
  return RUNTIME_ID_PREFIX + file
}

/** The prefix of the imports between modules of the runtime that browsers load in dev. */
const RUNTIME_IMPORT_PREFIX = `${ROUTES}/runtime/`

/** Returns the id for an import with `RUNTIME_IMPORT_PREFIX`; null for any other import. */
export function resolveRuntimeImport(source: string): string | null {
  if (!source.startsWith(RUNTIME_IMPORT_PREFIX)) return null
  const id = RUNTIME_ID_PREFIX + source.slice(RUNTIME_IMPORT_PREFIX.length)
  return fileOfRuntimeId(id) === undefined ? null : id
}

/**
 * Returns the source of a module of the runtime by its id; undefined for any other id. It has no source map, and imports its
 * neighbours, `./match.js`, with `RUNTIME_IMPORT_PREFIX`.
 */
export function loadRuntimeModule(id: string): string | undefined {
  const file = fileOfRuntimeId(id)
  return (
    file &&
    readFileSync(file, 'utf8')
      .replace(/^\/\/# sourceMappingURL=.*$/m, '')
      .replace(/(?<=^(?:im|ex)port (?:.* from )?["'])\.\/(?=[\w-]+\.js["'];?$)/gm, RUNTIME_IMPORT_PREFIX)
  )
}

/** An id may come from the URL of a request. So it may name only the client, or a file in the folder of the runtime's entry. */
function fileOfRuntimeId(id: string): string | undefined {
  if (!id.startsWith(RUNTIME_ID_PREFIX)) return undefined
  const name = id.slice(RUNTIME_ID_PREFIX.length)
  if (!/^[\w-]+\.js$/.test(name)) return undefined
  const file = name === CLIENT_FILE ? entryFileOf(SERVER_CLIENT) : path.join(path.dirname(entryFileOf(RUNTIME)), name)
  return existsSync(file) ? file : undefined
}

/**
 * Returns the entry file of a package, as Node resolves it from this module. It is a real path, because Vite names modules so,
 * and pnpm installs links.
 */
export function entryFileOf(specifier: string): string {
  const file = fileURLToPath(import.meta.resolve(specifier))
  return normalizePath(existsSync(file) ? realpathSync(file) : file)
}
