// Puts the operations of the routes into an OpenAPI document, and keeps the parts that other people wrote.
import type { Json, Manifest } from '@turnout/compiler/internal/manifest/manifest'
import { isMap } from '@turnout/compiler/internal/plain'
import { MARK, PROBLEM, PROBLEM_SCHEMA } from './describe-contract.ts'
import { METHODS, operationsOf, shapeOf, type Contracts, type Omission, type Operation } from './emit-openapi.ts'
import type { JsonMap } from './json-schema.ts'

/** The document, and the properties of the routes that it omits. */
export interface OpenApi {
  readonly document: JsonMap
  readonly omissions: readonly Omission[]
  /** Operations of routes that are gone, kept because somebody has written into them: `GET /photos/{id}`. */
  readonly orphans: readonly string[]
}

/** Thrown for a file that no operation can be put into. */
export class NoOpenApi extends Error {}

/**
 * Writes the routes as an OpenAPI 3.1 document, or merges them into an existing one.
 *
 * Turnout keeps everything that other authors wrote: all content outside `paths`, and paths and operations without the
 * mark `x-turnout`. In operations with the mark it replaces only the mark, `operationId`, `tags`, and the parameters of
 * the path. It removes a marked operation whose route is gone, unless somebody has edited the operation. Parts from a
 * contract have marks of their own; without them they also belong to other authors.
 *
 * @param contracts null if they are not known
 * @throws NoOpenApi if `base` is not a document of OpenAPI 3.1
 */
export function openApi(manifest: Manifest, base: unknown = null, contracts: Contracts | null = null): OpenApi {
  const document = checkBase(base)
  const theirs = mapOf(document['paths'])
  const pathsByShape = new Map(Object.keys(theirs).map((path) => [shapeOf(path), path]))
  const { operations, omissions } = operationsOf(manifest, pathsByShape, contracts)
  const operationsByKey = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]))
  const orphans: string[] = []
  const paths = new Map<string, Map<string, Json> | Json>()
  // First the existing paths, in their order, without generated operations whose route is gone.
  const names = new OperationIds(theirs, operationsByKey)
  for (const [path, existingItem] of Object.entries(theirs)) {
    // An extension, or not a path item.
    if (!path.startsWith('/') || !isMap(existingItem)) {
      paths.set(path, existingItem)
      continue
    }
    const item = new Map(Object.entries(mapOf(existingItem)))
    for (const method of METHODS) {
      const operation = item.get(method)
      if (!isMarked(operation) || operationsByKey.has(`${method} ${path}`)) continue
      if (isUntouched(operation)) item.delete(method)
      else orphans.push(`${method.toUpperCase()} ${path}`)
    }
    if (item.size > 0 || Object.keys(mapOf(existingItem)).length === 0) paths.set(path, item)
  }
  for (const operation of operations) {
    const { path, method } = operation
    if (!(paths.get(path) instanceof Map)) paths.set(path, new Map())
    const item = paths.get(path) as Map<string, Json>
    const existing = item.get(method)
    if (existing !== undefined && !isMarked(existing)) continue
    item.set(method, mergeOperation(operation, names.idOf(operation), mapOf(existing)))
  }
  const { openapi = '3.1.1', info = { title: 'Routes', version: '0' }, ...rest } = document
  const mergedPaths = Object.fromEntries(
    [...paths].map(([path, item]) => [path, item instanceof Map ? Object.fromEntries(item) : item]),
  )
  const components = mergeComponents(document['components'], operations)
  const merged = { openapi, info, ...rest, paths: mergedPaths, ...(components !== undefined && { components }) }
  return { document: merged as JsonMap, omissions, orphans }
}

/** The components of the document, with the schema that the operations refer to. */
function mergeComponents(components: Json | undefined, operations: readonly Operation[]): Json | undefined {
  const isNeeded = operations.some(({ responses }) => JSON.stringify(responses).includes(`/${PROBLEM}"`))
  const { [PROBLEM]: existing, ...schemas } = mapOf(mapOf(components)['schemas'])
  if (!isNeeded) return isMarkedPart(existing) ? { ...mapOf(components), schemas } : components
  const problem = existing === undefined || isMarkedPart(existing) ? PROBLEM_SCHEMA : existing
  return { ...mapOf(components), schemas: { ...schemas, [PROBLEM]: problem } }
}

function checkBase(base: unknown): JsonMap {
  if (base === null || base === undefined) return {}
  if (!isMap(base)) throw new NoOpenApi('It holds no object.')
  const { openapi, paths } = base
  if (openapi === undefined && Object.keys(base).length > 0) throw new NoOpenApi('It has no field `openapi`.')
  if (openapi !== undefined && !/^3\.1\.\d+$/.test(String(openapi))) {
    throw new NoOpenApi(`Its \`openapi\` is ${JSON.stringify(openapi)}, and routes are written for 3.1.`)
  }
  if (paths !== undefined && !isMap(paths)) throw new NoOpenApi('Its `paths` is not an object.')
  return base as JsonMap
}

function mapOf(value: unknown): JsonMap {
  return isMap(value) ? (value as JsonMap) : {}
}

function isMarked(operation: unknown): operation is JsonMap {
  return isMap(operation) && isMap(operation[MARK])
}

/** True for an operation that holds nothing but what Turnout writes. */
function isUntouched(operation: JsonMap): boolean {
  const { operationId: _id, tags: _tags, parameters, requestBody, responses, [MARK]: _mark, ...otherFields } = operation
  if (Object.keys(otherFields).length > 0) return false
  if (requestBody !== undefined && !isMarkedPart(requestBody)) return false
  if (
    Array.isArray(parameters) &&
    !parameters.every((parameter: Json) => isOfPath(parameter) || isMarkedPart(parameter))
  )
    return false
  return Object.values(mapOf(responses)).every(isOwnResponse)
}

/** True for a part that a contract describes. */
function isMarkedPart(part: unknown): boolean {
  return isMap(part) && part[MARK] === true
}

/** True for a response that Turnout has written. */
function isOwnResponse(response: Json): boolean {
  if (isMarkedPart(response)) return true
  const { description, ...rest } = mapOf(response)
  return Object.keys(rest).length === 0 && /^(?:What .* answers|A redirect .*)\.$/s.test(String(description))
}

function isOfPath(parameter: Json): boolean {
  return isMap(parameter) && parameter['in'] === 'path'
}

/** Merges an operation into the document: generated parts are replaced, all others are kept. */
function mergeOperation(operation: Operation, operationId: string, existing: JsonMap): JsonMap {
  const {
    parameters: existingList,
    tags: _tags,
    operationId: _id,
    [MARK]: _mark,
    requestBody,
    responses,
    ...otherFields
  } = existing
  const existingParameters = Array.isArray(existingList) ? existingList : []
  const pathParameters = existingParameters.filter(isOfPath) as JsonMap[]
  const otherParameters = existingParameters.filter(
    (parameter: Json) => !isOfPath(parameter) && !isMarkedPart(parameter),
  ) as JsonMap[]
  const isTheirs = (parameter: JsonMap) =>
    otherParameters.some(
      (otherParameter) => otherParameter['in'] === parameter['in'] && otherParameter['name'] === parameter['name'],
    )
  const parameters = [
    ...operation.parameters
      .filter((parameter) => !isTheirs(parameter))
      .map((parameter) => mergeParameter(parameter, pathParameters)),
    ...otherParameters,
  ]
  const body = requestBody === undefined || isMarkedPart(requestBody) ? operation.requestBody : requestBody
  return {
    operationId,
    ...(operation.tags.length > 0 && { tags: operation.tags }),
    ...otherFields,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: body }),
    responses: mergeResponses(operation.responses, responses),
    [MARK]: operation.mark,
  }
}

/** Responses of ours, unless somebody has written others: those of contracts are added to them. */
function mergeResponses(responses: JsonMap, existing: Json | undefined): JsonMap {
  const otherResponses = Object.entries(mapOf(existing)).filter(([, response]) => !isOwnResponse(response))
  if (otherResponses.length === 0) return responses
  const ours = Object.entries(responses).filter(([, response]) => isMarkedPart(response))
  return { ...Object.fromEntries(ours), ...Object.fromEntries(otherResponses) }
}

/** A parameter of ours with what somebody has added to it: a description, an example. */
function mergeParameter(parameter: JsonMap, existingParameters: readonly JsonMap[]): JsonMap {
  const existing = existingParameters.find(({ name }) => name === parameter['name'])
  if (existing === undefined) return parameter
  const { [MARK]: mark, ...rest } = existing
  // The schema of a contract is whole.
  if (mark === true || isMarkedPart(parameter)) return { ...rest, ...parameter }
  const { pattern: _pattern, enum: _enum, ...schema } = mapOf(existing['schema'])
  return { ...existing, ...parameter, schema: { ...schema, ...mapOf(parameter['schema']) } }
}

/** Names operations: each once in the whole document, and the same from one time to the next. */
class OperationIds {
  readonly #usedIds = new Set<string>()

  constructor(theirs: JsonMap, ours: ReadonlyMap<string, Operation>) {
    for (const [path, item] of Object.entries(theirs)) {
      for (const [method, operation] of Object.entries(mapOf(item))) {
        const { operationId } = mapOf(operation)
        // A generated operation gets a new name.
        const isOurs = isMarked(operation) && (ours.has(`${method} ${path}`) || isUntouched(operation))
        if (typeof operationId === 'string' && !isOurs) this.#usedIds.add(operationId)
      }
    }
  }

  /** `photosIndex`; where that is taken `photosUpdatePut`, then `photosUpdatePut2`. */
  idOf({ id: [route, action, method] }: Operation): string {
    const shortId = camelCase(`${route} ${action}`)
    const longId = camelCase(`${route} ${action} ${method}`)
    let id = this.#usedIds.has(shortId) ? longId : shortId
    for (let number = 2; this.#usedIds.has(id); number += 1) id = `${longId}${number}`
    this.#usedIds.add(id)
    return id
  }
}

function camelCase(text: string): string {
  const words = text.match(/[A-Za-z\d]+/g) ?? ['route']
  const [firstWord = '', ...otherWords] = words
  return [
    firstWord.charAt(0).toLowerCase() + firstWord.slice(1),
    ...otherWords.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join('')
}
