// The scopes inside a resource, one for each level: collection, member, new and nested.
import { isRegExp } from '../../dsl-values.ts'
import { Rejection } from '../../diagnostics/collector.ts'
import type { ActionLevel, Resource } from './resource.ts'
import { enterPath, enterScope, type Scope } from './scope.ts'

/** True directly inside the block of `resources` or `resource`. */
export function inResource(scope: Scope): scope is Scope & { readonly resource: Resource } {
  return scope.level === 'resources' || scope.level === 'resource'
}

/**
 * Returns the scope of a route that is declared in `scope`. A route in the block of a resource belongs to a level.
 *
 *     resources('photos', () => { get('search', { on: 'collection' }) })   /photos/search
 *     resources('photos', () => { get('search') })                         /photos/:photo_id/search
 *     resource('profile', () => { get('search') })                         /profile/search
 *
 * @param level the option `on`; null if it is not set
 * @throws Rejection `outside-resource-scope`
 */
export function routeScopeOf(scope: Scope, level: ActionLevel | null): Scope {
  if (level !== null) return levelScope(scope, level)
  if (scope.level === 'resources') return nestedScope(scope)
  return scope.level === 'resource' ? memberScope(scope) : scope
}

/** @throws Rejection `outside-resource-scope` */
export function levelScope(scope: Scope, level: ActionLevel): Scope {
  if (level === 'new') return newScope(scope)
  return level === 'collection' ? collectionScope(scope) : memberScope(scope)
}

/** The scope of a resource's collection: `/photos`. @throws Rejection `outside-resource-scope` */
export function collectionScope(scope: Scope): Scope {
  const resource = resourceOf(scope, 'collection')
  return { ...enterPath(scope, resource.path), level: 'collection' }
}

/** The scope of one member: `/photos/:id`; if it is shallow, without the path of its parents. @throws Rejection `outside-resource-scope` */
export function memberScope(scope: Scope): Scope {
  const resource = resourceOf(scope, 'member')
  const baseScope = isShallow(scope, resource) ? shallowScope(scope) : scope
  return { ...enterPath(baseScope, resource.memberScope), level: 'member' }
}

/** The scope of the form for a new member: `/photos/new`. @throws Rejection `outside-resource-scope` */
export function newScope(scope: Scope): Scope {
  const resource = resourceOf(scope, 'new')
  return { ...enterPath(scope, `${resource.path}/${scope.pathNames.get('new') ?? 'new'}`), level: 'new' }
}

/** The scope of resources and routes under a member: `/photos/:photo_id`. @throws Rejection `outside-resource-scope` */
export function nestedScope(scope: Scope): Scope {
  const resource = resourceOf(scope, 'nested')
  const baseScope = isShallow(scope, resource) && scope.insideShallow ? shallowScope(scope) : scope
  const parents = baseScope.parents + (resource.singleton ? 0 : 1)
  const nested: Scope = { ...enterPath(baseScope, resource.nestedScope), level: 'nested', parents }
  const requirement = scope.constraints[resource.param]
  return enterScope(nested, {
    as: resource.memberName,
    // A requirement on `:id` holds for `:photo_id` too.
    ...(isRegExp(requirement) ? { constraints: { [resource.nestedParam]: requirement } } : {}),
  })
}

function resourceOf(scope: Scope, call: string): Resource {
  if (!inResource(scope)) throw new Rejection('outside-resource-scope', { call })
  return scope.resource
}

function isShallow(scope: Scope, resource: Resource): boolean {
  return !resource.singleton && scope.shallow
}

function shallowScope(scope: Scope): Scope {
  return { ...scope, as: scope.shallowPrefix, path: scope.shallowPath, parents: 0 }
}
