import type { Captures } from './route-match.ts'

export type Params = Record<string, unknown>

/** True for the name of an inherited property. Params with such a name get no prototype, so that no code reads the inherited property. */
export const isInherited = (name: string): boolean => name in Object.prototype

export const emptyParams = (bare: boolean): Params => (bare ? (Object.create(null) as Params) : {})

/**
 * Creates the params of one of 64 shapes from the first four values. Each shape has its own object literal: V8 creates
 * those several times as fast as it sets properties with dynamic names. Functions from `otherParams` read the captures.
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
 * The function with the number `shape >> SHAPE_SHIFT` creates a shape. A function for many more shapes would be slower,
 * because V8 does not optimise large functions.
 */
export const SHAPE_SHIFT = 6

/**
 * Creates params of shapes without an object literal. A parameter without a capture gets no property. The emitted call
 * passes this function, with the names of 64 shapes. Bundles of tables without such shapes do not contain it.
 */
export function otherParams(list: readonly (readonly string[])[]): MakeParams {
  const bare = list.map((names) => names.some(isInherited))
  return (shape, _a, _b, _c, _d, path, captures) => {
    const index = shape & ((1 << SHAPE_SHIFT) - 1)
    const params = emptyParams(bare[index]!)
    list[index]!.forEach((name, i) => {
      const start = captures[2 * i]!
      if (start >= 0) params[name] = path.slice(start, captures[2 * i + 1])
    })
    return params
  }
}

/** Decodes a parameter. Two adjacent parameters can split an escape; its parts are kept as they are. */
export function unescape(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/(?:%[\dA-F]{2})+/g, (run) => (run === text ? run : unescape(run)))
  }
}
