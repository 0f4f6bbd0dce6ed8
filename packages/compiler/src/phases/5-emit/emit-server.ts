// Writes `virtual:routes/server`, with a lazy import for each controller.
import type { Manifest } from '../../manifest/manifest.ts'
import { isApplication } from '../../names/file-names.ts'
import { lazyImport, liveTable, type DevModule } from './live-table.ts'
import { quote } from './literal.ts'

/** Settings of `emitServer`. */
export interface ServerOptions {
  /** Import specifiers by the controller's name in routes. May contain controllers that no route names. */
  readonly controllers: ReadonlyMap<string, string>
  /** `controller#action` of the routes that have a page. Defaults to an application without pages. */
  readonly pages?: ReadonlySet<string>
  /** For dev servers: the module updates itself, and marks responses that Turnout creates. Null in builds. */
  readonly dev?: DevModule | null
  /** Reports the matched route in a header of HTML responses, for the bar of dev servers. Only in dev. */
  readonly reportsMatches?: boolean
  /** Origins whose pages may send forms. */
  readonly trustedOrigins?: readonly string[]
}

/** Attributes of a request that are the address of the client. */
const ADDRESSES: ReadonlySet<string> = new Set(['ip', 'remote_ip', 'remote_addr', 'client_ip', 'local?'])

/**
 * Writes the module `virtual:routes/server`: `dispatch`, `methodOverride`, `defineServer`, `action` for contracts, and a
 * server as the default export. The table of controllers is closed: it has one lazy import for each existing controller that
 * a route names, and for each module `application`. With pages, the module imports `index.html` from `virtual:routes/template`.
 *
 * In dev the module accepts its own update. Code that holds an older `dispatch` continues with the new controllers, in all
 * module runners, and modules that were not edited keep their state.
 */
export function emitServer(
  manifest: Manifest,
  { controllers, pages, dev = null, reportsMatches = false, trustedOrigins = [] }: ServerOptions,
): string {
  const controllerNames = new Set(manifest.routes.flatMap(({ controller }) => controller ?? []))
  for (const name of controllers.keys()) if (isApplication(name)) controllerNames.add(name)
  const lines = [...controllerNames].toSorted().flatMap((name) => {
    const source = controllers.get(name)
    return source === undefined ? [] : [`  [${quote(name)}]: ${lazyImport(source, dev)},`]
  })
  const attributes = manifest.routes.flatMap(({ conditions }) => Object.keys(conditions))
  const needsAddress = attributes.some((attribute) => ADDRESSES.has(attribute))
  const pagesSet = pages && `new Set([${[...pages].toSorted().map(quote).join(', ')}])`
  const options = [
    ...(pages === undefined ? [] : [`pages: createPageResponses(pages, template)`]),
    ...(dev === null ? [] : ['dev: true']),
    ...(reportsMatches ? ['report: reportMatch'] : []),
    ...(trustedOrigins.length === 0 ? [] : [`trustedOrigins: [${trustedOrigins.map(quote).join(', ')}]`]),
    ...(dev !== null ? ['needsAddress'] : needsAddress ? ['needsAddress: true'] : []),
  ]
  const functions = [
    'createDispatch',
    ...(pages === undefined ? [] : ['createPageResponses']),
    ...(reportsMatches ? ['reportMatch'] : []),
  ]
  const create = `createDispatch({ allowedMethods, match, matchAll, refusal }, controllers, { ${options.join(', ')} })`
  const serverMaker = dev !== null ? 'defineDevServer as defineServer' : 'defineServer'
  return [
    `import { allowedMethods, match, matchAll, refusal } from 'virtual:routes'`,
    `import { ${functions.join(', ')}, ${serverMaker} } from '@turnout/server'`,
    // `sendInProcess` is for `virtual:routes/client`.
    `export { action, ${serverMaker}, methodOverride, sendInProcess, typeOnly } from '@turnout/server'`,
    '',
    ...(pagesSet === undefined ? [] : [`const template = () => import('virtual:routes/template')`]),
    ...(dev === null
      ? [
          'const controllers = {',
          ...lines,
          '}',
          ...(pagesSet === undefined ? [] : [`const pages = ${pagesSet}`]),
          `export const dispatch = ${create}`,
        ]
      : [
          ...liveTable(
            'virtual:routes/server',
            [
              'controllers: {',
              ...lines,
              '},',
              ...(pagesSet === undefined ? [] : [`pages: ${pagesSet},`]),
              `needsAddress: ${needsAddress},`,
            ],
            dev,
          ),
          'export const dispatch = async (request, context) => {',
          '  await renew()',
          `  const { controllers, ${pagesSet === undefined ? '' : 'pages, '}needsAddress } = table()`,
          `  return ${create}(request, context)`,
          '}',
        ]),
    'export default defineServer({ fetch: (request, context) => dispatch(request, context) })',
    '',
  ].join('\n')
}

/**
 * The declarations of `virtual:routes/server`. No route changes them: their types take the actions from `virtual:routes`.
 *
 * @param hasContracts false leaves out the functions that create contracts
 */
export function typesOfServer(hasContracts: boolean): string {
  return `\
// prettier-ignore
declare module 'virtual:routes/server' {
  import type { Actions, RouteMatch } from 'virtual:routes'
  import type * as declared from 'vite-plugin-turnout/declared/server'

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

  export interface ActionArguments<Name extends keyof Actions = keyof Actions>
    extends declared.ActionArguments<Actions[Name], RegisteredContext> {}

  /** An action of a controller: \`export const show: Action<'photos#show'> = ({ params }) => …\`. */
  export type Action<Name extends keyof Actions = keyof Actions> = (
    args: ActionArguments<Name>,
  ) => Response | Promise<Response>

${hasContracts ? ACTION : ''}\
  export interface DocumentArguments extends declared.DocumentArguments<RouteMatch, RegisteredContext> {}

  /** Creates the document of every page: \`export const document: Document = ({ template }) => new Response(…)\`. */
  export type Document = (args: DocumentArguments) => Response | Promise<Response>

  /** The argument of the function \`notFound\` of the controller \`application\`. */
  export interface NotFoundArguments extends declared.NotFoundArguments<RegisteredContext> {}

  /** Responds to unmatched requests. Without a response, the default follows. A response with the status 200 becomes 404. */
  export type NotFound = (args: NotFoundArguments) => Response | null | undefined | Promise<Response | null | undefined>

  /** The argument of the function \`onError\` of the controller \`application\`. */
  export interface ErrorArguments extends declared.ErrorArguments<RouteMatch, RegisteredContext> {}

  /** Responds to errors of actions, pages and middleware. Without a response, \`dispatch\` rejects with the error. */
  export type OnError = (args: ErrorArguments) => Response | null | undefined | Promise<Response | null | undefined>

  export interface MiddlewareArguments extends declared.MiddlewareArguments<RouteMatch, RegisteredContext> {}

  export type Middleware = declared.Middleware<MiddlewareArguments>

  /** Responds to a request: \`export default { fetch: (request: Request) => dispatch(request) }\`. Rejects with the error of an action. */
  export function dispatch(
    request: Request,
    ...context: Register extends { context: infer Given } ? [context: Given] : [context?: unknown]
  ): Promise<Response>

  export type ServerOptions = declared.ServerOptions
  export const defineServer: typeof declared.defineServer
  export const methodOverride: typeof declared.methodOverride

  const server: { fetch(request: Request, context?: RegisteredContext): Promise<Response> }
  export default server
}`
}

const ACTION = `\
  export const action: declared.DefineAction<Actions, RegisteredContext>
  export const typeOnly: typeof declared.typeOnly

`
