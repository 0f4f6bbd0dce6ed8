import { sql } from 'drizzle-orm'
import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const now = sql`(unixepoch())`

/** Whoever may sign in. A keeper looks after the albums; a reader has a name that goes under comments. */
export const users = sqliteTable('users', {
  id: integer().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  role: text({ enum: ['keeper', 'reader'] }).notNull(),
  /** `salt:key`, both in hexadecimal, by scrypt. */
  password: text().notNull(),
})

export const sessions = sqliteTable('sessions', {
  /** The SHA-256 of what the cookie holds: who reads the database cannot sign in with it. */
  id: text().primaryKey(),
  userId: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In seconds since 1970. */
  expires: integer().notNull(),
})

export const albums = sqliteTable('albums', {
  id: integer().primaryKey(),
  title: text().notNull(),
  story: text().notNull().default(''),
  /** `2026-07` */
  month: text().notNull(),
})

export const photos = sqliteTable('photos', {
  id: integer().primaryKey(),
  albumId: integer()
    .notNull()
    .references(() => albums.id, { onDelete: 'cascade' }),
  title: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  /** Such as `image/jpeg`. */
  type: text().notNull(),
  /** Goes into the address of the picture, so that browsers may keep it for good. */
  version: text().notNull(),
})

/** The pictures lie apart from what is known of them: lists of photos need not read them. */
export const pictures = sqliteTable('pictures', {
  photoId: integer()
    .primaryKey()
    .references(() => photos.id, { onDelete: 'cascade' }),
  bytes: blob({ mode: 'buffer' }).notNull(),
})

export const comments = sqliteTable('comments', {
  id: integer().primaryKey(),
  photoId: integer()
    .notNull()
    .references(() => photos.id, { onDelete: 'cascade' }),
  author: text().notNull(),
  body: text().notNull(),
  /** Nobody but a keeper sees it before. */
  isApproved: integer({ mode: 'boolean' }).notNull().default(false),
  /** In seconds since 1970. */
  written: integer().notNull().default(now),
})

export type User = typeof users.$inferSelect
export type Album = typeof albums.$inferSelect
export type Photo = typeof photos.$inferSelect
export type Comment = typeof comments.$inferSelect
