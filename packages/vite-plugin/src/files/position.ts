/** A place in a source. Both numbers count from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Returns the position of the character at an index of a source. */
export function positionAt(source: string, index: number): Position {
  const lines = source.slice(0, index).split(/\r\n|\n|\r/)
  return { line: lines.length, column: lines.at(-1)!.length + 1 }
}
