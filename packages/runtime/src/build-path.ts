import { LIMIT } from './canonical-path.ts'
import { OPTION, plainPath } from './plain-path.ts'
import { toQuery } from './query.ts'
import type { NamedRoute } from './types.ts'
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
 * options: in it, a path parameter overrides an option of the same name. A map of parameters must not contain other keys:
 * query parameters belong in `query`, or by name in the options, as in Rails. (Rails also accepts them in a single map.
 * In Rails a model is never a map. Here it may be one, and its fields would become part of the query.)
 *
 * `urlDefaults` supplies what a call omits: it overrides the route's defaults, and the route's own options override it.
 *
 * It refuses a required parameter that is missing or empty or breaks its requirement, and a path that `match` would refuse
 * or that has an empty segment.
 */
export function buildPath(route: NamedRoute, args: readonly unknown[]): [path: string, options: Values] {
  const { parts, rules } = route
  const names = rules ? rules.names : parts.filter((_, index) => index & 1)
  const defaults = copy(rules?.defaults)
  const options = copy(route.options)
  // If no module sets `readDefaults`, bundlers drop this code. A format, a query and an anchor belong to one link, not to
  // the current request.
  const ambient = readDefaults && copy(readDefaults(), { format: null, query: null, anchor: null })
  if (ambient) for (const name of Object.keys(ambient)) if (OPTION.test(name)) options[name] ??= ambient[name]
  const pathParams = copy()
  const query = copy()
  /** Keys of the params map that the route does not have. A model passed by mistake would leak its fields into the query. */
  const strays: string[] = []

  let split = args.length
  const lastArgument = args.at(-1)
  if (lastArgument === undefined || isMap(lastArgument)) split--
  if (args.slice(0, split).every(isMap)) split = 0
  const values = args.slice(0, split)
  const isRequired = (name: string) =>
    rules ? rules.required.includes(name) : parts[2 * names.indexOf(name) + 2] !== undefined
  args.slice(split).forEach((map, index) => {
    const paramsFirst = !index && !split
    const unknown: string[] = []
    for (const [name, value] of Object.entries(map ?? {})) {
      const isOption = OPTION.test(name)
      const isParam = names.includes(name) && (paramsFirst || !isOption)
      if (value === undefined) continue
      if (paramsFirst && !isParam && !isOption && name !== 'format') strays.push(name)
      else (isParam ? pathParams : isOption ? options : query)[name] = value
      // If the path has no format, `format` is a query parameter, as in Rails.
      if (!isParam && !isOption && name !== 'format') unknown.push(name)
    }
    // A model in place of its id: `userPostPath(1, post)`. Options by name fill optional parameters only.
    if (Object.keys(map ?? {}).some((name) => name in pathParams && isRequired(name))) strays.push(...unknown)
  })
  const areFew = values.length < names.filter((name) => name !== 'format').length
  const texts = copy() as Record<string, string>
  const problems: string[] = []
  let path = parts[0]!
  names.forEach((name, index) => {
    // As in Rails, values beyond the last parameter are ignored.
    if (!(name in pathParams || (areFew && (name in defaults || ambient?.[name] != null))))
      pathParams[name] = values.shift()
    if (pathParams[name] === undefined) pathParams[name] = ambient?.[name] ?? defaults[name]
    // As in Rails, false is not a value.
    const text = (rules ?? { textOf }).textOf(pathParams[name] === false ? null : pathParams[name], name) ?? ''
    const next = parts[2 * index + 2]
    const isNeeded = isRequired(name)
    texts[name] = text
    path += (isNeeded || !text ? '' : '.') + escape(text, /[/?#]/g) + (next ?? '')
    if (!isNeeded) return
    const problem = text ? route.check?.(name, text) : `${name} is missing`
    if (problem) problems.push(problem)
    // In a valid call these are query parameters, as in Rails. Here one of them may be a misspelt parameter.
    if (!text) strays.push(...Object.keys(query))
  })
  if (strays[0]) {
    problems.push(
      `not a parameter: ${[...new Set(strays)].slice(0, SHOWN_STRAYS).join(', ')} (pass a query as query: {…}, a model as its id or with toParam())`,
    )
  }
  if (problems[0]) refuse(problems.join(', '))

  if (rules) path = rules.path(texts)
  const endsEmpty = /.\/$/.test(path)
  if (options.trailingSlash && !(pathParams.format ?? defaults.format ?? query.format) && !path.endsWith('/'))
    path += '/'
  if (options.scriptName) path = textOf(options.scriptName, 'scriptName')!.replace(/\/$/, '') + path
  // `decodeURI` throws if `scriptName` contains invalid escapes or invalid UTF-8.
  if (endsEmpty || path.length > LIMIT || UNSAFE.test(path) || decodeURI(path).includes('\0')) {
    refuse(`"${path}" is not a safe path`)
  }

  if (!isMap((options.query ??= {}))) refuse('query is not an object')
  // When the URL is requested, the route's defaults override query parameters of the same name, so Rails omits these.
  const search = toQuery(Object.assign(query, options.query, rules?.unset))
  if (search) path += `?${search}`
  const anchor = textOf(options.anchor, 'anchor')
  if (anchor !== undefined) path += `#${escape(anchor, /#/g)}`
  return [path, options]
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
