import type { Manifest } from '../../manifest.ts'
import { quote } from './literal.ts'

/** Settings of `emitServer`. */
export interface ServerOptions {
  /** What each controller is imported by, by the name that routes know it by; those that no route names may be among them. */
  readonly controllers: ReadonlyMap<string, string>
  /** `controller#action` of the routes that have a page. Left out: the application has no pages. */
  readonly pages?: ReadonlySet<string>
  /** For dev servers: the module keeps itself current, and answers of its own are marked. */
  readonly dev?: boolean
  /** Origins whose pages may send forms. */
  readonly trustedOrigins?: readonly string[]
}

/** Attributes of a request that are the address of the client. */
const ADDRESSES: ReadonlySet<string> = new Set(['ip', 'remote_ip', 'remote_addr', 'client_ip'])

/** The controller whose `middleware` stands around all requests. */
const APPLICATION = 'application'

/**
 * Writes the module `virtual:routes/server`: `dispatch`, `methodOverride`, `defineServer`, and a server as the default
 * export. The table of controllers is closed: one lazy import for each controller that a route names, and that there is.
 *
 * With pages, `virtual:routes/template` has the text of `index.html`.
 *
 * In dev the module accepts its own update. What holds an older `dispatch` goes on with the new table of controllers,
 * and modules that were not edited keep their state.
 */
export function emitServer(
  manifest: Manifest,
  { controllers, pages, dev = false, trustedOrigins = [] }: ServerOptions,
): string {
  const named = new Set(manifest.routes.flatMap(({ controller }) => controller ?? []))
  const lines = [...named].toSorted().flatMap((name) => {
    const source = controllers.get(name)
    return source === undefined ? [] : [`  [${quote(name)}]: () => import(${quote(source)}),`]
  })
  const application = controllers.get(APPLICATION)
  const options = [
    ...(application === undefined ? [] : [`application: () => import(${quote(application)})`]),
    ...(pages === undefined ? [] : [`pages: createPageAnswers(${dev ? 'livePages' : 'pages'}, template)`]),
    ...(dev ? ['dev: true'] : []),
    ...(trustedOrigins.length === 0 ? [] : [`trustedOrigins: [${trustedOrigins.map(quote).join(', ')}]`]),
  ]
  const attributes = manifest.routes.flatMap(({ conditions }) => Object.keys(conditions))
  if (attributes.some((attribute) => ADDRESSES.has(attribute))) options.push('needsAddress: true')
  return [
    `import { allowedMethods, match, matchAll, refusal } from 'virtual:routes'`,
    `import { createDispatch, ${pages === undefined ? '' : 'createPageAnswers, '}defineServer } from '@turnout/runtime/server'`,
    `export { defineServer, methodOverride } from '@turnout/runtime/server'`,
    '',
    'const controllers = {',
    ...lines,
    '}',
    ...(pages === undefined
      ? []
      : [
          `const pages = new Set([${[...pages].toSorted().map(quote).join(', ')}])`,
          `const template = () => import('virtual:routes/template')`,
        ]),
    ...(dev ? [LIVE, ...(pages === undefined ? [] : [LIVE_PAGES])] : []),
    `export const dispatch = createDispatch({ allowedMethods, match, matchAll, refusal }, ${dev ? 'live' : 'controllers'}, { ${options.join(', ')} })`,
    'export default defineServer({ fetch: (request, context) => dispatch(request, context) })',
    '',
  ].join('\n')
}

const LIVE = `const live = import.meta.hot ? (import.meta.hot.data.controllers ??= {}) : {}
for (const name of Object.keys(live)) delete live[name]
Object.assign(live, controllers)
import.meta.hot?.accept()`

const LIVE_PAGES = `const livePages = import.meta.hot ? (import.meta.hot.data.pages ??= new Set()) : new Set()
livePages.clear()
for (const page of pages) livePages.add(page)`

/** The declarations of `virtual:routes/server`. No route changes them: what differs they take from `virtual:routes`. */
export const TYPES_OF_SERVER = `\
declare module 'virtual:routes/server' {
  import type { Actions, RouteMatch } from 'virtual:routes'

  /**
   * Says what \`dispatch\` is given beside the request:
   *
   *     declare module 'virtual:routes/server' {
   *       interface Register { context: { db: Database } }
   *     }
   */
  export interface Register {}

  /** What \`dispatch\` was given beside the request. */
  export type RegisteredContext = Register extends { context: infer Given } ? Given : unknown

  /** What an action is called with. */
  export interface ActionArguments<Name extends keyof Actions = keyof Actions> {
    readonly request: Request
    /** The parameters of the path, decoded once, and the route's defaults. */
    readonly params: Actions[Name]['params']
    readonly context: RegisteredContext
    /** The answer of \`match\`. Its \`path\` is the canonical one. */
    readonly route: Actions[Name]
  }

  /** An action that routes lead to: \`export const show: Action<'photos#show'> = ({ params }) => …\`. */
  export type Action<Name extends keyof Actions = keyof Actions> = (
    args: ActionArguments<Name>,
  ) => Response | Promise<Response>

  /** What the function \`document\` of the controller \`application\` is called with. */
  export interface DocumentArguments {
    readonly request: Request
    /** The parameters of the path; empty where no route matches. */
    readonly params: RouteMatch['params']
    readonly context: RegisteredContext
    /** The route whose page the document is for; null where no route matches, and the status becomes 404. */
    readonly route: RouteMatch | null
    /** The text of \`index.html\`; empty where there is none. */
    readonly template: string
  }

  /** Makes the document of every page: \`export const document: Document = ({ template }) => new Response(…)\`. */
  export type Document = (args: DocumentArguments) => Response | Promise<Response>

  /** What a middleware may know beside the request. */
  export interface MiddlewareArguments {
    readonly context: RegisteredContext
    /** The route that answers; null where none does, which only the application's middleware sees. */
    readonly route: RouteMatch | null
  }

  /** Stands around the actions of a controller, or around the application. \`next\` calls what is inside. */
  export type Middleware = (
    request: Request,
    next: () => Promise<Response>,
    about: MiddlewareArguments,
  ) => Response | Promise<Response>

  /** Answers a request. Rejects with whatever an action throws. */
  export function dispatch(
    request: Request,
    ...context: Register extends { context: infer Given } ? [context: Given] : [context?: unknown]
  ): Promise<Response>

  /** The request that a form means: a POST whose body says \`_method\` is a PATCH, PUT or DELETE. */
  export function methodOverride(request: Request): Promise<Request>

  /** Options of \`defineServer\`. Those of srvx may stand beside them. */
  export interface ServerOptions {
    readonly fetch: (request: Request, ...rest: any[]) => Response | Promise<Response>
    /** In bytes. A longer body is 413: at once if \`Content-Length\` says so, else where it is read. Default: no limit. */
    readonly maxRequestBodySize?: number
    /** How long requests in flight, and then \`onShutdown\`, may take on SIGTERM, in milliseconds. Default: 10,000. */
    readonly shutdownTimeout?: number
    /** Closes what the application has open, such as a pool of connections, once no request is in flight. */
    readonly onShutdown?: () => unknown
  }

  /**
   * Makes the default export of a server module: \`fetch\`, for any host, and a plugin that makes srvx answer the requests
   * in flight on SIGTERM and SIGINT, call \`onShutdown\`, and end the process.
   */
  export function defineServer<const Options extends ServerOptions>(
    options: Options,
  ): Omit<Options, 'fetch'> & {
    readonly fetch: (
      request: Request,
      ...rest: Options['fetch'] extends (request: Request, ...rest: infer Rest) => unknown ? Rest : never
    ) => Promise<Response>
  }

  const server: { fetch(request: Request, context?: RegisteredContext): Promise<Response> }
  export default server
}`
