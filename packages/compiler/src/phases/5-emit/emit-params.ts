import { literal, object } from './literal.ts'

/** The names of the values in the emitted function. The runtime passes no more than these. */
const VALUES = ['a', 'b', 'c', 'd'] as const

/** The maximum number of params that an emitted function makes. The runtime makes the params of longer routes. */
const MOST_VALUES = VALUES.length

/** Params with the name of one of `Object.prototype`'s properties have no prototype: the runtime makes those. */
export function canBeEmitted(names: readonly string[]): boolean {
  return names.length <= MOST_VALUES && !names.some((name) => name in Object.prototype)
}

/** How many shapes one function makes, as the runtime has it (`params.ts`). */
export const SHAPES = 64

/**
 * The functions that make the params of each shape from their values: the first those up to 63, the next 64 more. Object
 * literals are what V8 makes in the least time, and what people expect to get: plain, with exactly the route's names. What
 * has none is made by functions of the runtime, which come last.
 *
 * @param shapes the names of shape 1, shape 2, …
 * @param otherShapes those of the shapes without a literal, from the first number of a function of their own on
 * @param maker a call of the runtime that makes such a function
 */
export function paramsFunctions(
  shapes: readonly (readonly string[])[],
  otherShapes: readonly (readonly string[])[],
  maker: () => string,
): string {
  const functions: string[][] = [[]]
  shapes.forEach((names, index) => {
    const shape = index + 1
    const params = object(names.map((name, i) => [name, VALUES[i]!]))
    ;(functions[Math.floor(shape / SHAPES)] ??= []).push(`        case ${shape}: return ${params}\n`)
  })
  const texts = functions.map((cases) => {
    return cases.length === 0
      ? '    ,\n'
      : `    (shape, ${VALUES.join(', ')}) => {\n      switch (shape) {\n${cases.join('')}      }\n    },\n`
  })
  for (let start = 0; start < otherShapes.length; start += SHAPES) {
    texts.push(`    ${maker()}(${literal(otherShapes.slice(start, start + SHAPES))}),\n`)
  }
  return `[\n${texts.join('')}  ]`
}
