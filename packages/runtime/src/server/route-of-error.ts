// The route of an error, for the page that a dev server shows.
import type { RouteMatch } from '../route-match.ts'

/** The request that an action failed to handle. */
export interface FailedMatch {
  /** The verb for matching; a form field can override that of the request. */
  readonly method: string
  readonly match: RouteMatch
}

/** A dev server loads the runtime twice, for itself and for the application, and both copies have this symbol. */
const ROUTE = Symbol.for('turnout.route-of-error')

/** Remembers the route during which an error was thrown. Values that cannot have properties stay as they are. */
export function rememberRoute(error: unknown, method: string, match: RouteMatch): void {
  try {
    Object.defineProperty(error, ROUTE, { value: { method, match } satisfies FailedMatch, configurable: true })
  } catch {
    // A thrown string, or a frozen error: the page shows no route.
  }
}

/** Returns the route during which an error was thrown; null if it is not known. Never throws. */
export function routeOfError(error: unknown): FailedMatch | null {
  try {
    return (Object(error) as { readonly [ROUTE]?: FailedMatch })[ROUTE] ?? null
  } catch {
    return null
  }
}
