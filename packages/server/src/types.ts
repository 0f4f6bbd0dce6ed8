// The types of `dispatch`, and of the controllers that it calls.
import type { MatchRequest, RouteMatch } from '@turnout/runtime'
import type { HtmlPreference } from './accept.ts'
import type { HandledMatch } from './handled-match.ts'

/** A value, available at once, or a promise. */
export type MaybePromise<Value> = Value | Promise<Value>

/** The part of a route table that `dispatch` uses: exports of `virtual:routes`. */
export interface RouteTable {
  readonly match: (method: string, path: string, request?: MatchRequest) => RouteMatch | null
  /** All matches in the order of the routes. The first is the result of `match`. */
  readonly matchAll: (method: string, path: string, request?: MatchRequest) => Iterable<RouteMatch>
  /** The verbs for which a route matches the path. */
  readonly allowedMethods: (path: string, request?: MatchRequest) => readonly string[]
  /** The status of a path that is refused before any route is tried. */
  readonly refusal: (path: string) => 400 | 414 | null
}

// The declarations of an application set `Route` to the type of its matches, and `Context` to the type that it registers.

/** The argument of an action. */
export interface ActionArguments<Route extends Pick<RouteMatch, 'params'> = RouteMatch, Context = unknown> {
  readonly request: Request
  /** The decoded parameters of the path, and the default parameters of the route. */
  readonly params: Route['params']
  /** The second argument of `dispatch`. */
  readonly context: Context
  /** The result of `match`. Its `path` is canonical. */
  readonly route: Route
}

/** The argument of the function `document` of the controller `application`. */
export interface DocumentArguments<Route extends Pick<RouteMatch, 'params'> = RouteMatch, Context = unknown> {
  readonly request: Request
  /** The parameters of the path; empty if no route matches. */
  readonly params: Route['params']
  readonly context: Context
  /** The route of the page. Null if no route matches; a response with the status 200 then becomes 404. */
  readonly route: Route | null
  /** The content of `index.html`; empty if the file does not exist. */
  readonly template: string
}

/** The argument of the function `notFound` of the controller `application`. */
export interface NotFoundArguments<Context = unknown> {
  readonly request: Request
  readonly context: Context
}

/** The argument of the function `onError` of the controller `application`. */
export interface ErrorArguments<Route = RouteMatch, Context = unknown> extends NotFoundArguments<Context> {
  /** The value that an action, a page or middleware has thrown. */
  readonly error: unknown
  /** The matched route; null if no route matches. */
  readonly route: Route | null
}

/** The third argument of middleware. */
export interface MiddlewareArguments<Route = RouteMatch, Context = unknown> {
  readonly context: Context
  /** The matching route. Null for unmatched requests, which only the middleware of the application receives. */
  readonly route: Route | null
}

/** Wraps the actions of a controller, or the application. `next` calls the next middleware, or the action. */
export type Middleware<Arguments = MiddlewareArguments> = (
  request: Request,
  next: () => Promise<Response>,
  about: Arguments,
) => Response | Promise<Response>

/** The exports of a controller's module: actions and `middleware`. */
export type ControllerModule = Readonly<Record<string, unknown>>

/** Imports the module of a controller. */
export type LoadController = () => Promise<ControllerModule>

/**
 * The controllers that routes name, and the modules `application` of all folders. No request can name another module.
 * `middleware` of the outermost `application` wraps all requests, and `use` of each `application` guards its folder.
 */
export type Controllers = Readonly<Record<string, LoadController>>

/** Responds to requests for routes with pages. */
export interface PageResponses {
  /** Returns the preference of the request; null if the route has no page. */
  readonly preferenceOf: (match: RouteMatch, request: Request) => PagePreference | null
  /**
   * Calls the action, or responds with the document of the page, depending on the preference.
   *
   * @returns the value of the action, which may not be a response
   */
  readonly respond: (preference: PagePreference, args: ActionArguments, responders: PageResponders) => Promise<unknown>
  /** Returns the document for a navigation that matches no route; null for any other request. */
  readonly notFound: (
    request: Request,
    context: unknown,
    document: PageResponders['document'],
  ) => Promise<Response> | null
}

/** The preference of a request for a route that has a page. */
export interface PagePreference {
  /** Null if the method is neither GET nor HEAD. */
  readonly html: HtmlPreference | null
  /** True if the preference depends on the Accept header. The response then needs `Vary: Accept` for caches. */
  readonly varies: boolean
}

/** The functions of an application that may respond to a request for a page. */
export interface PageResponders {
  /** Null if the route has only a page. */
  readonly action: ((args: ActionArguments) => unknown) | null
  readonly document: ((args: DocumentArguments) => unknown) | undefined
}

/** Settings of `createDispatch`. */
export interface DispatchOptions {
  /** For applications that have pages in their client. */
  readonly pages?: PageResponses | undefined
  /** For dev servers: each request imports its modules again, and responses of `dispatch` itself have `DEFAULT_RESPONSE_HEADER`. */
  readonly dev?: boolean
  /** In dev, adds the match that handled the request to its response. Defaults to no addition. */
  readonly report?: ((response: Response, handled: HandledMatch) => Response) | undefined
  /**
   * Origins with pages that may send forms to this server, such as `https://pay.example.com`; `*` allows all origins.
   * Default: only the origin of the request itself.
   */
  readonly trustedOrigins?: readonly string[]
  /** True if a route has a condition on the client's address. A host that does not provide the address is then an error. */
  readonly needsAddress?: boolean
}

/** Responds to a request. It rejects with the error that an action throws. */
export type Dispatch = (request: Request, context?: unknown) => Promise<Response>

/**
 * In dev, the header that marks a response of `dispatch` itself (404, 405, 400), as opposed to one of the application. Its
 * value is the status and the verb of the request, which may come from a form field (method override).
 */
export const DEFAULT_RESPONSE_HEADER = 'x-turnout-default-response'
