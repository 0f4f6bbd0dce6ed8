import type { Manifest } from '../../manifest.ts'
import { TYPES_OF_CONTRACTS } from './contract-types.ts'
import { quote } from './literal.ts'

/** Settings of `emitServer`. */
export interface ServerOptions {
  /** Import specifiers by the controller's name in routes. May contain controllers that no route names. */
  readonly controllers: ReadonlyMap<string, string>
  /** `controller#action` of the routes that have a page. Defaults to an application without pages. */
  readonly pages?: ReadonlySet<string>
  /** For dev servers: the module updates itself, and marks responses that Turnout creates. */
  readonly dev?: boolean
  /** Origins whose pages may send forms. */
  readonly trustedOrigins?: readonly string[]
}

/** Attributes of a request that are the address of the client. */
const ADDRESSES: ReadonlySet<string> = new Set(['ip', 'remote_ip', 'remote_addr', 'client_ip'])

/** The controller with the `middleware` that wraps all requests. */
const APPLICATION = 'application'

/**
 * Writes the module `virtual:routes/server`: `dispatch`, `methodOverride`, `defineServer`, `action` for contracts, and a
 * server as the default export. The table of controllers is closed: one lazy import for each controller that a route names, and that there is.
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
    `export { action, defineServer, methodOverride, typeOnly } from '@turnout/runtime/server'`,
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

/**
 * The declarations of `virtual:routes/server`. No route changes them: what differs they take from `virtual:routes`.
 *
 * @param hasContracts false leaves out all types of contracts
 */
export function typesOfServer(hasContracts: boolean): string {
  return hasContracts ? TYPES_OF_SERVER.replace(/\}$/, `${TYPES_OF_CONTRACTS}}`) : TYPES_OF_SERVER
}

const TYPES_OF_SERVER = `\
declare module 'virtual:routes/server' {
  import type { Actions, RouteMatch } from 'virtual:routes'

  /**
   * Sets the type of \`context\`, the second argument of \`dispatch\`:
   *
   *     declare module 'virtual:routes/server' {
   *       interface Register { context: { db: Database } }
   *     }
   */
  export interface Register {}

  /** The type of \`context\`, the second argument of \`dispatch\`. */
  export type RegisteredContext = Register extends { context: infer Given } ? Given : unknown

  /** The argument of an action. */
  export interface ActionArguments<Name extends keyof Actions = keyof Actions> {
    readonly request: Request
    /** The decoded parameters of the path, and the default parameters of the route. */
    readonly params: Actions[Name]['params']
    readonly context: RegisteredContext
    /** The result of \`match\`. Its \`path\` is canonical. */
    readonly route: Actions[Name]
  }

  /** An action of a controller: \`export const show: Action<'photos#show'> = ({ params }) => …\`. */
  export type Action<Name extends keyof Actions = keyof Actions> = (
    args: ActionArguments<Name>,
  ) => Response | Promise<Response>

  /** The argument of the function \`document\` of the controller \`application\`. */
  export interface DocumentArguments {
    readonly request: Request
    /** The parameters of the path; empty if no route matches. */
    readonly params: RouteMatch['params']
    readonly context: RegisteredContext
    /** The route of the page. Null if no route matches; a response with the status 200 then becomes 404. */
    readonly route: RouteMatch | null
    /** The content of \`index.html\`; empty if the file does not exist. */
    readonly template: string
  }

  /** Creates the document of every page: \`export const document: Document = ({ template }) => new Response(…)\`. */
  export type Document = (args: DocumentArguments) => Response | Promise<Response>

  /** The third argument of middleware. */
  export interface MiddlewareArguments {
    readonly context: RegisteredContext
    /** The matching route. Null for unmatched requests, which only the middleware of the application receives. */
    readonly route: RouteMatch | null
  }

  /** Wraps the actions of a controller, or the application. \`next\` calls the next middleware, or the action. */
  export type Middleware = (
    request: Request,
    next: () => Promise<Response>,
    about: MiddlewareArguments,
  ) => Response | Promise<Response>

  /** Responds to a request. Rejects with the error of an action. */
  export function dispatch(
    request: Request,
    ...context: Register extends { context: infer Given } ? [context: Given] : [context?: unknown]
  ): Promise<Response>

  /** Returns the request with the method of its form: the field \`_method\` of a POST can be PATCH, PUT or DELETE. */
  export function methodOverride(request: Request): Promise<Request>

  /** Options of \`defineServer\`, which also accepts the options of srvx. */
  export interface ServerOptions {
    readonly fetch: (request: Request, ...rest: any[]) => Response | Promise<Response>
    /** The limit of a body in bytes. A longer body gets 413: before your code runs if \`Content-Length\` exceeds the limit, otherwise when your code reads it. Default: no limit. */
    readonly maxRequestBodySize?: number
    /** On SIGTERM, the time for requests in flight, and then for \`onShutdown\`, in milliseconds. Default: 10,000. */
    readonly shutdownTimeout?: number
    /** Closes resources of the application, such as database connections, when no request is in flight. */
    readonly onShutdown?: () => unknown
  }

  /**
   * Creates the default export of a server module: \`fetch\` for any host, and a plugin for srvx. On SIGTERM and SIGINT, the
   * plugin finishes the requests in flight, calls \`onShutdown\`, and ends the process.
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
