import path from 'node:path'
import { isFileLoadingAllowed, type Plugin, type ResolvedConfig } from 'vite'
import { isMarkedFile, normalizePath, realPathOf } from './paths.ts'
import { readTextFile } from './read-file.ts'

/**
 * Returns the content of a file with a `#` or a `?` in its path, if a dev server may serve the file. Vite itself truncates
 * the path at this character, both when it reads files and when it checks `server.fs`.
 *
 * @param config the config with `server.fs`; the path is compared unchanged, so a path with `..` is refused
 */
export function markedFile(id: string, config: ResolvedConfig): string | undefined {
  if (normalizePath(path.resolve(id)) !== id) return undefined
  return isFileLoadingAllowed(config, id) ? read(id) : undefined
}

/**
 * Finds and loads such files for the route files, which run with the rights of the user: nobody but the user can
 * request files here. Vite 7 resolves neither their relative imports nor a path behind an alias.
 */
export function loadMarkedFiles(): Plugin {
  return {
    name: 'turnout:marked-files',
    resolveId(source, importer) {
      const isRelative = /^\.\.?\//.test(source)
      if (!isRelative && !path.isAbsolute(source)) return null
      const file = isRelative && importer !== undefined ? path.resolve(path.dirname(importer), source) : source
      const { extensions, preserveSymlinks } = this.environment.config.resolve
      const candidate = ['', ...extensions].map((extension) => file + extension).find(isMarkedFile)
      return candidate === undefined || preserveSymlinks ? (candidate ?? null) : realPathOf(candidate)
    },
    load: read,
  }
}

function read(id: string): string | undefined {
  return isMarkedFile(id) ? readTextFile(id) : undefined
}
