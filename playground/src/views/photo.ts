import { albumPath, editPhotoPath, photoCommentsPath, photoPath, removePhotoPath } from 'virtual:routes'
import { isKeeper } from '../context.ts'
import { findAlbum } from '../data/albums.ts'
import { commentsOf } from '../data/comments.ts'
import { neighbours } from '../data/photos.ts'
import type { Photo } from '../db/schema.ts'
import { isRight, type Form } from '../forms.ts'
import { html } from '../html.ts'
import { picture } from './albums.ts'
import { commentForm, commentList, type CommentValues } from './comments.ts'
import { page, type Shown } from './page.ts'

/** The page of a photo, with the comment that someone is about to send. */
export async function photoPage(
  args: Shown,
  photo: Photo,
  sent: Form<CommentValues> = { values: { author: args.context.user?.name ?? '', body: '' }, problems: {} },
): Promise<Response> {
  const { context } = args
  const { db } = context
  const [album, { before, after }, comments] = await Promise.all([
    findAlbum(db, String(photo.albumId)),
    neighbours(db, photo),
    commentsOf(db, photo, isKeeper(context)),
  ])
  const to = (other: Photo | undefined, rel: string, label: string) =>
    other === undefined ? html`<span></span>` : html`<a rel="${rel}" href="${photoPath(other.id)}">${label}</a>`
  const tools = html`<p class="tools">
    <a href="${editPhotoPath(photo.id)}">Rename</a> <a href="${removePhotoPath(photo.id)}" data-ask>Delete</a>
  </p>`
  return page(args, {
    title: photo.title,
    status: isRight(sent) ? 200 : 422,
    body: html`<figure class="single">
        ${picture(photo, { isFirst: true })}
        <figcaption>
          ${to(before, 'prev', '← Previous')}
          <div>
            <h1>${photo.title}</h1>
            <p class="quiet">From <a href="${albumPath(photo.albumId)}">${album?.title ?? 'its album'}</a></p>
            ${isKeeper(context) ? tools : ''}
          </div>
          ${to(after, 'next', 'Next →')}
        </figcaption>
      </figure>
      <section class="comments" aria-labelledby="comments">
        <h2 id="comments">${comments.length === 0 ? 'No comments yet' : 'Comments'}</h2>
        ${commentList(comments)} ${commentForm(photoCommentsPath(photo.id), sent)}
      </section>`,
  })
}
