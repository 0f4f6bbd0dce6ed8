// Writes the expression of the export `manifest`, in one of three forms: for readers, for size, or for dev servers.
import type { Manifest, ManifestRoute } from '../../manifest/manifest.ts'
import { routeParts } from './changes.ts'
import { largeLiteral, literal, quote } from './literal.ts'
import { PURE } from './module-scope.ts'
import { pack } from './pack.ts'

/** How the manifest is written. */
interface ManifestStyle {
  /** Returns the local name of an export of the runtime, and imports it. */
  readonly use: (name: string) => string
  readonly isLarge: boolean
  /** See `ModuleOptions.live`. */
  readonly isLive: boolean
  /** The manifest of the first part, if the expression is for the second part: see `ModuleOptions.split`. */
  readonly since: Manifest | null
}

/**
 * Returns the expression of the frozen manifest.
 *
 *     deepFreeze({ version: …, routes: [ … ], … })                         a small manifest, a route in each line
 *     unpack('…')                                                          a large manifest
 *     liveManifest(['version', …], () => deepFreeze(JSON.parse('{ … }')))  a dev server
 *     changedManifest(['version', …], ({ routes }) => deepFreeze({ … }))   a dev server, in the second part of a module
 */
export function manifestExpression(manifest: Manifest, { use, isLarge, isLive, since }: ManifestStyle): string {
  if (since !== null) return changesExpression(manifest, since, use('deepFreeze'))
  if (isLive) return liveExpression(manifest, use('deepFreeze'))
  if (isLarge) return `${PURE} ${use('unpack')}(${quote(pack(manifest as never))})`
  const { version, routes, resolves, directs } = manifest
  const lines = [
    `${PURE} ${use('deepFreeze')}({`,
    `  version: ${version},`,
    '  routes: [',
    ...routes.map((route) => `    ${largeLiteral(route as never)},`),
    '  ],',
    `  resolves: ${literal(resolves as never)},`,
    `  directs: ${literal(directs as never)},`,
    '})',
  ]
  return lines.join('\n')
}

/** In characters of JSON. */
const LARGE_MANIFEST = 20_000

/**
 * True if the module of the manifest is written for size, not for readers: the manifest is packed, local names of routes
 * are short, and helpers share their checks and file names.
 */
export function isLargeManifest({ routes, ...lists }: Manifest): boolean {
  let length = JSON.stringify({ ...lists, routes: [] }).length
  for (const route of routes) length += routeJson(route).length + 1
  return length > LARGE_MANIFEST
}

function liveExpression(manifest: Manifest, freeze: string): string {
  const members = Object.entries(manifest).map(([key, value]) => {
    const json = key === 'routes' ? routesJson(manifest.routes) : quotedContent(JSON.stringify(value))
    return `"${key}":${json}`
  })
  const keys = literal(Object.keys(manifest))
  return `liveManifest(${keys}, () => ${freeze}(JSON.parse('{${members.join(',')}}')))`
}

/** `{ ...JSON.parse('{ … }'), routes: [...routes.slice(0, 9), ...JSON.parse('[ … ]')] }` */
function changesExpression(manifest: Manifest, since: Manifest, freeze: string): string {
  const { routes: _, ...lists } = manifest
  const parts = routeParts(manifest, since).map((part) =>
    'added' in part ? `...JSON.parse('${routesJson(part.added)}')` : `...routes.slice(${part.start}, ${part.end})`,
  )
  const members = `...JSON.parse(${quote(JSON.stringify(lists))}), routes: [${parts.join(', ')}]`
  return `changedManifest(${literal(Object.keys(manifest))}, ({ routes }) => ${freeze}({ ${members} }))`
}

/** Returns the JSON of routes as the content of a string literal in single quotes. */
function routesJson(routes: readonly ManifestRoute[]): string {
  return `[${routes.map((route) => routeJson(route).quoted).join(',')}]`
}

/** The JSON of a route. */
interface RouteJson {
  readonly length: number
  /** The JSON as the content of a string literal in single quotes. */
  readonly quoted: string
}

/** The JSON of routes. A dev server emits the same objects again after an edit of other routes. */
const jsonByRoute = new WeakMap<ManifestRoute, RouteJson>()

/** Returns the JSON of a frozen route. */
function routeJson(route: ManifestRoute): RouteJson {
  const cached = jsonByRoute.get(route)
  if (cached !== undefined) return cached
  const json = JSON.stringify(route)
  const result = { length: json.length, quoted: quotedContent(json) }
  jsonByRoute.set(route, result)
  return result
}

/** `it's` -> `it\'s` */
function quotedContent(text: string): string {
  return quote(text).slice(1, -1)
}
