import { connect, type Database } from './connect.ts'
import { seed } from './seed.ts'

let opened: Promise<Database> | undefined

/** Returns the database of the albums. The first call opens it, and fills it with sample albums if it is empty. */
export function database(): Promise<Database> {
  opened ??= open().catch((error: unknown) => {
    // The next request tries again.
    opened = undefined
    throw error
  })
  return opened
}

/** Closes the database, if it is open. */
export async function closeDatabase(): Promise<void> {
  const db = await opened
  db?.$client.close()
}

async function open(): Promise<Database> {
  const db = await connect()
  await seed(db)
  return db
}
