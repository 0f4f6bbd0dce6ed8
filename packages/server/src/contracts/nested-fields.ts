// Turns the flat names of forms and queries into nested values, as Rack 3 does: `photo[tags][]=a` becomes
// `{ photo: { tags: ['a'] } }`. It reads the format that the query helpers write.
import { UnreadableInput } from './unreadable-input.ts'

/** A value of a form: a string, a file, or lists and maps of them. */
export type FieldValue = string | File | FieldValue[] | Fields

/** The values of a form by name. */
export interface Fields {
  [name: string]: FieldValue
}

/** As in Rack (`param_depth_limit`). */
const MAX_DEPTH = 32

/** The number of fields, as in Rack (`params_limit`). */
export const MAX_FIELDS = 4096

/**
 * Nests fields by their names, in time linear in their length.
 *
 * - `a=1&a=2`: the last one counts.
 * - `a[]=1&a[]=2`: a list.
 * - `a[][x]=1&a[][y]=2&a[][x]=3`: a list of maps. A repeated name begins the next map.
 *
 * @throws UnreadableInput with 400 for a name with both a string and a map, for names that reach a prototype (`__proto__`), and
 *   above the limits
 */
export function nestFields(fields: Iterable<readonly [name: string, value: string | File]>): Fields {
  const root: Fields = {}
  let count = 0
  for (const [name, value] of fields) {
    if (++count > MAX_FIELDS) throw new UnreadableInput(400, `There are more than ${MAX_FIELDS} fields.`)
    if (name === '') continue
    // A bracket at the beginning is a part of the name.
    const bracket = name.indexOf('[', 1)
    if (bracket === -1 || bracket === name.length - 1) putField(root, [name], value)
    else putField(root, [name.slice(0, bracket), ...keysIn(name.slice(bracket))], value)
  }
  return root
}

/**
 * Reads a query, or a body that is `application/x-www-form-urlencoded`.
 *
 * @throws UnreadableInput with 400 for a broken escape and for bytes that are not UTF-8, and as `nestFields` does
 */
export function parseUrlEncoded(text: string): Fields {
  return nestFields(pairsOf(text))
}

function* pairsOf(text: string): Generator<[string, string]> {
  let start = 0
  while (start < text.length) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (end > start) {
      const pair = text.slice(start, end)
      const equals = pair.indexOf('=')
      yield equals === -1 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
    }
    start = end + 1
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new UnreadableInput(400, 'An escape is broken, or is not UTF-8.')
  }
}

/** The key for `[]`: the next value of a list. */
const NEXT = Symbol('[]')

type Key = string | typeof NEXT

/** Returns the keys of `[a][][b]`. Characters without brackets are one key, as in Rack. */
function keysIn(brackets: string): Key[] {
  const keys: Key[] = []
  let at = 0
  while (at < brackets.length) {
    const close = brackets[at] === '[' ? brackets.indexOf(']', at) : -1
    if (close === -1 || (close === brackets.length - 2 && brackets.endsWith('['))) {
      // `a[b` ends with the key `[b`, `a[b]c` with the key `c`, and `a[b][` with the key `[b][`.
      keys.push(brackets.slice(at))
      break
    }
    keys.push(close === at + 1 ? NEXT : brackets.slice(at + 1, close))
    if (keys.length >= MAX_DEPTH) throw new UnreadableInput(400, `A name is nested deeper than ${MAX_DEPTH} levels.`)
    at = close + 1
  }
  return keys
}

/** Inserts one field at the position that its keys describe. */
function putField(root: Fields, keys: readonly Key[], value: string | File): void {
  let target: Fields | FieldValue[] = root
  for (const [index, key] of keys.entries()) {
    if (isPrototypeKey(key, keys[index - 1])) throw new UnreadableInput(400, 'A name would reach a prototype.')
    if (index === keys.length - 1) {
      if (Array.isArray(target)) target.push(value)
      else target[key as string] = value
      return
    }
    // The next key decides whether a list or a map is needed here.
    const makesList = keys[index + 1] === NEXT
    const child = Array.isArray(target) ? openItem(target, keys.slice(index + 1)) : ownValue(target, key as string)
    if (child === undefined) {
      const newChild: Fields | FieldValue[] = makesList ? [] : {}
      if (Array.isArray(target)) target.push(newChild)
      else target[key as string] = newChild
      target = newChild
    } else if (makesList ? Array.isArray(child) : isFields(child)) {
      target = child as Fields | FieldValue[]
    } else {
      throw new UnreadableInput(400, 'Two fields give one name values of different kinds.')
    }
  }
}

/** Returns the last value of a list, if it is a map without a value at these keys; undefined if a new value is needed. */
function openItem(list: FieldValue[], keys: readonly Key[]): Fields | undefined {
  const lastItem = list.at(-1)
  if (!isFields(lastItem)) return undefined
  let value: FieldValue | undefined = lastItem
  for (const key of keys) {
    // A list always has space for another value.
    if (key === NEXT) return lastItem
    if (!isFields(value)) return lastItem
    value = ownValue(value, key)
    if (value === undefined) return lastItem
  }
  return undefined
}

const ownValue = (fields: Fields, key: string): FieldValue | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined

const isFields = (value: FieldValue | undefined): value is Fields =>
  typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype

/** True for a key that would reach a prototype if code copied the values into another object. */
export function isPrototypeKey(key: unknown, parent: unknown): boolean {
  return key === '__proto__' || (key === 'prototype' && parent === 'constructor')
}
