import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { photos, pictures, type Photo } from '../db/schema.ts'
import { idFrom } from './ids.ts'

export interface Picture {
  readonly width: number
  readonly height: number
  /** Such as `image/jpeg`. */
  readonly type: string
  readonly bytes: Buffer
}

/** Adds a photo with its picture, both or neither. Returns its id. */
export async function addPhoto(
  db: Database,
  { albumId, title, picture }: { albumId: number; title: string; picture: Picture },
): Promise<number> {
  const { bytes, ...size } = picture
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const [[photo]] = await db.batch([
    db
      .insert(photos)
      .values({ albumId, title, version, ...size })
      .returning({ id: photos.id }),
    db.insert(pictures).values({ photoId: sql`last_insert_rowid()`, bytes }),
  ])
  return photo!.id
}

/** The photo of that id, as it stands in a path; null where there is none. */
export async function findPhoto(db: Database, id: string): Promise<Photo | null> {
  const [photo] = await db
    .select()
    .from(photos)
    .where(eq(photos.id, idFrom(id)))
    .limit(1)
  return photo ?? null
}

export async function bytesOf(db: Database, photo: Photo): Promise<Buffer> {
  const [picture] = await db.select().from(pictures).where(eq(pictures.photoId, photo.id)).limit(1)
  return picture!.bytes
}

/** The photos before and after it in its album. */
export async function neighbours(
  db: Database,
  { id, albumId }: Photo,
): Promise<{ before: Photo | undefined; after: Photo | undefined }> {
  const inAlbum = eq(photos.albumId, albumId)
  const [[before], [after]] = await db.batch([
    db
      .select()
      .from(photos)
      .where(and(inAlbum, lt(photos.id, id)))
      .orderBy(desc(photos.id))
      .limit(1),
    db
      .select()
      .from(photos)
      .where(and(inAlbum, gt(photos.id, id)))
      .orderBy(asc(photos.id))
      .limit(1),
  ])
  return { before, after }
}
