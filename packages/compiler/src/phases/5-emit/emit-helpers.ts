import { isRegExpSource, type ManifestRoute } from '../../manifest.ts'
import { helperDefaults, helperParams } from '../../names/helper-params.ts'
import { paramNames } from '../../pattern/parse.ts'
import type { Pattern } from '../../pattern/pattern.ts'
import { escapeRegExp } from '../../recognition/regexp/escape.ts'
import { isAnything } from '../../recognition/route-pattern.ts'
import { literal, object, quote, wholeRegExp } from './literal.ts'

/** The name of the constant that holds a route for its helpers. No helper ends with `$`. */
export function routeConstant(routeName: string): string {
  return `${routeName}$`
}

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

/**
 * The expression of a route for its helpers (`NamedRoute` of the runtime). Requirements stand in it only for required
 * parameters: Rails checks no others.
 */
export function namedRouteExpression(route: ManifestRoute, positions: boolean): string {
  const entries: [string, string][] = [['pattern', quote(printPattern(route.segments))]]
  const optional = new Set<string>()
  for (const segment of route.segments) {
    if (segment.kind === 'optional') for (const name of paramNames(segment.segments)) optional.add(name)
  }
  const globs = new Set(helperParams(route).flatMap(({ name, glob }) => (glob ? [name] : [])))
  const requirements = Object.entries(route.requirements).flatMap(([name, requirement]): [string, string][] => {
    if (optional.has(name) || (globs.has(name) && isAnything(requirement))) return []
    if (isRegExpSource(requirement)) {
      return [[name, wholeRegExp(requirement.source, requirement.flags)]]
    }
    const texts = typeof requirement === 'string' ? [requirement] : requirement
    return [[name, wholeRegExp(texts.map(escapeRegExp).join('|'), '')]]
  })
  if (requirements.length) entries.push(['requirements', object(requirements)])
  const defaults = helperDefaults(route)
  if (Object.keys(defaults.params).length) entries.push(['defaults', literal(defaults.params)])
  if (Object.keys(defaults.options).length) entries.push(['options', literal(defaults.options)])
  const { location } = route
  if (positions && location) entries.push(['at', quote(`${location.file}:${location.line}:${location.column}`)])
  return object(entries)
}
