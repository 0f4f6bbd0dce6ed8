import { parse, type ValueNode } from '@humanwhocodes/momoa'
import type { Location } from '@turnout/compiler/internal/manifest/manifest'
import type { JsonPath } from './rails-json.ts'

/** JSON in JSON beyond this is not the rake task's; parsers recurse. */
const MAX_DEPTH = 200

/** A JSON document with the positions of its values. */
export class JsonText {
  readonly #file: string
  readonly #text: string
  #tree: ValueNode | null = null

  /** @param file relative to the project root */
  constructor(file: string, text: string) {
    this.#file = file
    this.#text = text
  }

  /** @returns the value, or where and why there is none */
  read(): { readonly value: unknown } | { readonly location: Location; readonly problem: string } {
    const start = { file: this.#file, line: 1, column: 1 }
    if (depthOf(this.#text) > MAX_DEPTH) return { location: start, problem: 'it is nested too deep' }
    try {
      return { value: JSON.parse(this.#text) as unknown }
    } catch (error) {
      try {
        this.#parse()
      } catch (syntaxError) {
        // Each engine has its own error messages, some without a position.
        const { line = 1, column = 1, message } = syntaxError as { line?: number; column?: number; message: string }
        return { location: { file: this.#file, line, column }, problem: message.replace(/\.? \(\d+:\d+\)$/, '') }
      }
      return { location: start, problem: (error as Error).message }
    }
  }

  /** The place of a value; where there is none, that of the nearest one around it. */
  locationOf(path: JsonPath): Location {
    let node = this.#parse()
    for (const key of path) {
      const next =
        node.type === 'Array'
          ? node.elements[Number(key)]?.value
          : node.type === 'Object'
            ? node.members.findLast(({ name }) => 'value' in name && name.value === key)?.value
            : undefined
      if (next === undefined) break
      node = next
    }
    const { line, column } = node.loc.start
    return { file: this.#file, line, column }
  }

  #parse(): ValueNode {
    return (this.#tree ??= parse(this.#text).body)
  }
}

/** Returns the maximum nesting of brackets; those in strings do not count. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    else if (token === ']' || token === '}') depth -= 1
  }
  return deepest
}
