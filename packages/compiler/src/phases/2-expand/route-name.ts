import { textOf } from '../../name.ts'
import { normalizePath } from '../../pattern/join.ts'
import { CANONICAL_ACTIONS } from './resource.ts'
import type { Scope } from './scope.ts'

/** True where the action is what the level is for: it adds nothing to path and name. */
export function isCanonical(scope: Scope, action: string): boolean {
  return (
    (scope.level === 'collection' || scope.level === 'member' || scope.level === 'new') && CANONICAL_ACTIONS.has(action)
  )
}

/**
 * The name of a route, or null where it has none (Rails: `name_for_action`).
 *
 * @param as the option: undefined or true where it was not given
 * @param action the path or action as it was given, where it can be a name; else null
 * @param taken whether a route has the name already: then a name that nobody asked for is left out
 */
export function routeName(
  scope: Scope,
  as: unknown,
  action: string | null,
  taken: (name: string) => boolean,
): string | null {
  const asked = textOf(as)
  if (scope.resource !== null && asked === null && action === null) return null
  const own = prefix(asked ?? (action !== null && !isCanonical(scope, action) ? action : null))
  const parts = inOrder(scope, own).filter((part) => part !== null && part.trim() !== '')
  const name = parts.join('_')
  if (name === '') return null
  if (asked === null && (!/^[_a-z]/i.test(name) || taken(name))) return null
  return name
}

/**
 * The name that a mounted function or class implies by the name of its export: `SidekiqWeb` -> `sidekiq_web`. Rails has
 * it so for classes (`app_name`, which says it as if by `as`); objects have none there.
 *
 * @param exported its name where it is imported from; null where it is not known
 */
export function mountedName(app: unknown, exported: string | null): string | null {
  if (typeof app !== 'function' || exported === null) return null
  const name = exported.replace(/(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase()
  return /^[_a-z]\w*$/.test(name) ? name : null
}

/** `admin/photos` -> `admin_photos`, `report-card` -> `report_card`. */
function prefix(text: string | null): string | null {
  if (text === null) return null
  return normalizePath(text.replaceAll('-', '_')).slice(1).replaceAll('/', '_')
}

/** `edit` + `admin` + `photo` or `admin` + `photos` + `search`: what comes first depends on the level. */
function inOrder(scope: Scope, own: string | null): (string | null)[] {
  const member = scope.resource?.memberName ?? null
  const collection = scope.resource?.collectionName ?? null
  switch (scope.level) {
    case 'collection':
      return [own, scope.as, collection]
    case 'new':
      return [own, 'new', scope.as, member]
    case 'member':
      return [own, scope.as, member]
    case 'root':
      return [scope.as, collection, own]
    default:
      return [scope.as, own]
  }
}
