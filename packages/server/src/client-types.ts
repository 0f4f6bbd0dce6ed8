// The types of requests to links, and of their responses, for the declarations of an application with contracts.
import type { AnyResponses, ContractAction, InputOf, OutputOf, PartInput } from './contracts/contract-types.ts'
import type { QueryValues } from '@turnout/runtime/declared'
import type { Issue } from './contracts/problem.ts'

/**
 * Sends a request to a link. The contract of the action types the options and the reply:
 *
 *     // The contract of the action `update`: { body: PhotoChange, responses: { 200: Photo } }
 *     const reply = await send(update(7), { body: { title: 'Fog' } })
 *     if (reply.status === 200) reply.data // a Photo
 *     else if (reply.status === 422) reply.data.issues // a Problem
 *     else if (reply.status === 0) reply.error // no response
 */
export interface Send<Contracts> {
  <Action extends keyof Contracts = never>(
    link: LinkTo<string, Action>,
    ...options: SendArguments<Contracts[Action]>
  ): Promise<SendReply<ResponsesOf<Contracts[Action]>>>
}

/** A link to an action with a contract. `~action` never has a value: it carries the name of the action. */
export interface LinkTo<Method extends string, Action> {
  readonly url: string
  readonly method: Method
  readonly '~action'?: Action
}

/** The values from which `Headers` can be created. */
export type HeaderValues = ConstructorParameters<typeof Headers>[0]

/** The type of the query in links to an action. */
export type QueryOf<Action> =
  Action extends ContractAction<any, infer Query, any, any, any>
    ? Query extends undefined
      ? QueryValues
      : PartInput<Query>
    : QueryValues

type ResponsesOf<Action> = Action extends ContractAction<any, any, any, any, infer Responses> ? Responses : undefined

/** The response to invalid input, as it is without the option `invalid`. */
export interface Problem {
  readonly title: string
  readonly status: number
  readonly detail?: string
  readonly issues?: readonly Issue[]
}

/** A response of one status. */
interface ReplyWith<Status extends number, Data> {
  readonly status: Status
  readonly ok: Status extends SuccessStatus ? true : false
  readonly headers: Headers
  readonly data: Data
}

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206

/** The statuses of Turnout's own responses to invalid requests. Their data is a `Problem`. */
type ProblemStatus = 400 | 404 | 413 | 415 | 422

/** Other statuses of failures. The contract declares no data for them. Unions, so that `status` can discriminate. */
type OtherStatus = OtherClientError | ServerError
type OtherClientError = 401 | 402 | 403 | 405 | 406 | 408 | 409 | 410 | 412 | 418 | 423 | 428 | 429 | 431 | 451
type ServerError = 500 | 501 | 502 | 503 | 504

/** No response: the network failed, the request was aborted, or JSON is broken. */
export interface NoReply {
  readonly status: 0
  readonly ok: false
  readonly error: unknown
}

/** The replies to a link that no contract declares. Most contracts declare successes only: this is one type for all. */
type Failure = ReplyWith<ProblemStatus, Problem> | ReplyWith<OtherStatus, unknown> | NoReply

/** `Failure` without the statuses that the contract declares. */
type UndeclaredFailure<Status> =
  | ReplyWith<Exclude<ProblemStatus, Status>, Problem>
  | ReplyWith<Exclude<OtherStatus, Status>, unknown>
  | NoReply

/** The result of `send`. Discriminate it by `status` or by `ok`. */
export type SendReply<Responses> = Responses extends AnyResponses
  ? | { [Status in keyof Responses & number]: ReplyWith<Status, OutputOf<Responses[Status]>> }[keyof Responses & number]
    | (keyof Responses extends SuccessStatus ? Failure : UndeclaredFailure<keyof Responses>)
  : ReplyWith<SuccessStatus, unknown> | Failure

/** The options of `fetch` that the link and the contract leave open. */
interface FetchOptions extends Omit<RequestInit, 'method' | 'body' | 'headers'> {}

/** The options for a link whose contract has neither a body nor headers. */
interface OptionsWithoutBody extends FetchOptions {
  readonly body?: never
  readonly headers?: HeaderValues
}

/** The options for a link without a contract. */
interface PlainLinkOptions extends FetchOptions {
  readonly body?: unknown
  readonly headers?: HeaderValues
}

/** The options for a link whose contract has a body, and no headers. */
interface OptionsWithBody<Body> extends FetchOptions {
  readonly body: Body | FormData
  readonly headers?: HeaderValues
}

/** The options for a link whose contract has headers. */
type OptionsWithHeaders<Body, RequestHeaders> = FetchOptions & {
  readonly headers: PartInput<RequestHeaders> & { readonly [name: string]: string | undefined }
} & (Body extends undefined ? { readonly body?: never } : Pick<OptionsWithBody<InputOf<Body>>, 'body'>)

/**
 * The arguments of `send` after the link. They are optional if the contract requires none. The contract is `never` for a link
 * to an action without one.
 */
export type SendArguments<Contract> = [Contract] extends [never]
  ? [options?: PlainLinkOptions]
  : Contract extends ContractAction<any, any, infer Body, infer RequestHeaders, any>
    ? RequestHeaders extends undefined
      ? Body extends undefined
        ? [options?: OptionsWithoutBody]
        : [optionsWithBody: OptionsWithBody<InputOf<Body>>]
      : [optionsWithHeaders: OptionsWithHeaders<Body, RequestHeaders>]
    : [options?: PlainLinkOptions]
