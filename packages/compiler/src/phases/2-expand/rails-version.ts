import type { RailsVersion } from '../../patterns/pattern/parse.ts'
import { isTruthyInRuby, type Options } from '../../dsl-values.ts'

/*
 * Each function below is a place where `action_dispatch/routing/mapper.rb` changed between 7.2 and 8.1. The other
 * changes are in `expand.ts`, where it compares the version, and in the parser of patterns.
 */

/**
 * Returns the options of a route by the rules of Rails.
 *
 * 8.x passes the options as keyword arguments: nil means unset, and the value of the scope is used. 7.2 passes a hash: a
 * key with nil counts as set. Exception in 8.x: `as: null` still means a route without a name.
 *
 *     { to: 'photos#show', on: null }   8.x: { to: 'photos#show' }   7.2: unchanged
 *
 * @param keywords the names of Rails' keyword arguments; other keys, such as requirements, keep the value nil
 */
export function routeOptions(options: Options, rails: RailsVersion, keywords: ReadonlySet<string>): Options {
  if (rails === '7.2') return options
  const isUnset = (key: string, value: unknown): boolean => {
    if (key === 'as' || !keywords.has(key)) return false
    // For `format` and `anchor`, false is a value of its own. For other keywords it means the same as nil.
    return value === null || (value === false && key !== 'format' && key !== 'anchor')
  }
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => !isUnset(key, value)))
}

/**
 * Adds the target of a path to the options of `get` and the like: `get({ about: 'pages#about' })`. In 8.x `to`,
 * `controller` and `action` of the same call override it; in 7.2 it overrides them.
 *
 *     { to: 'pages#old' }, 'pages#about'   8.x: { to: 'pages#old' }   7.2: { to: 'pages#about' }
 *
 * @param target `'photos#show'`, a controller, an action (a symbol), or a callable endpoint
 */
export function withTarget(options: Options, target: unknown, rails: RailsVersion): Options {
  const key = targetKey(target)
  return rails !== '7.2' && isTruthyInRuby(options[key]) ? options : { ...options, [key]: target }
}

function targetKey(target: unknown): 'action' | 'controller' | 'to' {
  if (typeof target === 'symbol') return 'action'
  if (typeof target === 'string' && !target.includes('#')) return 'controller'
  return 'to'
}

/** Returns the options of a scope. In 8.x `only` and `except` are ignored if neither lists actions. In 7.2 nil lifts them. */
export function scopeOptionsOf(options: Options, rails: RailsVersion): Options {
  if (rails === '7.2' || isTruthyInRuby(options['only']) || isTruthyInRuby(options['except'])) return options
  const { only: _only, except: _except, ...otherOptions } = options
  return otherOptions
}

/** Returns the options of `namespace`. If `module` is nil, 8.x uses the name as the module, and 7.2 uses no module. */
export function namespaceOptions(options: Options, rails: RailsVersion): Options {
  const { module, ...otherOptions } = options
  return rails === '7.2' || isTruthyInRuby(module) ? options : otherOptions
}

/** Returns the options of a resource. In 8.x `shallow: null` is ignored. In 7.2 it turns `shallow` off. */
export function resourceOptions(options: Options, rails: RailsVersion): Options {
  const { shallow, ...otherOptions } = options
  return rails === '7.2' || shallow !== null ? options : otherOptions
}

/**
 * Returns the actions that a resource inherits from `only` or `except` of a scope. In 8.x these are the listed actions
 * that the resource has by default. In 7.2 these are all actions that the scope lists.
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
