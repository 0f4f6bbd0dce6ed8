// Converts the schemas of contracts to JSON Schema.
import type { Json } from '@turnout/compiler/internal/manifest/manifest'
import { isMap } from '@turnout/compiler/internal/dsl-values'

export type JsonMap = { readonly [key: string]: Json }

/** Adds Standard JSON Schema to a schema whose library has it in a package of its own, such as Valibot's. */
export type SchemaWrapper = (schema: unknown) => unknown

/** A schema as JSON Schema. */
interface Converted {
  readonly schema: JsonMap
  /** The reason why a part of the schema, or all of it, is missing; null if it is complete. */
  readonly reason: string | null
}

/** The version of JSON Schema that OpenAPI 3.1 has. */
const TARGET = 'draft-2020-12'

/** Makes libraries leave out the parts that they cannot express, instead of throwing: Zod's option and Valibot's. */
const LENIENT = { unrepresentable: 'any', errorMode: 'ignore' }

/** References that are expanded may repeat large schemas. */
const MAX_NODES = 20_000

/**
 * Converts a schema by Standard JSON Schema. References inside of the schema are expanded, because they would refer to
 * the OpenAPI document.
 *
 * @param direction 'input': the values that the schema accepts; 'output': those that it returns
 */
export function convertSchema(schema: unknown, direction: 'input' | 'output', wrap: SchemaWrapper): Converted {
  try {
    return expandReferences(callLibrary(wrap(schema), direction, false))
  } catch (error) {
    const reason = messageOf(error)
    try {
      return { schema: expandReferences(callLibrary(wrap(schema), direction, true)).schema, reason }
    } catch {
      return { schema: {}, reason }
    }
  }
}

/** @throws Error if the library has no Standard JSON Schema, or cannot express the schema */
function callLibrary(schema: unknown, direction: 'input' | 'output', isLenient: boolean): JsonMap {
  const standard = (Object(schema) as { '~standard'?: StandardJsonSchema })['~standard']
  const convert = standard?.jsonSchema?.[direction]
  if (typeof convert !== 'function') throw new Error(`${vendorOf(standard)} has no Standard JSON Schema`)
  const converted = convert({ target: TARGET, ...(isLenient && { libraryOptions: LENIENT }) })
  const { $schema: _version, ...rest } = JSON.parse(JSON.stringify(converted)) as Record<string, Json>
  return rest
}

interface StandardJsonSchema {
  readonly vendor?: unknown
  readonly jsonSchema?: Readonly<Record<string, ((options: object) => unknown) | undefined>>
}

function vendorOf(standard: StandardJsonSchema | undefined): string {
  return typeof standard?.vendor === 'string' ? `a schema of \`${standard.vendor}\`` : 'a value'
}

function messageOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.slice(0, 200).replace(/\.$/, '')
}

/** Replaces each local `$ref` by its schema. A schema that contains itself is cut there. */
function expandReferences(root: JsonMap): Converted {
  let reason: string | null = null
  let count = 0
  const expand = (value: Json, open: readonly string[]): Json => {
    count += 1
    if (count > MAX_NODES) throw new Error('the schema is too large')
    if (Array.isArray(value)) return (value as Json[]).map((item) => expand(item, open))
    if (!isMap(value)) return value
    const { $ref: reference, $defs: _definitions, ...rest } = value as JsonMap
    const siblings = Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, expand(member, open)]))
    if (typeof reference !== 'string') return siblings
    if (open.includes(reference)) {
      reason = 'the schema contains itself'
      return siblings
    }
    const target = resolvePointer(root, reference)
    if (target === undefined) throw new Error(`the schema has no \`${reference.slice(0, 60)}\``)
    return { ...(expand(target, [...open, reference]) as JsonMap), ...siblings }
  }
  const schema = expand(root, ['#']) as JsonMap
  return { schema, reason }
}

/** `#/$defs/Photo` */
function resolvePointer(root: JsonMap, reference: string): Json | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let value: Json | undefined = root
  for (const part of reference.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as JsonMap)[key] : undefined
  }
  return isMap(value) ? (value as JsonMap) : undefined
}
