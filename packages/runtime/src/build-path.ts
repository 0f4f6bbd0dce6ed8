// Builds the path of a named route from the arguments of its helper.
import { LIMIT } from './canonical-path.ts'
import { OPTION, plainPath } from './plain-path.ts'
import { toQuery } from './query.ts'
import type { NamedRoute, RouteRules } from './types.ts'
import { readDefaults } from './url-defaults.ts'
import { copy, escape, guard, isMap, refuse, textOf, type Values } from './values.ts'

/** An error lists at most this many stray keys, as a model may have any number of them. */
const SHOWN_STRAYS = 5

/**
 * The parts that no path of a helper may contain: `//` at the start would leave the site, and `match` would refuse the
 * others (`canonicalPath`). Values are encoded, so that `%2E` can only come from `scriptName`.
 */
const UNSAFE = /^[^/]|\/\/|%2E|\/\.(\/|$)|(\/|%2F|%5C)\.\.(\/|%2F|%5C|$)|[\\?#\s\p{Cc}]/iu

/**
 * Builds the path of a route, query and fragment included, by Rails' rules: positional arguments as in
 * `UrlHelper#handle_positional_args`, the rest as in `Journey::Formatter#generate` and `ActionDispatch::Http::URL`.
 * Returns the path with the options, because a `…Url` helper needs further options.
 *
 * `args` are path parameters in order, or one map of them by name, followed by a map of options. After a map of parameters
 * there may be several maps of options; a later map overrides an earlier one. A single map contains both parameters and
 * options: in it, a path parameter overrides an option of the same name. Query parameters belong in `query`, or by name in
 * the options, as in Rails. (Rails also accepts them in a single map. In Rails a model is never a map. Here it may be one,
 * see `fieldsOf`, and its other fields must not become part of the query.)
 *
 * `urlDefaults` supplies what a call omits: it overrides the route's defaults, and the route's own options override it.
 *
 * It refuses a required parameter that is missing or empty or breaks its requirement, a value with an empty segment, and a
 * path that `match` would refuse. As in Rails, an empty optional parameter in front of other parts leaves an empty segment
 * (`/list//p/2`), except at the start of the path, where `//` would begin a host.
 */
export function buildPath(route: NamedRoute, args: readonly unknown[]): [path: string, options: Values] {
  const rules: Partial<RouteRules> & Pick<RouteRules, 'parts'> = route.rules?.(args) ?? route
  const { parts } = rules
  const names = parts.filter((_, index) => index & 1) as string[]
  const defaults = copy(rules.defaults)
  const options = copy(route.options)
  // If no module sets `readDefaults`, bundlers drop this code. A format, a query and an anchor belong to one link, not to
  // the current request.
  if (readDefaults) {
    const ambient = copy(readDefaults(), { format: null, query: null, anchor: null })
    for (const name of Object.keys(ambient)) {
      if (OPTION.test(name)) options[name] ??= ambient[name]
      if (ambient[name] != null) defaults[name] = ambient[name]
    }
  }
  const params = copy()
  const query = copy()
  /** Keys of the params map that the route does not have. A model passed by mistake would leak its fields into the query. */
  const strays: string[] = []

  if (args.length) args = [fieldsOf(args[0], names, { parts, defaults }), ...args.slice(1)]
  let values = [...args]
  const last = values.pop()
  if (last !== undefined && !isMap(last)) values.push(last)
  if (values.every(isMap)) values = []
  args.slice(values.length).forEach((map, index) => {
    const isFirst = !(index + values.length)
    let isStrict = isFirst
    const unknown: string[] = []
    for (const [name, value] of Object.entries(map ?? {})) {
      const position = names.indexOf(name)
      const isOption = OPTION.test(name)
      const target = position >= 0 && (isFirst || !isOption) ? params : isOption ? options : query
      if (value !== undefined) {
        target[name] = value
        // If the path has no format, `format` is a query parameter, as in Rails.
        if (target === query && name !== 'format') unknown.push(name)
      }
      // A model in place of its id: `userPostPath(1, post)`. Options by name fill optional parameters only.
      isStrict ||= name in params && parts[2 * position + 2] !== undefined
    }
    if (isStrict) strays.push(...unknown)
  })
  const areFew = values.length < names.filter((name) => name !== 'format').length
  const problems: string[] = []
  let path = parts[0]!
  const texts = copy() as Record<string, string | undefined>
  names.forEach((name, index) => {
    // As in Rails, values beyond the last parameter are ignored.
    const next = parts[2 * index + 2]
    if (!(name in params || (areFew && name in defaults))) params[name] = values.shift()
    if (params[name] === undefined) params[name] = defaults[name]
    // As in Rails, false is a value for an optional parameter only.
    const text = (rules.textOf ?? textOf)(next !== undefined && params[name] === false ? null : params[name], name)
    texts[name] = text
    if (next === undefined && text) path += '.'
    path += escape(text ?? '', /[/?#]/g) + (next ?? '')
    if (next === undefined) return
    const problem = text ? route.check?.(name, text) : `${name} is missing`
    if (problem) problems.push(problem)
    // In a valid call these are query parameters, as in Rails. Here one of them may be a misspelt parameter.
    if (!text) strays.push(...Object.keys(query))
  })
  if (strays.length) {
    problems.push(
      `not a parameter: ${[...new Set(strays)].slice(0, SHOWN_STRAYS).join(', ')} (pass a query as query: {…}, a model as its id or with toParam())`,
    )
  }
  if (problems[0]) refuse(problems.join(', '))

  // `//` at the start would begin a host.
  const marked = (rules.pathOf?.(texts) ?? path).replace(/^(\/\0)+(?=\/)/, '')
  path = marked.replaceAll('\0', '')
  if (options.trailingSlash && !(params.format ?? defaults.format ?? query.format) && !path.endsWith('/')) path += '/'
  const base = options.scriptName ? textOf(options.scriptName, 'scriptName')!.replace(/\/$/, '') : ''
  path = base + path
  // `match` removes a slash at the end of a value, and empty segments. It may remove those that are marked.
  const isUnsafe =
    /.\/$/.test(marked) || UNSAFE.test(base + marked.replaceAll('\0', '~')) || UNSAFE.test(path.replace(/\/+/g, '/'))
  // `decodeURI` throws if `scriptName` contains invalid escapes or invalid UTF-8.
  if (isUnsafe || path.length > LIMIT || decodeURI(path).includes('\0')) refuse(`"${path}" is not a safe path`)

  if (!isMap((options.query ??= {}))) refuse('query is not an object')
  // When the URL is requested, the route's defaults override query parameters of the same name, so Rails omits these.
  const search = toQuery(Object.assign(query, options.query, rules.unset))
  if (search) path += `?${search}`
  const anchor = textOf(options.anchor, 'anchor')
  if (anchor !== undefined) path += `#${escape(anchor, /#/g)}`
  return [path, options]
}

/**
 * Returns the path parameters of a model: an object of a class, or a map with keys that are neither parameters nor options.
 * Its other fields are left out, even if they are named like an option, such as `host`. So is an optional `format`, which
 * calls pass as an option. Returns every other value unchanged, and so a model that lacks a required parameter.
 */
function fieldsOf(
  value: unknown,
  names: readonly string[],
  { parts, defaults }: Pick<RouteRules, 'parts' | 'defaults'>,
): unknown {
  if (typeof value !== 'object' || !value || 'toParam' in value || Array.isArray(value)) return value
  const model = value as Values
  const isParameter = (key: string) => model[key] === undefined || key === 'format' || names.includes(key)
  if (isMap(value) && Object.keys(value).every((key) => isParameter(key) || OPTION.test(key))) return value
  const fields = copy()
  for (const [index, name] of names.entries()) {
    const isOptional = parts[2 * index + 2] === undefined
    // A property that every object inherits is no field.
    const field = name in Object.prototype && !Object.hasOwn(model, name) ? undefined : model[name]
    if (field != null && !(isOptional && name === 'format')) fields[name] = field
    else if (!isOptional && defaults[name] == null) return value
  }
  return Object.keys(fields)[0] === undefined ? value : fields
}

/**
 * Creates a `…Path` helper of a route: `path('photoPath', { parts: ['/photos/', 'id', '', 'format'] })(7)` is `/photos/7`.
 *
 * @throws TypeError that names the helper, the parameters and the position of the route, if `buildPath` refuses the
 *   arguments
 */
export function path(helper: string, route: NamedRoute): (...args: readonly unknown[]) => string {
  return guard(helper, route.at, (args) => plainPath(route, args) ?? buildPath(route, args)[0])
}
