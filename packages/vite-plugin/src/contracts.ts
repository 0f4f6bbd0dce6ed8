// Types of contracts. The declarations of an application import them, and libraries of schemas and actions may.
import type { SendSettings } from '@turnout/server/client'

export type {
  AnyPart,
  AnyResponses,
  AnySchema,
  ContextWith,
  ContractAction,
  ContractArguments,
  ContractOptions,
  InputOf,
  InputPart,
  InvalidArguments,
  InvalidStatus,
  Issue,
  OutputOf,
  PartInput,
  StandardSchema,
} from '@turnout/server'
export type {
  LinkTo,
  NoReply,
  Problem,
  Send,
  SendArguments,
  SendReply,
  SendSettings,
  WithQuery,
} from '@turnout/server/client'

/** Settings of `createSend` in an application: options of `fetch` for all requests. */
export interface ClientSettings<Context> extends SendSettings {
  /** On a server, where `dispatch` receives the requests: what it is called with beside them. */
  readonly context?: Context
  /** On a server, where `dispatch` receives the requests: the origin of their URLs. Default: `http://localhost`. */
  readonly origin?: string
}
