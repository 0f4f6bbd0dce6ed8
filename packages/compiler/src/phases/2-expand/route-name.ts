/**
 * Names routes from their scope and their action:
 *
 *     action `preview` of a member of `photos`, in namespace('admin')   -> preview_admin_photo
 *     action `index` of the same resource                               -> admin_photos
 */
import { textOf } from '../../dsl-values.ts'
import { normalizePath } from '../../patterns/pattern/join.ts'
import { CANONICAL_ACTIONS } from './resource.ts'
import type { Scope } from './scope.ts'

/** True if the action is the default of its level, so that it adds nothing to the path and the name. */
export function isCanonical(scope: Scope, action: string): boolean {
  return (
    (scope.level === 'collection' || scope.level === 'member' || scope.level === 'new') && CANONICAL_ACTIONS.has(action)
  )
}

/**
 * Returns the name of a route, or null if it has none (Rails: `name_for_action`).
 *
 * @param nameOption the option `as`: undefined or true if it is not set
 * @param action the declared path or action if it can be a name; otherwise null
 * @param isUsed returns whether an earlier route has the name. A route without `as` then has no name.
 */
export function routeName(
  scope: Scope,
  nameOption: unknown,
  action: string | null,
  isUsed: (name: string) => boolean,
): string | null {
  const declaredName = textOf(nameOption)
  if (scope.resource !== null && declaredName === null && action === null) return null
  const nameOfAction = prefix(declaredName ?? (action !== null && !isCanonical(scope, action) ? action : null))
  const parts = inOrder(scope, nameOfAction).filter((part) => part !== null && part.trim() !== '')
  const name = parts.join('_')
  if (name === '') return null
  if (declaredName === null && (!/^[_a-z]/i.test(name) || isUsed(name))) return null
  return name
}

/**
 * Returns the route name that a mounted function or class implies by its export name: `SidekiqWeb` -> `sidekiq_web`.
 * Rails does the same for classes (`app_name`, which counts like `as`). Objects imply no name in Rails.
 *
 * @param exported the export name of the app; null if it is unknown
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

/** Orders the parts by level: `edit` + `admin` + `photo`, or `admin` + `photos` + `search`. */
function inOrder(scope: Scope, actionPart: string | null): (string | null)[] {
  const member = scope.resource?.memberName ?? null
  const collection = scope.resource?.collectionName ?? null
  switch (scope.level) {
    case 'collection':
      return [actionPart, scope.as, collection]
    case 'new':
      return [actionPart, 'new', scope.as, member]
    case 'member':
      return [actionPart, scope.as, member]
    case 'root':
      return [scope.as, collection, actionPart]
    default:
      return [scope.as, actionPart]
  }
}
