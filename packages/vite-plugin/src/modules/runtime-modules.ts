// The import specifiers and files of the packages that emitted modules use.
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

/**
 * Prefix of the ids of the runtime's modules, and of the client that sends requests, in a browser's dev server. These ids
 * reveal no path on disk.
 */
const RUNTIME_PREFIX = '\0turnout:runtime/'

/** The name of the client in such ids. */
export const CLIENT_FILE = 'client.js'

/** Returns the id of a runtime file in a browser's dev server. */
export function servedRuntime(file = path.basename(packageFile(RUNTIME))): string {
  return RUNTIME_PREFIX + file
}

/** Prefix of the imports between modules of the runtime, in a browser's dev server. */
const RUNTIME_IMPORT = `${ROUTES}/runtime/`

/** Returns the id for such an import; null for any other import. */
export function runtimeImport(source: string): string | null {
  if (!source.startsWith(RUNTIME_IMPORT)) return null
  const id = RUNTIME_PREFIX + source.slice(RUNTIME_IMPORT.length)
  return runtimeFile(id) === undefined ? null : id
}

/** Returns the source of a runtime module by such an id; undefined for any other id. */
export function runtimeModule(id: string): string | undefined {
  const file = runtimeFile(id)
  return (
    file &&
    readFileSync(file, 'utf8')
      .replace(/^\/\/# sourceMappingURL=.*$/m, '')
      .replace(/(?<=^(?:im|ex)port (?:.* from )?["'])\.\/(?=[\w-]+\.js["'];?$)/gm, RUNTIME_IMPORT)
  )
}

/** Ids come from URLs of requests. So an id can only name the client, or a module in the folder of the runtime's entry. */
function runtimeFile(id: string): string | undefined {
  if (!id.startsWith(RUNTIME_PREFIX)) return undefined
  const name = id.slice(RUNTIME_PREFIX.length)
  if (!/^[\w-]+\.js$/.test(name)) return undefined
  const file = name === CLIENT_FILE ? packageFile(SERVER_CLIENT) : path.join(path.dirname(packageFile(RUNTIME)), name)
  return existsSync(file) ? file : undefined
}

/**
 * Returns the file of a package, which Node resolves from this module. Vite names modules by their real path, and pnpm installs
 * links.
 */
export function packageFile(specifier: string): string {
  const file = fileURLToPath(import.meta.resolve(specifier))
  return normalizePath(existsSync(file) ? realpathSync(file) : file)
}
