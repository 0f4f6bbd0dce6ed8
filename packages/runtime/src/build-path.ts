import { LIMIT } from './canonical-path.ts'
import { toQuery } from './query.ts'
import type { NamedRoute } from './types.ts'
import { readDefaults } from './url-defaults.ts'
import { guard, isMap, textOf, type Refuse } from './values.ts'

type Values = Record<string, unknown>

/** An error lists at most this many stray keys, as a model may have any number of them. */
const SHOWN_STRAYS = 5

/** Names of options. Any other name is a parameter of the path or, failing that, of the query. */
const OPTION = /^(query|anchor|trailingSlash|scriptName|host|protocol|port|(sub)?domain|tldLength)$/

/** The parameters of a pattern in order, each once. */
function paramNames(pattern: string): string[] {
  return [...new Set(pattern.match(/\w+(?=})/g))]
}

/** Opens a pattern's optional groups, and drops those with a parameter of their own that has no value. */
function withoutGroups(pattern: string, texts: Values): string {
  const opened = pattern.replace(/\(([^()]*)\)/g, (_, group: string) =>
    paramNames(group).every((name) => texts[name]) ? group : '',
  )
  return opened === pattern ? pattern : withoutGroups(opened, texts)
}

/** Encodes what RFC 3986 does not allow; of `/`, `?` and `#`, which `encodeURI` leaves alone, what is in `also`. */
function escape(text: string, also: RegExp): string {
  return encodeURI(text).replace(also, encodeURIComponent)
}

/** A map without a prototype, as a name may be `constructor` or `__proto__`. */
function copy(...maps: (object | undefined)[]): Values {
  return Object.assign(Object.create(null), ...maps)
}

/**
 * What no path of a helper may hold: `//` at its begin would leave the site, and the rest `match` would refuse
 * (`canonicalPath`). Values are encoded, so that `%2E` can only come from `scriptName`.
 */
const UNSAFE = /^[^/]|\/\/|%2E|\/\.(\/|$)|(\/|%2F|%5C)\.\.(\/|%2F|%5C|$)|[\\?#\s\p{Cc}]/iu

/**
 * Builds the path of a route, query and fragment included, by Rails' rules: positional arguments as in
 * `UrlHelper#handle_positional_args`, the rest as in `Journey::Formatter#generate` and `ActionDispatch::Http::URL`.
 * Returns it with the options, of which a `…Url` helper needs more.
 *
 * `args` are path parameters in order, or one map of them by name; then a map of options. After a map of parameters there
 * may be several maps of options; a later one overrides an earlier one. One map alone is both: there
 * a parameter of the path goes before an option of the same name. A map of parameters must hold nothing else: query
 * parameters go into `query`, or by name into the options, as in Rails. (Rails takes them from a single map too. There a
 * model is never a map; here it may be, and its fields would end up in the query.)
 *
 * `urlDefaults` supplies what a call omits: it overrides the route's defaults, and the route's own options override it.
 *
 * @param refuse is told where a required parameter is missing or empty or breaks its requirement, and where the path
 *   would be one that `match` refuses, or have an empty segment
 */
export function buildPath(
  route: NamedRoute,
  args: readonly unknown[],
  refuse: Refuse,
): [path: string, options: Values] {
  const names = (route.names ??= paramNames(route.pattern))
  const required = (route.required ??= paramNames(withoutGroups(route.pattern, {})))
  const defaults = copy(route.defaults)
  const options = copy(route.options)
  // Where nothing sets it, bundlers drop all that it stands for. A format, a query and an anchor belong to one link, not to the request at hand.
  const ambient = readDefaults && copy(readDefaults(), { format: null, query: null, anchor: null })
  if (ambient) for (const name of Object.keys(ambient)) if (OPTION.test(name)) options[name] ??= ambient[name]
  const given = copy()
  const query = copy()
  /** Keys of the params map that the route does not have. A model passed by mistake would leak its fields into the query. */
  const strays: string[] = []

  const values = [...args]
  const maps: unknown[] = []
  if (values.at(-1) === undefined || isMap(values.at(-1))) maps.push(values.pop())
  if (values.every(isMap)) maps.unshift(...values.splice(0))
  maps.forEach((map, index) => {
    const paramsFirst = !index && !values.length
    for (const [name, value] of Object.entries(map ?? {})) {
      const isOption = OPTION.test(name)
      const isParam = names.includes(name) && (paramsFirst || !isOption)
      if (value === undefined) continue
      if (paramsFirst && !isParam && !isOption && name !== 'format') strays.push(name)
      else (isParam ? given : isOption ? options : query)[name] = value
    }
  })
  const areFew = values.length < names.filter((name) => name !== 'format').length
  // As in Rails, values beyond the last parameter are not looked at.
  names
    .filter((name) => !(name in given || (areFew && (name in defaults || ambient?.[name] != null))))
    .forEach((name, index) => {
      if (values[index] !== undefined) given[name] = values[index]
    })

  if (ambient) for (const name of names) if (!(name in given) && ambient[name] != null) given[name] = ambient[name]
  const params = copy(defaults, given)
  const texts = copy() as Record<string, string>
  const problems: string[] = []
  for (const name of names) {
    // As in Rails, false is not a value.
    const value = params[name] === false ? null : params[name]
    const list = route.pattern.includes(`*${name}}`) ? [value].flat() : [value]
    const text = list.map((each) => textOf(each, name, refuse)).join('/')
    const requirement = route.requirements?.[name]
    texts[name] = text
    if (!required.includes(name)) continue
    if (!text) {
      problems.push(`${name} is missing`)
      // In a valid call these are query parameters, as in Rails. Here one of them may be a misspelt parameter.
      strays.push(...Object.keys(query))
    } else if (requirement?.test?.(text) === false) problems.push(`${name} "${text}" is not ${requirement}`)
  }
  if (strays[0]) {
    problems.push(
      `not a parameter: ${[...new Set(strays)].slice(0, SHOWN_STRAYS).join(', ')} (pass a query as query: {…}, a model as its id or with toParam())`,
    )
  }
  if (problems[0]) refuse(problems.join(', '))

  // Values that equal their defaults are left out, from the end of the path to the first that must stand.
  for (const name of names.toReversed()) {
    const byDefault = String(defaults[name] ?? '')
    if (!byDefault && texts[name]) break
    if (texts[name] !== byDefault) continue
    if (required.includes(name)) break
    texts[name] = ''
  }

  let path = withoutGroups(route.pattern, texts).replace(/{(\*?)(\w+)}/g, (_, glob, name) =>
    escape(texts[name]!, glob ? /[?#]/g : /[/?#]/g),
  )
  const endsEmpty = /.\/$/.test(path)
  if (options.trailingSlash && !(params.format ?? query.format) && !path.endsWith('/')) path += '/'
  if (options.scriptName) path = textOf(options.scriptName, 'scriptName', refuse)!.replace(/\/$/, '') + path
  // To decode throws where `scriptName` holds what is neither an escape nor UTF-8.
  if (endsEmpty || path.length > LIMIT || UNSAFE.test(path) || decodeURI(path).includes('\0')) {
    refuse(`"${path}" is not a safe path`)
  }

  if (!isMap((options.query ??= {}))) refuse('query is not an object')
  Object.assign(query, options.query)
  // The route's own defaults go before a query when the URL is requested: Rails leaves such a query out.
  for (const name of Object.keys(defaults)) delete query[name]
  const search = toQuery(query, refuse)
  if (search) path += `?${search}`
  const anchor = textOf(options.anchor, 'anchor', refuse)
  if (anchor !== undefined) path += `#${escape(anchor, /#/g)}`
  return [path, options]
}

/**
 * A `…Path` helper of a route: `path('photoPath', { pattern: '/photos/{id}' })(7)` is `/photos/7`.
 *
 * @throws TypeError naming the helper, the parameters and the place of the route, for all that `buildPath` refuses.
 */
export function path(helper: string, route: NamedRoute): (...args: readonly unknown[]) => string {
  return guard(helper, route.at, (refuse, args) => buildPath(route, args, refuse)[0])
}
