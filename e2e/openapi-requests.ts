// Makes random requests of an OpenAPI document, and compares responses with it. Equal seeds make equal requests.
import { z } from 'zod'
import { randomNumbers } from '../packages/runtime/test/random.ts'

type JsonMap = Readonly<Record<string, any>>
type Random = () => number

/** A request, and the operation that it is for. */
export interface GeneratedRequest {
  readonly operation: JsonMap
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A response as it was received. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Makes requests for the operations in turn: most are valid, some have a wrong value, a wrong type or a broken body. */
export async function* requestsOf(document: JsonMap, seed: number, count: number): AsyncGenerator<GeneratedRequest> {
  const random = randomNumbers(seed)
  const operations = Object.entries(document['paths'] as JsonMap).flatMap(([path, item]) =>
    Object.entries(item as JsonMap).map(([method, operation]) => ({ path, method, operation: operation as JsonMap })),
  )
  for (let index = 0; index < count; index += 1) {
    const { path, method, operation } = operations[index % operations.length]!
    const parameters = (operation['parameters'] ?? []) as readonly JsonMap[]
    const ofPlace = (place: string) =>
      parameters.filter((each) => each['in'] === place && (each['required'] === true || random() < 0.7))
    const values = new Map(ofPlace('path').map(({ name, schema }) => [name, sampleSegment(schema, random)]))
    const query = ofPlace('query').flatMap(({ name, schema }) => formFields(name, sampleValue(schema, random)))
    const headers = Object.fromEntries(
      ofPlace('header').map(({ name, schema }) => [name, String(sampleValue(schema, random)).replace(/[^ -~]/g, '')]),
    )
    const search = query.length === 0 ? '' : `?${new URLSearchParams(query)}${random() < 0.03 ? '&a=%zz' : ''}`
    const target = path.replace(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(values.get(name)!)) + search
    const body = await sampleBody(operation['requestBody'], random)
    yield {
      operation,
      method: method.toUpperCase(),
      target,
      headers: { ...headers, ...(body !== null && { 'content-type': body.type }) },
      ...(body !== null && { body: body.content }),
    }
  }
}

/** True if the operation lists the status itself, not as `default`. */
export function isListed({ operation }: GeneratedRequest, { status }: ReceivedResponse): boolean {
  return Object.hasOwn(operation['responses'] as object, status)
}

/** The differences between a response and the document. */
export function differencesOf(document: JsonMap, request: GeneratedRequest, response: ReceivedResponse): string[] {
  const { status, headers, body } = response
  const responses = request.operation['responses'] as JsonMap
  const described = (responses[status] ?? responses['default']) as JsonMap | undefined
  const text = `${request.method} ${request.target} ${String(request.body)}: ${status}`
  if (status >= 500) return [`${text} ${body}`]
  if (described === undefined) return [`${text} is not in the document`]
  const content = described['content'] as JsonMap | undefined
  if (content === undefined) return []
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const media = (content[type] ?? content['*/*']) as JsonMap | undefined
  if (media === undefined) return [`${text} has the type \`${type}\``]
  if (media['schema'] === undefined || !/[/+]json$/.test(type)) return []
  const { success, error } = z.fromJSONSchema(resolve(document, media['schema'])).safeParse(JSON.parse(body))
  return success ? [] : [`${text} ${body}: ${error.message}`]
}

function resolve(document: JsonMap, schema: JsonMap): JsonMap {
  const reference = schema['$ref'] as string | undefined
  if (reference === undefined) return schema
  return reference
    .slice(2)
    .split('/')
    .reduce<JsonMap>((value, key) => value[key], document)
}

const pick = <Value>(values: readonly Value[], random: Random): Value => values[Math.floor(random() * values.length)]!

const WRONG = [
  '',
  'x',
  '-1',
  'NaN',
  '1e999',
  null,
  true,
  [],
  {},
  ['x'],
  { a: 1 },
  'é😀',
  'a'.repeat(3000),
  -0.5,
  2 ** 60,
]
const TEXTS = ['1', '2', '7', 'x', 'Fog', 'Fog and light', '2026', '07', '2026-07', 'a@b.test', '😀', '', ' ']

/** A value of a schema; one of eight is any other value. */
function sampleValue(schema: JsonMap, random: Random, depth = 0): unknown {
  if (random() < 0.125 || depth > 8) return pick(WRONG, random)
  if ('const' in schema) return schema['const']
  if ('enum' in schema) return pick(schema['enum'] as readonly unknown[], random)
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonMap[] | undefined
  if (alternatives !== undefined) return sampleValue(pick(alternatives, random), random, depth + 1)
  switch (pick([schema['type']].flat(), random)) {
    case 'string':
      return sampleText(schema, random)
    case 'integer':
      return Math.floor(sampleNumber(schema, random))
    case 'number':
      return sampleNumber(schema, random)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () =>
        sampleValue((schema['items'] ?? {}) as JsonMap, random, depth + 1),
      )
    case 'object':
      return Object.fromEntries(
        Object.entries((schema['properties'] ?? {}) as Record<string, JsonMap>)
          .filter(([name]) => (schema['required'] as unknown[] | undefined)?.includes(name) || random() < 0.7)
          .map(([name, property]) => [name, sampleValue(property, random, depth + 1)]),
      )
    default:
      return pick(WRONG, random)
  }
}

function sampleText({ pattern, minLength = 0, maxLength = 200 }: JsonMap, random: Random): string {
  const fitting = pattern === undefined ? TEXTS : TEXTS.filter((text) => new RegExp(pattern, 'u').test(text))
  const text = fitting.length === 0 ? 'x' : pick(fitting, random)
  return pattern === undefined ? text.padEnd(minLength, 'x').slice(0, maxLength) : text
}

function sampleNumber({ minimum = 0, maximum = 20 }: JsonMap, random: Random): number {
  return minimum + Math.floor(random() * (Math.min(maximum, minimum + 20) - minimum + 1))
}

/** A value for a parameter of the path. A dot would begin a format. */
function sampleSegment(schema: JsonMap, random: Random): string {
  const text = String(sampleValue(schema, random))
    .replace(/[./\\]/g, '')
    .slice(0, 100)
  return text === '' ? '1' : text
}

/** A value as the fields of a form. */
function formFields(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.map((each): [string, string] => [name, String(each)])
  return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]]
}

/** A body of a random media type; now and then one of another type, or one that is broken. */
async function sampleBody(
  requestBody: JsonMap | undefined,
  random: Random,
): Promise<{ readonly type: string; readonly content: string | Buffer } | null> {
  if (requestBody === undefined) return null
  const [type, media] = pick(Object.entries(requestBody['content'] as Record<string, JsonMap>), random)
  if (random() < 0.05) return { type: 'text/plain', content: 'text' }
  if (random() < 0.05) return { type: 'application/json', content: '{"a":' }
  if (random() < 0.02) return { type: 'application/json', content: JSON.stringify('a'.repeat(1_100_000)) }
  const value = sampleValue(media['schema'] as JsonMap, random)
  if (type === 'application/json') return { type, content: JSON.stringify(value) }
  const fields = Object.entries(Object(value) as object).flatMap(([name, each]) => formFields(name, each))
  if (type !== 'multipart/form-data') return { type, content: String(new URLSearchParams(fields)) }
  const form = new FormData()
  for (const [name, text] of fields) form.append(name, text)
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type')!, content: Buffer.from(await encoded.arrayBuffer()) }
}
