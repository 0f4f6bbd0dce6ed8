// Reads the arguments of `match` and of its shorthands: paths, verbs and the endpoint.
import { optionsOf } from '../../dsl/option-table.ts'
import { describeValue } from '../../diagnostics/describe.ts'
import { Rejection } from '../../diagnostics/collector.ts'
import type { RailsVersion } from '../../patterns/pattern/parse.ts'
import { isRegExp, textOf, isTruthyInRuby, type Options } from '../../dsl-values.ts'
import { isCanonical } from './route-name.ts'
import { withTarget } from './rails-version.ts'
import type { Scope } from './scope.ts'

/** Options of `match` and the verbs. They are not passed on to the route as defaults or requirements. */
export const MATCH_OPTIONS: ReadonlySet<string> = new Set(optionsOf('match'))

/**
 * Separates path and target in a lone map: `{ 'photos/:id': 'photos#show', via: 'get' }`.
 * Ruby identifies the path because it is a string. Here the path is the first key that is not an option.
 *
 * @returns no path if there is none. Rails 8 then declares nothing, unless the map contains an unknown key
 * @throws Rejection `path-not-specified`
 */
export function pathFromMap(map: Options, rails: RailsVersion): [readonly unknown[], Options] {
  const unknown = Object.keys(map).filter((key) => !MATCH_OPTIONS.has(key))
  const keys = unknown.filter((key) => !isRegExp(map[key]))
  const path = keys.find((key) => /[^a-z]/i.test(key)) ?? keys[0]
  if (path === undefined) {
    if (rails === '7.2' || unknown.length > 0) throw new Rejection('path-not-specified', 'map')
    return [[], map]
  }
  const { [path]: target, ...options } = map
  return [[path], withTarget(options, target, rails)]
}

/** Returns upper-case verbs; an empty list for all verbs. @throws Rejection `missing-via`, `unknown-verb` */
export function verbList(via: unknown): readonly string[] {
  const list = via !== undefined && via !== null ? [via].flat() : []
  if (list.length === 0) throw new Rejection('missing-via', null)
  const badVerb = list.findIndex((verb) => textOf(verb) === null)
  if (badVerb >= 0) throw new Rejection('unknown-verb', { verb: describeValue(list[badVerb]) })
  const verbs = list.map((verb) => textOf(verb)!.toUpperCase().replaceAll('_', '-'))
  if (verbs.includes('ALL')) return []
  const unknown = verbs.find((verb) => !/^[A-Z]+(?:-[A-Z]+)*$/.test(verb))
  if (unknown !== undefined) throw new Rejection('unknown-verb', { verb: unknown })
  return verbs
}

/** Returns the endpoint of a route. A scope may set the endpoint, or controller and action, of all routes inside. */
export function endpointFromScope(to: unknown, scope: Scope): unknown {
  if (isTruthyInRuby(to)) return to
  if (isTruthyInRuby(scope.to)) return scope.to
  return isTruthyInRuby(scope.controller) && scope.action !== null ? `${textOf(scope.controller)}#${scope.action}` : to
}

/** Derives an endpoint from the path: `'photos/search'` -> `photos#search` (Rails: `get_to_from_path`). */
export function endpointFromPath(path: string, to: unknown, action: unknown): unknown {
  if (isTruthyInRuby(to) || isTruthyInRuby(action)) return to
  const bare = path.replace(/\(\.:format\)$/, '')
  if (!/^\/?[-\w]+\/[-\w/]+$/.test(bare)) return null
  return bare
    .replace(/^\//, '')
    .replace(/\/([^/]*)$/, '#$1')
    .replaceAll('-', '_')
}

/** Returns the path of a route, with its scope's path prepended (Rails: `path_for_action`). */
export function fullPath(scope: Scope, pathOrAction: string, isAction: boolean, optionPath: unknown): string {
  const path = isAction ? textOf(optionPath) : pathOrAction
  if (path !== null) return `${scope.path ?? ''}/${path}`
  if (isCanonical(scope, pathOrAction)) return scope.path!
  return `${scope.path ?? ''}/${scope.pathNames.get(pathOrAction) ?? pathOrAction}`
}
