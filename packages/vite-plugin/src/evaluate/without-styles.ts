import { isCSSRequest, type Plugin } from 'vite'

/** Stands in for all styles. */
const STYLE = '\0turnout:style'

/** Queries by which a style is asked for as a text, an address or a worker, which are not styles to Vite. */
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
