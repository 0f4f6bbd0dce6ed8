import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createClient, type Client } from '@libsql/client'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { migrate } from './migrate.ts'
import * as schema from './schema.ts'

export type Database = LibSQLDatabase<typeof schema> & { readonly $client: Client }

/** A file, unless the environment names another database, such as `libsql://album.example.com`. */
const ADDRESS = process.env['DATABASE_URL'] ?? 'file:data/album.db'

/** Connects to the database, and brings its tables up to date. */
export async function connect(): Promise<Database> {
  if (ADDRESS.startsWith('file:')) mkdirSync(path.dirname(ADDRESS.slice('file:'.length)), { recursive: true })
  const authToken = process.env['DATABASE_TOKEN']
  const client = createClient(authToken === undefined ? { url: ADDRESS } : { url: ADDRESS, authToken })
  await client.execute('pragma foreign_keys = on')
  await migrate(client)
  return drizzle(client, { schema, casing: 'snake_case' })
}
