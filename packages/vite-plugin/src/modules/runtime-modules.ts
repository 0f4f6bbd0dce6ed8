import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'
import { ROUTES } from '../ids.ts'

/** How the emitted module imports the runtime. */
export const RUNTIME = '@turnout/runtime'

/** How `virtual:routes/server` imports what calls actions. */
export const RUNTIME_SERVER = `${RUNTIME}/server`

/** How `virtual:routes/pages` imports what finds pages. */
export const RUNTIME_PAGES = `${RUNTIME}/pages`

/** A file of the runtime, by its place beside the entry. */
export function runtimeFileAt(file: string): string {
  return path.posix.join(path.posix.dirname(runtimeEntry()), file)
}

/** Prefix of the ids of the runtime's modules in a browser's dev server, which then tells no path of the disk. */
const RUNTIME_PREFIX = '\0turnout:runtime/'

/** The id of the runtime, or of another of its files, in a browser's dev server. */
export function servedRuntime(file = path.basename(runtimeEntry())): string {
  return RUNTIME_PREFIX + file
}

/** What the modules of the runtime import each other by, where a browser's dev server serves them. */
const RUNTIME_IMPORT = `${ROUTES}/runtime/`

/** The id of such an import; null for any other import. */
export function runtimeImport(source: string): string | null {
  if (!source.startsWith(RUNTIME_IMPORT)) return null
  const id = RUNTIME_PREFIX + source.slice(RUNTIME_IMPORT.length)
  return runtimeFile(id) === undefined ? null : id
}

/** The text of a module of the runtime by such an id; undefined for any other id. */
export function runtimeModule(id: string): string | undefined {
  const file = runtimeFile(id)
  return (
    file &&
    readFileSync(file, 'utf8')
      .replace(/^\/\/# sourceMappingURL=.*$/m, '')
      .replace(/(?<=^(?:im|ex)port .* from ["'])\.\/(?=[\w-]+\.js["'];?$)/gm, RUNTIME_IMPORT)
  )
}

/** Ids come from the addresses that a browser asks for: they name the modules beside the runtime's entry, and no other file. */
function runtimeFile(id: string): string | undefined {
  if (!id.startsWith(RUNTIME_PREFIX)) return undefined
  const name = id.slice(RUNTIME_PREFIX.length)
  if (!/^[\w-]+\.js$/.test(name)) return undefined
  const file = path.join(path.dirname(runtimeEntry()), name)
  return existsSync(file) ? file : undefined
}

/** The module that the name of the runtime package stands for, as Node resolves it from this very module. */
export function runtimeEntry(): string {
  const file = fileURLToPath(import.meta.resolve('@turnout/runtime'))
  // Vite names modules by their real path, and pnpm installs links.
  return normalizePath(existsSync(file) ? realpathSync(file) : file)
}
