import path from 'node:path'
import { isMarkedFile, realPathOf } from '../files/paths.ts'
import { readTextFile } from '../files/read-file.ts'
import type { Plugin } from 'vite'

/**
 * Finds and loads files with a `#` or a `?` in their paths for the route files, which run with the rights of the user. Vite 7
 * resolves neither their relative imports nor a path behind an alias. Vite also truncates such a path when it reads the file.
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
    load: (id) => (isMarkedFile(id) ? readTextFile(id) : undefined),
  }
}
