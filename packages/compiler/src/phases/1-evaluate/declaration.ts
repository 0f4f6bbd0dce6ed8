import type { CallSite } from '../../location.ts'

/** What one DSL call recorded. Nothing is decided yet: scopes, names and paths are worked out by expand. */
export interface Declaration {
  readonly call: DslCall
  /** The arguments before the options and the block, as they were given. */
  readonly args: readonly unknown[]
  readonly options: Readonly<Record<string, unknown>>
  /** The calls made inside its block, in order. For `draw` and `concerns`: what they bring in. */
  readonly body: readonly Declaration[]
  /** What the concerns of a resource's option `concerns` bring in. */
  readonly concernBody: readonly Declaration[]
  readonly site: CallSite | null
}

/** The methods of the DSL. */
export type DslCall =
  | 'resources'
  | 'resource'
  | 'namespace'
  | 'scope'
  | 'collection'
  | 'member'
  | 'new'
  | 'nested'
  | 'shallow'
  | 'controller'
  | 'defaults'
  | 'constraints'
  | 'concern'
  | 'concerns'
  | 'match'
  | 'get'
  | 'post'
  | 'put'
  | 'patch'
  | 'delete'
  | 'options'
  | 'connect'
  | 'root'
  | 'mount'
  | 'draw'
  | 'resolve'
  | 'direct'
  | 'resourcesPathNames'
