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
  readonly #sources = new Map<string, number>()
  readonly #names = new Map<string, number>()

  /** Adds a line or several. `location`: where the declaration stands that the first one, at the text `at`, came from. */
  add(text: string, location: Location | null = null, at = ''): void {
    this.#texts.push(text)
    this.#lines.push(location === null ? UNMAPPED : [this.#segment(location, Math.max(text.indexOf(at), 0), at)])
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) this.#lines.push(UNMAPPED)
  }

  #segment({ file, line, column }: Location, at: number, name: string): SourceMapSegment {
    const source = numberIn(this.#sources, file)
    return name === ''
      ? [at, source, line - 1, column - 1]
      : [at, source, line - 1, column - 1, numberIn(this.#names, name)]
  }

  get code(): string {
    return `${this.#texts.join('\n')}\n`
  }

  get map(): SourceMap {
    const lastMapped = this.#lines.findLastIndex((line) => line !== UNMAPPED)
    const mappings = encode(this.#lines.slice(0, lastMapped + 1))
    return { version: 3, sources: [...this.#sources.keys()], names: [...this.#names.keys()], mappings }
  }
}

/** The place of a text among those that were asked for so far. */
function numberIn(texts: Map<string, number>, text: string): number {
  let number = texts.get(text)
  if (number === undefined) texts.set(text, (number = texts.size))
  return number
}
