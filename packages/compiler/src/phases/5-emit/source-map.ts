import { encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import type { Location } from '../../diagnostics/location.ts'

/** A source map in the format of bundlers. Its sources are relative to the project root. */
export interface SourceMap {
  readonly version: 3
  readonly sources: readonly string[]
  readonly names: readonly string[]
  readonly mappings: string
}

/** The mapping of a line without a declaration, as most are. Shared, so that `map` recognises unmapped lines by identity. */
const UNMAPPED: SourceMapSegment[] = []

/** Emitted code, line by line, with places in the route files. */
export class MappedText {
  readonly #texts: string[] = []
  /** The segments of each line: one, or none. */
  readonly #mappings: SourceMapSegment[][] = []
  readonly #sources: string[] = []
  readonly #names: string[] = []

  /**
   * Adds one or more lines. A name in the first line maps to the location of a declaration:
   *
   *     add("export const photosPath = …", { file: 'config/routes.ts', line: 4, column: 3 }, 'photosPath')
   *
   * @param name defaults to none: then the location is that of the start of the line
   */
  add(text: string, location: Location | null = null, name = ''): void {
    this.#texts.push(text)
    const generatedColumn = Math.max(text.indexOf(name), 0)
    this.#mappings.push(location === null ? UNMAPPED : [this.#segment(location, generatedColumn, name)])
    // Only the first line is mapped.
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) this.#mappings.push(UNMAPPED)
  }

  #segment({ file, line, column }: Location, generatedColumn: number, name: string): SourceMapSegment {
    let source = this.#sources.lastIndexOf(file)
    if (source < 0) source = this.#sources.push(file) - 1
    if (name === '') return [generatedColumn, source, line - 1, column - 1]
    // Nearly every name is on a single line, or on consecutive lines.
    const lastIndex = this.#names.length - 1
    const nameIndex = this.#names[lastIndex] === name ? lastIndex : this.#names.push(name) - 1
    return [generatedColumn, source, line - 1, column - 1, nameIndex]
  }

  get code(): string {
    return `${this.#texts.join('\n')}\n`
  }

  get map(): SourceMap {
    const lastMapped = this.#mappings.findLastIndex((line) => line !== UNMAPPED)
    const mappings = encode(this.#mappings.slice(0, lastMapped + 1))
    return { version: 3, sources: this.#sources, names: this.#names, mappings }
  }
}
