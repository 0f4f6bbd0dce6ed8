// A resource: the paths, names and routes that follow from its name and options.
import { camelCase } from '../../names/helper-name.ts'
import type { Inflector } from './inflect.ts'

/** The part of a resource that a route belongs to: `/photos`, `/photos/new` or `/photos/:id`. */
export type ActionLevel = 'collection' | 'new' | 'member'

/** The verb and the level of an action that a resource has without a block. */
export interface ActionRoute {
  readonly action: string
  readonly verb: string
  readonly on: ActionLevel
}

const COLLECTION: readonly ActionRoute[] = [
  { action: 'index', verb: 'get', on: 'collection' },
  { action: 'create', verb: 'post', on: 'collection' },
]
const NEW: readonly ActionRoute[] = [{ action: 'new', verb: 'get', on: 'new' }]

export const MEMBER: readonly ActionRoute[] = [
  { action: 'edit', verb: 'get', on: 'member' },
  { action: 'show', verb: 'get', on: 'member' },
  { action: 'update', verb: 'patch', on: 'member' },
  { action: 'update', verb: 'put', on: 'member' },
  { action: 'destroy', verb: 'delete', on: 'member' },
]

/** In the order of declaration, which is the order of precedence. */
const PLURAL_ROUTES: readonly ActionRoute[] = [...COLLECTION, ...NEW, ...MEMBER]
const SINGULAR_ROUTES: readonly ActionRoute[] = [...NEW, ...MEMBER, COLLECTION[1]!]

/** Every action that `only` and `except` may name. */
export const ACTIONS = ['index', 'create', 'new', 'show', 'update', 'destroy', 'edit'] as const

/** The default actions of their level. They add nothing to the path and the name. */
export const CANONICAL_ACTIONS: ReadonlySet<string> = new Set(['index', 'create', 'new', 'show', 'update', 'destroy'])

/** A declared resource. It knows its own paths and names (Rails: `Resource` and `SingletonResource`). */
export interface Resource {
  readonly singleton: boolean
  /** As declared: `photos`. */
  readonly name: string
  readonly controller: string
  /** Its segment: `photos`. Also the path of its collection. */
  readonly path: string
  /** The name of the identifier parameter: `id`. */
  readonly param: string
  /** `photo`; the base of the names of its member routes. */
  readonly memberName: string
  /** `photos`, or `sheep_index` if singular and plural are one word. */
  readonly collectionName: string
  /** `photos/:id`, or the path itself for a singular resource. */
  readonly memberScope: string
  /** `photo_id`: the identifier parameter as its children see it. */
  readonly nestedParam: string
  /** `photos/:photo_id`, or the path itself for a singular resource. */
  readonly nestedScope: string
  /** True if `shallow` was on at its declaration. */
  readonly shallow: boolean
  /** The routes that it has without a block, after `only` and `except`, in order. */
  readonly routes: readonly ActionRoute[]
}

/** The options of a resource that concern the resource itself. */
export interface OwnOptions {
  readonly as: string | null
  readonly controller: string | null
  readonly path: string | null
  readonly param: string | null
  readonly only: readonly string[] | null
  readonly except: readonly string[] | null
}

/** The settings that a resource inherits from the application and its scope. */
export interface ResourceContext {
  readonly apiOnly: boolean
  readonly shallow: boolean
  readonly inflector: Inflector
  readonly paramNames: 'snake_case' | 'camelCase'
}

/**
 * Returns the resource of a name and its options.
 *
 *     'photos'                    /photos, /photos/:id, and for nested routes /photos/:photo_id
 *     'photos', { param: 'slug' } /photos, /photos/:slug, and for nested routes /photos/:photo_slug
 *     'profile', a singleton      /profile, with the controller `profiles`
 */
export function makeResource(
  name: string,
  singleton: boolean,
  options: OwnOptions,
  context: ResourceContext,
): Resource {
  const { inflector } = context
  const path = options.path ?? name
  const param = options.param ?? 'id'
  const baseName = options.as ?? name
  const memberName = singleton ? baseName : inflector.singularize(baseName)
  const snakeCaseParam = `${memberName}_${param}`
  const nestedParam = context.paramNames === 'camelCase' ? camelCase(snakeCaseParam) : snakeCaseParam
  const isAllowed = (action: string): boolean => {
    if (options.except?.includes(action)) return false
    if (options.only !== null) return options.only.includes(action)
    return !(context.apiOnly && (action === 'new' || action === 'edit'))
  }
  const routes = singleton ? SINGULAR_ROUTES : PLURAL_ROUTES
  return {
    singleton,
    name,
    controller: options.controller ?? (singleton ? inflector.pluralize(name) : name),
    path,
    param,
    memberName,
    collectionName: singleton || memberName !== baseName ? baseName : `${baseName}_index`,
    memberScope: singleton ? path : `${path}/:${param}`,
    nestedParam,
    nestedScope: singleton ? path : `${path}/:${nestedParam}`,
    shallow: context.shallow,
    routes: routes.filter((route) => isAllowed(route.action)),
  }
}
