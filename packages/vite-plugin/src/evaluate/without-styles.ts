import { isCSSRequest, type Plugin } from 'vite'

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
