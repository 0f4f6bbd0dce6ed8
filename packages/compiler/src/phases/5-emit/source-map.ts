import type { Location } from '../../location.ts'

/** A source map as bundlers take it. Its sources are relative to the project root. */
export interface SourceMap {
  readonly version: 3
  readonly sources: readonly string[]
  readonly names: readonly string[]
  readonly mappings: string
}

/** Emitted text, line by line, with the places in the route files that it stands for. */
export class MappedText {
  readonly #texts: string[] = []
  /** As source maps have it: each line that has a place has one, all but its column as what changed since the last. */
  #mappings = ''
  /** How many lines have begun since the last place. */
  #linesBehind = 0
  #last = { source: 0, line: 1, column: 1, name: 0 }
  readonly #sources: string[] = []
  readonly #names: string[] = []

  /** Adds a line or several. `location`: where the declaration stands that the first one, at the text `at`, came from. */
  add(text: string, location: Location | null = null, at = ''): void {
    this.#texts.push(text)
    if (location !== null) this.#map(location, Math.max(text.indexOf(at), 0), at)
    this.#linesBehind += 1
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) this.#linesBehind += 1
  }

  #map({ file, line, column }: Location, at: number, text: string): void {
    const last = this.#last
    let source = this.#sources.lastIndexOf(file)
    if (source < 0) source = this.#sources.push(file) - 1
    let segment = digits(at) + digits(source - last.source) + digits(line - last.line) + digits(column - last.column)
    let { name } = last
    if (text !== '') {
      // Nearly every name stands on one line alone, or on several on end.
      name = this.#names.length - 1
      if (this.#names[name] !== text) name = this.#names.push(text) - 1
      segment += digits(name - last.name)
    }
    this.#mappings += ';'.repeat(this.#linesBehind) + segment
    this.#linesBehind = 0
    this.#last = { source, line, column, name }
  }

  get code(): string {
    return `${this.#texts.join('\n')}\n`
  }

  get map(): SourceMap {
    return { version: 3, sources: this.#sources, names: this.#names, mappings: this.#mappings }
  }
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** A number as source maps have it: its sign in the last bit, then five bits a digit, the last ones first. */
function digits(value: number): string {
  let rest = value < 0 ? -2 * value + 1 : 2 * value
  let text = ''
  while (rest > 31) {
    text += BASE64[32 + (rest & 31)]
    rest >>>= 5
  }
  return text + BASE64[rest]
}
