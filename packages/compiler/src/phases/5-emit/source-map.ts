import { addMapping, GenMapping, toEncodedMap, type EncodedSourceMap } from '@jridgewell/gen-mapping'
import type { Location } from '../../location.ts'

/** A source map as bundlers take it. Its sources are relative to the project root. */
export type SourceMap = EncodedSourceMap

/** Emitted text, line by line, with the places in the route files that it stands for. */
export class MappedText {
  readonly #lines: string[] = []
  readonly #map = new GenMapping()

  /** Adds a line or several. `location`: where the declaration stands that the first one, at the text `at`, came from. */
  add(text: string, location: Location | null = null, at = ''): void {
    if (location !== null) {
      const { file, line, column } = location
      const generated = { line: this.#lines.length + 1, column: Math.max(text.indexOf(at), 0) }
      addMapping(this.#map, {
        generated,
        source: file,
        original: { line, column: column - 1 },
        name: at || null,
      } as never)
    }
    for (const line of text.split('\n')) this.#lines.push(line)
  }

  get code(): string {
    return `${this.#lines.join('\n')}\n`
  }

  get map(): SourceMap {
    return toEncodedMap(this.#map)
  }
}
