import type { Captures } from './route-match.ts'

export type Params = Record<string, unknown>

/** The names of an entry's captures; before them, whether its params have no prototype. */
export type Shape = readonly [bare: boolean, ...names: string[]]

/** What has a param of such a name gets no prototype: nobody takes what is inherited for the param. */
export const isInherited = (name: string): boolean => name in Object.prototype

export const emptyParams = (bare: boolean): Params => (bare ? (Object.create(null) as Params) : {})

/**
 * Makes the params of 64 shapes, each by an object literal of its own: V8 makes those several times as fast as it
 * sets names that it cannot foresee.
 */
export type MakeParams = (shape: number, a?: string, b?: string, c?: string, d?: string) => Params

/**
 * A shape is made by the function with the number `shape >> SHAPE_SHIFT`. One that knows many more shapes takes more
 * time: V8 does not optimise what is large.
 */
export const SHAPE_SHIFT = 6

/** The params of a shape that has no object literal. What was not captured gets no name. */
export function otherParams(shape: Shape, path: string, captures: Captures): Params {
  const params = emptyParams(shape[0])
  for (let i = 1; i < shape.length; i++) {
    const start = captures[2 * i - 2]!
    if (start >= 0) params[shape[i] as string] = path.slice(start, captures[2 * i - 1])
  }
  return params
}

/** Two parameters side by side can tear an escape apart. What is left of it stays as it is. */
export function unescape(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/(?:%[\dA-F]{2})+/g, (run) => (run === text ? run : unescape(run)))
  }
}
