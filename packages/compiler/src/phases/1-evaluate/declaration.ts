import type { CallSite } from '../../diagnostics/location.ts'
import type { DslCall } from './methods.ts'

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
