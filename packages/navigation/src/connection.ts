// The connection of the navigation to the table and to the options of `start`.
import type { StartOptions, Table } from './types.ts'

/** The table and the options of `start`; null before `start`. */
export interface Connection {
  table: Table
  readonly options: StartOptions
}

/** A document has one location, so the state of this package is the state of its modules. */
export let connection: Connection | null = null

export function connect(next: Connection | null): void {
  connection = next
}
