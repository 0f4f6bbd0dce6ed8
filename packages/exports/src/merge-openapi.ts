// Adds the operations of the routes to an OpenAPI document of the application. Its author has the last word.
import type { Json, Manifest } from '@turnout/compiler/internal/manifest/manifest'
import { isMap } from '@turnout/compiler/internal/dsl-values'
import { MARK, PROBLEM, PROBLEM_SCHEMA } from './describe-contract.ts'
import { operationsOf, shapeOf, type Contracts, type Omission, type Operation } from './emit-openapi.ts'
import type { JsonMap } from './json-schema.ts'

/** The document, and the properties of the routes that it omits. */
export interface OpenApi {
  readonly document: JsonMap
  readonly omissions: readonly Omission[]
}

/** Thrown for a document to which no operation can be added. */
export class NoOpenApi extends Error {}

/** The value of the mark of a whole document. */
const GENERATED = 'generated'

/** True for the content of a file that Turnout has generated. */
export function isGenerated(text: string): boolean {
  return new RegExp(`^\\s*"${MARK}": "${GENERATED}"`, 'm').test(text)
}

/**
 * Writes the routes as an OpenAPI 3.1 document.
 *
 * The document begins as `base`, a document of the application. The operations of the routes are added to its paths. If
 * `base` has an operation for the same method and path, its fields come before those of the route:
 *
 *     base      get: { summary: 'A photo', parameters: [{ name: 'id', in: 'path', description: 'Its number' }] }
 *     route     get: { operationId: 'photosShow', parameters: [{ name: 'id', in: 'path', required: true, … }], … }
 *     result    all of them, with the description in the parameter
 *
 * @param contracts null if they are not known
 * @throws NoOpenApi if `base` is not a document of OpenAPI 3.1, or if Turnout has generated it
 */
export function openApi(manifest: Manifest, base: unknown = null, contracts: Contracts | null = null): OpenApi {
  const { openapi = '3.1.1', info = { title: 'Routes', version: '0' }, components, ...rest } = checkBase(base)
  const paths: Record<string, Json> = { ...mapOf(rest['paths']) }
  const pathsByShape = new Map(Object.keys(paths).map((path) => [shapeOf(path), path]))
  const { operations, omissions } = operationsOf(manifest, pathsByShape, contracts)
  const ids = new OperationIds(paths)
  for (const operation of operations) {
    const { path, method } = operation
    const item = mapOf(paths[path])
    paths[path] = { ...item, [method]: mergeOperation(operation, mapOf(item[method]), ids) }
  }
  const merged = mergeComponents(components, operations)
  const document = { openapi, info, [MARK]: GENERATED, ...rest, paths, ...(merged && { components: merged }) }
  return { document, omissions }
}

/** The components of the document, with the schema that the operations refer to. */
function mergeComponents(components: Json | undefined, operations: readonly Operation[]): Json | undefined {
  const isNeeded = operations.some(({ responses }) => JSON.stringify(responses).includes(`/${PROBLEM}"`))
  if (!isNeeded) return components
  return { ...mapOf(components), schemas: { [PROBLEM]: PROBLEM_SCHEMA, ...mapOf(mapOf(components)['schemas']) } }
}

function checkBase(base: unknown): JsonMap {
  if (base === null || base === undefined) return {}
  if (!isMap(base)) throw new NoOpenApi('It holds no object.')
  const { openapi, paths } = base
  if (base[MARK] === GENERATED) throw new NoOpenApi('Turnout has generated it.')
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

/** Returns the operation of a route with the fields of the application's document, which come first. */
function mergeOperation(operation: Operation, written: JsonMap, ids: OperationIds): JsonMap {
  const { tags, requestBody, mark } = operation
  const { default: fallback, ...responses } = operation.responses
  const parameters = mergeParameters(operation.parameters, written['parameters'])
  return {
    ...(written['operationId'] === undefined && { operationId: ids.idFor(operation) }),
    ...(tags.length > 0 && { tags }),
    ...(requestBody !== null && { requestBody }),
    ...written,
    ...(parameters.length > 0 && { parameters }),
    // A description of any response would hide those that the application describes.
    responses: {
      ...responses,
      ...(fallback !== undefined && written['responses'] === undefined && { default: fallback }),
      ...mapOf(written['responses']),
    },
    [MARK]: mark,
  }
}

/** Adds to each parameter what the application's document says about it, and appends its further parameters. */
function mergeParameters(parameters: readonly JsonMap[], written: Json | undefined): readonly Json[] {
  const writtenParameters: readonly Json[] = Array.isArray(written) ? (written as readonly Json[]) : []
  const keyOf = (parameter: Json) => `${String(mapOf(parameter)['in'])} ${String(mapOf(parameter)['name'])}`
  const byKey = new Map(writtenParameters.map((parameter) => [keyOf(parameter), mapOf(parameter)]))
  const names = new Set(parameters.map(keyOf))
  return [
    ...parameters.map((parameter) => {
      const addition = byKey.get(keyOf(parameter)) ?? {}
      return { ...parameter, ...addition, schema: { ...mapOf(parameter['schema']), ...mapOf(addition['schema']) } }
    }),
    ...writtenParameters.filter((parameter) => !names.has(keyOf(parameter))),
  ]
}

/** Names operations: each once in the whole document, and the same from one time to the next. */
class OperationIds {
  readonly #usedIds: Set<unknown>

  constructor(paths: JsonMap) {
    const operations = Object.values(paths).flatMap((item) => Object.values(mapOf(item)))
    this.#usedIds = new Set(operations.map((operation) => mapOf(operation)['operationId']))
  }

  /** `photosIndex`; where that is taken `photosUpdatePut`, then `photosUpdatePut2`. */
  idFor({ id: [route, action, method] }: Operation): string {
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
