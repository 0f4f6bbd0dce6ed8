import type { Json, Manifest } from '../../../manifest.ts'
import { isMap } from '../../../plain.ts'
import { MARK, METHODS, operationsOf, shapeOf, type Operation } from './emit-openapi.ts'
import type { Unsaid } from './unsaid.ts'

type JsonMap = { readonly [key: string]: Json }

/** The document, and what it does not say of the routes. */
export interface OpenApi {
  readonly document: JsonMap
  readonly unsaid: readonly Unsaid[]
  /** Operations of routes that are gone, kept because somebody has written into them: `GET /photos/{id}`. */
  readonly orphans: readonly string[]
}

/** Thrown for a file that no operation can be put into. */
export class NoOpenApi extends Error {}

/**
 * The routes as an OpenAPI 3.1 document, put into one that is there.
 *
 * What is somebody else's stays as it is: all that stands outside of `paths`, paths and operations without the mark
 * `x-turnout`, and in operations that have it all but the mark itself, `operationId`, `tags`, and the parameters of the
 * path. An operation with the mark whose route is gone goes as well, unless somebody has written into it.
 *
 * @throws NoOpenApi if `base` is not a document of OpenAPI 3.1
 */
export function openApi(manifest: Manifest, base: unknown = null): OpenApi {
  const document = checkBase(base)
  const theirs = mapOf(document['paths'])
  const known = new Map(Object.keys(theirs).map((path) => [shapeOf(path), path]))
  const { operations, unsaid } = operationsOf(manifest, known)
  const byKey = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]))
  const orphans: string[] = []
  const paths = new Map<string, Map<string, Json> | Json>()
  // First what is there, in its order: with the operations that are ours and whose route is gone taken out.
  const names = new OperationIds(theirs, byKey)
  for (const [path, given] of Object.entries(theirs)) {
    // An extension, or what is not a path item.
    if (!path.startsWith('/') || !isMap(given)) {
      paths.set(path, given)
      continue
    }
    const item = new Map(Object.entries(mapOf(given)))
    for (const method of METHODS) {
      const operation = item.get(method)
      if (!isMarked(operation) || byKey.has(`${method} ${path}`)) continue
      if (isUntouched(operation)) item.delete(method)
      else orphans.push(`${method.toUpperCase()} ${path}`)
    }
    if (item.size > 0 || Object.keys(mapOf(given)).length === 0) paths.set(path, item)
  }
  for (const operation of operations) {
    const { path, method } = operation
    if (!(paths.get(path) instanceof Map)) paths.set(path, new Map())
    const item = paths.get(path) as Map<string, Json>
    const there = item.get(method)
    if (there !== undefined && !isMarked(there)) continue
    item.set(method, written(operation, names.idOf(operation), mapOf(there)))
  }
  const { openapi = '3.1.1', info = { title: 'Routes', version: '0' }, ...rest } = document
  const made = Object.fromEntries(
    [...paths].map(([path, item]) => [path, item instanceof Map ? Object.fromEntries(item) : item]),
  )
  return { document: { openapi, info, ...rest, paths: made } as JsonMap, unsaid, orphans }
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
  const { operationId: _id, tags: _tags, parameters, responses, [MARK]: _mark, ...others } = operation
  if (Object.keys(others).length > 0) return false
  if (Array.isArray(parameters) && !parameters.every(isOfPath)) return false
  return Object.values(mapOf(responses)).every((each) => {
    const { description, ...rest } = mapOf(each)
    return Object.keys(rest).length === 0 && /^(?:What .* answers|A redirect .*)\.$/s.test(String(description))
  })
}

function isOfPath(parameter: Json): boolean {
  return isMap(parameter) && parameter['in'] === 'path'
}

/** An operation as it stands in the document: what is ours anew, all else as it was. */
function written(operation: Operation, operationId: string, there: JsonMap): JsonMap {
  const { parameters: before, tags: _tags, operationId: _id, [MARK]: _mark, responses, ...others } = there
  const kept = Array.isArray(before) ? before.filter((each: Json) => !isOfPath(each)) : []
  const described = Array.isArray(before) ? before.filter(isOfPath) : []
  const parameters = [...operation.parameters.map((own) => withTheirs(own, described as JsonMap[])), ...kept]
  return {
    operationId,
    ...(operation.tags.length > 0 && { tags: operation.tags }),
    ...others,
    ...(parameters.length > 0 && { parameters }),
    responses: responses ?? operation.responses,
    [MARK]: operation.mark,
  }
}

/** A parameter of ours with what somebody has added to it: a description, an example. */
function withTheirs(own: JsonMap, described: readonly JsonMap[]): JsonMap {
  const there = described.find(({ name }) => name === own['name'])
  if (there === undefined) return own
  const { pattern: _pattern, enum: _enum, ...schema } = mapOf(there['schema'])
  return { ...there, ...own, schema: { ...schema, ...mapOf(own['schema']) } }
}

/** Names operations: each once in the whole document, and the same from one time to the next. */
class OperationIds {
  readonly #taken = new Set<string>()

  constructor(theirs: JsonMap, ours: ReadonlyMap<string, Operation>) {
    for (const [path, item] of Object.entries(theirs)) {
      for (const [method, operation] of Object.entries(mapOf(item))) {
        const { operationId } = mapOf(operation)
        // One of ours gets its name anew.
        const isOurs = isMarked(operation) && (ours.has(`${method} ${path}`) || isUntouched(operation))
        if (typeof operationId === 'string' && !isOurs) this.#taken.add(operationId)
      }
    }
  }

  /** `photosIndex`; where that is taken `photosUpdatePut`, then `photosUpdatePut2`. */
  idOf({ id: [first, second, method] }: Operation): string {
    const short = camelCase(`${first} ${second}`)
    const long = camelCase(`${first} ${second} ${method}`)
    let id = this.#taken.has(short) ? long : short
    for (let number = 2; this.#taken.has(id); number += 1) id = `${long}${number}`
    this.#taken.add(id)
    return id
  }
}

function camelCase(text: string): string {
  const words = text.match(/[A-Za-z\d]+/g) ?? ['route']
  const [first = '', ...rest] = words
  return [
    first.charAt(0).toLowerCase() + first.slice(1),
    ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join('')
}
