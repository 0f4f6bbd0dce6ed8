import type { RouteMatch } from '../route-match.ts'
import { withBodyErrors } from './body-errors.ts'
import { canDerive, deriveRequest } from './derive-request.ts'
import { pathStart } from './request-target.ts'

interface Fetcher {
  fetch(request: Request, context: unknown): unknown
}

/**
 * Calls what a route leads to instead of an action: a function, or anything with `fetch`. An app that is mounted sees the
 * path without the prefix under which it is mounted.
 *
 * A function is called with the request, the context, and the answer of `match`; `fetch` with the first two, which is how
 * workers and other routers have it.
 *
 * @throws TypeError if it is neither
 */
export function callEndpoint(found: RouteMatch, request: Request, context: unknown): unknown {
  const { endpoint, rest } = found
  if (rest !== undefined && !canDerive(request.method)) return new Response('Not Implemented', { status: 501 })
  const inner = rest === undefined ? request : withBodyErrors(withPath(request, rest))
  if (hasFetch(endpoint)) return endpoint.fetch(inner, context)
  if (typeof endpoint === 'function') return (endpoint as (...args: unknown[]) => unknown)(inner, context, found)
  throw new TypeError(`What answers ${found.path} is neither a function nor an object with \`fetch\`.`)
}

function hasFetch(value: unknown): value is Fetcher {
  return typeof (Object(value) as Partial<Fetcher>).fetch === 'function'
}

/** The same request for another path. The query stays. */
function withPath(request: Request, path: string): Request {
  const { url } = request
  const start = pathStart(url)
  const query = url.indexOf('?', start)
  return deriveRequest(request, { url: url.slice(0, start) + path + (query < 0 ? '' : url.slice(query)) })
}
