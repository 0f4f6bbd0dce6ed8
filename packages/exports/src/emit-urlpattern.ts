// Writes the routes for `URLPattern`, and lists the properties that it cannot express.
import type { Json, Manifest, ManifestRoute, Pattern, Segment } from '@turnout/manifest'
import { hasAdjacentParams, paramNames, paramsOf } from '@turnout/patterns'
import { beyondPaths, endpointData } from './endpoint-data.ts'
import { nullable } from '@turnout/patterns/regexp'
import { escapeText, paramSource } from './param-source.ts'
import { areGroupsDelimited, plainPaths } from './plain-paths.ts'
import { ADJACENT, OmissionList, type Omission } from './omissions.ts'

/** A route for `new URLPattern({ pathname })`. The first pattern that matches wins, as in Turnout. */
export interface UrlPatternRoute {
  /** Empty: any. */
  readonly methods: readonly string[]
  readonly pathname: string
  readonly data: Readonly<Record<string, Json>>
}

/** The table for URLPattern, and the properties that URLPattern cannot express. */
export interface UrlPatternTable {
  readonly routes: readonly UrlPatternRoute[]
  readonly unsaid: readonly Omission[]
}

/** Writes the routes as patterns of the URL Pattern standard, in order of precedence, for canonical paths. */
export function urlPatternTable({ routes }: Manifest): UrlPatternTable {
  const omissions = new OmissionList(routes)
  const exported = routes.flatMap((route, index): UrlPatternRoute[] => {
    const pathnames = pathnamesOf(route)
    if ('reason' in pathnames) {
      omissions.add(index, pathnames.reason, false)
      return []
    }
    for (const name of emptyParamsInGroups(route)) {
      omissions.add(index, `it gives other parameters if \`${name}\` is empty: URLPattern skips the group`, true)
    }
    const data = endpointData(route, index)
    return pathnames.map((pathname) => ({ methods: route.verbs, pathname, data }))
  })
  return { routes: exported, unsaid: omissions.entries }
}

function pathnamesOf(route: ManifestRoute): readonly string[] | { readonly reason: string } {
  const beyond = beyondPaths(route)
  if (beyond !== null) return { reason: beyond }
  const names = paramNames(route.segments)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (names.includes('')) return { reason: 'a parameter of it has no name' }
  if (twice !== undefined) return { reason: `\`${twice}\` stands in the path twice` }
  const sources = new Map<string, string>()
  let areTokens = true
  for (const param of paramsOf(route.segments)) {
    const source = paramSource(param, route)
    if ('reason' in source) return source
    sources.set(param.name, source.source)
    areTokens &&= source.isToken
  }
  if (hasAdjacentParams(route.segments)) return { reason: ADJACENT }
  const rest = route.anchored ? '' : restOf(route)
  if (rest === null) return { reason: 'the prefix that it matches ends with a parameter' }
  if (!hasLargeGroups(route.segments)) return [write(route.segments, sources) + rest]
  // Several patterns are not equivalent if a param could capture a part that a group would match.
  if (!areTokens || !areGroupsDelimited(route.segments)) {
    return { reason: 'it has a group of several parts, and a parameter that could take them as well' }
  }
  return plainPaths(route.segments).map((path) => write(path, sources) + rest)
}

/**
 * Returns the parameters of a group that contains nothing else and may match the empty string. Rails gives `''` as the value.
 * A JavaScript expression skips an optional group that matches the empty string, so URLPattern has no value.
 */
function emptyParamsInGroups(route: ManifestRoute): string[] {
  return route.segments.flatMap((segment) => {
    if (segment.kind !== 'optional') return []
    return paramsOf(segment.segments).flatMap((param) => {
      const source = paramSource(param, route)
      return segment.segments.length === 1 && 'tree' in source && nullable(source.tree) ? [param.name] : []
    })
  })
}

/** URLPattern groups contain a literal and one param at most, and no other group. */
function hasLargeGroups(pattern: Pattern): boolean {
  return pattern.some(
    (segment) =>
      segment.kind === 'optional' &&
      (segment.segments.some(({ kind }) => kind === 'optional') || paramNames(segment.segments).length > 1),
  )
}

function write(pattern: Pattern, sources: ReadonlyMap<string, string>): string {
  return pattern.map((segment) => writeSegment(segment, sources)).join('')
}

function writeSegment(segment: Segment, sources: ReadonlyMap<string, string>): string {
  switch (segment.kind) {
    case 'static':
      return escapeText(segment.text)
    case 'optional':
      return `{${write(segment.segments, sources)}}?`
    default:
      return `:${segment.name}(${sources.get(segment.name)!})`
  }
}

/**
 * Returns what may follow a prefix: nothing, a slash, or a word boundary (Journey: `(?:\b|\Z|/)`). Null: inexpressible.
 */
function restOf({ pattern, segments }: ManifestRoute): string | null {
  if (pattern === '/') return '{(.*)}?'
  const lastSegment = segments.at(-1)
  if (lastSegment?.kind !== 'static') return null
  return /\w$/.test(lastSegment.text) ? '{([^\\w].*)}?' : '{([\\w\\/].*)}?'
}
