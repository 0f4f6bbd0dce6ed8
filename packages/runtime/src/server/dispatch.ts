import type { RouteMatch } from '../route-match.ts'
import { controllerTable } from './controllers.ts'
import { callEndpoint, pathStart } from './mounted.ts'
import {
  UNANSWERED,
  type Controllers,
  type Dispatch,
  type DispatchOptions,
  type Middleware,
  type MiddlewareArguments,
  type RouteTable,
} from './types.ts'

/**
 * Makes the function that answers requests: it finds the route, loads the controller, and calls the action.
 *
 * What no route answers is 404; 405 with `Allow` where the path answers other verbs (RFC 9110, section 15.5.6); 400 or
 * 414 where the path is refused. `OPTIONS` gets 204 with `Allow`, `HEAD` the answer of `GET` without its body. An answer
 * of 404 with `X-Cascade: pass` declines, and the next route is asked, as in Rails.
 *
 * What an action throws, the promise rejects with: how an error is shown is up to the host. The one exception is the
 * host's own refusal of a body that is too large, which is 413.
 */
export function createDispatch(
  table: RouteTable,
  controllers: Controllers,
  { application, dev = false }: DispatchOptions = {},
): Dispatch {
  const loader = controllerTable(controllers, application, !dev)

  /** The answer of a route. */
  async function answer(found: RouteMatch, request: Request, context: unknown): Promise<Response> {
    const { controller, action, redirect, params } = found
    if (redirect !== undefined) {
      return new Response(null, { status: redirect.status, headers: { location: redirect.location } })
    }
    if (controller === undefined || action === undefined) {
      return responseOf(await callEndpoint(found, request, context), `What answers ${found.path}`)
    }
    const ready = loader.controller(controller)
    const loaded = ready instanceof Promise ? await ready : ready
    const call = loaded.action(action)
    const { middleware } = loaded
    const args = { request, params, context, route: found }
    if (middleware.length === 0) return actionResponse(await call(args), controller, action)
    const run = async () => actionResponse(await call(args), controller, action)
    return around(middleware, request, { context, route: found }, run, controller)
  }

  /** The answer of the first route that does not decline. */
  async function firstAnswer(
    found: RouteMatch | null,
    target: string,
    request: Request,
    context: unknown,
  ): Promise<Response> {
    if (found === null) return unanswered(target, request)
    const response = await answer(found, request, context)
    if (!declines(response)) return response
    await response.body?.cancel()
    let isFirst = true
    for (const next of table.matchAll(request.method, target, request)) {
      if (isFirst) {
        isFirst = false
        continue
      }
      const other = await answer(next, request, context)
      if (!declines(other)) return other
      await other.body?.cancel()
    }
    return unanswered(target, request)
  }

  function unanswered(target: string, request: Request): Response {
    const { method } = request
    const verbs = table.allowedMethods(target, request)
    // A route that answers this verb has declined.
    if (verbs.length === 0 || verbs.includes(method)) return own(method, 404, 'Not Found')
    const allow = [...new Set([...verbs, 'OPTIONS'])].join(', ')
    return method === 'OPTIONS' ? own(method, 204, null, { allow }) : own(method, 405, 'Method Not Allowed', { allow })
  }

  const own = (method: string, status: number, text: string | null, headers: Record<string, string> = {}) =>
    new Response(text, { status, headers: dev ? { ...headers, [UNANSWERED]: `${status} ${method}` } : headers })

  return async (request, context) => {
    const target = targetOf(request.url)
    const found = table.match(request.method, target, request)
    if (found === null) {
      // Before any middleware: no code of the application sees a malformed path.
      const status = table.refusal(target)
      if (status !== null)
        return withoutBody(request, own(request.method, status, status === 400 ? 'Bad Request' : 'URI Too Long'))
    }
    const ready = loader.application()
    const middleware = ready instanceof Promise ? await ready : ready
    try {
      if (middleware.length === 0) return withoutBody(request, await firstAnswer(found, target, request, context))
      const run = () => firstAnswer(found, target, request, context)
      return withoutBody(request, await around(middleware, request, { context, route: found }, run, 'application'))
    } catch (error) {
      // The host has limited the body, and whoever read it did not expect that.
      if (!isTooLarge(error)) throw error
      return withoutBody(request, own(request.method, 413, 'Content Too Large'))
    }
  }
}

/** True for what srvx and h3 reject with where a body is longer than the server's `maxRequestBodySize`. */
function isTooLarge(error: unknown): boolean {
  return (Object(error) as { readonly code?: unknown }).code === 'ERR_BODY_TOO_LARGE'
}

/** Path and query of an absolute URL, as it was asked for. */
function targetOf(url: string): string {
  return url.slice(pathStart(url))
}

/** Calls the middleware, the first outermost, around what is inside. */
async function around(
  middleware: readonly Middleware[],
  request: Request,
  about: MiddlewareArguments,
  inside: () => Promise<Response>,
  controller: string,
): Promise<Response> {
  const from = async (index: number): Promise<Response> => {
    const layer = middleware[index]
    if (layer === undefined) return inside()
    const response = await layer(request, () => from(index + 1), about)
    return responseOf(response, `The middleware \`${layer.name}\` of the controller \`${controller}\``)
  }
  return from(0)
}

/** Of an action nothing is written down before it is wrong: this is on the way of every request. */
function actionResponse(value: unknown, controller: string, action: string): Response {
  return value instanceof Response ? value : responseOf(value, `\`${controller}#${action}\``)
}

/** @throws TypeError if the value is not a response */
function responseOf(value: unknown, who: string): Response {
  // Hosts have responses of their own, which are not always an `instanceof` the global one.
  const { status, headers } = Object(value) as Partial<Response>
  if (typeof status === 'number' && typeof headers?.get === 'function') return value as Response
  const returned = value === null ? 'null' : value === undefined ? 'nothing' : `a value of type ${typeof value}`
  throw new TypeError(`${who} returned ${returned}, not a Response.`)
}

/** As mounted apps of Rails decline. The header is looked for where the status says that it may be there. */
function declines(response: Response): boolean {
  return response.status === 404 && response.headers.get('x-cascade')?.toLowerCase() === 'pass'
}

/** An answer to HEAD has the header of the answer to GET, and no body (RFC 9110, section 9.3.2). */
function withoutBody(request: Request, response: Response): Response {
  if (request.method !== 'HEAD' || response.body === null) return response
  response.body.cancel().catch(() => {})
  return new Response(null, response)
}
