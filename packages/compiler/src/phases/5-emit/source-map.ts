import { encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import type { Location } from '../../location.ts'

/** A source map in the format of bundlers. Its sources are relative to the project root. */
export interface SourceMap {
  readonly version: 3
  readonly sources: readonly string[]
  readonly names: readonly string[]
  readonly mappings: string
}

/** Most lines come from no declaration. */
const UNMAPPED: SourceMapSegment[] = []

/** Emitted code, line by line, with places in the route files. */
export class MappedText {
  readonly #texts: string[] = []
  /** The mapping of each line. A line has at most one. */
  readonly #lines: SourceMapSegment[][] = []
  readonly #sources: string[] = []
  readonly #names: string[] = []

  /** Adds one or more lines. The string `at` in the first line maps to `location`, the place of a declaration. */
  add(text: string, location: Location | null = null, at = ''): void {
    this.#texts.push(text)
    this.#lines.push(location === null ? UNMAPPED : [this.#segment(location, Math.max(text.indexOf(at), 0), at)])
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) this.#lines.push(UNMAPPED)
  }

  #segment({ file, line, column }: Location, at: number, name: string): SourceMapSegment {
    let source = this.#sources.lastIndexOf(file)
    if (source < 0) source = this.#sources.push(file) - 1
    if (name === '') return [at, source, line - 1, column - 1]
    // Nearly every name is on a single line, or on consecutive lines.
    const lastIndex = this.#names.length - 1
    return [at, source, line - 1, column - 1, this.#names[lastIndex] === name ? lastIndex : this.#names.push(name) - 1]
  }

  get code(): string {
    return `${this.#texts.join('\n')}\n`
  }

  get map(): SourceMap {
    const lastMapped = this.#lines.findLastIndex((line) => line !== UNMAPPED)
    const mappings = encode(this.#lines.slice(0, lastMapped + 1))
    return { version: 3, sources: this.#sources, names: this.#names, mappings }
  }
}
