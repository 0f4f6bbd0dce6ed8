/** A note, as the server sends it and the pages show it. */
export interface Note {
  readonly id: number
  readonly text: string
}
