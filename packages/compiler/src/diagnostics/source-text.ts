import { getOrCreate } from '../collections.ts'

/**
 * Finds lines in a source file. A report shows many places of the same file, which may have megabytes, so the file is read and
 * split into lines only once.
 */

/** Reads a source file by its path relative to the project root; null if it cannot be read. */
export type ReadSource = (file: string) => string | SourceText | null

/** The contents of a file, with an index of its lines. */
export class SourceText {
  readonly #text: string
  /** Start and end of each line, without its line break. */
  readonly #lines: (readonly [start: number, end: number])[] = []

  constructor(text: string) {
    this.#text = text
    let start = 0
    for (const lineBreak of text.matchAll(/\r\n|\n|\r/g)) {
      this.#lines.push([start, lineBreak.index])
      start = lineBreak.index + lineBreak[0].length
    }
    this.#lines.push([start, text.length])
  }

  get lineCount(): number {
    return this.#lines.length
  }

  /** @param number 1-based */
  lineLength(number: number): number {
    const [start, end] = this.#lines[number - 1]!
    return end - start
  }

  /** The part of a line between two 0-based columns. */
  sliceOfLine(number: number, from: number, to: number): string {
    const [start, end] = this.#lines[number - 1]!
    return this.#text.slice(Math.min(start + from, end), Math.min(start + to, end))
  }
}

/** Reads each file once, for one report. Files may change between two reports. */
export function readOnce(read: ReadSource): ReadSource {
  const sources = new Map<string, SourceText | null>()
  return (file) =>
    getOrCreate(sources, file, () => {
      const text = read(file)
      return typeof text === 'string' ? new SourceText(text) : text
    })
}
