import { or, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { albums, photos, type Photo } from '../db/schema.ts'
import { albumCards, type AlbumCard } from './albums.ts'

const MOST = 60

/** Albums and photos whose words hold the text. */
export async function search(db: Database, text: string): Promise<{ albums: AlbumCard[]; photos: Photo[] }> {
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const holds = (column: unknown) => sql`${column} like ${like} escape '\\'`
  const [foundAlbums, foundPhotos] = await Promise.all([
    albumCards(db, or(holds(albums.title), holds(albums.story))),
    db.select().from(photos).where(holds(photos.title)).limit(MOST),
  ])
  return { albums: foundAlbums, photos: foundPhotos }
}
