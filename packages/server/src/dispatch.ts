// Responds to requests: finds the route, loads its controller and calls its action.
import type { RouteMatch } from '@turnout/runtime'
import { bodyErrorStatus, trackBodyErrors } from './body-errors.ts'
import { actionResponse, callAction } from './call-action.ts'
import { createControllerLoader, type LoadedController } from './controllers.ts'
import { isCrossSiteForm } from './cross-site.ts'
import { watchAddress } from './host-request.ts'
import { rememberMatch, type HandledMatch } from './handled-match.ts'
import { handleThrownPromise } from './log-error.ts'
import { callMiddleware } from './middleware.ts'
import { callEndpoint } from './mounted.ts'
import { discardBody } from './node-host.ts'
import { canReplay, replayRequest, type ReplayedRequest } from './replayed-body.ts'
import { isValidRequest, targetOf, urlOf } from './request-target.ts'
import { withCookies } from './rendering.ts'
import { responseOf, sendableResponse } from './response-of.ts'
import type {
  ActionArguments,
  Controllers,
  Dispatch,
  DispatchOptions,
  ErrorArguments,
  MaybePromise,
  Middleware,
  PagePreference,
  RouteTable,
} from './types.ts'
import { createUnmatchedResponses } from './unmatched.ts'

type LoadedAction = ReturnType<LoadedController['action']>

/** A request, its path and query, and the context that the host passes. */
interface ReceivedRequest {
  readonly request: Request
  readonly target: string
  readonly context: unknown
}

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
 * | for a route with a page | the document of the page for navigations, otherwise the action (`createPageResponses`) |
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
  { dev = false, report, pages, trustedOrigins = [], needsAddress = false }: DispatchOptions = {},
): Dispatch {
  const loader = createControllerLoader(controllers)
  const { declinedResponse, plainResponse, unmatchedResponse } = createUnmatchedResponses(table, { loader, pages, dev })
  return dispatch

  async function dispatch(hostRequest: Request, context?: unknown): Promise<Response> {
    // Hosts create these values when they are read, so each is read once.
    const { method } = hostRequest
    const url = urlOf(hostRequest)
    if (!isValidRequest(hostRequest, url)) return withoutBody(method, plainResponse(hostRequest, 400, 'Bad Request'))
    const isBodiless = method === 'GET' || method === 'HEAD'
    if (!isBodiless && isCrossSiteForm(hostRequest, trustedOrigins)) return plainResponse(hostRequest, 403, CROSS_SITE)
    const request = isBodiless ? hostRequest : trackBodyErrors(hostRequest)
    const target = targetOf(url)
    const checkAddress = needsAddress ? watchAddress(request) : null
    const routeMatch = table.match(method, target, request)
    checkAddress?.()
    if (routeMatch === null) {
      // Before any middleware: no code of the application sees a malformed path.
      const status = table.refusal(target)
      const title = status === 400 ? 'Bad Request' : 'URI Too Long'
      if (status !== null) return withoutBody(method, plainResponse(request, status, title))
    }
    const loadedApplication = loader.application()
    const { middleware } = loadedApplication instanceof Promise ? await loadedApplication : loadedApplication
    const tracker = dev ? { handled: handledMatchOf(request, routeMatch), report } : null
    try {
      const response =
        middleware.length === 0
          ? matchResponse(routeMatch, { request, target, context }, tracker)
          : callMiddleware(
              middleware,
              { request, context, route: routeMatch },
              () => matchResponse(routeMatch, { request, target, context }, tracker),
              'the controller `application`',
            )
      return sendable(method, response instanceof Promise ? await response : response, tracker)
    } catch (error) {
      return thrownResponse(error, { request, context, route: routeMatch }, tracker)
    }
  }

  /** Returns the response of the matched route, or of the first later route if endpoints decline. */
  function matchResponse(
    firstMatch: RouteMatch | null,
    received: ReceivedRequest,
    tracker: Tracker | null,
  ): MaybePromise<Response> {
    const { request, target, context } = received
    if (firstMatch === null) return unmatchedResponse(target, request, context)
    if (isEndpoint(firstMatch)) return firstAcceptedResponse(firstMatch, received, tracker)
    return routeResponse(firstMatch, request, context)
  }

  /** Returns the response of an endpoint or, if it declines, of the first later route that does not decline. */
  async function firstAcceptedResponse(
    firstMatch: RouteMatch,
    { request, target, context }: ReceivedRequest,
    tracker: Tracker | null,
  ): Promise<Response> {
    const candidates = laterMatches(target, request)
    const mayReplay = canReplay(request)
    let replayed: ReplayedRequest | null = null
    let candidate = firstMatch
    for (;;) {
      // The next match is looked up only after a route declines, so that constraints of later routes do not run too early. A
      // body is an exception: it must be known beforehand whether the body has to be kept for another route.
      let nextMatch: RouteMatch | null | undefined
      if (mayReplay && isEndpoint(candidate)) {
        nextMatch = candidates.next().value ?? null
        if (nextMatch !== null) replayed ??= replayRequest(request)
      }
      const response = await routeResponse(candidate, replayed?.(!nextMatch) ?? request, context)
      if (!isEndpoint(candidate) || !declines(response)) return response
      discardBody(response)
      if (nextMatch === undefined) nextMatch = candidates.next().value ?? null
      if (tracker !== null) tracker.handled = nextHandledMatch(tracker.handled, nextMatch)
      // Routes for this verb exist, so a response that recommends another verb would mislead.
      if (nextMatch === null) return declinedResponse(request, context)
      candidate = nextMatch
    }
  }

  /** Yields all matches except the first, which is the result of `match`. */
  function* laterMatches(target: string, request: Request): Generator<RouteMatch, undefined> {
    let isFirst = true
    for (const match of table.matchAll(request.method, target, request)) {
      if (isFirst) isFirst = false
      else yield match
    }
  }

  /** Returns the response of a route, or of a guard of its namespaces. It is a promise only if a step is asynchronous. */
  function routeResponse(routeMatch: RouteMatch, request: Request, context: unknown): MaybePromise<Response> {
    const guards = loader.guards(routeMatch.controller ?? routeMatch.namespace ?? '')
    return guards instanceof Promise
      ? guards.then((loadedGuards) => guardedResponse(loadedGuards, routeMatch, request, context))
      : guardedResponse(guards, routeMatch, request, context)
  }

  function guardedResponse(
    guards: readonly Middleware[],
    routeMatch: RouteMatch,
    request: Request,
    context: unknown,
  ): MaybePromise<Response> {
    const respond = () => unguardedResponse(routeMatch, request, context)
    const args = { request, context, route: routeMatch }
    return guards.length === 0 ? respond() : callMiddleware(guards, args, respond, `\`use\` for ${routeMatch.path}`)
  }

  function unguardedResponse(routeMatch: RouteMatch, request: Request, context: unknown): MaybePromise<Response> {
    const { controller, action, redirect, params } = routeMatch
    if (redirect !== undefined) {
      return new Response(null, { status: redirect.status, headers: { location: redirect.location } })
    }
    if (controller === undefined || action === undefined) return endpointResponse(routeMatch, request, context)
    const preference = pages === undefined ? null : pages.preferenceOf(routeMatch, request)
    const args = { request, params, context, route: routeMatch }
    if (preference !== null) return pageResponse(preference, args, controller, action)
    const loaded = loader.controller(controller)
    return loaded instanceof Promise
      ? loaded.then((loadedController) => callAction(loadedController, args, controller, action))
      : callAction(loaded, args, controller, action)
  }

  async function endpointResponse(routeMatch: RouteMatch, request: Request, context: unknown): Promise<Response> {
    return responseOf(await callEndpoint(routeMatch, request, context), `The target of ${routeMatch.path}`)
  }

  /** Returns the response of a route with a page: the document, or the response of the action. */
  async function pageResponse(
    preference: PagePreference,
    args: ActionArguments,
    controller: string,
    actionName: string,
  ): Promise<Response> {
    const respond = async (action: LoadedAction | null) => {
      const { document } = await loader.application()
      return pages!.respond(preference, args, { action, document })
    }
    if (!loader.has(controller)) return (await respond(null)) as Response
    const loaded = await loader.controller(controller)
    const action = loaded.has(actionName) ? loaded.action(actionName) : null
    const respondInside = async () => actionResponse(await respond(action), controller, actionName)
    return callMiddleware(loaded.middleware, args, respondInside, `the controller \`${controller}\``)
  }

  /**
   * Returns the response to an error: 4xx if the client's body is the cause, or the response of the application.
   *
   * @throws the error itself, if the application leaves it to the host
   */
  async function thrownResponse(
    error: unknown,
    args: Omit<ErrorArguments, 'error'>,
    tracker: Tracker | null,
  ): Promise<Response> {
    // Before anything waits, because an unhandled rejection ends the process.
    handleThrownPromise(error)
    const { request } = args
    const status = bodyErrorStatus(error)
    if (status !== null) return withoutBody(request.method, plainResponse(request, status, BODY_ERRORS[status]))
    const response = await applicationErrorResponse({ ...args, error })
    if (response !== null) return sendable(request.method, response, tracker)
    if (tracker?.handled != null) rememberMatch(error, tracker.handled)
    throw error
  }

  async function applicationErrorResponse(args: ErrorArguments): Promise<Response | null> {
    const { onError } = await loader.application()
    const value = (await onError?.(args)) ?? null
    if (value === null) return null
    const response = responseOf(value, '`onError` of the controller `application`')
    // In dev, the page of the dev server shows the error.
    return dev && response.status >= 500 ? null : withCookies(args.request, response)
  }
}

/** Every client can read this message, so it contains no details. The dev server shows more. */
const CROSS_SITE = 'Forbidden: a page of another site sent this form'

const BODY_ERRORS = {
  400: 'Bad Request: the body is malformed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type: the body must be a form',
} as const

function handledMatchOf({ method }: Request, match: RouteMatch | null): HandledMatch | null {
  return match && { method, match, position: 0 }
}

/** Returns the record for the match that follows an endpoint that declined. */
function nextHandledMatch(declined: HandledMatch | null, match: RouteMatch | null): HandledMatch | null {
  return declined && match && { ...declined, match, position: declined.position + 1 }
}

/** Prepares the application's response for the host. @throws TypeError if it cannot be sent */
function sendable(method: string, response: Response, tracker: Tracker | null): Response {
  return withReportedMatch(withoutBody(method, sendableResponse(response)), tracker)
}

/** Adds the match to the response, if the dev server asked for it with `report`. */
function withReportedMatch(response: Response, tracker: Tracker | null): Response {
  return tracker?.report === undefined || tracker.handled === null
    ? response
    : tracker.report(response, tracker.handled)
}

/** True for a route to a mounted app, or to another function or object. Only these can decline a request. */
function isEndpoint({ controller, action, redirect }: RouteMatch): boolean {
  return redirect === undefined && (controller === undefined || action === undefined)
}

/**
 * True if the response of a mounted app means "not my request", as in Rails: a 404 with `X-Cascade: pass`. Actions cannot
 * decline, so that the table of routes shows which requests may continue to a later route.
 */
function declines(response: Response): boolean {
  return response.status === 404 && response.headers.get('x-cascade')?.toLowerCase() === 'pass'
}

/** A response to HEAD has the headers of the response to GET, and no body (RFC 9110, section 9.3.2). */
function withoutBody(method: string, response: Response): Response {
  if (method !== 'HEAD' || response.body === null) return response
  discardBody(response)
  const { status, statusText, headers } = response
  return new Response(null, { status, statusText, headers })
}
