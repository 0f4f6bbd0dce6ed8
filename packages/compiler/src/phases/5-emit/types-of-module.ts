/**
 * The part of the declarations of `virtual:routes` that no route changes. Its types are those of the runtime and of the
 * manifest, which the plugin exports for declarations: an application can import the plugin, but none of its packages.
 */
export const TYPES_OF_MODULE = `\
  import type {
    AllowedMethods, Endpoint, FormatHostedUrlOptions, FormatPathOptions, FormatUrlOptions, HostedUrlOptions, Json, Match,
    MatchAll, OpenPathOptions, OpenUrlOptions, Param, PathFor, PathOptions, Redirect, Refusal, UrlFor, UrlOptions,
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
