// The common interface of validators (Standard Schema, version 1), declared here so that the runtime depends on no package.
import { handleIfPromise } from '@turnout/runtime'
import type { MaybePromise } from '../types.ts'

/** A schema of any library that follows Standard Schema: Zod, Valibot, ArkType and others. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    /** For types only. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Standard JSON Schema, if the library supports it. */
    readonly jsonSchema?: {
      readonly input: (options: JsonSchemaOptions) => Record<string, unknown>
      readonly output: (options: JsonSchemaOptions) => Record<string, unknown>
    }
  }
}

/** The options of Standard JSON Schema. */
export interface JsonSchemaOptions {
  /** The version of JSON Schema, such as `draft-2020-12`. */
  readonly target: string
}

/** The parsed value, or the issues of an invalid one. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** One issue, as libraries report it. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** True for a schema that follows version 1. ArkType's schemas are functions. */
export function isSchema(value: unknown): value is StandardSchema {
  const standard = (Object(value) as Partial<StandardSchema>)['~standard']
  return standard?.version === 1 && typeof standard.validate === 'function'
}

/**
 * Validates a value. The result is a promise only if the schema returns a promise.
 *
 * @throws TypeError (or a rejection) if the schema returns neither a value nor issues. Otherwise, a mistake in the schema
 *   would let unvalidated input pass
 */
export function validateWith(
  { '~standard': schema }: StandardSchema,
  value: unknown,
): MaybePromise<SchemaResult<unknown>> {
  const result: unknown = schema.validate(value)
  return handleIfPromise(result) ? Promise.resolve(result).then(checkedResult) : checkedResult(result)
}

/** Returns a copy, because properties of the result may change between two reads. */
function checkedResult(result: unknown): SchemaResult<unknown> {
  if (typeof result === 'object' && result !== null) {
    const { issues } = result as { readonly issues?: unknown }
    if (issues === undefined && 'value' in result) return { value: result.value }
    // The result of an asynchronous check that was not awaited.
    handleIfPromise(issues)
    const list: readonly SchemaIssue[] = Array.isArray(issues) ? [...(issues as readonly SchemaIssue[])] : []
    if (list.length > 0) return { issues: list }
  }
  throw new TypeError(
    'A schema must return an object with `value`, or with at least one issue in `issues` (Standard Schema).',
  )
}

/**
 * A schema that accepts everything, for the type of a response: `responses: { 200: typeOnly<Photo>() }`.
 *
 * It validates nothing. Use a real schema for input from clients.
 */
export function typeOnly<Value>(): StandardSchema<Value> {
  return { '~standard': { version: 1, vendor: 'turnout', validate: (value) => ({ value: value as Value }) } }
}

/** Schemas by name. Values with other names are not changed. */
export type SchemaFields = Readonly<Record<string, StandardSchema>>

/** Combines several schemas: `{ id: PhotoId }` validates `id`, and keeps the other values. */
export function schemaOfFields(fields: SchemaFields): StandardSchema<unknown, Record<string, unknown>> {
  const entries = Object.entries(fields)
  const validate = (value: unknown) => {
    const output: Record<string, unknown> = { ...(value as object) }
    const issues: SchemaIssue[] = []
    const addResult = (name: string, result: SchemaResult<unknown>) => {
      if (result.issues === undefined) output[name] = result.value
      else for (const issue of result.issues) issues.push({ ...issue, path: [name, ...(issue.path ?? [])] })
    }
    const waiting: Promise<void>[] = []
    for (const [name, schema] of entries) {
      const result = validateWith(schema, Object.hasOwn(output, name) ? output[name] : undefined)
      if (result instanceof Promise) {
        const adding = result.then((settled) => addResult(name, settled))
        // If a later schema throws, nothing waits for this promise.
        adding.catch(() => {})
        waiting.push(adding)
      } else addResult(name, result)
    }
    const finish = (): SchemaResult<Record<string, unknown>> => (issues.length === 0 ? { value: output } : { issues })
    return waiting.length === 0 ? finish() : Promise.all(waiting).then(finish)
  }
  return { '~standard': { version: 1, vendor: 'turnout', validate } }
}
