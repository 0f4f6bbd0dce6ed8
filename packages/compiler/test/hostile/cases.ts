import { readFileSync } from 'node:fs'
import { compileRoutes, type CompileRoutesOptions } from '../../src/index.ts'
import { loosely } from '../loosely.ts'

/** A hostile input, and what is promised for it. */
export interface HostileCase {
  readonly id: string
  readonly kind: string
  readonly input: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
}

/** A route of a small table: `path` in Rails' syntax, `format: false` without `(.:format)`. */
export interface TableRoute {
  readonly verb: string
  readonly path: string
  readonly to: string
  readonly as: string
  readonly constraints?: Readonly<Record<string, string>>
  readonly format?: boolean
}

const { cases, tables } = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8')) as {
  cases: HostileCase[]
  tables: Record<string, TableRoute[]>
}

/** The cases of one kind. */
export function hostileCases(kind: string): HostileCase[] {
  return cases.filter((each) => each.kind === kind)
}

/** Compiles one of the file's tables. */
export function compileTable(name: string, options: CompileRoutesOptions = {}) {
  return compileRoutes(
    loosely((r) => {
      for (const { verb, path, to, as, constraints, format } of tables[name]!) {
        const patterns = Object.entries(constraints ?? {}).map(([param, source]) => [param, new RegExp(source)])
        // The pattern has its `(.:format)` already, which the DSL would not add twice.
        r[verb.toLowerCase()]!(path, { to, as, ...Object.fromEntries(patterns), ...(format === false && { format }) })
      }
    }),
    options,
  )
}

/** A value in the file's notation, as JavaScript has it. */
export function toValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toValue)
  if (typeof value !== 'object' || value === null) return value
  const [[tag, content] = ['', null]] = Object.entries(value)
  switch (tag) {
    case '$type':
      return TYPES[content as string]
    case '$json':
      return JSON.parse(content as string)
    case '$inherited':
      return Object.create(toValue(content) as object)
    case '$symbol':
      return Symbol(content as string)
    case '$codeUnits': {
      const { prefix, units } = content as { prefix: string; units: number[] }
      return prefix + String.fromCharCode(...units)
    }
    case '$repeat': {
      const { prefix = '', unit, n, suffix = '' } = content as Record<string, string> & { n: number }
      return prefix + unit!.repeat(n) + suffix
    }
    default:
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toValue(inner)]))
  }
}

const TYPES: Readonly<Record<string, unknown>> = {
  NaN: Number.NaN,
  undefined,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
}
