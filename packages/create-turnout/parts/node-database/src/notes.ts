import { mkdirSync } from 'node:fs'
import { createClient } from '@libsql/client'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const notes = sqliteTable('notes', { id: integer().primaryKey(), text: text().notNull() })

export type Note = typeof notes.$inferSelect

/** A file, unless the environment names another database, such as `libsql://notes.example.com`. Tests use memory. */
const url = import.meta.env.MODE === 'test' ? ':memory:' : (process.env['DATABASE_URL'] ?? 'file:data/notes.db')
if (url === 'file:data/notes.db') mkdirSync('data', { recursive: true })
const client = createClient({ url })
const db = drizzle(client)
const ready = client.executeMultiple(`
  create table if not exists notes (id integer primary key, text text not null);
  insert into notes (text) select 'Order paper for the large prints' where not exists (select 1 from notes);
`)

/** The notes, in a database. */
export const store = {
  async all(): Promise<readonly Note[]> {
    await ready
    return db.select().from(notes)
  },
  async find(id: number): Promise<Note | undefined> {
    await ready
    const [note] = await db.select().from(notes).where(eq(notes.id, id))
    return note
  },
  async add(text: string): Promise<Note> {
    await ready
    const [note] = await db.insert(notes).values({ text }).returning()
    return note!
  },
  async remove(id: number): Promise<boolean> {
    await ready
    const deleted = await db.delete(notes).where(eq(notes.id, id)).returning()
    return deleted.length > 0
  },
  async close(): Promise<void> {
    client.close()
  },
}
