// The types of requests to links, and of their responses, for the declarations of an application with contracts.
import type {
  AnyResponses,
  AnySchema,
  ContractAction,
  InputOf,
  OutputOf,
  PartInput,
} from './server/contracts/contract-types.ts'
import type { Issue } from './server/contracts/problem.ts'

/** The values from which `Headers` can be created. */
export type HeaderValues = ConstructorParameters<typeof Headers>[0]

/** A link to an action with a contract. The property is there for types only. */
export interface LinkTo<Method extends string, Action> {
  readonly url: string
  readonly method: Method
  readonly '~action'?: Action
}

/** The options of a helper for an action with a contract: the contract's schema types the query. */
export type WithQuery<Options, Action> =
  Action extends ContractAction<any, infer Query, any, any, any>
    ? Query extends undefined
      ? Options
      : Omit<Options, 'query'> & { readonly query?: PartInput<Query> | undefined }
    : Options

/** The response to invalid input, as it is without the option `invalid`. */
export interface Problem {
  readonly title: string
  readonly status: number
  readonly detail?: string
  readonly issues?: readonly Issue[]
}

/** A response of one status. */
interface Reply<Status extends number, Data> {
  readonly status: Status
  readonly ok: Status extends SuccessStatus ? true : false
  readonly headers: Headers
  readonly data: Data
}

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206
type ProblemStatus = 400 | 404 | 413 | 415 | 422
type OtherStatus =
  | 401
  | 402
  | 403
  | 405
  | 406
  | 408
  | 409
  | 410
  | 412
  | 418
  | 423
  | 428
  | 429
  | 431
  | 451
  | 500
  | 501
  | 502
  | 503
  | 504

/** No response: the network failed, the request was aborted, or JSON is broken. */
export interface NoReply {
  readonly status: 0
  readonly ok: false
  readonly error: unknown
}

/** The replies to a link that no contract declares. Most contracts declare successes only: this is one type for all. */
type Failure = Reply<ProblemStatus, Problem> | Reply<OtherStatus, unknown> | NoReply

/** The same without the statuses that a contract declares. */
type UndeclaredFailure<Status> =
  | Reply<Exclude<ProblemStatus, Status>, Problem>
  | Reply<Exclude<OtherStatus, Status>, unknown>
  | NoReply

/** The result of `send`. Discriminate it by `status` or by `ok`. */
export type SendReply<Responses> = Responses extends AnyResponses
  ? | { [Status in keyof Responses & number]: Reply<Status, OutputOf<Responses[Status]>> }[keyof Responses & number]
    | (keyof Responses extends SuccessStatus ? Failure : UndeclaredFailure<keyof Responses>)
  : Reply<SuccessStatus, unknown> | Failure

/** The options of `fetch` that are not the contract's. */
interface FetchOptions extends Omit<RequestInit, 'method' | 'body' | 'headers'> {}

/** The options for a link without a body in its contract, and for one without a contract. */
interface OptionsWithoutBody extends FetchOptions {
  readonly body?: never
  readonly headers?: HeaderValues
}
interface AnyOptions extends FetchOptions {
  readonly body?: unknown
  readonly headers?: HeaderValues
}

interface OptionsWithBody<Body> extends FetchOptions {
  readonly body: Body extends AnySchema ? InputOf<Body> | FormData : never
  readonly headers?: HeaderValues
}

/** The options for a link whose contract has headers. */
type OptionsWithHeaders<Body, Parts> = FetchOptions & {
  readonly headers: PartInput<Parts> & { readonly [name: string]: string | undefined }
} & (Body extends undefined ? { readonly body?: never } : Pick<OptionsWithBody<Body>, 'body'>)

/** The arguments of `send` after the link. They are optional if the contract requires none. */
export type SendArguments<Body, Parts> = Parts extends undefined
  ? Body extends undefined
    ? [options?: OptionsWithoutBody]
    : [options: OptionsWithBody<Body>]
  : [options: OptionsWithHeaders<Body, Parts>]

/** Sends a request to a link. */
export interface Send {
  <Params, Query, Body, Parts, Responses>(
    link: LinkTo<string, ContractAction<Params, Query, Body, Parts, Responses>>,
    ...options: SendArguments<Body, Parts>
  ): Promise<SendReply<Responses>>
  (link: PlainLink, options?: AnyOptions): Promise<SendReply<undefined>>
}

/** A link to an action without a contract. */
interface PlainLink {
  readonly url: string
  readonly method: string
  readonly '~action'?: never
}
