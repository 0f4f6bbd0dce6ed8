import type { RouteMatch } from '../route-match.ts'
import { bodyErrorStatus, withBodyErrors } from './body-errors.ts'
import { controllerTable } from './controllers.ts'
import { isCrossSiteForm } from './cross-site.ts'
import { watchAddress } from './host-request.ts'
import { callEndpoint } from './mounted.ts'
import { canReplay, replayRequest, type ReplayedRequest } from './replayed-body.ts'
import { targetOf, validRequest } from './request-target.ts'
import { responseOf } from './response-of.ts'
import { logStreamFailure } from './stream-failure.ts'
import {
  UNANSWERED,
  type Controllers,
  type Dispatch,
  type DispatchOptions,
  type DocumentArguments,
  type Middleware,
  type MiddlewareArguments,
  type RouteTable,
} from './types.ts'

/**
 * Makes the function that answers requests: it finds the route, loads the controller, and calls the action.
 *
 * What no route answers is 404; 405 with `Allow` where the path answers other verbs (RFC 9110, section 15.5.6); 400 or
 * 414 where the path or the host is refused. A route with a page answers navigations with the document of the page, and
 * other requests with its action (`createPageAnswers`). `OPTIONS` gets 204 with `Allow`, `HEAD` the answer of `GET` without its body. A form that
 * a page of another site sends is 403. A mounted app, or another function or object that a route leads to, declines with
 * 404 and `X-Cascade: pass`: then the next route is asked.
 *
 * What an action throws, the promise rejects with: how an error is shown is up to the host. The one exception are errors
 * that come from a mistake of the client in the body: 400, 413 or 415.
 */
export function createDispatch(
  table: RouteTable,
  controllers: Controllers,
  { application, dev = false, pages, trustedOrigins = [], needsAddress = false }: DispatchOptions = {},
): Dispatch {
  const loader = controllerTable(controllers, application, !dev)

  /** What makes the documents of pages, if the application has a function for it. */
  async function documentMaker(): Promise<((args: DocumentArguments) => unknown) | undefined> {
    return (await loader.application()).document
  }

  /** The answer of a route. */
  async function answer(found: RouteMatch, request: Request, context: unknown): Promise<Response> {
    const { controller, action, redirect, params } = found
    if (redirect !== undefined) {
      return new Response(null, { status: redirect.status, headers: { location: redirect.location } })
    }
    if (controller === undefined || action === undefined) {
      return responseOf(await callEndpoint(found, request, context), `What answers ${found.path}`)
    }
    const args = { request, params, context, route: found }
    const asked = pages === undefined ? null : pages.asked(found, request)
    if (asked !== null && !loader.has(controller)) {
      return pages!.answer(asked, args, { action: null, document: await documentMaker() }) as Promise<Response>
    }
    const ready = loader.controller(controller)
    const loaded = ready instanceof Promise ? await ready : ready
    const call = asked === null || loaded.has(action) ? loaded.action(action) : null
    const { middleware } = loaded
    const ask =
      asked === null ? call! : async () => pages!.answer(asked, args, { action: call, document: await documentMaker() })
    if (middleware.length === 0) return actionResponse(await ask(args), controller, action)
    const run = async () => actionResponse(await ask(args), controller, action)
    return around(middleware, request, { context, route: found }, run, controller)
  }

  /** The answer of the first route that does not decline. */
  async function firstAnswer(
    first: RouteMatch | null,
    target: string,
    request: Request,
    context: unknown,
  ): Promise<Response> {
    if (first === null) return unanswered(target, request, context)
    if (!isEndpoint(first)) return answer(first, request, context)
    const candidates = laterMatches(target, request)
    const mayReplay = canReplay(request)
    let replayed: ReplayedRequest | null = null
    let candidate = first
    for (;;) {
      // Constraints of a later route run only when its turn comes, unless a body has to be kept for it.
      let later: RouteMatch | null | undefined
      if (mayReplay && isEndpoint(candidate)) {
        later = candidates.next().value ?? null
        if (later !== null) replayed ??= replayRequest(request)
      }
      const response = await answer(candidate, replayed?.(!later) ?? request, context)
      if (!isEndpoint(candidate) || !declines(response)) return response
      await response.body?.cancel()
      if (later === undefined) later = candidates.next().value ?? null
      if (later === null) return unanswered(target, request, context)
      candidate = later
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

  async function unanswered(target: string, request: Request, context: unknown): Promise<Response> {
    const { method } = request
    const verbs = table.allowedMethods(target, request)
    // The client shows its own page. In dev, that of the dev server says why no route answers.
    if (verbs.length === 0 && pages !== undefined && !dev) {
      const answer = pages.notFound(request, context, await documentMaker())
      if (answer !== null) return answer
    }
    // A route that answers this verb has declined.
    if (verbs.length === 0 || verbs.includes(method)) return own(method, 404, 'Not Found')
    const allow = [...new Set([...verbs, 'OPTIONS'])].join(', ')
    return method === 'OPTIONS' ? own(method, 204, null, { allow }) : own(method, 405, 'Method Not Allowed', { allow })
  }

  const own = (method: string, status: number, text: string | null, headers: Record<string, string> = {}) =>
    new Response(text, { status, headers: dev ? { ...headers, [UNANSWERED]: `${status} ${method}` } : headers })

  return async (given, context) => {
    const valid = validRequest(given)
    if (valid === null) return withoutBody(given, own(given.method, 400, 'Bad Request'))
    if (isCrossSiteForm(valid, trustedOrigins)) return own(valid.method, 403, CROSS_SITE)
    const request = withBodyErrors(valid)
    const target = targetOf(request.url)
    const checkAddress = needsAddress ? watchAddress(request) : null
    const found = table.match(request.method, target, request)
    checkAddress?.()
    if (found === null) {
      // Before any middleware: no code of the application sees a malformed path.
      const status = table.refusal(target)
      if (status !== null)
        return withoutBody(request, own(request.method, status, status === 400 ? 'Bad Request' : 'URI Too Long'))
    }
    const ready = loader.application()
    const { middleware } = ready instanceof Promise ? await ready : ready
    logStreamFailure(request)
    try {
      if (middleware.length === 0) return withoutBody(request, await firstAnswer(found, target, request, context))
      const run = () => firstAnswer(found, target, request, context)
      return withoutBody(request, await around(middleware, request, { context, route: found }, run, 'application'))
    } catch (error) {
      const status = bodyErrorStatus(error)
      if (status === null) throw error
      return withoutBody(request, own(request.method, status, BODY_ERRORS[status]))
    }
  }
}

/** Only the dev server shows more: this text goes to everyone. */
const CROSS_SITE = 'Forbidden: a page of another site sent this form'

const BODY_ERRORS = {
  400: 'Bad Request: the body is malformed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type: the body must be a form',
} as const

/** True for a route that leads to a mounted app, or to another function or object: only these decline. */
function isEndpoint({ controller, action, redirect }: RouteMatch): boolean {
  return redirect === undefined && (controller === undefined || action === undefined)
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
    const next = () => {
      const response = from(index + 1)
      // A middleware may respond without waiting for it. An unhandled rejection would end the process.
      response.catch(() => {})
      return response
    }
    const response = await layer(request, next, about)
    return responseOf(response, `The middleware \`${layer.name}\` of the controller \`${controller}\``)
  }
  return from(0)
}

/** Of an action nothing is written down before it is wrong: this is on the way of every request. */
function actionResponse(value: unknown, controller: string, action: string): Response {
  return value instanceof Response ? value : responseOf(value, `\`${controller}#${action}\``)
}

/**
 * True if a mounted app declines, as in Rails. Only what a route names as an endpoint can decline, so that the table of
 * routes shows which requests go on to a later route. The header is looked for where the status says that it may be there.
 */
function declines(response: Response): boolean {
  return response.status === 404 && response.headers.get('x-cascade')?.toLowerCase() === 'pass'
}

/** An answer to HEAD has the header of the answer to GET, and no body (RFC 9110, section 9.3.2). */
function withoutBody(request: Request, response: Response): Response {
  if (request.method !== 'HEAD' || response.body === null) return response
  response.body.cancel().catch(() => {})
  return new Response(null, response)
}
