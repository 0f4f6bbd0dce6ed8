// Collects the data of a route that its helpers need.
import { isAnything } from '../../patterns/routes/route-pattern.ts'
import { paramsOf, type Pattern, globNames, paramNames } from '../../patterns/pattern/pattern.ts'
import { escapeRegExp } from '../../patterns/regexp/print.ts'
import { helperDefaults } from '../../manifest/helpers.ts'
import { isRegExpSource, type Json, type ManifestRoute, type RegExpSource } from '../../manifest/manifest.ts'
import { canonicalPath } from '@turnout/runtime'

/** The JSON parts of the runtime's `NamedRoute`, which helpers contain. */
export interface HelperRoute {
  /** In the format of the runtime's URL builder: `/photos/{id}(.{format})`, `/files/{*path}`. */
  readonly pattern: string
  /** Requirements on required parameters, because Rails checks only these. They must match the entire value. */
  readonly requirements: Readonly<Record<string, RegExpSource>>
  /** True if one value by position for each required parameter omits the optional parameters in front of them (`patternRouteSkippingOptionals`). */
  readonly skipsOptional: boolean
  /** Values of parameters that calls may omit. */
  readonly defaults: Readonly<Record<string, Json>>
  /** Options of the URL that calls may override: `{ trailingSlash: true }`. */
  readonly options: Readonly<Record<string, Json>>
}

/** @param base the result of `basePath`. It becomes an option of the route, which options of calls override, as in Rails. */
export function helperRoute(route: ManifestRoute, base: string): HelperRoute {
  const { params, options } = helperDefaults(route)
  return {
    pattern: printBuilderPattern(route.segments),
    requirements: Object.fromEntries(requirementsOf(route)),
    skipsOptional: skipsOptional(route),
    defaults: params,
    options: { ...(base && { scriptName: base }), ...options },
  }
}

function skipsOptional({ segments, requirements }: ManifestRoute): boolean {
  const lastRequired = segments.findLastIndex(({ kind }) => kind === 'param')
  const before = segments.slice(0, Math.max(0, lastRequired))
  if (!paramsOf(before).some(({ isOptional }) => isOptional)) return false
  return globNames(segments).length === 0 && !paramNames(segments).some((name) => Object.hasOwn(requirements, name))
}

function printBuilderPattern(segments: Pattern): string {
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
          return `(${printBuilderPattern(segment.segments)})`
      }
    })
    .join('')
}

/** Returns the requirements on required parameters: `['en', 'de']` becomes the expression `en|de`. */
function requirementsOf(route: ManifestRoute): [name: string, requirement: RegExpSource][] {
  const requirements = Object.entries(route.requirements)
  if (requirements.length === 0) return []
  const optionalNames = new Set(paramsOf(route.segments).flatMap(({ name, isOptional }) => (isOptional ? name : [])))
  const globs = new Set(globNames(route.segments))
  return requirements.flatMap(([name, requirement]): [string, RegExpSource][] => {
    if (optionalNames.has(name) || (globs.has(name) && isAnything(requirement))) return []
    if (isRegExpSource(requirement)) return [[name, requirement]]
    const texts = typeof requirement === 'string' ? [requirement] : requirement
    return [[name, { source: texts.map(escapeRegExp).join('|'), flags: '' }]]
  })
}

/**
 * Returns the parts of a route for its helpers (`NamedRoute` of the runtime): literals and names of parameters in turn, and
 * the name of an optional format. Null if the route needs the rules of `patternRoute`.
 *
 *     /photos                  -> ['/photos']
 *     /photos/{id}             -> ['/photos/', 'id', '']
 *     /photos/{id}(.{format})  -> ['/photos/', 'id', '', 'format']
 *     /files/{*path}           -> null
 *
 * @param helperRoute the result of `helperRoute` for the route and the base
 */
export function helperParts(route: ManifestRoute, helperRoute: HelperRoute, base: string): readonly string[] | null {
  const [, required, format] = REQUIRED_AND_FORMAT.exec(helperRoute.pattern) ?? []
  if (required === undefined || hasRules(helperRoute, base)) return null
  if (hasRepeatedName(route) || mayBeUnsafe(helperRoute.pattern, required)) return null
  const parts = required.split(/[{}]/)
  return format === undefined ? parts : [...parts, 'format']
}

/** A pattern with required parameters, and an optional format at its end: no globs, and no other groups. */
const REQUIRED_AND_FORMAT = /^((?:[^(){}*]|\{\w+\})*)(\(\.\{format\}\))?$/

/** True if the route has default parameters, or options that change more than the base. */
function hasRules({ defaults, options }: HelperRoute, base: string): boolean {
  const { scriptName = '', query, anchor, trailingSlash } = options
  const changesUrl = [query, anchor, trailingSlash].some((option) => option !== undefined)
  return Object.keys(defaults).length > 0 || scriptName !== base || changesUrl
}

function hasRepeatedName({ segments }: ManifestRoute): boolean {
  const names = paramNames(segments)
  return new Set(names).size < names.length
}

/** True if a word as the value of a parameter could make a path that the builder has to encode or refuse. */
function mayBeUnsafe(pattern: string, required: string): boolean {
  if (INCOMPLETE_ESCAPE.test(pattern) || ESCAPED_DOT.test(pattern)) return true
  const sample = required.replace(/\{\w+\}/g, 'x')
  return canonicalPath(sample) !== sample
}

/** A value may end an escape that a literal begins: `/%4{id}`. */
const INCOMPLETE_ESCAPE = /%[\da-f]?\{/i

/** `UNSAFE` of the runtime's builder refuses any other escaped dot. */
const ESCAPED_DOT = /%2e/i
