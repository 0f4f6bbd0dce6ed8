/**
 * Routes, explanations and differences as text for terminals. Our own packages use it; it may change with any version.
 */

// Colours, tables, and text that fits a terminal.
export { plain, styleOf, terminalText, type Style } from './style.ts'
export { brokenAt, table, type Column } from './table.ts'
export { wrapReport } from './wrap.ts'
export { limitLines, limitList } from './limits.ts'

// Routes, as `turnout routes` prints them.
export {
  controllerPattern,
  filterRoutes,
  formatRoutes,
  noRoutes,
  type RouteFilter,
  type RouteFormat,
} from './format-routes.ts'

// The answers to a request, and two tables.
export { formatExplanation } from './format-explanation.ts'
export { formatDiff } from './format-diff.ts'
