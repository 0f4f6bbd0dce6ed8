import { genericParams, type MakeParams } from '../src/params.ts'

/**
 * Writes route tables as `encode-table.ts` of the compiler does, but in the plainest of the ways that its format allows:
 * each text is a new word, no shape has an object literal, and no entry shares a step with the one before it. So the reader and
 * the walk are tested without the compiler.
 */

/** A literal `'photos'`, a param `':id'`, or a program. */
export type Step = string | { readonly program: number; readonly captures: number; readonly names: readonly string[] }

export interface Entry {
  readonly steps: readonly Step[]
  /** 1 and its place among the verbs; 0 is any that the table lacks. */
  readonly verb?: number
  /** 1 without a format, 2 with one, 3 either; 4 more where the first walk cannot tell. */
  readonly format?: number
  readonly functionsNumber?: number
  /** Controller, action, name; left out where it is the route of the entry before. */
  readonly route?: readonly [controller: string, action: string, name: string]
}

/** @returns the words, the table, and what makes the params */
export function makeTable(
  entries: readonly Entry[],
): readonly [words: string, table: string, makeParams: readonly MakeParams[]] {
  const shapes: (readonly string[])[] = [[]]
  const words: string[] = []
  const word = (text: string): number => {
    words.push(text)
    return 0
  }
  const nodes = new Map<string, number>()
  let nodeCount = 1
  let captures = 0
  const presets: number[] = []
  const bodies: number[] = []
  let depth = 0
  entries.forEach(({ steps, verb = 1, format = 1, functionsNumber, route }, index) => {
    bodies.push(index)
    let key = ''
    const names: string[] = []
    let count = 0
    for (const step of steps) {
      key += `/${JSON.stringify(step)}`
      const known = nodes.get(key)
      if (typeof step === 'string' && !step.startsWith(':')) {
        if (known === undefined) nodes.set(key, nodeCount++)
        if (known === undefined) bodies.push(4 + word(step))
        else bodies.push(3, known)
        continue
      }
      if (typeof step === 'string') {
        if (known === undefined) nodes.set(key, nodeCount++)
        names.push(step.slice(1))
        count++
        bodies.push(0)
      } else {
        if (known === undefined) nodes.set(key, (nodeCount += 2) - 1)
        names.push(...step.names)
        count += step.captures
        bodies.push(...(known === undefined ? [1, step.program, step.captures] : [2, known]))
      }
      bodies.push(shapes.push([...names]))
    }
    captures = Math.max(captures, count)
    if (functionsNumber !== undefined) bodies.push(functionsNumber)
    if (route !== undefined) bodies.push(...route.map(word))
    presets.push(
      depth,
      steps.length,
      verb,
      format,
      (route === undefined ? 1 : 0) + (functionsNumber === undefined ? 0 : 2),
    )
    depth = steps.length
  })
  const slots = Math.ceil(Math.log2(3 * (nodeCount + 1)))
  const sizes = [nodeCount, entries.length, captures, slots, slots, 0, entries.length]
  const makeParams = shapes.flatMap((_, index) =>
    index % 64 === 0 ? [genericParams(shapes.slice(index, index + 64))] : [],
  )
  return [
    words.map((text) => (text < '0' ? ` /${text}` : ` ${text}`)).join(''),
    JSON.stringify([...sizes, ...presets, ...bodies]),
    makeParams,
  ]
}
