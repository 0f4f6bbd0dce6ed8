import type { MappedText } from './source-map.ts'
import { quote } from './literal.ts'

/** What exports each action that has a contract: how TypeScript imports the module, and a name in it. */
export type ContractExports = ReadonlyMap<string, { readonly module: string; readonly name: string }>

/**
 * Writes the types of the actions that have a contract, inside the declarations of `virtual:routes`. They import types only,
 * and each is resolved when a link asks for it.
 */
export function emitContracts(text: MappedText, contracts: ContractExports): void {
  text.add("  import type { QueryOf } from 'vite-plugin-turnout/contracts'")
  text.add('  /** The actions that have a contract, by `controller#action`. */\n  export interface Contracts {')
  for (const [action, { module, name }] of contracts)
    text.add(`    readonly ${quote(action)}: (typeof import(${quote(module)}))[${quote(name)}]`)
  text.add('  }')
}

/** The declarations of `virtual:routes/client`. */
export const TYPES_OF_CLIENT = `// prettier-ignore
declare module 'virtual:routes/client' {
  import type { Contracts } from 'virtual:routes'
  import type { ClientSettings as Settings, Send } from 'vite-plugin-turnout/contracts'
  import type { RegisteredContext } from 'virtual:routes/server'

  export type ClientSettings = Settings<RegisteredContext>

  /**
   * Sends a request to a link, and returns the status and the data: \`const { status, data } = await send(update(7), { body })\`.
   * On a server the request stays in the process.
   */
  export const send: Send<Contracts>

  /** Makes a \`send\` with settings: \`createSend({ headers: () => ({ authorization: token() }) })\`. */
  export function createSend(settings?: ClientSettings): Send<Contracts>
}`

/**
 * The part of the declarations of `virtual:routes` that no route changes. Its types are those of the runtime and of the
 * manifest, which the plugin exports for declarations: an application can import the plugin, but none of its packages.
 */
export const TYPES_OF_MODULE = `\
  import type {
    AllowedMethods, Endpoint, FormatHostedUrlOptions, FormatPathOptions, FormatUrlOptions, HostedUrlOptions, Json, Link,
    Match, MatchAll, OpenPathOptions, OpenUrlOptions, Param, PathFor, PathOptions, QueryValues, Redirect, Refusal,
    UrlFor, UrlOptions,
  } from 'vite-plugin-turnout/declared'
  export type * from 'vite-plugin-turnout/declared'
  export * as default from 'virtual:routes'

  export const pathFor: PathFor
  export const urlFor: UrlFor

  /**
   * The result of \`match\`. \`RouteMatch\` is the union of all matches, \`RouteMatch<'photos#show'>\` the match of an action,
   * and \`RouteMatch<'photo'>\` the match of the route with this name. To narrow the type, compare \`controller\` and
   * \`action\`, \`name\`, \`redirect\` or \`endpoint\`.
   *
   * \`params\` contains the decoded parameters of the path, and the default parameters of the route. \`path\` is the
   * canonical path; use it for access checks. If the route matches only a prefix, \`rest\` is the rest of the path.
   */
  export type RouteMatch<Of extends keyof Actions | keyof Routes = never> = [Of] extends [never]
    ? AnyMatch
    : (Actions & Routes)[Of]

  export const match: Match<AnyMatch>
  export const matchAll: MatchAll<AnyMatch>
  export const allowedMethods: AllowedMethods
  export const refusal: Refusal
`

/** The declarations of `virtual:routes/manifest`. */
export const MANIFEST_TYPES = `\
// prettier-ignore
declare module 'virtual:routes/manifest' {
  import type { Manifest } from 'vite-plugin-turnout/declared'

  /** The route table, frozen. In clients, it contains only the routes that \`clientRoutes\` includes. */
  const manifest: Manifest
  export default manifest
}`
