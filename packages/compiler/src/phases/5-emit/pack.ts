// Packs the manifest of a large table into a short string. `unpack` of the runtime reads it.
import type { Json } from '../../manifest/manifest.ts'

/** A value that is different from all others: a scalar, or the numbers of its parts. */
interface Distinct {
  readonly scalar: string | number | boolean | null
  /** The number of its keys, counted from 1; 0 for a list; null for a scalar. */
  readonly shape: number | null
  readonly parts: readonly number[]
}

type Packed = string | number | boolean | null | readonly Packed[]

/** The character for 0, and the greatest number for which there is a character. None of them needs an escape in JSON. */
const ZERO = 48
const MAX_SHARED = 43

/**
 * Packs a JSON value into a string, which `unpack` of the runtime reads. The string contains each distinct value once if the
 * value occurs several times, and the keys of objects once.
 *
 * The string is JSON: the lists of keys, the values that occur several times, and the value.
 *
 *     a list                    [0, …parts]
 *     an object                 [n, …values of the nth list of keys]
 *     a value that is repeated  its number; so are all numbers
 *     a string                  two characters, then the string without the characters that it shares with the previous
 *                               string at the same place of the same shape: as many at its start, as many at its end
 *
 * For example, `[{ name: 'photo', verbs: ['GET'] }, { name: 'photos', verbs: ['GET'] }]` becomes:
 *
 *     [
 *       [["name", "verbs"]],                      the lists of keys
 *       [[0, "00GET"]],                           value 0: ['GET']
 *       [0, [1, "00photo", 0], [1, "50s", 0]]     "50s": five characters of `photo`, then `s`
 *     ]
 *
 * A repeated value comes after its parts, and otherwise frequent values come first, because their numbers are short.
 */
export function pack(value: Json): string {
  const values = new DistinctValues()
  const root = values.add(value)
  const numbers = new Map(values.repeated().map((distinct, number) => [distinct, number]))
  /** The previous string at each place of a shape. */
  const previousStrings = new Map<number, string>()
  const packString = (text: string, place: number): string => {
    const [startLength, endLength] = sharedLengths(previousStrings.get(place) ?? '', text)
    previousStrings.set(place, text)
    const lengths = String.fromCharCode(ZERO + startLength, ZERO + endLength)
    return lengths + text.slice(startLength, text.length - endLength)
  }
  const packPart = (part: number, place: number): Packed => numbers.get(part) ?? packValue(part, place)
  const packValue = (distinct: number, place: number): Packed => {
    const { scalar, shape, parts } = values.list[distinct]!
    if (shape === null) return typeof scalar === 'string' ? packString(scalar, place) : scalar
    return [shape, ...parts.map((part, index) => packPart(part, 64 * shape + (shape && index)))]
  }
  // In this order, because a string depends on the previous string.
  const shared = Array.from(numbers.keys(), (distinct) => packValue(distinct, 1))
  return JSON.stringify([values.shapes, shared, packPart(root, 1)])
}

/**
 * Returns the number of characters that two strings share at the start, and of further characters at the end.
 *
 *     '/photos', '/photos/:id' -> [7, 0]
 *     'a.html', 'b.html'       -> [0, 5]
 */
function sharedLengths(a: string, b: string): [startLength: number, endLength: number] {
  const limit = Math.min(a.length, b.length)
  let startLength = 0
  while (startLength < Math.min(limit, MAX_SHARED) && a[startLength] === b[startLength]) startLength++
  let endLength = 0
  const endLimit = Math.min(limit - startLength, MAX_SHARED)
  while (endLength < endLimit && a.at(-1 - endLength) === b.at(-1 - endLength)) endLength++
  return [startLength, endLength]
}

/** The distinct values in a JSON value, each with a number. Parts have lower numbers. */
class DistinctValues {
  readonly list: Distinct[] = []
  /** The keys of objects. */
  readonly shapes: (readonly string[])[] = []
  readonly #shapeNumbers = new Map<string, number>()
  readonly #numbers = new Map<string | number | boolean | null, number>()

  /** Returns the number of a value. */
  add(value: Json): number {
    if (typeof value === 'string') return this.#number(`"${value}`, { scalar: value, shape: null, parts: [] })
    if (typeof value !== 'object' || value === null)
      return this.#number(value, { scalar: value, shape: null, parts: [] })
    const parts = Object.values(value).map((part: Json) => this.add(part))
    const shape = Array.isArray(value) ? 0 : this.#shape(Object.keys(value))
    return this.#number(`${shape} ${parts.join()}`, { scalar: null, shape, parts })
  }

  #shape(keys: readonly string[]): number {
    const key = JSON.stringify(keys)
    let shape = this.#shapeNumbers.get(key)
    if (shape === undefined) this.#shapeNumbers.set(key, (shape = this.shapes.push(keys)))
    return shape
  }

  #number(key: string | number | boolean | null, distinct: Distinct): number {
    let number = this.#numbers.get(key)
    if (number === undefined) this.#numbers.set(key, (number = this.list.push(distinct) - 1))
    return number
  }

  /** Returns the values that several others contain, and all numbers: the most frequent first, but parts before their owners. */
  repeated(): number[] {
    const counts = new Int32Array(this.list.length)
    for (const { parts } of this.list) for (const part of parts) counts[part]!++
    const isRepeated = (number: number) => counts[number]! > 1 || typeof this.list[number]!.scalar === 'number'
    const byCount = Array.from(counts.keys()).filter(isRepeated)
    byCount.sort((a, b) => counts[b]! - counts[a]!)
    const ordered = new Set<number>()
    const order = (number: number): void => {
      if (ordered.has(number)) return
      for (const part of this.list[number]!.parts) order(part)
      if (isRepeated(number)) ordered.add(number)
    }
    for (const number of byCount) order(number)
    return [...ordered]
  }
}
