import { encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import type { Location } from '../../location.ts'

/** A source map as bundlers take it. Its sources are relative to the project root. */
export interface SourceMap {
  readonly version: 3
  readonly sources: readonly string[]
  readonly names: readonly string[]
  readonly mappings: string
}

/** Most lines come from no declaration. */
const UNMAPPED: SourceMapSegment[] = []

/** Emitted text, line by line, with the places in the route files that it stands for. */
export class MappedText {
  readonly #texts: string[] = []
  /** For each line the one place that it has. */
  readonly #lines: SourceMapSegment[][] = []
  readonly #sources: string[] = []
  readonly #names: string[] = []

  /** Adds a line or several. `location`: where the declaration stands that the first one, at the text `at`, came from. */
  add(text: string, location: Location | null = null, at = ''): void {
    this.#texts.push(text)
    this.#lines.push(location === null ? UNMAPPED : [this.#segment(location, Math.max(text.indexOf(at), 0), at)])
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) this.#lines.push(UNMAPPED)
  }

  #segment({ file, line, column }: Location, at: number, name: string): SourceMapSegment {
    let source = this.#sources.lastIndexOf(file)
    if (source < 0) source = this.#sources.push(file) - 1
    if (name === '') return [at, source, line - 1, column - 1]
    // Nearly every name stands on one line alone, or on several on end.
    const last = this.#names.length - 1
    return [at, source, line - 1, column - 1, this.#names[last] === name ? last : this.#names.push(name) - 1]
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
