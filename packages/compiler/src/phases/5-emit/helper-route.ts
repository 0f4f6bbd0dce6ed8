// Collects the data of a route that its helpers need.
import { isAnything } from '../../patterns/routes/route-pattern.ts'
import { globNames, paramNames } from '../../patterns/pattern/parse.ts'
import type { Pattern } from '../../patterns/pattern/pattern.ts'
import { escapeRegExp } from '../../patterns/regexp/escape.ts'
import { helperDefaults, helperParams } from '../../manifest/helper-params.ts'
import { isRegExpSource, type Json, type ManifestRoute, type RegExpSource } from '../../manifest/manifest.ts'

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
  if (!before.some((segment) => segment.kind === 'optional' && paramNames(segment.segments).length > 0)) return false
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
  const optionalNames = new Set<string>()
  for (const segment of route.segments) {
    if (segment.kind === 'optional') for (const name of paramNames(segment.segments)) optionalNames.add(name)
  }
  const globs = new Set(helperParams(route).flatMap(({ name, glob }) => (glob ? [name] : [])))
  return requirements.flatMap(([name, requirement]): [string, RegExpSource][] => {
    if (optionalNames.has(name) || (globs.has(name) && isAnything(requirement))) return []
    if (isRegExpSource(requirement)) return [[name, requirement]]
    const texts = typeof requirement === 'string' ? [requirement] : requirement
    return [[name, { source: texts.map(escapeRegExp).join('|'), flags: '' }]]
  })
}
