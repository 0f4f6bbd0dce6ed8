// Types of contracts. The declarations of an application import them, and libraries of schemas and actions may.
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
} from '@turnout/runtime/server'
export type {
  LinkTo,
  NoReply,
  Problem,
  Send,
  SendArguments,
  SendReply,
  SendSettings,
  WithQuery,
} from '@turnout/runtime/client'
