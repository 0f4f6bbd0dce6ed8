// Creates the params of matches: `{ id: '7' }`.
import type { Captures } from './route-match.ts'

export type Params = Record<string, unknown>

/** True for the name of a property of `Object.prototype`, such as `constructor`. Params with such a name get no prototype, so that no code reads the inherited property. */
export const isInherited = (name: string): boolean => name in Object.prototype

export const emptyParams = (hasInheritedName: boolean): Params =>
  hasInheritedName ? (Object.create(null) as Params) : {}

/**
 * Creates the params of one of 64 shapes (lists of names) from the first four values. Emitted functions have an object literal
 * for each shape, because V8 creates those several times as fast as it sets properties with dynamic names:
 *
 *     switch (shape) { case 1: return { id: a }; case 2: return { photo_id: a, id: b } }
 */
export type MakeParams = (
  shape: number,
  a: string | undefined,
  b: string | undefined,
  c: string | undefined,
  d: string | undefined,
  path: string,
  captures: Captures,
) => Params

/**
 * The number of shapes for one function, as a logarithm: the function with the number `shape >> SHAPE_SHIFT` creates a shape. A function for many more shapes would be slower,
 * because V8 does not optimise large functions.
 */
export const SHAPE_SHIFT = 6

/**
 * Creates `MakeParams` for up to 64 shapes without an object literal. It reads the captures, and a parameter without a capture
 * gets no property. Bundles of tables without such shapes do not contain it.
 */
export function genericParams(list: readonly (readonly string[])[]): MakeParams {
  const haveInheritedName = list.map((names) => names.some(isInherited))
  return (shape, _a, _b, _c, _d, path, captures) => {
    const index = shape & ((1 << SHAPE_SHIFT) - 1)
    const params = emptyParams(haveInheritedName[index]!)
    list[index]!.forEach((name, i) => {
      const start = captures[2 * i]!
      if (start >= 0) params[name] = path.slice(start, captures[2 * i + 1])
    })
    return params
  }
}

/** Decodes a parameter. Invalid UTF-8 stays encoded: two adjacent parameters may split the bytes of one character. */
export function decodeParam(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value.replace(/(?:%[\dA-F]{2})+/g, (run) => (run === value ? run : decodeParam(run)))
  }
}
