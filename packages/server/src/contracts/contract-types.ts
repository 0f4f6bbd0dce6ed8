// The types of contracts, for the declarations of an application. They do not depend on its routes. They are interfaces,
// because TypeScript resolves a member of an interface only when something uses it.
//
// A part of a contract is its `params`, `query`, `headers` or `body`.
import type { InvalidStatus, Issue } from './problem.ts'

/**
 * A schema of any types. The checker compares it with each schema of an application, so it only has the members that
 * distinguish schemas from other values; `action` checks the others when it is called.
 */
export interface AnySchema {
  readonly '~standard': { readonly version: 1; readonly types?: any }
}

/** The schemas of a part: one schema for the whole part, or schemas by the names of its values. */
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

/** The output type of a part. `Values` is its type before validation, which values without a schema keep. */
type PartOutput<Part, Values> = Part extends AnySchema
  ? OutputOf<Part>
  : Omit<Values, keyof Part> & { readonly [Name in keyof Part]: OutputOf<Part[Name]> }

/** The input type of a part. */
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
interface CommonArguments<Route, Context> {
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
> extends CommonArguments<Route, Context> {
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
interface ArgumentsWithoutContract<Route extends { readonly params: unknown }, Context> extends ContractArguments<
  Route,
  Context,
  undefined,
  undefined,
  undefined,
  undefined,
  undefined
> {}

/** The type of `json`: the data depends on the status, which is 200 if it is omitted. */
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
export interface InvalidArguments<Route extends { readonly params: unknown }, Context> extends CommonArguments<
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
  /** Returns a field as the user entered it, from the body if the contract has one, otherwise from the query. Empty if it is missing. */
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

/** The context with the properties that the functions in `use` add. */
export type ContextWith<Context, Uses> = Uses extends AnyUses ? Context & AddedProperties<Uses> : Context

type AddedProperties<Uses extends AnyUses> = Uses extends readonly [
  infer First extends (args: any) => any,
  ...infer Rest extends AnyUses,
]
  ? Added<Awaited<ReturnType<First>>> & AddedProperties<Rest>
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
 * The name of an action. For an unknown name, this is the list of the nearest names, so that TypeScript's message shows them:
 * the actions of the same controller, or the controllers with the same action.
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
 * A handler with a contract must return a response. Its result is `any` here, because the type of an action that links to
 * itself would be circular.
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
    const Uses extends AnyUses | undefined = undefined,
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
    handler: (args: ArgumentsWithoutContract<ActionOf<Name, Actions>, Context>) => Response | Promise<Response>,
  ): ContractAction
}
