import type { Client } from '@libsql/client'

/** The steps from an empty database to that of `schema.ts`. A step that was taken somewhere is never changed. */
const STEPS: readonly (readonly string[])[] = [
  [
    `create table users (
      id integer primary key, name text not null, email text not null unique, role text not null, password text not null
    )`,
    `create table sessions (
      id text primary key, user_id integer not null references users on delete cascade, expires integer not null
    )`,
    `create table albums (
      id integer primary key, title text not null, story text not null default '', month text not null
    )`,
    `create table photos (
      id integer primary key, album_id integer not null references albums on delete cascade, title text not null,
      width integer not null, height integer not null, type text not null, version text not null
    )`,
    `create table pictures (photo_id integer primary key references photos on delete cascade, bytes blob not null)`,
    `create table comments (
      id integer primary key, photo_id integer not null references photos on delete cascade, author text not null,
      body text not null, is_approved integer not null default 0, written integer not null default (unixepoch())
    )`,
    `create index photos_of_album on photos (album_id)`,
    `create index comments_of_photo on comments (photo_id)`,
  ],
]

/** Takes the steps that this database has not taken yet, each whole or not at all. */
export async function migrate(client: Client): Promise<void> {
  await client.execute('create table if not exists migrations (step integer primary key)')
  const { rows } = await client.execute('select coalesce(max(step), 0) as taken from migrations')
  const taken = Number(rows[0]!['taken'])
  for (const [index, statements] of STEPS.entries()) {
    if (index < taken) continue
    await client.batch([...statements, `insert into migrations values (${index + 1})`], 'write')
  }
}
