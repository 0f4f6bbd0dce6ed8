// Describes the contract of an action as parts of an OpenAPI operation.
import type { Json } from '@turnout/compiler/internal/manifest/manifest'
import { isMap } from '@turnout/compiler/internal/dsl-values'
import { convertSchema, type JsonMap, type SchemaWrapper } from './json-schema.ts'

/** The parts of an operation that its contract describes. */
export interface ContractParts {
  /** Schemas of parameters of the path, by name. */
  readonly params: ReadonlyMap<string, JsonMap>
  /** Parameters of the query, and headers. */
  readonly parameters: readonly JsonMap[]
  /** Null for an action without a body. */
  readonly requestBody: JsonMap | null
  readonly responses: JsonMap
  /** Parts that OpenAPI or JSON Schema cannot express. */
  readonly omissions: readonly string[]
}

/** The extension with the route of an operation: extensions begin with `x-`. */
export const MARK = 'x-turnout'

/** The name of the schema of problem details, in the components of the document. */
export const PROBLEM = 'TurnoutProblem'

/** The schema of problem details (RFC 9457), as contracts respond with them. */
export const PROBLEM_SCHEMA: JsonMap = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          in: { enum: ['params', 'query', 'headers', 'body'] },
          name: { type: 'string' },
          path: { type: 'array', items: { type: ['string', 'integer'] } },
          message: { type: 'string' },
        },
        required: ['in', 'name', 'path', 'message'],
      },
    },
  },
  required: ['title', 'status'],
}

const METHODS_WITHOUT_BODY = ['get', 'head']

/** OpenAPI describes these headers elsewhere, and ignores parameters of their names. */
const OTHER_HEADERS = ['accept', 'content-type', 'authorization']

/** Describes the contract of an action for one method. The contract may be any value: it is the application's. */
export function describeContract(contract: unknown, method: string, wrap: SchemaWrapper): ContractParts {
  const { params, query, headers, body, responses, invalid } = Object(contract) as Record<string, unknown>
  const omissions: string[] = []
  const omit = (reason: string) => omissions.push(`its contract: ${reason}`)
  const convert = (part: string, value: unknown, direction: 'input' | 'output' = 'input'): JsonMap => {
    const { schema, reason } = convertSchema(value, direction, wrap)
    if (reason !== null) omit(`${part}: ${reason}`)
    return schema
  }
  /** Of a schema, or of an object with a schema for each name. */
  const convertPart = (part: string, value: unknown): JsonMap => {
    if (isSchema(value)) return convert(part, value)
    const properties = Object.entries(Object(value) as object).map(([name, schema]) => [
      name,
      convert(`${part}, \`${name}\``, schema),
    ])
    // Whether a value may be missing is known of whole objects only.
    return { type: 'object', properties: Object.fromEntries(properties) as JsonMap }
  }
  const paramSchemas = params === undefined ? {} : convertPart('params', params)['properties']
  const parameters: JsonMap[] = []
  if (query !== undefined) {
    const fields = fieldsOf(convertPart('query', query))
    if (fields === null) omit('query: the schema has no properties')
    for (const name of fields?.missing ?? []) omit(`query: no parameter expresses \`${name}\``)
    for (const { name, schema, required } of fields?.fields ?? []) {
      parameters.push({ name, in: 'query', ...(required && { required }), schema })
    }
  }
  if (headers !== undefined) {
    const schema = convertPart('headers', headers)
    const required = Array.isArray(schema['required']) ? (schema['required'] as Json[]) : []
    for (const [name, property] of Object.entries(Object(schema['properties']) as JsonMap)) {
      if (OTHER_HEADERS.includes(name)) omit(`OpenAPI ignores the header \`${name}\``)
      else parameters.push({ name, in: 'header', ...(required.includes(name) && { required: true }), schema: property })
    }
  }
  const hasBody = body !== undefined && !METHODS_WITHOUT_BODY.includes(method)
  let requestBody: JsonMap | null = null
  if (hasBody) {
    const { content, missing } = bodyContent(convert('body', body))
    if (missing !== null) omit(`body: ${missing}`)
    requestBody = { required: true, content }
  }
  const declared = Object.entries(Object(responses) as object).filter(([status]) => /^[1-5]\d\d$/.test(status))
  const described: Record<string, Json> = {}
  for (const [status, schema] of declared) {
    const content = { 'application/json': { schema: convert(`the response ${status}`, schema, 'output') } }
    described[status] = {
      description: `The response with the status ${status}.`,
      ...(!['204', '205', '304'].includes(status) && { content }),
    }
  }
  const problems: readonly (readonly [number, string, boolean])[] = [
    [400, 'The query or the body cannot be read.', query !== undefined || hasBody],
    [404, 'The parameters of the path are invalid.', params !== undefined],
    [413, 'The body is too large.', hasBody],
    [415, 'The body is of another media type.', hasBody],
    [422, 'The input is invalid.', query !== undefined || headers !== undefined || hasBody],
  ]
  for (const [status, description, isPossible] of problems) {
    if (isPossible && !(status in described)) described[status] = problemResponse(description, invalid !== undefined)
  }
  if (declared.length > 0 && !METHODS_WITHOUT_BODY.includes(method) && !('403' in described)) {
    described['403'] = { description: 'A form of another site.' }
  }
  return {
    params: new Map(Object.entries(Object(paramSchemas) as Record<string, JsonMap>)),
    parameters,
    requestBody,
    responses: described,
    omissions,
  }
}

/** True for a contract that declares its responses: then `default` would hide the ones that are missing. */
export function declaresResponses(contract: unknown): boolean {
  return Object.keys(Object((Object(contract) as { responses?: unknown }).responses) as object).length > 0
}

const isSchema = (value: unknown): boolean => '~standard' in (Object(value) as object)

/** @param isReplaceable whether the action may respond with something else */
function problemResponse(description: string, isReplaceable: boolean): JsonMap {
  const problem = { 'application/problem+json': { schema: { $ref: `#/components/schemas/${PROBLEM}` } } }
  return { description, content: { ...problem, ...(isReplaceable && { '*/*': {} }) } }
}

/** A body by media type. The names of a form are flat, and only `multipart/form-data` has files. */
function bodyContent(schema: JsonMap): { readonly content: JsonMap; readonly missing: string | null } {
  const json = { 'application/json': { schema } }
  const flat = fieldsOf(schema)
  if (flat === null) return { content: json, missing: 'the schema has no properties, so no form expresses it' }
  const { fields, missing } = flat
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  const form: JsonMap = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
      ...(required.length > 0 && { required }),
    },
  }
  const multipart = { 'multipart/form-data': form }
  const content = fields.some((field) => isFile(field.schema))
    ? multipart
    : { ...json, 'application/x-www-form-urlencoded': form, ...multipart }
  const [firstField] = missing
  return { content, missing: firstField === undefined ? null : `no field of a form expresses \`${firstField}\`` }
}

function isFile(schema: JsonMap): boolean {
  const items = schema['items']
  return schema['format'] === 'binary' || (isMap(items) && items['format'] === 'binary')
}

/** A field of a query or a form, with the name that Rails gives it: `photo[title]`, `photo[tags][]`. */
interface Field {
  readonly name: string
  readonly schema: JsonMap
  readonly required: boolean
}

/** The fields of a schema, and the names of those that no field can express. */
interface Fields {
  readonly fields: readonly Field[]
  readonly missing: readonly string[]
}

/** Contracts read fields of at most 32 levels. */
const MAX_LEVELS = 32

/**
 * Lists the fields of an object schema.
 *
 * @returns null if the schema is not that of an object with properties
 */
function fieldsOf(schema: JsonMap): Fields | null {
  if (!isMap(schema['properties'])) return null
  const fields: Field[] = []
  const missing: string[] = []
  const collect = (object: JsonMap, prefix: string, isRequired: boolean, level: number): void => {
    const required = Array.isArray(object['required']) ? (object['required'] as Json[]) : []
    for (const [key, property] of Object.entries(object['properties'] as JsonMap)) {
      const name = prefix === '' ? key : `${prefix}[${key}]`
      const propertySchema = isMap(property) ? (property as JsonMap) : {}
      const needed = isRequired && required.includes(key)
      if (propertySchema['type'] === 'object') {
        if (isMap(propertySchema['properties']) && level < MAX_LEVELS) collect(propertySchema, name, needed, level + 1)
        else missing.push(name)
      } else if (propertySchema['type'] === 'array') {
        if (isCompound(propertySchema['items']) || 'prefixItems' in propertySchema) missing.push(name)
        else fields.push({ name: `${name}[]`, schema: propertySchema, required: needed })
      } else {
        fields.push({ name, schema: propertySchema, required: needed })
      }
    }
  }
  collect(schema, '', true, 1)
  return { fields, missing }
}

/** True for the schema of an object or a list. */
function isCompound(schema: Json | undefined): boolean {
  return isMap(schema) && (schema['type'] === 'object' || schema['type'] === 'array')
}
