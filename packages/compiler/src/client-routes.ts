// Decides which routes clients receive, by the option `clientRoutes`.
import { describeValue } from './diagnostics/describe.ts'
import { nearest, didYouMean } from './diagnostics/nearest.ts'
import type { Manifest, ManifestDirect, ManifestRoute, MappedRoute } from './manifest/manifest.ts'
import type { Diagnostics } from './diagnostics/collector.ts'

/**
 * The routes in client bundles. A pattern is compared with `controller#action`. A pattern without `#` matches all actions
 * of a controller. A pattern that begins with `/` is compared with the paths of routes without an action: redirects,
 * mounted apps and other endpoints. `*` matches any characters, including slashes, on its side of the `#`.
 *
 *     'photos'          all actions of photos
 *     'photos#show'     one action
 *     'admin/*'         all controllers in the folder admin, at any depth
 *     '*#destroy'       the action destroy of all controllers
 *     '/admin/*'        redirects and mounted apps below /admin
 */
export interface ClientRoutes {
  /** The routes in client bundles. Defaults to all. */
  readonly only?: string | readonly string[]
  /** Routes to exclude from these. */
  readonly except?: string | readonly string[]
}

const KEYS = ['only', 'except'] as const

/** Returns the string that the patterns are compared with: `photos#show`, or the route's path without the format. */
export function routeKeyOf({ controller, action, endpoint, pattern }: ManifestRoute): string {
  const hasAction = endpoint === null && controller !== null && action !== null
  return hasAction ? `${controller}#${action}` : pattern.replace(/\(\.:format\)$/, '')
}

/** Returns a test of the strings that `routeKeyOf` returns. */
function testOf(pattern: string): (routeKey: string) => boolean {
  const [path, action = '*'] = pattern.startsWith('/') ? [pattern, null] : pattern.split('#')
  const any = (text: string, star: string) =>
    text
      .split('*')
      .map((part) => part.replace(/[^\w/]/g, '\\$&'))
      .join(star)
  const source = action === null ? any(path, '.*') : `${any(path!, '[^#]*')}#${any(action, '[^#]*')}`
  const regExp = new RegExp(`^${source}$`, 's')
  return (routeKey) => routeKey.startsWith('/') === (action === null) && regExp.test(routeKey)
}

const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

/** Returns a test whether client bundles contain a route. */
export function makeVisibilityTest({ only: onlyPatterns, except }: ClientRoutes): (route: ManifestRoute) => boolean {
  const onlyTests = onlyPatterns === undefined ? null : listOf(onlyPatterns).map(testOf)
  const exceptTests = listOf(except).map(testOf)
  return (route) => {
    const routeKey = routeKeyOf(route)
    return (onlyTests?.some((test) => test(routeKey)) ?? true) && !exceptTests.some((test) => test(routeKey))
  }
}

/**
 * Returns the table of clients: the included routes, and the mappings whose target is not excluded. If an excluded `direct`
 * has the name of a route, the route loses its name: its helper would return another URL than on the server.
 */
export function clientManifest(manifest: Manifest, clientRoutes: ClientRoutes | undefined): Manifest {
  if (clientRoutes === undefined) return manifest
  const isSeen = makeVisibilityTest(clientRoutes)
  const hidden = new Set(manifest.routes.flatMap((route) => (route.name === null || isSeen(route) ? [] : [route.name])))
  const targets = new Map(manifest.directs.map(({ name, target }) => [name, target]))
  /** False if the target is an excluded route, directly or through other `direct` URLs. */
  const isTargetSeen = (target: ManifestDirect['target']): boolean => {
    const visited = new Set<string>()
    for (let next: typeof target | undefined = target; typeof next === 'object' && 'route' in next;) {
      const { route }: MappedRoute = next
      if (hidden.has(route)) return false
      next = visited.has(route) ? undefined : targets.get(route)
      visited.add(route)
    }
    return true
  }
  const hiddenDirects = new Set(manifest.directs.flatMap(({ name, target }) => (isTargetSeen(target) ? [] : [name])))
  return {
    ...manifest,
    routes: manifest.routes
      .filter(isSeen)
      .map((route) => (route.name !== null && hiddenDirects.has(route.name) ? { ...route, name: null } : route)),
    resolves: manifest.resolves.filter(isTargetSeen),
    directs: manifest.directs.filter(({ name }) => !hiddenDirects.has(name)),
  }
}

/** Returns the problems of the option's value; empty if it is valid. */
export function problemsOfClientRoutes(clientRoutes: unknown): readonly string[] {
  if (clientRoutes === undefined) return []
  if (typeof clientRoutes !== 'object' || clientRoutes === null || Array.isArray(clientRoutes)) {
    return [`It is ${describeValue(clientRoutes)}.`]
  }
  return Object.entries(clientRoutes).flatMap(([key, value]: [string, unknown]) => {
    if (!KEYS.includes(key as 'only')) return [`It has no \`${key}\`.${didYouMean(nearest(key, KEYS))}`]
    if (value === undefined) return []
    return [value].flat().flatMap((pattern: unknown) => {
      const problem = typeof pattern === 'string' ? problemIn(pattern) : 'it is not a string'
      return problem === null ? [] : [`\`${key}\` has ${describeValue(pattern)}: ${problem}.`]
    })
  })
}

function problemIn(pattern: string): string | null {
  if (pattern === '') return 'it is empty'
  if (/\s/.test(pattern)) return 'it holds white space'
  if (pattern.includes('**')) return 'one `*` stands for any text, slashes included'
  if (pattern.startsWith('/')) return pattern.includes('#') ? 'a path has no `#`' : null
  if (/^[A-Z]+\b/.test(pattern)) return 'it is compared with `controller#action`'
  const [controller, action, ...extraParts] = pattern.split('#')
  if (extraParts.length > 0) return 'it has more than one `#`'
  if (controller === '' || action === '') return 'something is missing beside its `#`'
  return /\/(?:\/|$)/.test(controller!) ? 'a segment of the controller is empty' : null
}

/** Returns the patterns that match no route, each with a suggestion. */
export function idlePatterns(
  manifest: Manifest,
  clientRoutes: ClientRoutes,
): readonly { readonly key: string; readonly pattern: string; readonly suggestion: string | null }[] {
  const routeKeys = manifest.routes.map(routeKeyOf)
  return KEYS.flatMap((key) =>
    listOf(clientRoutes[key]).flatMap((pattern) => {
      const test = testOf(pattern)
      if (routeKeys.some(test)) return []
      const folder = `${pattern.replace(/[/*]+$/, '')}/`
      const isFolder = routeKeys.some((routeKey) => routeKey.startsWith(folder))
      return [
        {
          key,
          pattern,
          suggestion: isFolder ? `${folder}*` : nearest(pattern, [...new Set(routeKeys.flatMap(patternsFor))]),
        },
      ]
    }),
  )
}

/** Returns possible patterns for a route, as suggestions. */
function patternsFor(routeKey: string): string[] {
  const controller = routeKey.split('#')[0]!
  const folders = controller.split('/').slice(0, -1)
  return [routeKey, controller, ...folders.map((_, index) => `${folders.slice(0, index + 1).join('/')}/*`)]
}

/**
 * Reports problems of the option `clientRoutes`: `invalid-client-routes`, and `idle-client-pattern`, because a typo in a
 * pattern may expose routes to clients.
 */
export function reportClientRoutes(
  manifest: Manifest,
  clientRoutes: ClientRoutes | undefined,
  diagnostics: Diagnostics,
): void {
  const problems = problemsOfClientRoutes(clientRoutes)
  for (const problem of problems) diagnostics.report('invalid-client-routes', { problem }, () => null)
  if (clientRoutes === undefined || problems.length > 0) return
  for (const idle of idlePatterns(manifest, clientRoutes)) diagnostics.report('idle-client-pattern', idle, () => null)
}
