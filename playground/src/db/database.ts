import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createClient, type Client } from '@libsql/client'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { migrate } from './migrate.ts'
import * as schema from './schema.ts'
import { seed } from './seed.ts'

export type Database = LibSQLDatabase<typeof schema> & { readonly $client: Client }

/** A file, unless the environment names another database, such as `libsql://album.example.com`. */
const ADDRESS = process.env['DATABASE_URL'] ?? 'file:data/album.db'

let opened: Promise<Database> | undefined

/** The database of the album: made and filled with an album to look at when it is opened for the first time. */
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
  if (ADDRESS.startsWith('file:')) mkdirSync(path.dirname(ADDRESS.slice('file:'.length)), { recursive: true })
  const authToken = process.env['DATABASE_TOKEN']
  const client = createClient(authToken === undefined ? { url: ADDRESS } : { url: ADDRESS, authToken })
  await client.execute('pragma foreign_keys = on')
  await migrate(client)
  const db = drizzle(client, { schema, casing: 'snake_case' })
  await seed(db)
  return db
}
