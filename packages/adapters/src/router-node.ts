// The lines of the table in a router's module, and the check of the router's choice by `match`.
import type { Match, RouteMatch } from '@turnout/runtime'

export type Module = Readonly<Record<string, unknown>>

/** A route or a layout. The emitted table has a function that imports its module; while it is made, it has the specifier. */
export interface RouterNode<Load = () => Promise<Module>> {
  /** The name of the route; without a name, its action. That of a layout contains a colon: `layout:photos`. */
  readonly id: string
  /** Null for a layout. */
  readonly path: string | null
  /** The name of the route in the table. */
  readonly name: string | null
  /** `photos#show`; null for a layout and for a redirect. */
  readonly action: string | null
  /**
   * The names under which the module may export the page. `layout` for the layout of a controller, and none for that of an
   * application, whose module has no pages.
   */
  readonly exports: readonly string[]
  /** Null for a redirect. */
  readonly load: Load | null
  /** Null for a route. */
  readonly children: RouterNode<Load>[] | null
}

/** The layout around all pages. */
export const APPLICATION = 'layout:application'

/** The route for all other paths. No route of a table has this name. */
export const NOT_FOUND = 'not-found'

/**
 * Returns the match if it is one of the route that the router has chosen; otherwise null. The router's paths match more than
 * those of the table: it knows no requirements, conditions and functions.
 */
export function matchOf({ name, action }: RouterNode, match: RouteMatch | null): RouteMatch | null {
  if (match === null || match.name !== name) return null
  const isChosen = action === null ? match.redirect : `${match.controller}#${match.action}` === action
  return isChosen ? match : null
}

/**
 * Matches a path of this site. In a browser, conditions of routes see its host.
 *
 * @param path without the base path. It may begin with two slashes
 */
export function matchPath(match: Match, basename: string, path: string): RouteMatch | null {
  return match('GET', siteOrigin() + basename.replace(/\/$/, '') + path)
}

/** The origin of the document. A server has none, and neither has a document from a file. */
export function siteOrigin(): string {
  const { origin = '' } = globalThis.location ?? {}
  return /^https?:/.test(origin) ? origin : 'http://localhost'
}

/** Returns the target of a redirect. @throws TypeError for another scheme than http and https */
export function redirectTarget({ redirect }: RouteMatch, base: string): URL {
  const url = new URL(redirect!.location, base)
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('A redirect needs http or https')
  return url
}

/** Returns all lines of a table in the order in which a router reads them. */
export const nodesIn = <Node extends { readonly children: readonly Node[] | null }>(
  nodes: readonly Node[],
): readonly Node[] => nodes.flatMap((node) => [node, ...nodesIn(node.children ?? [])])

/** Returns the first of these properties that an object has. */
export function first(object: Module, names: readonly string[]): unknown {
  return names
    .map((name) => (Object.hasOwn(object, name) ? object[name] : undefined))
    .find((value) => value !== undefined)
}

/** Returns the page that a module exports. @throws Error if it exports none */
export function pageIn(module: Module, { id, exports }: Pick<RouterNode, 'id' | 'exports'>): unknown {
  const page = first(module, exports)
  if (page === undefined) throw new Error(`The module of \`${id}\` exports no page: ${exports.join(' or ')}`)
  return page
}
