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
  QueryOf,
  Send,
  SendArguments,
  SendReply,
  SendSettings,
} from '@turnout/server/client'

/** Settings of `createSend` in an application: options of `fetch` for all requests. */
export interface ClientSettings<Context> extends SendSettings {
  /** On a server: the second argument of `dispatch`. Default: that of the request whose page is being drawn. */
  readonly context?: Context
  /** On a server: the origin of the URLs. Default: that of the request whose page is being drawn, or `http://localhost`. */
  readonly origin?: string
  /** On a server: names of headers that requests take from the request whose page is being drawn. Cookies need no name. */
  readonly forward?: readonly string[]
}
