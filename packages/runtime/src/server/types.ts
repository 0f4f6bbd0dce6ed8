import type { MatchRequest, RouteMatch } from '../route-match.ts'
import type { HtmlPreference } from './accept.ts'

/** What dispatching needs of a route table: exports of `virtual:routes`. */
export interface RouteTable {
  readonly match: (method: string, path: string, request?: MatchRequest) => RouteMatch | null
  /** All answers in the order of the routes; the first is that of `match`. */
  readonly matchAll: (method: string, path: string, request?: MatchRequest) => Iterable<RouteMatch>
  /** The verbs that the path answers. */
  readonly allowedMethods: (path: string, request?: MatchRequest) => readonly string[]
  /** The status of a path that is refused before a route is asked. */
  readonly refusal: (path: string) => 400 | 414 | null
}

/** What an action is called with. */
export interface ActionArguments {
  readonly request: Request
  /** The parameters of the path, and the route's defaults. */
  readonly params: RouteMatch['params']
  /** What `dispatch` was given. */
  readonly context: unknown
  /** The answer of `match`. Its `path` is the canonical one. */
  readonly route: RouteMatch
}

/** What the function `document` of the controller `application` is called with. */
export interface DocumentArguments extends Omit<ActionArguments, 'route'> {
  /** The route whose page the document is for; null where no route answers. */
  readonly route: RouteMatch | null
  /** The text of `index.html`; empty where there is none. */
  readonly template: string
}

/** What a middleware may know of the request beside the request itself. */
export interface MiddlewareArguments {
  readonly context: unknown
  /** The route that was found; null where none answers, which only the application's middleware sees. */
  readonly route: RouteMatch | null
}

/** Stands around an action, or around the application. `next` calls what is inside. */
export type Middleware = (
  request: Request,
  next: () => Promise<Response>,
  about: MiddlewareArguments,
) => Response | Promise<Response>

/** What a controller's module exports: actions, and `middleware`. */
export type ControllerModule = Readonly<Record<string, unknown>>

/** Imports the module of a controller. */
export type LoadController = () => Promise<ControllerModule>

/** The controllers that routes name. The table is closed: no request can name another. */
export type Controllers = Readonly<Record<string, LoadController>>

/** What requests for routes with pages are answered with. */
export interface PageAnswers {
  /** How the request asks for the route; null if the route has no page. */
  readonly asked: (found: RouteMatch, request: Request) => AskedPage | null
  /**
   * Calls the action, or answers with the document of the page, as the request asks for it.
   *
   * @param answerers the action, null where the route has a page only; and what makes the document, if the application has a
   *   function for it
   */
  readonly answer: (asked: AskedPage, args: ActionArguments, answerers: Answerers) => Promise<unknown>
  /** The document for a navigation that no route answers; null for any other request. */
  readonly notFound: (request: Request, context: unknown, document: Answerers['document']) => Promise<Response> | null
}

/** How a request asks for a route that has a page. */
export interface AskedPage {
  /** Null for a method that pages do not answer. */
  readonly preference: HtmlPreference | null
  /** The Accept header has decided, and caches have to know. */
  readonly varies: boolean
}

/** The functions of an application that may answer a request for a page. */
export interface Answerers {
  readonly action: ((args: ActionArguments) => unknown) | null
  readonly document: ((args: DocumentArguments) => unknown) | undefined
}

/** Settings of `createDispatch`. */
export interface DispatchOptions {
  /** The controller whose `middleware` is around all requests, and whose `document` makes the documents of pages. */
  readonly application?: LoadController | undefined
  /** For applications that have pages in their client. */
  readonly pages?: PageAnswers | undefined
  /** For dev servers: modules are imported anew for each request, and what no route answers is marked with `UNANSWERED`. */
  readonly dev?: boolean
  /**
   * Origins whose pages may send forms here, such as `https://pay.example.com`; `*` stands for all. Default: none but the
   * origin of the request itself.
   */
  readonly trustedOrigins?: readonly string[]
  /** True if a route has a condition on the address of the client: then a host that does not tell it is an error. */
  readonly needsAddress?: boolean
}

/** Answers a request. It rejects with whatever an action throws. */
export type Dispatch = (request: Request, context?: unknown) => Promise<Response>

/**
 * In dev, the header that tells an answer of `dispatch` itself (404, 405, 400) from one of the application: its status,
 * and the verb that was asked for, which a form may have said.
 */
export const UNANSWERED = 'x-turnout-unanswered'
