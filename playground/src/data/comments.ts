import { and, asc, desc, eq } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { comments, photos, type Comment, type Photo } from '../db/schema.ts'
import { idFrom } from './ids.ts'

/** The comments of a photo, the oldest first. Those that wait are a keeper's to see. */
export function commentsOf(db: Database, photo: Photo, seeAll: boolean): Promise<Comment[]> {
  const ofPhoto = eq(comments.photoId, photo.id)
  return db
    .select()
    .from(comments)
    .where(seeAll ? ofPhoto : and(ofPhoto, eq(comments.isApproved, true)))
    .orderBy(asc(comments.id))
}

export interface CommentOnPhoto {
  readonly comment: Comment
  readonly photo: Photo
}

/** All comments, those that wait first. */
export function commentsToReview(db: Database): Promise<CommentOnPhoto[]> {
  return db
    .select({ comment: comments, photo: photos })
    .from(comments)
    .innerJoin(photos, eq(photos.id, comments.photoId))
    .orderBy(asc(comments.isApproved), desc(comments.id))
}

/** True if there was such a comment. */
export async function approve(db: Database, id: string): Promise<boolean> {
  const changed = await db
    .update(comments)
    .set({ isApproved: true })
    .where(eq(comments.id, idFrom(id)))
    .returning()
  return changed.length > 0
}

/** True if there was such a comment. */
export async function removeComment(db: Database, id: string): Promise<boolean> {
  const gone = await db
    .delete(comments)
    .where(eq(comments.id, idFrom(id)))
    .returning()
  return gone.length > 0
}
