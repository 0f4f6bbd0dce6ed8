import { object } from './literal.ts'

/** What the emitted function calls the values. The runtime gives it no more than these. */
const VALUES = ['a', 'b', 'c', 'd'] as const

/** How many params a route may have that the matcher's first walk answers. */
export const MOST_VALUES = VALUES.length

/** Params with the name of one of `Object.prototype`'s properties have no prototype: the runtime makes those. */
export function canBeEmitted(names: readonly string[]): boolean {
  return names.length <= MOST_VALUES && !names.some((name) => name in Object.prototype)
}

/**
 * The function that makes the params of the most frequent shapes, from their values. Object literals are what V8 makes
 * in the least time, and what people expect to get: plain, with exactly the route's names.
 *
 * @param shapes the names of shape 1, shape 2, …
 */
export function paramsFunction(shapes: readonly (readonly string[])[]): string {
  const cases = shapes.map((names, index) => {
    const params = object(names.map((name, i) => [name, VALUES[i]!]))
    return `      case ${index + 1}: return ${params}\n`
  })
  return `(shape, ${VALUES.join(', ')}) => {\n    switch (shape) {\n${cases.join('')}    }\n  }`
}
