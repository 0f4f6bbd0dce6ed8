// Builds the path of a named route from the arguments of its helper: `photoPath(7, { anchor: 'top' })` -> `/photos/7#top`.
import { MAX_PATH_LENGTH } from './canonical-path.ts'
import { OPTION_NAME, buildSimplePath } from './simple-path.ts'
import { toQuery } from './query.ts'
import type { NamedRoute, RouteRules } from './types.ts'
import { readDefaults } from './url-defaults.ts'
import { nullPrototypeMap, percentEncode, defineHelper, isMap, refuse, stringOf, type Values } from './values.ts'

/** An error lists at most this many unknown names, because a model may have any number of fields. */
const MAX_SHOWN_NAMES = 5

/**
 * Matches what no path of a helper may contain: `//` at the start would leave the site, and `match` would refuse the rest
 * (`canonicalPath`). Values are encoded, so `%2E` can only come from `scriptName`.
 */
const UNSAFE_PATH = /^[^/]|\/\/|%2E|\/\.(\/|$)|(\/|%2F|%5C)\.\.(\/|%2F|%5C|$)|[\\?#\s\p{Cc}]/iu

/**
 * Builds the path of a route, query and fragment included, by Rails' rules: positional arguments as in
 * `UrlHelper#handle_positional_args`, the rest as in `Journey::Formatter#generate` and `ActionDispatch::Http::URL`.
 * Returns the path with the options, because a `…Url` helper needs further options.
 *
 * `args` has one of these forms:
 *
 *     (7, { format: 'json' })                    values of the path parameters, in order; then options
 *     ({ id: 7 }, { anchor: 'top' }, { … })      path parameters by name; then options, of which later ones win
 *     ({ id: 7, anchor: 'top' })                 both in one map; a path parameter wins over an option of the same name
 *     (photo)                                    a model: only its path parameters are read
 *
 * Query parameters belong in `query`, or by name among the options, as in Rails. Rails also accepts them in a single map.
 * Here a single map may be a model, whose other fields must not become part of the query.
 *
 * `urlDefaults` supplies what a call omits: it overrides the route's defaults, and the route's own options override it.
 *
 * It refuses a required parameter that is missing or empty or breaks its requirement, a value with an empty segment, and a
 * path that `match` would refuse. As in Rails, an empty optional parameter in front of other parts leaves an empty segment
 * (`/list//p/2`), except at the start of the path, where `//` would begin a host.
 */
export function buildPath(route: NamedRoute, args: readonly unknown[]): [path: string, options: Values] {
  const rules: Partial<RouteRules> & Pick<RouteRules, 'parts'> = route.rules?.(args) ?? route
  const parameters = parametersOf(rules.parts)
  const defaults = nullPrototypeMap(rules.defaults)
  const options = nullPrototypeMap(route.options)
  // If no module sets `readDefaults`, bundlers drop this code. A format, a query and an anchor belong to one link, not to
  // the current request.
  if (readDefaults) {
    const urlDefaults = nullPrototypeMap(readDefaults(), { format: null, query: null, anchor: null })
    for (const name of Object.keys(urlDefaults)) {
      if (OPTION_NAME.test(name)) options[name] ??= urlDefaults[name]
      if (urlDefaults[name] != null) defaults[name] = urlDefaults[name]
    }
  }
  const [values, params, query, unknownNames] = sortArguments(args, parameters, defaults, options)

  const problems: string[] = []
  const stringsByName = nullPrototypeMap() as Record<string, string | undefined>
  const hasTooFewValues = values.length < parameters.filter(([name]) => name !== 'format').length
  let path = rules.parts[0]!
  for (const [name, next] of parameters) {
    // A default replaces a value by position only if there are too few values. Values beyond the last parameter are ignored.
    if (!(name in params || (hasTooFewValues && name in defaults))) params[name] = values.shift()
    const value = params[name] === undefined ? defaults[name] : params[name]
    // As in Rails, false is a value for an optional parameter only.
    const string = (rules.stringOf ?? stringOf)(next !== undefined && value === false ? null : value, name)
    stringsByName[name] = string
    const encoded = percentEncode(string ?? '', /[/?#]/g)
    if (next === undefined) {
      if (string) path += `.${encoded}`
      continue
    }
    path += encoded + next
    const problem = string ? route.check?.(name, string) : `${name} is missing`
    if (problem) problems.push(problem)
    // In a valid call these are query parameters, as in Rails. Here one of them may be a misspelt parameter.
    if (!string) unknownNames.push(...Object.keys(query))
  }
  if (unknownNames.length) {
    problems.push(
      `not a parameter: ${[...new Set(unknownNames)].slice(0, MAX_SHOWN_NAMES).join(', ')} (pass a query as query: {…}, a model as its id or with toParam())`,
    )
  }
  if (problems[0]) refuse(problems.join(', '))

  const format = params.format ?? defaults.format ?? query.format
  path = finishPath(rules.pathOf?.(stringsByName) ?? path, options.scriptName, options.trailingSlash && !format)
  if (!isMap((options.query ??= {}))) refuse('query is not an object')
  // When the URL is requested, the route's defaults override query parameters of the same name, so Rails omits these.
  const search = toQuery(Object.assign(query, options.query, rules.noQuery))
  if (search) path += `?${search}`
  const anchor = stringOf(options.anchor, 'anchor')
  if (anchor !== undefined) path += `#${percentEncode(anchor, /#/g)}`
  return [path, options]
}

/** A parameter of a route, and the static string after it. The string is undefined if the parameter is optional. */
type Parameter = readonly [name: string, next: string | undefined]

/** `['/photos/', 'id', '/edit', 'format']` -> `['id', '/edit'], ['format', undefined]` */
function parametersOf(parts: RouteRules['parts']): Parameter[] {
  // The names are at odd indexes.
  return parts.flatMap((name, index): Parameter[] => (index % 2 ? [[name!, parts[index + 1]]] : []))
}

/**
 * Sorts the arguments of a call, and adds its options to `options`.
 *
 *     photoPath(7, { anchor: 'top', page: 2 })   values [7], options { anchor: 'top' }, query { page: 2 }
 *     photoPath({ id: 7 })                       params { id: 7 }
 *
 * @returns values by position, parameters and query parameters by name, and the names that are probably mistakes
 */
function sortArguments(
  args: readonly unknown[],
  parameters: readonly Parameter[],
  defaults: Values,
  options: Values,
): [values: unknown[], params: Values, query: Values, unknownNames: string[]] {
  const params = nullPrototypeMap()
  const query = nullPrototypeMap()
  // A model passed by mistake would leak its fields into the query.
  const unknownNames: string[] = []
  if (args.length) args = [parametersOfModel(args[0], parameters, defaults), ...args.slice(1)]
  const last = args[args.length - 1]
  let values = args.slice(0, last === undefined || isMap(last) ? -1 : undefined)
  if (values.every(isMap)) values = []
  args.slice(values.length).forEach((map, index) => {
    const isFirstArgument = !(index + values.length)
    let containsParameters = isFirstArgument
    const namesInMap: string[] = []
    for (const [name, value] of Object.entries(map ?? {})) {
      const parameter = parameters.find(([parameterName]) => parameterName === name)
      const isOption = OPTION_NAME.test(name)
      const target = parameter && (isFirstArgument || !isOption) ? params : isOption ? options : query
      if (value !== undefined) {
        target[name] = value
        // If the path has no format, `format` is a query parameter, as in Rails.
        if (target === query && name !== 'format') namesInMap.push(name)
      }
      // A model in place of its id: `userPostPath(1, post)`. Options by name fill optional parameters only.
      containsParameters ||= name in params && parameter?.[1] !== undefined
    }
    if (containsParameters) unknownNames.push(...namesInMap)
  })
  return [values, params, query, unknownNames]
}

/**
 * Adds `scriptName` and the slash at the end, and refuses a path that `match` would refuse.
 *
 * @param marked the path, with NUL in each empty segment that Rails writes as well
 */
function finishPath(marked: string, scriptName: unknown, withSlash: unknown): string {
  // `//` at the start would begin a host.
  marked = marked.replace(/^(\/\0)+(?=\/)/, '')
  const base = scriptName ? stringOf(scriptName, 'scriptName')!.replace(/\/$/, '') : ''
  let path = base + marked.replaceAll('\0', '')
  if (withSlash && !path.endsWith('/')) path += '/'
  // `match` would remove a slash at the end of a value, and empty segments. Only the marked empty segments are allowed.
  const isUnsafe =
    /.\/$/.test(marked) ||
    UNSAFE_PATH.test(base + marked.replaceAll('\0', '~')) ||
    UNSAFE_PATH.test(path.replace(/\/+/g, '/'))
  // `decodeURI` throws if `scriptName` contains invalid escapes or invalid UTF-8.
  if (isUnsafe || path.length > MAX_PATH_LENGTH || decodeURI(path).includes('\0'))
    refuse(`"${path}" is not a safe path`)
  return path
}

/**
 * Returns the path parameters of a model: an object of a class, or a map with keys that are neither parameters nor options.
 * Its other fields are left out, even if they are named like an option, such as `host`. So is an optional `format`, which
 * calls pass as an option. Returns every other value unchanged, and so a model that lacks a required parameter.
 */
function parametersOfModel(value: unknown, parameters: readonly Parameter[], defaults: Values): unknown {
  if (typeof value !== 'object' || !value || 'toParam' in value || Array.isArray(value)) return value
  const model = value as Values
  const isParameter = (key: string) =>
    model[key] === undefined || key === 'format' || parameters.some(([name]) => name === key)
  if (isMap(value) && Object.keys(value).every((key) => isParameter(key) || OPTION_NAME.test(key))) return value
  const fields = nullPrototypeMap()
  for (const [name, next] of parameters) {
    const isOptional = next === undefined
    // A property that every object inherits is no field.
    const field = name in Object.prototype && !Object.hasOwn(model, name) ? undefined : model[name]
    if (field != null && !(isOptional && name === 'format')) fields[name] = field
    else if (!isOptional && defaults[name] == null) return value
  }
  return Object.keys(fields)[0] === undefined ? value : fields
}

/**
 * Creates a route's `…Path` helper: `path('photoPath', { parts: ['/photos/', 'id', '', 'format'] })(7)` is `/photos/7`.
 *
 * @throws TypeError that names the helper, the parameters and the position of the route, if `buildPath` refuses the
 *   arguments
 */
export function path(helper: string, route: NamedRoute): (...args: readonly unknown[]) => string {
  return defineHelper(helper, route.at, (args) => buildSimplePath(route, args) ?? buildPath(route, args)[0])
}
