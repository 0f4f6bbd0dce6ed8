import path from 'node:path'
import { isFileLoadingAllowed, normalizePath, type ResolvedConfig } from 'vite'
import { realPathOf } from './paths.ts'
import { textFileOrNull } from './read-file.ts'

/** Decides by the path of a file whether its lines may be shown, and reads such files. */
export interface ShownSources {
  /** Returns the content of a file by its absolute or relative path; null if it must not be shown, or cannot be read. */
  readonly read: (file: string) => string | null
  readonly mayShow: (file: string) => boolean
}

/**
 * The one rule for the lines of files that others than the terminal may get to see: error pages, the error overlay, the
 * inspector, source maps. A file is shown if its real path is inside the root of the project, and `server.fs` lets it be
 * read. A diagnostic or a stack may name other files: a module that a route file imports, the target of a link. Of those
 * only the place is shown.
 */
export function shownSources(config: ResolvedConfig): ShownSources {
  let root: string | undefined
  const allowed = (file: string): string | null => {
    root ??= realPathOf(normalizePath(config.root)).replace(/\/?$/, '/')
    const absolutePath = normalizePath(path.resolve(config.root, file))
    const real = realPathOf(absolutePath)
    if (!real.startsWith(root)) return null
    // A link to an allowed file may have a name that is denied, and the other way round.
    return isFileLoadingAllowed(config, real) && isFileLoadingAllowed(config, absolutePath) ? real : null
  }
  return {
    mayShow: (file) => allowed(file) !== null,
    read(file) {
      const real = allowed(file)
      return real === null ? null : textFileOrNull(real)
    },
  }
}
