import { didYouMean } from './diagnostics/did-you-mean.ts'
import { nearest } from './diagnostics/nearest.ts'
import { describeValue } from './describe.ts'
import type { Manifest, ManifestRoute } from './manifest.ts'

/**
 * Which routes clients see. A pattern is compared with `controller#action`; one without `#` is about all actions of a
 * controller. One that begins with `/` is about the paths of routes that have no action: redirects, mounted apps and
 * other endpoints. `*` stands for any text, slashes included, on its side of the `#`.
 *
 *     'photos'          all actions of photos
 *     'photos#show'     one action
 *     'admin/*'         all controllers in the folder admin, at any depth
 *     '*#destroy'       the action destroy of all controllers
 *     '/admin/*'        redirects and mounted apps below /admin
 */
export interface ClientRoutes {
  /** What clients see. Left out: everything. */
  readonly only?: string | readonly string[]
  /** What they do not see of that. */
  readonly except?: string | readonly string[]
}

const KEYS = ['only', 'except'] as const

/** What a route is known by to these patterns: `photos#show`, or its path without the format. */
export function knownAs({ controller, action, endpoint, pattern }: ManifestRoute): string {
  const hasAction = endpoint === null && controller !== null && action !== null
  return hasAction ? `${controller}#${action}` : pattern.replace(/\(\.:format\)$/, '')
}

/** A pattern as a test of what a route is known by. */
function testOf(pattern: string): (known: string) => boolean {
  const [path, action = '*'] = pattern.startsWith('/') ? [pattern, null] : pattern.split('#')
  const any = (text: string, star: string) =>
    text
      .split('*')
      .map((part) => part.replace(/[^\w/]/g, '\\$&'))
      .join(star)
  const whole = action === null ? any(path, '.*') : `${any(path!, '[^#]*')}#${any(action, '[^#]*')}`
  const regExp = new RegExp(`^${whole}$`, 's')
  return (known) => (known.startsWith('/') === (action === null) ? regExp.test(known) : false)
}

const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

/** Tells the routes that clients see. */
export function seenBy({ only, except }: ClientRoutes): (route: ManifestRoute) => boolean {
  const wanted = only === undefined ? null : listOf(only).map(testOf)
  const unwanted = listOf(except).map(testOf)
  return (route) => {
    const known = knownAs(route)
    return (wanted?.some((test) => test(known)) ?? true) && !unwanted.some((test) => test(known))
  }
}

/** The table that clients see: the routes, and the mappings that lead to none of the others. */
export function clientManifest(manifest: Manifest, clientRoutes: ClientRoutes | undefined): Manifest {
  if (clientRoutes === undefined) return manifest
  const isSeen = seenBy(clientRoutes)
  const hidden = new Set(manifest.routes.flatMap((route) => (route.name === null || isSeen(route) ? [] : [route.name])))
  const leadsOn = (target: unknown): boolean =>
    typeof target !== 'object' || target === null || !('route' in target) || !hidden.has(target.route as string)
  return {
    ...manifest,
    routes: manifest.routes.filter(isSeen),
    resolves: manifest.resolves.filter(leadsOn),
    directs: manifest.directs.filter(({ target }) => leadsOn(target)),
  }
}

/** What is wrong with the option itself; empty where nothing is. */
export function slipsOf(clientRoutes: unknown): readonly string[] {
  if (clientRoutes === undefined) return []
  if (typeof clientRoutes !== 'object' || clientRoutes === null || Array.isArray(clientRoutes)) {
    return [`It is ${describeValue(clientRoutes)}.`]
  }
  return Object.entries(clientRoutes).flatMap(([key, value]: [string, unknown]) => {
    if (!KEYS.includes(key as 'only')) return [`It has no \`${key}\`.${didYouMean(nearest(key, KEYS))}`]
    if (value === undefined) return []
    return [value].flat().flatMap((pattern: unknown) => {
      const slip = typeof pattern === 'string' ? slipIn(pattern) : 'it is not a string'
      return slip === null ? [] : [`\`${key}\` has ${describeValue(pattern)}: ${slip}.`]
    })
  })
}

function slipIn(pattern: string): string | null {
  if (pattern === '') return 'it is empty'
  if (/\s/.test(pattern)) return 'it holds white space'
  if (pattern.includes('**')) return 'one `*` stands for any text, slashes included'
  if (pattern.startsWith('/')) return pattern.includes('#') ? 'a path has no `#`' : null
  if (/^[A-Z]+\b/.test(pattern)) return 'it is compared with `controller#action`'
  const [controller, action, ...others] = pattern.split('#')
  if (others.length > 0) return 'it has more than one `#`'
  if (controller === '' || action === '') return 'something is missing beside its `#`'
  return /\/(?:\/|$)/.test(controller!) ? 'a segment of the controller is empty' : null
}

/** The patterns that are about no route, each with what it may be a slip of. */
export function idlePatterns(
  manifest: Manifest,
  clientRoutes: ClientRoutes,
): readonly { readonly key: string; readonly pattern: string; readonly guess: string | null }[] {
  const known = manifest.routes.map(knownAs)
  return KEYS.flatMap((key) =>
    listOf(clientRoutes[key]).flatMap((pattern) => {
      const test = testOf(pattern)
      if (known.some(test)) return []
      const folder = `${pattern.replace(/[/*]+$/, '')}/`
      const isFolder = known.some((each) => each.startsWith(folder))
      return [
        { key, pattern, guess: isFolder ? `${folder}*` : nearest(pattern, [...new Set(known.flatMap(patternsFor))]) },
      ]
    }),
  )
}

/** The patterns by which somebody might have meant a route. */
function patternsFor(known: string): string[] {
  const controller = known.split('#')[0]!
  const folders = controller.split('/').slice(0, -1)
  return [known, controller, ...folders.map((_, index) => `${folders.slice(0, index + 1).join('/')}/*`)]
}
