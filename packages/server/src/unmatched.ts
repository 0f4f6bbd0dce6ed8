// Responds to requests that no route handles.
import type { ControllerLoader } from './controllers.ts'
import { errorResponse } from './error-response.ts'
import { copyResponse, responseOf } from './response-of.ts'
import { DEFAULT_RESPONSE_HEADER, type DispatchOptions, type MaybePromise, type RouteTable } from './types.ts'

/** The parts of `dispatch` that these responses need. */
interface UnmatchedOptions {
  readonly loader: ControllerLoader
  readonly pages: DispatchOptions['pages']
  readonly dev: boolean
}

/** Creates the functions that respond without a route. */
export function createUnmatchedResponses(table: RouteTable, { loader, pages, dev }: UnmatchedOptions) {
  return { declinedResponse, plainResponse, unmatchedResponse }

  function defaultNotFound(request: Request): Response {
    return plainResponse(request, 404, 'Not Found')
  }

  /**
   * Returns the response for a request that no route matches: 405 or 204 with `Allow` if routes for other verbs match,
   * otherwise 404. It is a promise only if the application may have a response of its own.
   */
  function unmatchedResponse(target: string, request: Request, context: unknown): MaybePromise<Response> {
    const verbs = table.allowedMethods(target, request)
    const isOtherVerb = verbs.length > 0 && !verbs.includes(request.method)
    return isOtherVerb ? otherVerbResponse(request, verbs) : declinedResponse(request, context)
  }

  /** Returns the response for a request whose routes have all declined. */
  function declinedResponse(request: Request, context: unknown): MaybePromise<Response> {
    // In dev, the page of the dev server explains why no route matches.
    return dev ? defaultNotFound(request) : notFound(request, context)
  }

  function notFound(request: Request, context: unknown): MaybePromise<Response> {
    const application = loader.application()
    // Until the application is loaded, it may have a response of its own.
    const isDefault = pages === undefined && !(application instanceof Promise) && application.notFound === undefined
    return isDefault ? defaultNotFound(request) : customNotFound(request, context)
  }

  /** Returns the client's own page, the response of the application, or the default. */
  async function customNotFound(request: Request, context: unknown): Promise<Response> {
    const application = await loader.application()
    const page = await pages?.notFound(request, context, application.document)
    if (page) return page
    const value = await application.notFound?.({ request, context })
    if (value == null) return defaultNotFound(request)
    const response = responseOf(value, '`notFound` of the controller `application`')
    const { status, headers } = response
    return status === 200 ? copyResponse(response, { status: 404, headers }) : response
  }

  function otherVerbResponse(request: Request, verbs: readonly string[]): Response {
    const { method } = request
    const allow = (verbs.includes('OPTIONS') ? verbs : [...verbs, 'OPTIONS']).join(', ')
    return method === 'OPTIONS'
      ? plainResponse(request, 204, null, { allow })
      : plainResponse(request, 405, 'Method Not Allowed', { allow })
  }

  /** Returns a response of `dispatch` itself, marked in dev. Without a title, it has no body. */
  function plainResponse(
    request: Request,
    status: number,
    title: string | null,
    headers: Readonly<Record<string, string>> = {},
  ): Response {
    const allHeaders = dev ? { ...headers, [DEFAULT_RESPONSE_HEADER]: `${status} ${request.method}` } : headers
    return title === null
      ? new Response(null, { status, headers: allHeaders })
      : errorResponse(request, status, title, allHeaders)
  }
}
