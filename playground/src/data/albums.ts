import { asc, desc, eq, like, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { albums, photos, type Album, type Photo } from '../db/schema.ts'
import { idFrom } from './ids.ts'

/** An album as lists show it. */
export interface AlbumCard extends Album {
  readonly cover: Photo | null
  readonly count: number
}

/** The album of that id, as it stands in a path; null where there is none. */
export async function findAlbum(db: Database, id: string): Promise<Album | null> {
  const [album] = await db
    .select()
    .from(albums)
    .where(eq(albums.id, idFrom(id)))
    .limit(1)
  return album ?? null
}

export function photosOf(db: Database, album: Album): Promise<Photo[]> {
  return db.select().from(photos).where(eq(photos.albumId, album.id)).orderBy(asc(photos.id))
}

/** The albums, the latest first, each with its first photo. */
export async function albumCards(db: Database, where?: SQL): Promise<AlbumCard[]> {
  const found = await db
    .select({
      album: albums,
      count: sql<number>`(select count(*) from ${photos} where ${photos.albumId} = ${albums.id})`,
      cover: photos,
    })
    .from(albums)
    .leftJoin(photos, sql`${photos.id} = (select min(id) from photos where album_id = ${albums.id})`)
    .where(where)
    .orderBy(desc(albums.month), desc(albums.id))
  return found.map(({ album, count, cover }) => ({ ...album, count, cover }))
}

/** Albums of a year (`2026`) or a month (`2026-07`). */
export const inTime = (when: string) => like(albums.month, `${when}%`)

/** The months that have albums, the latest first. */
export async function months(db: Database): Promise<string[]> {
  const rows = await db.selectDistinct({ month: albums.month }).from(albums).orderBy(desc(albums.month))
  return rows.map(({ month }) => month)
}
