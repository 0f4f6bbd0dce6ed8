// The types of contracts, for the declarations of an application. They do not depend on its routes. Interfaces resolve their
// members one by one, so the checker does no work for unused parts of a contract.
import type { InvalidStatus, Issue } from './problem.ts'

/**
 * A schema of any types. The checker compares it with each schema of an application, so it only has the members that
 * distinguish schemas from other values; `action` checks the others when it is called.
 */
export interface AnySchema {
  readonly '~standard': { readonly version: 1; readonly types?: any }
}

/** A schema for all values of a part, or schemas by name. */
export type AnyPart = AnySchema | { readonly [name: string]: AnySchema }

/** Schemas of responses, by status. */
export interface AnyResponses {
  readonly [status: number]: AnySchema
}

type TypesOf<Schema> = Schema extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types>
  : never

/** The input type of a schema. */
export type InputOf<Schema> = TypesOf<Schema> extends { readonly input: infer Input } ? Input : unknown

/** The output type of a schema. */
export type OutputOf<Schema> = TypesOf<Schema> extends { readonly output: infer Output } ? Output : unknown

/** The output type of a part of a contract. `Values` is the type before parsing: values without a schema keep it. */
type PartOutput<Part, Values> = Part extends AnySchema
  ? OutputOf<Part>
  : Omit<Values, keyof Part> & { readonly [Name in keyof Part]: OutputOf<Part[Name]> }

/** The input type of a part of a contract. */
export type PartInput<Part> = Part extends AnySchema
  ? InputOf<Part>
  : { readonly [Name in keyof Part]: InputOf<Part[Name]> }

/** An action that has a contract. Links and clients take their types from `contract`. */
export interface ContractAction<
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Headers = undefined,
  Responses = undefined,
> {
  (args: any): Promise<any>
  readonly contract: {
    readonly params: Params
    readonly query: Query
    readonly body: Body
    readonly headers: Headers
    readonly responses: Responses
  }
}

/** The arguments that all functions of a contract receive. */
interface Received<Route, Context> {
  readonly request: Request
  readonly context: Context
  /** The result of `match`. Its `path` is the canonical path. */
  readonly route: Route
}

/** The argument of a contract's handler. */
export interface ContractArguments<
  Route extends { readonly params: unknown },
  Context,
  Params,
  Query,
  Body,
  Headers,
  Responses,
> extends Received<Route, Context> {
  /** The parameters of the path, as their schemas parse them. */
  readonly params: Params extends undefined ? Route['params'] : PartOutput<Params, Route['params']>
  /** The output of the query's schema; undefined without a schema. */
  readonly query: Query extends undefined ? undefined : PartOutput<Query, {}>
  /** The output of the body's schema; undefined without a schema. */
  readonly body: Body extends AnySchema ? OutputOf<Body> : undefined
  /** The output of the headers' schema; undefined without a schema. Names are in lower case. */
  readonly headers: Headers extends undefined ? undefined : PartOutput<Headers, {}>
  /** Creates a JSON response. The contract's `responses` type the data by status. */
  readonly json: Responses extends AnyResponses
    ? TypedJson<Responses>
    : (data: unknown, init?: ResponseInit) => Response
}

/** The argument of a handler without a contract. */
interface PlainArguments<Route extends { readonly params: unknown }, Context> extends ContractArguments<
  Route,
  Context,
  undefined,
  undefined,
  undefined,
  undefined,
  undefined
> {}

/** `status` may be omitted for 200. */
interface TypedJson<Responses> {
  <Status extends keyof Responses & number>(
    data: OutputOf<Responses[Status]>,
    init: ResponseInit & { readonly status: Status },
  ): Response
  (
    data: Responses extends { readonly 200: infer Schema } ? OutputOf<Schema> : never,
    init?: ResponseInit & { readonly status?: 200 },
  ): Response
}

/** The second argument of `invalid`. */
export interface InvalidArguments<Route extends { readonly params: unknown }, Context> extends Received<
  Route,
  Context
> {
  readonly params: Route['params']
  /** 404: invalid params; 400, 413 and 415: unreadable input; 422: other invalid input. */
  readonly status: InvalidStatus
  /** The values before validation, without those that could not be read. */
  readonly values: {
    readonly params?: unknown
    readonly query?: unknown
    readonly headers?: unknown
    readonly body?: unknown
  }
  /** Returns a field as it was typed, from the body if the contract has one, otherwise from the query. Empty if it is missing. */
  readonly text: (name: string) => string
}

type KeysOf<Union> = Union extends unknown ? keyof Union : never

/** Schemas of params, each for a parameter of the route. */
type ParamsSchemas<Params, RouteParams> = Params extends AnySchema
  ? Params
  : {
      readonly [Name in keyof Params]: Name extends KeysOf<RouteParams>
        ? Params[Name]
        : `the route has no parameter ${Name & string}`
    }

/** A contract, as `action` accepts it. */
export interface ContractOptions<
  Route extends { readonly params: unknown },
  Context,
  Params,
  Query,
  Body,
  Headers,
  Responses,
  Uses,
> {
  /** Invalid params are 404. */
  readonly params?: ParamsSchemas<Params, Route['params']>
  readonly query?: Query
  /** JSON or a form. A body above 1 MiB (16 MiB with files) is 413. */
  readonly body?: Body
  /** Names are in lower case. */
  readonly headers?: Headers
  /** By status, for types and OpenAPI. Responses are not validated. */
  readonly responses?: Responses
  /** The largest body, in bytes. */
  readonly maxBodySize?: number
  /**
   * Called in turn before the input is read. Each may return a response, which ends the request, or an object, whose
   * properties are added to `context`.
   */
  readonly use?: Uses
  /** Responds to invalid input. If it returns undefined, the client gets the default response. */
  readonly invalid?: (issues: readonly Issue[], args: InvalidArguments<Route, ContextWith<Context, Uses>>) => any
}

type AnyUses = readonly ((args: any) => any)[]

/** The context with the properties that the functions of `use` add. */
export type ContextWith<Context, Uses> = Uses extends AnyUses ? Context & Additions<Uses> : Context

type Additions<Uses extends AnyUses> = Uses extends readonly [
  infer First extends (args: any) => any,
  ...infer Rest extends AnyUses,
]
  ? Added<Awaited<ReturnType<First>>> & Additions<Rest>
  : {}

/** The properties that a function of `use` adds: none if it returns a response, which ends the request, or nothing. */
type Added<Returned> =
  Exclude<Returned, Response | void | null | undefined> extends infer Properties
    ? [Properties] extends [never]
      ? {}
      : Properties
    : {}

type ActionOf<Name, Actions extends WithParams<Actions>> = Actions[Name & keyof Actions]

type WithParams<Actions> = { [Name in keyof Actions]: { readonly params: unknown } }

/**
 * The name of an action. For an unknown name, the nearest names, which the message of TypeScript then lists: the actions of
 * the same controller, or the controllers of the same action.
 */
type ActionName<Name, Actions> = Name extends keyof Actions
  ? Name
  : Name extends `${infer Controller}#${infer Action}`
    ? FirstOf<
        Extract<keyof Actions, `${Controller}#${string}`>,
        FirstOf<Extract<keyof Actions, `${string}#${Action}`>, keyof Actions>
      >
    : keyof Actions

type FirstOf<Names, Others> = [Names] extends [never] ? Others : Names

/**
 * The type of `action` for an application with `Actions`, the results of `match` by `controller#action`.
 *
 * The result of a handler with a contract has no type here, because an action may link to itself. It must be a response.
 */
export interface DefineAction<Actions extends WithParams<Actions>, Context> {
  /**
   * Creates an action that validates its input:
   *
   *     export const update = action('photos#update', { body: PhotoForm }, ({ params, body }) => …)
   *
   * Invalid `params` are 404, other invalid input is 422, and a body that cannot be read is 400, 413 or 415.
   */
  <
    const Name extends string,
    Params extends AnyPart | undefined = undefined,
    Query extends AnyPart | undefined = undefined,
    Body extends AnySchema | undefined = undefined,
    Headers extends AnyPart | undefined = undefined,
    Responses extends AnyResponses | undefined = undefined,
    const Uses extends readonly ((args: any) => any)[] | undefined = undefined,
  >(
    name: ActionName<Name, Actions>,
    contract: ContractOptions<ActionOf<Name, Actions>, Context, Params, Query, Body, Headers, Responses, Uses>,
    handler: (
      args: ContractArguments<
        ActionOf<Name, Actions>,
        ContextWith<Context, Uses>,
        Params,
        Query,
        Body,
        Headers,
        Responses
      >,
    ) => any,
  ): ContractAction<Params, Query, Body, Headers, Responses>
  <const Name extends string>(
    name: ActionName<Name, Actions>,
    handler: (args: PlainArguments<ActionOf<Name, Actions>, Context>) => Response | Promise<Response>,
  ): ContractAction
}
