import { isRegExpSource, type Json, type ManifestRoute, type RegExpSource } from '../../manifest.ts'
import { helperDefaults, helperParams } from '../../names/helper-params.ts'
import { paramNames } from '../../pattern/parse.ts'
import type { Pattern } from '../../pattern/pattern.ts'
import { escapeRegExp } from '../../recognition/regexp/escape.ts'
import { isLinear } from '../../recognition/linear.ts'
import { isAnything } from '../../recognition/route-pattern.ts'
import { literal, object, quote, wholeRegExp } from './literal.ts'

/** A pattern as the runtime's URL builder reads it: `/photos/{id}(.{format})`, `/files/{*path}`. */
export function printPattern(segments: Pattern): string {
  return segments
    .map((segment) => {
      switch (segment.kind) {
        case 'static':
          // None of these is in a path that the compiler has parsed.
          return segment.text.replace(
            /[(){}]/g,
            (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
          )
        case 'param':
          return `{${segment.name}}`
        case 'glob':
          return `{*${segment.name}}`
        case 'optional':
          return `(${printPattern(segment.segments)})`
      }
    })
    .join('')
}

/** A route as its helpers hold it: what the runtime's `NamedRoute` is made of, as JSON. */
export interface HelperRoute {
  readonly pattern: string
  /** Of required parameters only: Rails checks no others. They must match the whole text. */
  readonly requirements: Readonly<Record<string, RegExpSource>>
  readonly defaults: Readonly<Record<string, Json>>
  readonly options: Readonly<Record<string, Json>>
}

/** @param base as `basePath` makes it: an option of the route, which one of a call goes before, as in Rails */
export function helperRoute(route: ManifestRoute, base: string): HelperRoute {
  const { params, options } = helperDefaults(route)
  return {
    pattern: printPattern(route.segments),
    requirements: Object.fromEntries(requirementsOf(route)),
    defaults: params,
    options: { ...(base && { scriptName: base }), ...options },
  }
}

function requirementsOf(route: ManifestRoute): [string, RegExpSource][] {
  const given = Object.entries(route.requirements)
  if (given.length === 0) return []
  const optional = new Set<string>()
  for (const segment of route.segments) {
    if (segment.kind === 'optional') for (const name of paramNames(segment.segments)) optional.add(name)
  }
  const globs = new Set(helperParams(route).flatMap(({ name, glob }) => (glob ? [name] : [])))
  return given.flatMap(([name, requirement]): [string, RegExpSource][] => {
    if (optional.has(name) || (globs.has(name) && isAnything(requirement))) return []
    if (isRegExpSource(requirement)) return [[name, requirement]]
    const texts = typeof requirement === 'string' ? [requirement] : requirement
    return [[name, { source: texts.map(escapeRegExp).join('|'), flags: '' }]]
  })
}

/** What `namedRouteExpression` depends on besides the route. */
export interface NamedRouteOptions {
  /** True if error messages name the place of the route. */
  readonly positions: boolean
  /** As `basePath` makes it. */
  readonly base: string
  /** The local name of a requirement's scanner. */
  readonly scanner: (requirement: RegExpSource) => string
}

/** The expression of a route for its helpers (`NamedRoute` of the runtime). */
export function namedRouteExpression(route: ManifestRoute, options: NamedRouteOptions): string {
  const { positions, base, scanner } = options
  const { pattern, requirements, defaults, options: urlOptions } = helperRoute(route, base)
  const entries: [string, string][] = [['pattern', quote(pattern)]]
  const tests = Object.entries(requirements).map(
    ([name, requirement]) =>
      [
        name,
        isLinear(requirement) ? wholeRegExp(requirement.source, requirement.flags) : scanner(requirement),
      ] as const,
  )
  if (tests.length) entries.push(['requirements', object(tests)])
  if (Object.keys(defaults).length) entries.push(['defaults', literal(defaults)])
  if (Object.keys(urlOptions).length) entries.push(['options', literal(urlOptions)])
  const { location } = route
  if (positions && location) entries.push(['at', quote(`${location.file}:${location.line}:${location.column}`)])
  return object(entries)
}
