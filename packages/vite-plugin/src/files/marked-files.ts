import { statSync } from 'node:fs'
import path from 'node:path'
import { isFileLoadingAllowed, normalizePath, type Plugin, type ResolvedConfig } from 'vite'
import { realPathOf } from './paths.ts'
import { readTextFile } from './read-file.ts'

/** True for the id of a file whose path holds a `#` or a `?`, as against a file's path with a query. */
export function isMarkedFile(id: string): boolean {
  if (!/[#?]/.test(id) || !path.isAbsolute(id)) return false
  try {
    return statSync(id).isFile()
  } catch {
    return false
  }
}

/**
 * The text of a file in a folder of such a name, where a dev server may give it to whoever asks. Vite's own reading of
 * files looks for it under a path that ends at the mark, and so does its check of what may be served.
 *
 * @param config whose `server.fs` decides; the path is compared as it is, so one with `..` in it is refused
 */
export function markedFile(id: string, config: ResolvedConfig): string | undefined {
  if (normalizePath(path.resolve(id)) !== id) return undefined
  return isFileLoadingAllowed(config, id) ? read(id) : undefined
}

/**
 * Finds and loads such files for the route files, which run with the rights of who runs them: nobody else can ask here.
 * Vite 7 resolves neither what they import by a relative path, nor a path that an alias stands for.
 */
export function loadMarkedFiles(): Plugin {
  return {
    name: 'turnout:marked-files',
    resolveId(source, importer) {
      const isRelative = /^\.\.?\//.test(source)
      if (!isRelative && !path.isAbsolute(source)) return null
      const file = isRelative && importer !== undefined ? path.resolve(path.dirname(importer), source) : source
      const { extensions, preserveSymlinks } = this.environment.config.resolve
      const found = ['', ...extensions].map((extension) => file + extension).find(isMarkedFile)
      return found === undefined || preserveSymlinks ? (found ?? null) : realPathOf(found)
    },
    load: read,
  }
}

function read(id: string): string | undefined {
  return isMarkedFile(id) ? readTextFile(id) : undefined
}
