import type { CallSite } from '../../diagnostics/location.ts'

/** The record of a DSL call. Expand determines scopes, names and paths later. */
export interface Declaration {
  readonly call: DslCall
  /** The arguments before the options and the block, unchanged. */
  readonly args: readonly unknown[]
  readonly options: Readonly<Record<string, unknown>>
  /** The calls inside its block, in order. For `draw` and `concerns`, the declarations that they insert. */
  readonly body: readonly Declaration[]
  /** The declarations that a resource's option `concerns` inserts. */
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
