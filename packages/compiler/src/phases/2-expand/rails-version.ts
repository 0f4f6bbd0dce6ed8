import { truthy, type Options } from './options.ts'

/**
 * The version of Rails whose router decides.
 *
 * Each function below is a place where `action_dispatch/routing/mapper.rb` changed between 7.2 and 8.1. The other
 * changes are in `expand.ts`, where it compares the version.
 */
export type RailsVersion = '8.1' | '7.2'

/**
 * The options of a route as Rails reads them. In 8.x they are keywords, so that nil says as much as nothing: the scope
 * decides. In 7.2 a key counts that is nil. Only `as` counts in both: a route with `as: null` has no name.
 */
export function routeOptions(options: Options, rails: RailsVersion, keywords: ReadonlySet<string>): Options {
  if (rails === '7.2') return options
  const isLeftOut = (key: string, value: unknown): boolean => {
    if (key === 'as' || !keywords.has(key)) return false
    return value === null || (value === false && key !== 'format' && key !== 'anchor')
  }
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => !isLeftOut(key, value)))
}

/**
 * The target of a path in a lone map, with the options beside it. In 8.x `to`, `controller` and `action` of the same map
 * override it; in 7.2 it overrides them.
 *
 * @param target `'photos#show'`, a controller, an action, or what answers a request
 */
export function withTarget(options: Options, target: unknown, rails: RailsVersion): Options {
  const key =
    typeof target === 'symbol' ? 'action' : typeof target === 'string' && !target.includes('#') ? 'controller' : 'to'
  return rails !== '7.2' && truthy(options[key]) ? options : { ...options, [key]: target }
}

/** The options of a scope. In 8.x `only` and `except` say nothing where neither lists actions; in 7.2 nil lifts them. */
export function scopeOptionsOf(options: Options, rails: RailsVersion): Options {
  if (rails === '7.2' || truthy(options['only']) || truthy(options['except'])) return options
  const { only: _only, except: _except, ...others } = options
  return others
}

/** The options of `namespace`. In 8.x a module that is nil is the name; in 7.2 there is none then. */
export function namespaceOptions(options: Options, rails: RailsVersion): Options {
  const { module, ...others } = options
  return rails === '7.2' || truthy(module) ? options : others
}

/** The options of a resource. In 8.x `shallow: null` says nothing; in 7.2 it ends what `shallow` began. */
export function resourceOptions(options: Options, rails: RailsVersion): Options {
  const { shallow, ...others } = options
  return rails === '7.2' || shallow !== null ? options : others
}

/**
 * The actions that a resource inherits from `only` or `except` of a scope. In 8.x they are those that the resource would
 * have by itself; in 7.2 all that the scope lists.
 */
export function inheritedActions(
  actions: readonly string[] | null,
  rails: RailsVersion,
  { singleton, apiOnly }: { readonly singleton: boolean; readonly apiOnly: boolean },
): readonly string[] | null {
  if (rails === '7.2' || actions === null) return actions
  return actions.filter((action) => {
    if (singleton && action === 'index') return false
    return !(apiOnly && (action === 'new' || action === 'edit'))
  })
}
