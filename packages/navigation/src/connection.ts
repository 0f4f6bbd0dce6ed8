// The state of the navigation between `start` and its end: the route table and the options of `start`.
import type { StartOptions, Table } from './types.ts'

/** The table and the options of `start`; null before `start`. */
export interface Connection {
  table: Table
  readonly options: StartOptions
}

/** A module variable, because a document has only one location. */
export let connection: Connection | null = null

export function connect(next: Connection | null): void {
  connection = next
}
