import { isRegExpSource, type Json, type ManifestRoute, type Requirement } from '../../manifest.ts'
import type { Pattern } from '../../pattern/pattern.ts'
import { literal, object, quote, wholeRegExp } from './literal.ts'

/** The name of the constant that holds a route for its helpers. No helper ends with `$`. */
export function routeConstant(routeName: string): string {
  return `${routeName}$`
}

/** A parameter of a route's path, as its helpers take it. */
export interface HelperParam {
  readonly name: string
  readonly glob: boolean
  /** False where the parameter stands in an optional group, or has a default. */
  readonly required: boolean
  readonly hasDefault: boolean
}

/** The parameters of a path in order, each once. A name that stands in a group as well is optional, as in Rails. */
export function helperParams(route: ManifestRoute): HelperParam[] {
  const params = new Map<string, HelperParam>()
  const defaults = helperDefaults(route).params
  const collect = (segments: Pattern, inGroup: boolean) => {
    for (const segment of segments) {
      if (segment.kind === 'optional') collect(segment.segments, true)
      if (segment.kind !== 'param' && segment.kind !== 'glob') continue
      const { name } = segment
      const hasDefault = Object.hasOwn(defaults, name)
      const known = params.get(name)
      const required = !inGroup && (!hasDefault || defaults[name] === null) && known?.required !== false
      params.set(name, { name, glob: segment.kind === 'glob' || known?.glob === true, required, hasDefault })
    }
  }
  collect(route.segments, false)
  return [...params.values()]
}

/** True if the route's URL has a host without an option. */
export function hasDefaultHost(route: ManifestRoute): boolean {
  return Object.hasOwn(helperDefaults(route).options, 'host')
}

/** Options of a URL that a route may have a default for: Rails' name and ours. */
const URL_OPTIONS: Readonly<Record<string, string>> = {
  host: 'host',
  protocol: 'protocol',
  port: 'port',
  subdomain: 'subdomain',
  domain: 'domain',
  tld_length: 'tldLength',
  tldLength: 'tldLength',
  trailing_slash: 'trailingSlash',
  trailingSlash: 'trailingSlash',
  anchor: 'anchor',
  script_name: 'scriptName',
  scriptName: 'scriptName',
}

/** Defaults of a route as its helpers need them. */
interface HelperDefaults {
  /**
   * Of path parameters the value, null where it is none that a path can hold. Of others only the name counts (no query
   * parameter goes by it), and whether there is a format.
   */
  readonly params: Readonly<Record<string, string | number | true | null>>
  /** Of URL options, by our name. */
  readonly options: Readonly<Record<string, Json>>
}

function helperDefaults(route: ManifestRoute): HelperDefaults {
  const names = paramNames(route.segments)
  const { controller, action } = route
  const params: [string, string | number | true | null][] = []
  const options: [string, Json][] = []
  for (const [name, value] of Object.entries({ controller, action, ...route.defaults })) {
    if ((name === 'controller' || name === 'action') && !names.has(name)) continue
    if (Object.hasOwn(URL_OPTIONS, name) && !names.has(name)) options.push([URL_OPTIONS[name]!, value])
    else params.push([name, typeof value === 'string' || typeof value === 'number' || value === true ? value : null])
  }
  return { params: Object.fromEntries(params), options: Object.fromEntries(options) }
}

function paramNames(segments: Pattern): Set<string> {
  const names = new Set<string>()
  for (const segment of segments) {
    if (segment.kind === 'optional') for (const name of paramNames(segment.segments)) names.add(name)
    else if (segment.kind !== 'static') names.add(segment.name)
  }
  return names
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
          // `:controller` may hold slashes (Rails' `Format.required_path`), as a glob may.
          return segment.name === 'controller' ? '{*controller}' : `{${segment.name}}`
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

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** True for what Rails asks of a glob where the route asks nothing: `/.+?/m`, which is any text. */
function isAnything(requirement: Requirement): boolean {
  return isRegExpSource(requirement) && requirement.source === '.+?'
}
