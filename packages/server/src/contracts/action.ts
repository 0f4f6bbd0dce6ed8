// Creates an action that validates its input. `dispatch` calls it like any other action.
import type { ActionArguments } from '../types.ts'
import { parseUrlEncoded } from './nested-fields.ts'
import { problemResponse, readIssues, type InputPart, type InvalidStatus, type Issue } from './problem.ts'
import { readBody } from './read-body.ts'
import { isResponse } from '../response-of.ts'
import { isSchema, schemaOfFields, validateWith, type SchemaFields, type StandardSchema } from './standard-schema.ts'
import { typedText } from './typed-text.ts'
import { UnreadableInput } from './unreadable-input.ts'

/** A schema for all values of a part, or schemas by name. */
type PartSchema = StandardSchema | SchemaFields

/** The input and the responses of an action. Applications use the types of `contract-types.ts` instead. */
export interface Contract {
  readonly params?: PartSchema
  readonly query?: PartSchema
  readonly headers?: PartSchema
  readonly body?: StandardSchema
  /** By status. For types and OpenAPI: responses are not validated. */
  readonly responses?: Readonly<Record<number, StandardSchema>>
  /** The largest body, in bytes. Default: 1 MiB, 16 MiB for forms with files. */
  readonly maxBodySize?: number
  /** Called in turn before the input is read. Each returns properties for `context`, or a response. */
  readonly use?: readonly ((args: ActionArguments) => unknown)[]
  /** Responds to invalid input. If it returns undefined, the client gets the default response. */
  readonly invalid?: (issues: readonly Issue[], args: InvalidArguments) => unknown
}

/** The second argument of `invalid`. */
interface InvalidArguments extends ActionArguments {
  readonly status: InvalidStatus
  /** The values before validation, without those that could not be read. */
  readonly values: Readonly<Values>
  /** Returns a field as it was typed, from the body if the contract has one, otherwise from the query. */
  readonly text: (name: string) => string
}

type Handler = (args: any) => unknown

/** An action with a contract. Tools read `contract`. */
export interface ContractAction {
  (args: ActionArguments): Promise<unknown>
  readonly contract: Contract
}

/** Values by the part of the request. */
type Values = Partial<Record<InputPart, unknown>>

const NONE: readonly never[] = []

/** The parts that are validated together: their issues are reported at once. */
const TOGETHER = ['query', 'headers', 'body'] as const

/** Creates the JSON responses of handlers. The contract's `responses` type them. */
const json = (data: unknown, init?: ResponseInit): Response => Response.json(data, init)

/**
 * Creates an action from a contract and a handler: `action('photos#update', { body: PhotoForm }, ({ body }) => …)`. The
 * handler receives parsed values. For invalid input it is not called:
 *
 * - Invalid `params` are 404: there is no such resource.
 * - A body that cannot be read is 400, 413 or 415; a query that cannot be read is 400.
 * - Other invalid input is 422, with a list of issues.
 *
 * If a schema throws, or returns neither a value nor issues, that is an error of the application.
 *
 * @param name the action, for its types
 * @throws TypeError if a part of the contract is not a Standard Schema
 */
export function action(name: string, contract: Contract, handler: Handler): ContractAction
export function action(name: string, handler: Handler): ContractAction
export function action(name: string, contractOrHandler: Contract | Handler, maybeHandler?: Handler): ContractAction {
  const [contract, handler] =
    typeof contractOrHandler === 'function' ? [{}, contractOrHandler] : [contractOrHandler, maybeHandler!]
  const schemas = {
    params: partSchema(name, 'params', contract.params),
    query: partSchema(name, 'query', contract.query),
    headers: partSchema(name, 'headers', contract.headers),
    body: partSchema(name, 'body', contract.body),
  }
  const together = TOGETHER.filter((part) => schemas[part] !== null)

  const refuse = (refusal: Refusal): Promise<unknown> =>
    respondInvalid(contract, refusal, schemas.body === null ? 'query' : 'body')

  // This runs for every request: it awaits results only if they are promises, and creates no function.
  const run = async (args: ActionArguments): Promise<unknown> => {
    const { request, route } = args
    let { context, params } = args
    for (const provide of contract.use ?? NONE) {
      const added = await provide({ request, params, context, route })
      if (isResponse(added)) return added
      context = extendContext(context, added, name)
    }
    const received = { request, params, context, route }
    const values: Values = {}
    const outputs: Values = {}
    if (schemas.params !== null) {
      values.params = params
      const validated = validateWith(schemas.params, params)
      const result = validated instanceof Promise ? await validated : validated
      if (result.issues !== undefined)
        return refuse({ status: 404, issues: readIssues('params', result.issues), received, values })
      params = result.value as ActionArguments['params']
    }
    try {
      if (schemas.query !== null) values.query = parseUrlEncoded(queryOf(request.url))
      if (schemas.headers !== null) values.headers = Object.fromEntries(request.headers)
      if (schemas.body !== null) values.body = await readBody(request, contract.maxBodySize)
    } catch (error) {
      if (!(error instanceof UnreadableInput)) throw error
      return refuse({ status: error.status, issues: [], detail: error.message, received, values })
    }
    let issues: readonly Issue[] = NONE
    for (const part of together) {
      const validated = validateWith(schemas[part]!, values[part])
      const result = validated instanceof Promise ? await validated : validated
      if (result.issues === undefined) outputs[part] = result.value
      else issues = issues.concat(readIssues(part, result.issues))
    }
    if (issues.length > 0) return refuse({ status: 422, issues, received, values })
    const { query, headers, body } = outputs
    return handler({ request, params, query, headers, body, context, route, json })
  }
  return Object.assign(run, { contract })
}

function partSchema(action: string, part: InputPart, schema: PartSchema | undefined): StandardSchema | null {
  if (schema === undefined) return null
  if (isSchema(schema)) return schema
  const isFields =
    part !== 'body' && typeof schema === 'object' && schema !== null && Object.values(schema).every(isSchema)
  if (!isFields) throw new TypeError(`The contract of \`${action}\`: \`${part}\` must be a Standard Schema.`)
  return schemaOfFields(schema)
}

/** Invalid input, before `invalid` or the default response handles it. */
interface Refusal {
  readonly status: InvalidStatus
  readonly issues: readonly Issue[]
  readonly detail?: string
  readonly received: ActionArguments
  readonly values: Values
}

/** @param typed the part that contains the fields of a form */
async function respondInvalid({ invalid }: Contract, refusal: Refusal, typed: 'query' | 'body'): Promise<unknown> {
  const { status, issues, detail, received, values } = refusal
  const text = (name: string) => typedText(values[typed], name)
  const response = await invalid?.(issues, { ...received, status, values, text })
  // Issues of params are for `invalid` only. To a client, a resource with these params does not exist.
  return response ?? problemResponse(status, status === 404 ? [] : issues, detail)
}

/**
 * Returns a copy with additions, because several requests may share a context.
 *
 * @throws TypeError if a function in `use` returned a value that is not a plain object, such as false or an error: it may have
 *   meant to refuse. An instance of a class would also lose its methods
 */
function extendContext(context: unknown, added: unknown, action: string): unknown {
  if (added === undefined || added === null) return context
  if (!isPlainObject(added))
    throw new TypeError(
      `A function in \`use\` of \`${action}\` returned neither a plain object nor a response nor nothing.`,
    )
  const prototype = (Object(context) as object) === context ? (Object.getPrototypeOf(context) as object) : null
  return Object.assign(Object.create(prototype ?? Object.prototype) as object, context, added)
}

/** True for an object literal, also one of another realm, and for the namespace of a module. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return ''
  const end = url.indexOf('#', start)
  return url.slice(start + 1, end === -1 ? undefined : end)
}
