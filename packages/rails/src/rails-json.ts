// Reads and checks the JSON that the rake task writes.
import { STATUS_CODES } from 'node:http'
import { isMap } from '@turnout/compiler/internal/dsl-values'
import type { Json } from '@turnout/compiler/internal/manifest/manifest'
import type { RailsVersion } from '@turnout/compiler/internal/patterns/pattern/parse'
import type { RubyRegExp } from './ruby-regexp.ts'

/** What of an application only its server knows: a block, an object. */
export interface Unknown {
  /** The name of its class or module. */
  readonly unknown: string
}

/** A default, a requirement or a condition. */
export type RailsValue = Json | RubyRegExp | Unknown

/** A route of a Rails application, as the rake task prints it. */
export interface RailsRoute {
  readonly name: string | null
  /** Upper case; empty: any. */
  readonly verbs: readonly string[]
  readonly path: string
  readonly anchored: boolean
  readonly defaults: Readonly<Record<string, RailsValue>>
  readonly requirements: Readonly<Record<string, RailsValue>>
  readonly conditions: Readonly<Record<string, RailsValue>>
  /** The names of the objects that have to accept the request. */
  readonly constraints: readonly string[]
  /** `config/routes.rb:12`, from Rails 7.1 on. */
  readonly source: string | null
  readonly redirect: { readonly to: RailsValue; readonly status: number } | null
  readonly app: { readonly name: string; readonly routes: readonly RailsRoute[] } | null
  /** Its position in the JSON. */
  readonly at: JsonPath
}

/** The routes of a Rails application, and further output of the rake task. */
export interface RailsTable {
  /** The version whose parser has read the paths. A table without a version is treated as new. */
  readonly rails: RailsVersion
  readonly routes: readonly RailsRoute[]
  /**
   * The SHA-256 digests of Rails' route files when the task ran, in hexadecimal digits, by path. Older tasks print
   * none.
   */
  readonly files: Readonly<Record<string, string>> | null
  /** The names of `direct` and `resolve`, whose blocks the task cannot print. Older tasks print none. */
  readonly directs: readonly string[] | null
  readonly resolves: readonly string[] | null
}

/** The way to a value: `['routes', 12, 'name']`. */
export type JsonPath = readonly (string | number)[]

/** A value that the rake task does not print. */
export interface Slip {
  readonly at: JsonPath
  /** The value that is valid there. */
  readonly wanted: string
}

/** The maximum number of listed slips. The others are counted. */
const MAX_SLIPS = 19

/** Engines in engines. */
const MAX_DEPTH = 16

/** Values in values. */
const MAX_VALUE_DEPTH = 32

/** As a path: `routes[12].name`. */
export function showPath(path: JsonPath): string {
  const text = path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`
      return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
    })
    .join('')
  return text.replace(/^\./, '') || 'the file'
}

/** The readable part of the output of the rake task. */
interface Reading {
  /** Null if nothing of the file is a table of routes. */
  readonly table: RailsTable | null
  readonly slips: readonly Slip[]
  /** The number of slips that `slips` does not list. */
  readonly moreSlips: number
}

/** Reads the output of the rake task. A route with a mistake is left out, because the others are still of use. */
export function readRailsJson(value: unknown): Reading {
  const reader = new Reader()
  const table = isMap(value)
    ? reader.table(value)
    : reader.slip([], 'an object with `routes`, as `bin/rails turnout:routes` prints it')
  const { slips, moreSlips } = reader
  return { table: slips.length > 0 && table?.routes.length === 0 ? null : table, slips, moreSlips }
}

class Reader {
  readonly slips: Slip[] = []
  moreSlips = 0

  slip(at: JsonPath, expectation: string): null {
    if (this.slips.length < MAX_SLIPS) this.slips.push({ at, wanted: expectation })
    else this.moreSlips += 1
    return null
  }

  table(value: Readonly<Record<string, unknown>>): RailsTable | null {
    const optional = <T>(key: string, expectation: string, isValid: (value: unknown) => boolean): T | null => {
      const field = Object.hasOwn(value, key) ? value[key] : null
      return field === null || isValid(field) ? (field as T | null) : this.slip([key], expectation)
    }
    const version = optional<string>('rails', 'a version', (versionValue) => typeof versionValue === 'string')
    const head = {
      // The parser of 8.1 came with 8.0.
      rails: /^[0-7]\./.test(version ?? '') ? ('7.2' as const) : ('8.1' as const),
      files: optional<Record<string, string>>('files', 'an object of SHA-256 digests', isDigests),
      directs: optional<string[]>('directs', 'an array of strings', isTexts),
      resolves: optional<string[]>('resolves', 'an array of strings', isTexts),
    }
    const routes = this.routes(value['routes'], ['routes'], 0)
    return routes === null ? null : { ...head, routes }
  }

  routes(value: unknown, at: JsonPath, depth: number): readonly RailsRoute[] | null {
    if (!Array.isArray(value)) return this.slip(at, 'an array of routes')
    if (depth > MAX_DEPTH) return this.slip(at, `no more than ${MAX_DEPTH} engines in each other`)
    const routes: RailsRoute[] = []
    for (const [index, item] of value.entries()) {
      const route = this.#route(item, [...at, index], depth)
      if (route !== null) routes.push(route)
    }
    return routes
  }

  /** Returns null for a route with a mistake. Mistakes in the routes of a mounted engine do not count. */
  #route(value: unknown, at: JsonPath, depth: number): RailsRoute | null {
    if (!isMap(value)) return this.slip(at, 'an object')
    let isComplete = true
    const slip = (key: JsonPath, expectation: string) => {
      isComplete = false
      this.slip([...at, ...key], expectation)
    }
    const field = <T>(key: string, expectation: string, isValid: (value: unknown) => boolean, missing?: T): T => {
      const fieldValue = Object.hasOwn(value, key) ? value[key] : undefined
      if (fieldValue === undefined && missing !== undefined) return missing
      if (!isValid(fieldValue)) slip([key], expectation)
      return fieldValue as T
    }
    const values = (key: string): Readonly<Record<string, RailsValue>> => {
      const map = field<Record<string, RailsValue>>(key, 'an object', isMap)
      if (!isMap(map)) return {}
      for (const [name, entryValue] of Object.entries(map)) {
        if (name === '__proto__') slip([key, name], 'another name')
        else if (!isValue(entryValue, 0)) slip([key, name], `at most ${MAX_VALUE_DEPTH} values in each other`)
      }
      return map
    }
    const route = {
      // `as: false` and `as: ''` declare a route without a name.
      name: field<string | false | null>('name', 'a name in letters, digits and `_`, or null', isName) || null,
      verbs: field<string[]>(
        'verbs',
        'an array of verbs in upper case',
        (verbs) => Array.isArray(verbs) && verbs.every(isVerb),
      ),
      path: field<string>('path', 'a path that begins with `/`', isPath),
      anchored: field<boolean>('anchored', 'true or false', (flag) => typeof flag === 'boolean'),
      defaults: values('defaults'),
      requirements: values('requirements'),
      conditions: values('conditions'),
      constraints: field<string[]>('constraints', 'an array of strings', (names) => isTexts(names), []),
      source: field<string | null>(
        'source',
        'a string, or null',
        (text) => text === null || typeof text === 'string',
        null,
      ),
      redirect: null,
      app: null,
      at,
    }
    const isMapOrNull = (fieldValue: unknown) => fieldValue === null || isMap(fieldValue)
    const redirect = field<{ to: RailsValue; status: unknown } | null>('redirect', 'an object', isMapOrNull, null)
    const app = field<{ name: string; routes?: unknown } | null>('app', 'an object', isMapOrNull, null)
    const status = statusOf(redirect?.status)
    if (isMap(redirect)) {
      const { to } = redirect
      if (!isValue(to, 0) || (typeof to !== 'string' && !isMap(to))) slip(['redirect', 'to'], 'a string or an object')
      if (status === null) slip(['redirect', 'status'], 'a number, or the name of a status such as `found`')
    }
    if (isMap(app) && typeof app.name !== 'string') slip(['app', 'name'], 'a string')
    if (!isComplete) return null
    const routes = app?.routes === undefined ? [] : this.routes(app.routes, [...at, 'app', 'routes'], depth + 1)
    return {
      ...route,
      redirect: redirect && { to: redirect.to, status: status! },
      app: app && { name: app.name, routes: routes ?? [] },
    }
  }
}

function isName(value: unknown): boolean {
  if (value === null || value === false || value === '') return true
  return typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value) && value !== '__proto__'
}

/** Statuses by the symbols that Rack has for them: `found`, `moved_permanently`. */
const STATUSES = new Map(
  Object.entries(STATUS_CODES).map(([status, phrase]) => [
    phrase!.toLowerCase().replace(/[\s-]/g, '_'),
    Number(status),
  ]),
)

/** Returns the status that Rack makes of a number, a string of digits, or a symbol. */
function statusOf(value: unknown): number | null {
  if (typeof value === 'string')
    return STATUSES.get(value) ?? (/^\d{3}(?!\d)/.test(value) ? Number.parseInt(value, 10) : null)
  return Number.isInteger(value) ? (value as number) : null
}

function isVerb(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Z]+(?:-[A-Z]+)*$/.test(value)
}

function isPath(value: unknown): boolean {
  return typeof value === 'string' && /^\(*\//.test(value)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((element) => typeof element === 'string')
}

function isDigests(value: unknown): boolean {
  return isMap(value) && Object.values(value).every((digest) => /^[\da-f]{64}$/.test(String(digest)))
}

/** JSON is all that JSON.parse makes; it may be too deep. */
function isValue(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined
  if (depth >= MAX_VALUE_DEPTH) return false
  return Object.values(value).every((element) => isValue(element, depth + 1))
}

/** True for a regular expression of Ruby's. */
export function isRubyRegExp(value: RailsValue): value is RubyRegExp {
  return isMap(value) && typeof value['regexp'] === 'string' && typeof value['flags'] === 'string'
}

/** True for what only the server knows, or a value that holds it. */
export function holdsUnknown(value: RailsValue): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!Array.isArray(value) && typeof (value as { unknown?: unknown }).unknown === 'string') return true
  return Object.values(value).some((item) => holdsUnknown(item as RailsValue))
}
