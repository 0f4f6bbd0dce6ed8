import type { Json } from '@turnout/compiler/internal/manifest/manifest'
import { isMap } from '@turnout/compiler/internal/plain'
import type { JsonMap } from './json-schema.ts'

/** A field of a query or a form, with the name that Rails gives it: `photo[title]`, `photo[tags][]`. */
export interface Field {
  readonly name: string
  readonly schema: JsonMap
  readonly required: boolean
}

/** The fields of a schema, and the names of those that no field can express. */
export interface Fields {
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
export function fieldsOf(schema: JsonMap): Fields | null {
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
