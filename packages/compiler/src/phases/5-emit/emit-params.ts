import { SHAPES } from '../../matcher/encode-table.ts'
import { literal, object } from './literal.ts'

/** The names of the values in the emitted function. The runtime passes no more than these. */
const VALUE_NAMES = ['a', 'b', 'c', 'd'] as const

/**
 * Returns a list of functions that create the params of a match from their values, by the number of their shape (the names
 * of the params). V8 creates object literals in the least time.
 *
 *     [['id'], ['photo_id', 'id']]
 *       -> [
 *            (shape, a, b, c, d) => {
 *              switch (shape) {
 *                case 1: return { id: a }
 *                case 2: return { photo_id: a, id: b }
 *              }
 *            },
 *          ]
 *
 * The first function has the shapes 1 to 63, each further one the next 64.
 *
 * @param shapes the names of shape 1, shape 2, …
 * @param otherShapes the names of the other shapes, for which functions of the runtime create the params. These
 *   come last, and begin with the first number of a function
 * @param maker returns the name of the function of the runtime that creates such a function
 */
export function paramsFunctions(
  shapes: readonly (readonly string[])[],
  otherShapes: readonly (readonly string[])[],
  maker: () => string,
): string {
  const casesByFunction: string[][] = [[]]
  for (const [shapeIndex, names] of shapes.entries()) {
    const shape = shapeIndex + 1
    const params = object(names.map((name, index) => [name, VALUE_NAMES[index]!]))
    const cases = (casesByFunction[Math.floor(shape / SHAPES)] ??= [])
    cases.push(`        case ${shape}: return ${params}\n`)
  }
  const functions = casesByFunction.map((cases) => {
    return cases.length === 0
      ? '    ,\n'
      : `    (shape, ${VALUE_NAMES.join(', ')}) => {\n      switch (shape) {\n${cases.join('')}      }\n    },\n`
  })
  for (let start = 0; start < otherShapes.length; start += SHAPES) {
    functions.push(`    ${maker()}(${literal(otherShapes.slice(start, start + SHAPES))}),\n`)
  }
  return `[\n${functions.join('')}  ]`
}
