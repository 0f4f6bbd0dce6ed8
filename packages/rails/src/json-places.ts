import { parse, type ValueNode } from '@humanwhocodes/momoa'
import type { Location } from '@turnout/compiler/internal/manifest/manifest'
import type { JsonPath } from './rails-json.ts'

/** The parser that finds positions recurses, so it does not get deeper JSON. The rake task prints up to 48 levels. */
const MAX_DEPTH = 200

/** A JSON document with the positions of its values. */
export class JsonText {
  readonly #file: string
  readonly #text: string
  /** Null if the text is nested too deep. */
  #tree: ValueNode | null | undefined

  /** @param file relative to the project root */
  constructor(file: string, text: string) {
    this.#file = file
    this.#text = text
  }

  /** @returns the value, or where and why there is none */
  read(): { readonly value: unknown } | { readonly location: Location; readonly problem: string } {
    const start = { file: this.#file, line: 1, column: 1 }
    try {
      return { value: JSON.parse(this.#text) as unknown }
    } catch (error) {
      try {
        if (this.#parse() === null) return { location: start, problem: 'it is nested too deep' }
      } catch (syntaxError) {
        // Each engine has its own error messages, some without a position.
        const { line = 1, column = 1, message } = syntaxError as { line?: number; column?: number; message: string }
        return { location: { file: this.#file, line, column }, problem: message.replace(/\.? \(\d+:\d+\)$/, '') }
      }
      return { location: start, problem: (error as Error).message }
    }
  }

  /**
   * Returns the place of a value. If there is no such value, returns the place of the nearest one around it, and for a file
   * that is nested too deep its first line.
   */
  locationOf(path: JsonPath): Location {
    const tree = this.#parse()
    if (tree === null) return { file: this.#file, line: 1, column: 1 }
    let node = tree
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

  /** @throws for text that is not JSON */
  #parse(): ValueNode | null {
    if (this.#tree === undefined) this.#tree = depthOf(this.#text) > MAX_DEPTH ? null : parse(this.#text).body
    return this.#tree
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
