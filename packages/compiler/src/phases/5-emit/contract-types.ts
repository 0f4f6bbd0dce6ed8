import type { MappedText } from './source-map.ts'
import { quote } from './literal.ts'

/** What exports each action that has a contract: how TypeScript imports the module, and a name in it. */
export type ContractExports = ReadonlyMap<string, { readonly module: string; readonly name: string }>

/**
 * Writes the types of the actions that have a contract, inside the declarations of `virtual:routes`. They import types only,
 * and each is resolved when a link asks for it.
 */
export function emitContracts(text: MappedText, contracts: ContractExports): void {
  text.add("  import type { WithQuery } from 'vite-plugin-turnout/contracts'")
  text.add('  /** The actions that have a contract, by `controller#action`. */\n  export interface Contracts {')
  for (const [action, { module, name }] of contracts)
    text.add(`    readonly ${quote(action)}: (typeof import(${quote(module)}))[${quote(name)}]`)
  text.add('  }')
}

/** The declarations of `virtual:routes/server` that only applications with contracts have. */
export const TYPES_OF_CONTRACTS = `
  import type {
    AnyPart,
    AnyResponses,
    AnySchema,
    ContextWith,
    ContractAction,
    ContractArguments,
    ContractOptions,
    StandardSchema,
  } from 'vite-plugin-turnout/contracts'

  /**
   * Makes an action that validates what it is called with:
   *
   *     export const update = action('photos#update', { body: PhotoForm }, ({ params, body }) => …)
   *
   * Invalid \`params\` are 404, other invalid input is 422, and a body that cannot be read is 400, 413 or 415. The handler's
   * result has no type here: an action may link to itself. It must be a response.
   */
  export function action<
    const Name extends keyof Actions,
    Params extends AnyPart | undefined = undefined,
    Query extends AnyPart | undefined = undefined,
    Body extends AnySchema | undefined = undefined,
    Headers extends AnyPart | undefined = undefined,
    Responses extends AnyResponses | undefined = undefined,
    const Uses extends readonly ((args: any) => any)[] | undefined = undefined,
  >(
    name: Name,
    contract: ContractOptions<Actions[Name], RegisteredContext, Params, Query, Body, Headers, Responses, Uses>,
    handler: (
      args: ContractArguments<
        Actions[Name],
        ContextWith<RegisteredContext, Uses>,
        Params,
        Query,
        Body,
        Headers,
        Responses
      >,
    ) => any,
  ): ContractAction<Params, Query, Body, Headers, Responses>
  export function action<const Name extends keyof Actions>(
    name: Name,
    handler: (
      args: ContractArguments<
        Actions[Name],
        RegisteredContext,
        undefined,
        undefined,
        undefined,
        undefined,
        undefined
      >,
    ) => any,
  ): ContractAction

  /** A schema that accepts everything, for the type of a response: \`responses: { 200: typeOnly<Photo>() }\`. */
  export function typeOnly<Value>(): StandardSchema<Value>
`

/** The declarations of `virtual:routes/client`. */
export const TYPES_OF_CLIENT = `declare module 'virtual:routes/client' {
  import type { Send, SendSettings } from 'vite-plugin-turnout/contracts'
  import type { RegisteredContext } from 'virtual:routes/server'

  /** Settings of \`createSend\`: options of \`fetch\` for all requests. */
  export interface ClientSettings extends SendSettings {
    /** On a server, where \`dispatch\` receives the requests: what it is called with beside them. */
    readonly context?: RegisteredContext
    /** On a server, where \`dispatch\` receives the requests: the origin of their URLs. Default: \`http://localhost\`. */
    readonly origin?: string
  }

  /**
   * Sends a request to a link, and returns the status and the data: \`const { status, data } = await send(update(7), { body })\`.
   * On a server the request stays in the process.
   */
  export const send: Send

  /** Makes a \`send\` with settings, such as the header of a token. */
  export function createSend(settings?: ClientSettings): Send
}`
