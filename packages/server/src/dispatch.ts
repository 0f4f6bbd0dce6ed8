// Responds to requests: finds the route, loads its controller and calls its action.
import type { RouteMatch } from '@turnout/runtime'
import { bodyErrorStatus, withBodyErrors } from './body-errors.ts'
import { controllerTable, type LoadedController } from './controllers.ts'
import { isCrossSiteForm } from './cross-site.ts'
import { watchAddress } from './host-request.ts'
import { rememberMatch, type HandledMatch } from './handled-match.ts'
import { callEndpoint } from './mounted.ts'
import { canReplay, replayRequest, type ReplayedRequest } from './replayed-body.ts'
import { targetOf, validRequest } from './request-target.ts'
import { errorResponse } from './error-response.ts'
import { responseOf } from './response-of.ts'
import { logStreamFailure } from './stream-failure.ts'
import {
  UNANSWERED,
  type ActionArguments,
  type AskedPage,
  type Controllers,
  type Dispatch,
  type DispatchOptions,
  type DocumentArguments,
  type ErrorArguments,
  type Middleware,
  type MiddlewareArguments,
  type RouteTable,
} from './types.ts'

/** A value, available at once, or a promise. */
type MaybePromise<Value> = Value | Promise<Value>

type LoadedAction = ReturnType<LoadedController['action']>

/** In dev, remembers the match that handles a request. */
interface Tracker {
  /** Null after all endpoints have declined. */
  handled: HandledMatch | null
  readonly report: DispatchOptions['report']
}

/**
 * Creates the function that responds to requests: it finds the route, loads the controller, and calls the action.
 *
 * | request | response |
 * | --- | --- |
 * | matches no route | 404 |
 * | matches routes for other verbs only | 405 with `Allow` (RFC 9110, section 15.5.6), 204 with `Allow` for `OPTIONS` |
 * | path or host is refused | 400 or 414 |
 * | a form that a page of another site sends | 403 |
 * | `HEAD` | the response to `GET` without its body |
 * | for a route with a page | the document of the page for navigations, else the action (`createPageAnswers`) |
 *
 * A mounted app, or another endpoint of a route, declines with 404 and `X-Cascade: pass`: then the next route is tried.
 *
 * The controller `application` can replace the 404 (`notFound`) and respond to errors (`onError`). Otherwise the promise
 * rejects with the error that an action throws, so that the host decides how to show it. The exception is an error from a
 * mistake of the client in the body: 400, 413 or 415.
 */
export function createDispatch(
  table: RouteTable,
  controllers: Controllers,
  { application, dev = false, report, pages, trustedOrigins = [], needsAddress = false }: DispatchOptions = {},
): Dispatch {
  const loader = controllerTable(controllers, application, !dev)

  /** Returns the application's function that creates the documents of pages, if it has one. */
  async function documentMaker(): Promise<((args: DocumentArguments) => unknown) | undefined> {
    return (await loader.application()).document
  }

  /** Returns the response of a route. It is a promise only if a step is asynchronous. */
  function answer(routeMatch: RouteMatch, request: Request, context: unknown): MaybePromise<Response> {
    const { controller, action, redirect, params } = routeMatch
    if (redirect !== undefined) {
      return new Response(null, { status: redirect.status, headers: { location: redirect.location } })
    }
    if (controller === undefined || action === undefined) return endpointResponse(routeMatch, request, context)
    const askedPage = pages === undefined ? null : pages.asked(routeMatch, request)
    const args = { request, params, context, route: routeMatch }
    if (askedPage !== null) return pageResponse(askedPage, args, controller, action)
    const loaded = loader.controller(controller)
    return loaded instanceof Promise
      ? loaded.then((controllerModule) => callAction(controllerModule, args, controller, action))
      : callAction(loaded, args, controller, action)
  }

  async function endpointResponse(routeMatch: RouteMatch, request: Request, context: unknown): Promise<Response> {
    return responseOf(await callEndpoint(routeMatch, request, context), `The target of ${routeMatch.path}`)
  }

  /** Returns the response of a route with a page: the document, or the response of the action. */
  async function pageResponse(
    askedPage: AskedPage,
    args: ActionArguments,
    controller: string,
    action: string,
  ): Promise<Response> {
    const respond = async (call: LoadedAction | null) =>
      pages!.answer(askedPage, args, { action: call, document: await documentMaker() })
    if (!loader.has(controller)) return (await respond(null)) as Response
    const loaded = await loader.controller(controller)
    const call = loaded.has(action) ? loaded.action(action) : null
    const run = async () => actionResponse(await respond(call), controller, action)
    return around(loaded.middleware, args, run, controller)
  }

  /** Returns the response of the first route that does not decline. */
  function firstAnswer(
    firstMatch: RouteMatch | null,
    received: ReceivedRequest,
    tracker: Tracker | null,
  ): MaybePromise<Response> {
    const { request, target, context } = received
    if (firstMatch === null) return unanswered(target, request, context)
    return isEndpoint(firstMatch) ? endpointAnswer(firstMatch, received, tracker) : answer(firstMatch, request, context)
  }

  /** The response of an endpoint, or of the first later route that does not decline. */
  async function endpointAnswer(
    firstMatch: RouteMatch,
    { request, target, context }: ReceivedRequest,
    tracker: Tracker | null,
  ): Promise<Response> {
    const candidates = laterMatches(target, request)
    const mayReplay = canReplay(request)
    let replayed: ReplayedRequest | null = null
    let candidate = firstMatch
    for (;;) {
      // Constraints of a later route run only when its turn comes, unless a body has to be kept for it.
      let nextMatch: RouteMatch | null | undefined
      if (mayReplay && isEndpoint(candidate)) {
        nextMatch = candidates.next().value ?? null
        if (nextMatch !== null) replayed ??= replayRequest(request)
      }
      const response = await answer(candidate, replayed?.(!nextMatch) ?? request, context)
      if (!isEndpoint(candidate) || !declines(response)) return response
      await response.body?.cancel()
      if (nextMatch === undefined) nextMatch = candidates.next().value ?? null
      if (tracker !== null) tracker.handled = laterHandled(tracker.handled, nextMatch)
      if (nextMatch === null) return unanswered(target, request, context)
      candidate = nextMatch
    }
  }

  /** The matches after that of `match`. */
  function* laterMatches(target: string, request: Request): Generator<RouteMatch, undefined> {
    let isFirst = true
    for (const match of table.matchAll(request.method, target, request)) {
      if (isFirst) isFirst = false
      else yield match
    }
  }

  function unanswered(target: string, request: Request, context: unknown): MaybePromise<Response> {
    const verbs = table.allowedMethods(target, request)
    // In dev, the page of the dev server explains why no route matches.
    return verbs.length === 0 && !dev ? notFound(request, context) : refused(request, verbs)
  }

  /** Returns the response for an unmatched request. It is a promise only if the application may have a response of its own. */
  function notFound(request: Request, context: unknown): MaybePromise<Response> {
    const loaded = loader.application()
    const isDefault = pages === undefined && !(loaded instanceof Promise) && loaded.notFound === undefined
    return isDefault ? refused(request, []) : customNotFound(request, context)
  }

  /** Returns the client's own page, the response of the application, or the default. */
  async function customNotFound(request: Request, context: unknown): Promise<Response> {
    const page = pages && (await pages.notFound(request, context, await documentMaker()))
    if (page) return page
    const respond = (await loader.application()).notFound
    const response = await respond?.({ request, context })
    if (response == null) return refused(request, [])
    const { body, status, headers } = responseOf(response, '`notFound` of the controller `application`')
    return status === 200 ? new Response(body, { status: 404, headers }) : (response as Response)
  }

  /** Returns the application's own response to an error; null if it leaves the error to the host. */
  async function errorHandled(error: unknown, args: Omit<ErrorArguments, 'error'>): Promise<Response | null> {
    const respond = (await loader.application()).onError
    const response = (await respond?.({ ...args, error })) ?? null
    if (response === null) return null
    const checked = responseOf(response, '`onError` of the controller `application`')
    // In dev, the page of the dev server shows the error.
    return dev && checked.status >= 500 ? null : checked
  }

  function refused(request: Request, verbs: readonly string[]): Response {
    const { method } = request
    // If `verbs` includes this verb, the route for it has declined.
    if (verbs.length === 0 || verbs.includes(method)) return plainResponse(request, 404, 'Not Found')
    const allow = (verbs.includes('OPTIONS') ? verbs : [...verbs, 'OPTIONS']).join(', ')
    return method === 'OPTIONS'
      ? plainResponse(request, 204, null, { allow })
      : plainResponse(request, 405, 'Method Not Allowed', { allow })
  }

  /** A response of `dispatch` itself, marked in dev. */
  const plainResponse = (
    request: Request,
    status: number,
    title: string | null,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const allHeaders = dev ? { ...headers, [UNANSWERED]: `${status} ${request.method}` } : headers
    return title === null
      ? new Response(null, { status, headers: allHeaders })
      : errorResponse(request, status, title, allHeaders)
  }

  return async (hostRequest, context) => {
    const valid = validRequest(hostRequest)
    if (valid === null) return withoutBody(hostRequest, plainResponse(hostRequest, 400, 'Bad Request'))
    if (isCrossSiteForm(valid, trustedOrigins)) return plainResponse(valid, 403, CROSS_SITE)
    const request = withBodyErrors(valid)
    const target = targetOf(request.url)
    const checkAddress = needsAddress ? watchAddress(request) : null
    const routeMatch = table.match(request.method, target, request)
    checkAddress?.()
    if (routeMatch === null) {
      // Before any middleware: no code of the application sees a malformed path.
      const status = table.refusal(target)
      if (status !== null)
        return withoutBody(request, plainResponse(request, status, status === 400 ? 'Bad Request' : 'URI Too Long'))
    }
    const ready = loader.application()
    const { middleware } = ready instanceof Promise ? await ready : ready
    logStreamFailure(request)
    const tracker = dev ? { handled: firstHandled(request, routeMatch), report } : null
    try {
      const response =
        middleware.length === 0
          ? firstAnswer(routeMatch, { request, target, context }, tracker)
          : around(
              middleware,
              { request, context, route: routeMatch },
              () => firstAnswer(routeMatch, { request, target, context }, tracker),
              'application',
            )
      return reported(withoutBody(request, response instanceof Promise ? await response : response), tracker)
    } catch (error) {
      const status = bodyErrorStatus(error)
      if (status === null) {
        const handled = await errorHandled(error, { request, context, route: routeMatch })
        if (handled !== null) return reported(withoutBody(request, handled), tracker)
        if (tracker?.handled != null) rememberMatch(error, tracker.handled)
        throw error
      }
      return withoutBody(request, plainResponse(request, status, BODY_ERRORS[status]))
    }
  }
}

function firstHandled({ method }: Request, match: RouteMatch | null): HandledMatch | null {
  return match && { method, match, position: 0 }
}

/** Returns the next match after that of an endpoint that declined. */
function laterHandled(declined: HandledMatch | null, match: RouteMatch | null): HandledMatch | null {
  return declined && match && { ...declined, match, position: declined.position + 1 }
}

/** Returns the response with its match, if the dev server wants it. */
function reported(response: Response, tracker: Tracker | null): Response {
  return tracker?.report === undefined || tracker.handled === null
    ? response
    : tracker.report(response, tracker.handled)
}

/** Everyone can read this message, so it contains no details. The dev server shows more. */
const CROSS_SITE = 'Forbidden: a page of another site sent this form'

const BODY_ERRORS = {
  400: 'Bad Request: the body is malformed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type: the body must be a form',
} as const

/** True for a route to a mounted app, or to another function or object: only these can decline. */
function isEndpoint({ controller, action, redirect }: RouteMatch): boolean {
  return redirect === undefined && (controller === undefined || action === undefined)
}

/** A request, its path and query, and the context that the host passes. */
interface ReceivedRequest {
  readonly request: Request
  readonly target: string
  readonly context: unknown
}

/** Calls the action of a loaded controller, wrapped by its middleware. */
function callAction(
  { middleware, action: actionNamed }: LoadedController,
  args: ActionArguments,
  controller: string,
  action: string,
): MaybePromise<Response> {
  const call = actionNamed(action)
  if (middleware.length === 0) return actionResponse(call(args), controller, action)
  return around(middleware, args, () => actionResponse(call(args), controller, action), controller)
}

/** Calls the middleware, the first one outermost. `next` of the last middleware calls `respond`. */
function around(
  middleware: readonly Middleware[],
  { request, context, route }: MiddlewareArguments & { readonly request: Request },
  respond: () => MaybePromise<Response>,
  controller: string,
): MaybePromise<Response> {
  const middlewareArguments: MiddlewareArguments = { context, route }
  const from = (index: number): MaybePromise<Response> => {
    const layer = middleware[index]
    if (layer === undefined) return respond()
    const value = layer(request, () => started(from, index + 1), middlewareArguments)
    return value instanceof Response ? value : layerResponse(value, layer, controller)
  }
  return from(0)
}

/**
 * Calls the next layer, for a middleware. It always gets a promise.
 *
 * A middleware may respond without waiting for it. An unhandled rejection would end the process.
 */
function started(from: (index: number) => MaybePromise<Response>, index: number): Promise<Response> {
  let response: Promise<Response>
  try {
    const value = from(index)
    if (!(value instanceof Promise)) return Promise.resolve(value)
    response = value
  } catch (error) {
    response = Promise.reject(error)
  }
  response.catch(ignore)
  return response
}

const ignore = () => {}

async function layerResponse(value: unknown, layer: Middleware, controller: string): Promise<Response> {
  const response = await value
  if (response instanceof Response) return response
  return responseOf(response, `The middleware \`${layer.name}\` of the controller \`${controller}\``)
}

/** Returns the response of an action. It formats the error message only if the value is not a response. */
function actionResponse(value: unknown, controller: string, action: string): MaybePromise<Response> {
  return value instanceof Response ? value : laterResponse(value, controller, action)
}

async function laterResponse(value: unknown, controller: string, action: string): Promise<Response> {
  const response = await value
  return response instanceof Response ? response : responseOf(response, `\`${controller}#${action}\``)
}

/**
 * True if a mounted app declines, as in Rails. Only endpoints of routes can decline, so that the table of routes shows which
 * requests may continue to a later route. The header is read only for status 404.
 */
function declines(response: Response): boolean {
  return response.status === 404 && response.headers.get('x-cascade')?.toLowerCase() === 'pass'
}

/** A response to HEAD has the headers of the response to GET, and no body (RFC 9110, section 9.3.2). */
function withoutBody(request: Request, response: Response): Response {
  if (request.method !== 'HEAD' || response.body === null) return response
  response.body.cancel().catch(() => {})
  return new Response(null, response)
}
