import type { RouteMatch } from '@turnout/runtime'
import { trackBodyErrors } from './body-errors.ts'
import { canDerive, deriveRequest } from './derive-request.ts'
import { pathStart } from './request-target.ts'

interface Fetcher {
  fetch(request: Request, context: unknown): unknown
}

/**
 * Calls the endpoint of a route: the function, or the object with `fetch`, that the route has in place of an action. A
 * mounted app receives the path without the prefix of its mount.
 *
 * A function receives the request, the context, and the result of `match`. `fetch` receives the request and the context,
 * which is the signature that workers and other routers use.
 *
 * @throws TypeError if the endpoint is neither a function nor an object with `fetch`
 */
export function callEndpoint(routeMatch: RouteMatch, request: Request, context: unknown): unknown {
  const { endpoint, rest } = routeMatch
  if (rest !== undefined && !canDerive(request.method)) return new Response('Not Implemented', { status: 501 })
  const endpointRequest = rest === undefined ? request : trackBodyErrors(withPath(request, rest))
  if (hasFetch(endpoint)) return endpoint.fetch(endpointRequest, context)
  if (typeof endpoint === 'function') {
    return (endpoint as (...args: unknown[]) => unknown)(endpointRequest, context, routeMatch)
  }
  throw new TypeError(`The target of ${routeMatch.path} is neither a function nor an object with \`fetch\`.`)
}

function hasFetch(value: unknown): value is Fetcher {
  return typeof (Object(value) as Partial<Fetcher>).fetch === 'function'
}

/** Returns the request with another path and the same query. */
function withPath(request: Request, path: string): Request {
  const { url } = request
  const start = pathStart(url)
  const query = url.indexOf('?', start)
  return deriveRequest(request, { url: url.slice(0, start) + path + (query < 0 ? '' : url.slice(query)) })
}
