// The plugins of the environment that runs route files.
import path from 'node:path'
import { isCSSRequest, type Plugin } from 'vite'
import { isIrregular, readTextFile } from '../files/read-file.ts'
import { withoutQuery, isFileWithQueryChar, realPathOf } from '../files/paths.ts'

/** Refuses to load what is no regular file: to read a named pipe waits for a writer, which may never come. */
export function onlyRegularFiles(): Plugin {
  return {
    name: 'turnout:regular-files',
    enforce: 'pre',
    load(id) {
      if (isIrregular(withoutQuery(id))) throw new Error(`\`${id}\` is not a regular file`)
      return null
    },
  }
}

/** The id of the module that replaces all styles. */
const STYLE = '\0turnout:style'

/** Queries that import a style as a string, an address or a worker. Vite does not treat these as styles. */
const NO_STYLE = /[?&](?:worker|sharedworker|raw|url)\b/

/**
 * Leaves out the styles that modules import. No route depends on one, and to make them would take preprocessors and
 * PostCSS at each evaluation, with caches that Vite makes for whole servers only. The names of CSS modules are undefined.
 */
export function withoutStyles(): Plugin {
  return {
    name: 'turnout:without-styles',
    enforce: 'pre',
    resolveId: (source) => (isCSSRequest(source) && !NO_STYLE.test(source) ? STYLE : null),
    load: (id) => (id === STYLE ? `export default ''` : null),
  }
}

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
      const candidate = ['', ...extensions].map((extension) => file + extension).find(isFileWithQueryChar)
      return candidate === undefined || preserveSymlinks ? (candidate ?? null) : realPathOf(candidate)
    },
    load: (id) => (isFileWithQueryChar(id) ? readTextFile(id) : undefined),
  }
}
