import type { Captures } from './route-match.ts'

export type Params = Record<string, unknown>

/** What has a param of such a name gets no prototype: nobody takes what is inherited for the param. */
export const isInherited = (name: string): boolean => name in Object.prototype

export const emptyParams = (bare: boolean): Params => (bare ? (Object.create(null) as Params) : {})

/**
 * Makes the params of 64 shapes from the first four values, each by an object literal of its own: V8 makes those several
 * times as fast as it sets names that it cannot foresee. What `otherParams` makes looks at the captures.
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
 * A shape is made by the function with the number `shape >> SHAPE_SHIFT`. One that knows many more shapes takes more
 * time: V8 does not optimise what is large.
 */
export const SHAPE_SHIFT = 6

/**
 * The params of shapes that have no object literal. What was not captured gets no name. The emitted call hands it in,
 * with the names of 64 shapes. The others' bundles have none of it.
 */
export function otherParams(list: readonly (readonly string[])[]): MakeParams {
  const bare = list.map((names) => names.some(isInherited))
  return (shape, _a, _b, _c, _d, path, captures) => {
    const place = shape & ((1 << SHAPE_SHIFT) - 1)
    const params = emptyParams(bare[place]!)
    list[place]!.forEach((name, i) => {
      const start = captures[2 * i]!
      if (start >= 0) params[name] = path.slice(start, captures[2 * i + 1])
    })
    return params
  }
}

/** Two parameters side by side can tear an escape apart. What is left of it stays as it is. */
export function unescape(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/(?:%[\dA-F]{2})+/g, (run) => (run === text ? run : unescape(run)))
  }
}
