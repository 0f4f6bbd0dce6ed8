/**
 * Builds the paths of routes with optional groups, globs or defaults, from a pattern in place of static `parts`:
 *
 *     /photos(/{page})   {}                  /photos
 *     /photos(/{page})   { page: 2 }         /photos/2
 *     /files/{*path}     { path: 'a/b' }     /files/a/b
 *
 * Emitted modules without such routes do not import this module.
 */
import type { NamedRoute, RouteRules } from './types.ts'
import { readDefaults } from './url-defaults.ts'
import { nullPrototypeMap, percentEncode, stringOf } from './values.ts'

/** Marks an empty segment that Rails writes, too: for an empty value, and where the pattern has two slashes or ends with one. `finishPath` removes the marks. */
const EMPTY_SEGMENT = '\0'

/** A route with any pattern and any defaults, as an emitted module writes it. */
export interface PatternRoute extends Pick<NamedRoute, 'check' | 'options'> {
  /** The path pattern: `/photos/{id}(.{format})`, `/files/{*path}`. The static parts are already percent-encoded. */
  readonly pattern: string
  /** Default parameters. The names of defaults that are not path parameters are kept out of the query. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** The position of the route's declaration: `config/routes.ts:7:3`, or `['config/routes.ts', 7, 3]`. */
  readonly at?: string | readonly (string | number)[]
}

/** Creates a route from a pattern and defaults. The pattern is parsed when a helper is first called. */
export function patternRoute({ pattern, defaults, at, ...route }: PatternRoute): NamedRoute {
  let rules: RouteRules | undefined
  return { ...route, at: [at].flat().join(':'), parts: [], rules: () => (rules ??= rulesOf(pattern, defaults)) }
}

/**
 * Creates a route with optional parameters in front of required ones. As in Rails' `OptimizedUrlHelper`, a call with one
 * value by position for each required parameter omits the others, unless it has options or the application has
 * `urlDefaults`: `productPath('chair')` for `(/:locale)/products/:id`. Rails does not do so for a route with a glob or
 * requirements, which `patternRoute` creates.
 */
export function patternRouteSkippingOptionals(route: PatternRoute): NamedRoute {
  const complete = patternRoute(route)
  const pattern = resolveGroups(route.pattern, nullPrototypeMap())
  const withoutOptionals = patternRoute({ ...route, pattern })
  const count = paramNames(pattern).length
  const isValue = (value: unknown) => Object(value) !== value || 'toParam' in (value as object)
  const omitsOptionals = (args: readonly unknown[]) => !readDefaults && args.length === count && args.every(isValue)
  return { ...complete, rules: (args) => (omitsOptionals(args) ? withoutOptionals : complete).rules!(args) }
}

function rulesOf(pattern: string, routeDefaults: PatternRoute['defaults']): RouteRules {
  const defaults = nullPrototypeMap(routeDefaults)
  const names = paramNames(pattern)
  const requiredNames = paramNames(resolveGroups(pattern, nullPrototypeMap()))
  return {
    parts: ['', ...names.flatMap((name) => [name, requiredNames.includes(name) ? '' : undefined])],
    defaults,
    noQuery: Object.fromEntries(Object.keys(defaults).map((name) => [name, undefined])),
    stringOf: (value, name) =>
      Array.isArray(value) && pattern.includes(`*${name}}`)
        ? value
            .flat()
            .map((segment) => stringOf(segment, name))
            .join('/')
        : stringOf(value, name),
    pathOf(strings) {
      // Optional values that equal their defaults are left out, from the end of the path to the first value that must stay:
      // `/photos(/:page)` with the default `page: 1` is `/photos` for page 1.
      const values = nullPrototypeMap(strings) as Record<string, string | undefined>
      for (const name of names.toReversed()) {
        if (defaults[name] == null && /\S/.test(values[name] ?? '')) break
        if ((values[name] ?? '') !== String(defaults[name] ?? '')) continue
        if (requiredNames.includes(name)) break
        values[name] = undefined
      }
      return resolveGroups(pattern, values)
        .replace(/\/(?=\/|$)/g, `/${EMPTY_SEGMENT}`)
        .replace(
          /{(\*?)(\w*)}/g,
          (_, glob, name) => percentEncode(values[name]!, glob ? /[?#]/g : /[/?#]/g) || EMPTY_SEGMENT,
        )
    },
  }
}

/**
 * Creates the check of required parameters.
 *
 * @param requirements a scanner or RegExp for each parameter, which must match the value. A RegExp has anchors, and none of
 *   the flags `g`, `m` and `y`
 */
export function checkRequirements(
  requirements: Readonly<Record<string, { test(value: string): boolean; toString(): string }>>,
): NonNullable<NamedRoute['check']> {
  return (name, value) => {
    const requirement = Object.hasOwn(requirements, name) ? requirements[name]! : undefined
    return requirement?.test(value) === false ? `${name} "${value}" is not ${requirement}` : undefined
  }
}

/** Returns the parameters of a pattern in order, each once. In Rails 8.1 a parameter may have an empty name. */
function paramNames(pattern: string): string[] {
  return [...new Set(pattern.match(/(?<={\*?)\w*(?=})/g))]
}

/**
 * Resolves the optional groups of a pattern: removes the groups that directly contain a parameter without a value, and the
 * parentheses of the others. As in Rails 7.2 and 8.1, an empty string is a value.
 */
function resolveGroups(pattern: string, values: Readonly<Record<string, unknown>>): string {
  const opened = pattern.replace(/\(([^()]*)\)/g, (_, group: string) =>
    paramNames(group).every((name) => values[name] !== undefined) ? group : '',
  )
  return opened === pattern ? pattern : resolveGroups(opened, values)
}
