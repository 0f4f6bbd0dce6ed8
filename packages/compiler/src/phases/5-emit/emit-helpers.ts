import { canonicalPath } from '@turnout/runtime'
import { isRegExpSource, type Json, type ManifestRoute, type RegExpSource } from '../../manifest.ts'
import { helperDefaults, helperParams } from '../../names/helper-params.ts'
import { isAnything, paramNames, type Pattern } from '@turnout/patterns'
import { escapeRegExp } from '@turnout/patterns/regexp'
import type { Scanners } from './emit-scanners.ts'
import { literal, object, quote } from './literal.ts'

/** Converts a pattern to the format of the runtime's URL builder: `/photos/{id}(.{format})`, `/files/{*path}`. */
export function printPattern(segments: Pattern): string {
  return segments
    .map((segment) => {
      switch (segment.kind) {
        case 'static':
          // No parsed path contains these characters.
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

/** The JSON parts of the runtime's `NamedRoute`, which helpers contain. */
export interface HelperRoute {
  readonly pattern: string
  /** Requirements on required parameters, because Rails checks only these. They must match the entire value. */
  readonly requirements: Readonly<Record<string, RegExpSource>>
  readonly defaults: Readonly<Record<string, Json>>
  readonly options: Readonly<Record<string, Json>>
}

/** The results of `helperData`, by route. A dev server emits the same objects again after an edit of other routes. */
const helperDataByRoute = new WeakMap<ManifestRoute, HelperData>()

interface HelperData {
  readonly base: string
  readonly parts: readonly string[] | null
  readonly route: HelperRoute
}

/** Returns `helperRoute` and `helperParts` of a route, which is frozen. */
function helperData(route: ManifestRoute, base: string): HelperData {
  let data = helperDataByRoute.get(route)
  if (data?.base !== base) {
    data = { base, parts: helperParts(route, base), route: helperRoute(route, base) }
    helperDataByRoute.set(route, data)
  }
  return data
}

/** @param base the result of `basePath`. It becomes an option of the route, which options of calls override, as in Rails. */
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

/**
 * The parts of a route for its helpers (`NamedRoute` of the runtime). Null if the route needs rules: it has optional groups
 * besides a format, globs, defaults, or options that change more than the base; or a word could make its path unsafe.
 */
export function helperParts(route: ManifestRoute, base: string): readonly string[] | null {
  const { pattern, defaults, options } = helperRoute(route, base)
  const { scriptName = '', query, anchor, trailingSlash } = options
  const [, required, format] = /^((?:[^(){}*]|\{\w+\})*)(\(\.\{format\}\))?$/.exec(pattern) ?? []
  if (required === undefined || Object.keys(defaults).length > 0) return null
  if (scriptName !== base || [query, anchor, trailingSlash].some((option) => option !== undefined)) return null
  const parts = [...required.split(/[{}]/), ...(format === undefined ? [] : ['format'])]
  const names = paramNames(route.segments)
  // A value may end an escape that a literal begins. `UNSAFE` of the runtime's builder refuses any other escaped dot.
  if (new Set(names).size < names.length || /%[\da-f]?\{|%2e/i.test(pattern)) return null
  const sample = required.replace(/\{\w+\}/g, 'x')
  return canonicalPath(sample) === sample ? parts : null
}

/** The settings of `namedRouteExpression`. */
export interface NamedRouteOptions {
  /** True if error messages name the place of the route. */
  readonly positions: boolean
  /** The result of `basePath`. */
  readonly base: string
  /** An expression that tests an entire string against a requirement. */
  readonly test: (requirement: RegExpSource) => string
  /** The local name of a function of the runtime. */
  readonly use: (name: string) => string
  /** Shares expressions among routes. Omitted if there are few routes. */
  readonly shared?: Pick<Scanners, 'pure' | 'share'>
}

/** The expression of a route for its helpers (`NamedRoute` of the runtime). */
export function namedRouteExpression(route: ManifestRoute, options: NamedRouteOptions): string {
  const { positions, base, test, use, shared } = options
  const { parts, route: data } = helperData(route, base)
  const { pattern, requirements, defaults, options: urlOptions } = data
  const entries: [string, string][] = [
    parts === null ? ['pattern', quote(pattern)] : ['parts', `[${parts.map(quote).join(', ')}]`],
  ]
  const tests = Object.entries(requirements).map(([name, requirement]) => [name, test(requirement)] as const)
  if (tests.length) {
    const check = `${PURE} ${use('required')}(${object(tests)})`
    entries.push(['check', shared?.share('c', check) ?? check])
  }
  if (Object.keys(defaults).length) entries.push(['defaults', literal(defaults)])
  if (Object.keys(urlOptions).length) entries.push(['options', literal(urlOptions)])
  const { location } = route
  if (positions && location) {
    const { file, line, column } = location
    const isShared = shared && parts === null
    const place = isShared
      ? `[${shared.share('f', quote(file))}, ${line}, ${column}]`
      : quote(`${file}:${line}:${column}`)
    entries.push(['at', place])
  }
  if (parts !== null) return object(entries)
  const ruled = use('ruled')
  return `${shared ? shared.pure(ruled) : `${PURE} ${ruled}`}(${object(entries)})`
}

const PURE = '/* @__PURE__ */'
