import path from 'node:path'
import { isMarkedFile } from './paths.ts'
import { readTextFile } from './read-file.ts'
import { isFileLoadingAllowed, normalizePath, type ResolvedConfig } from 'vite'

/**
 * Returns the content of a file with a `#` or a `?` in its path, if a dev server may serve the file. Vite itself truncates
 * the path at this character, both when it reads files and when it checks `server.fs`.
 *
 * @param config the config with `server.fs`; the path is compared unchanged, so a path with `..` is refused
 */
export function markedFile(id: string, config: ResolvedConfig): string | undefined {
  if (normalizePath(path.resolve(id)) !== id || !isMarkedFile(id)) return undefined
  return isFileLoadingAllowed(config, id) ? readTextFile(id) : undefined
}
