import { isRegExp } from '../../plain.ts'
import { Rejection } from '@turnout/diagnostics'
import type { Resource } from './resource.ts'
import { enterPath, enterScope, type Scope } from './scope.ts'

/** True directly inside the block of `resources` or `resource`. */
export function inResource(scope: Scope): scope is Scope & { readonly resource: Resource } {
  return scope.level === 'resources' || scope.level === 'resource'
}

function resourceOf(scope: Scope, call: string): Resource {
  if (!inResource(scope)) {
    throw new Rejection('outside-resource-scope', { call })
  }
  return scope.resource
}

/** The scope of a resource's collection: `/photos`. @throws Rejection `outside-resource-scope` */
export function collectionScope(scope: Scope): Scope {
  const resource = resourceOf(scope, 'collection')
  return { ...enterPath(scope, resource.path), level: 'collection' }
}

/** The scope of one member: `/photos/:id`, without the parents' path where shallow. @throws Rejection `outside-resource-scope` */
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

/** The scope of what is nested under a member: `/photos/:photo_id`. @throws Rejection `outside-resource-scope` */
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

function isShallow(scope: Scope, resource: Resource): boolean {
  return !resource.singleton && scope.shallow
}

function shallowScope(scope: Scope): Scope {
  return { ...scope, as: scope.shallowPrefix, path: scope.shallowPath, parents: 0 }
}
