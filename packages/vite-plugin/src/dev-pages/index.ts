/**
 * The pages of a dev server, as functions from data to responses. Our own packages use it; it may change with any version.
 */

// Complete pages.
export { errorPage } from './error-page.ts'
export { unansweredPage } from './unanswered-page.ts'

// An element for the pages of the application.
export { devBarElement, isVisit } from './dev-bar.ts'

// An error, for the log and for Vite's overlay.
export { printError, reportError } from './error-report.ts'

// What the pages need to know.
export type { PageContext, PageHost } from './page-host.ts'
