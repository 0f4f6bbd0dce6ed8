import { adminCommentPath, adminCommentsPath, approveAdminCommentPath, photoPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'
import { approve as approveComment, commentsToReview, removeComment, type CommentOnPhoto } from '../../data/comments.ts'
import { keepersOnly } from '../../guards.ts'
import { html, type Html } from '../../html.ts'
import { picture } from '../../views/albums.ts'
import { written } from '../../views/comments.ts'
import { notFound } from '../../views/errors.ts'
import { page, redirectTo } from '../../views/page.ts'

export const middleware = [keepersOnly()]

export const index: Action<'admin/comments#index'> = async (args) => {
  const all = await commentsToReview(args.context.db)
  const waiting = all.filter(({ comment }) => !comment.isApproved).length
  return page(args, {
    title: 'Comments',
    kind: 'reading',
    body: html`<h1>Comments</h1>
      <p class="quiet">
        ${waiting === 0 ? 'No comments are' : waiting === 1 ? 'One comment is' : `${waiting} comments are`} waiting for
        approval.
      </p>
      <ul class="review">
        ${all.map(row)}
      </ul>`,
  })
}

function row({ comment, photo }: CommentOnPhoto): Html {
  const button = (to: string, verb: string, label: string) =>
    html`<form method="post" action="${to}">
      <input type="hidden" name="_method" value="${verb}" />
      <button class="plain" aria-label="${label} the comment of ${comment.author} on ${photo.title}">${label}</button>
    </form>`
  return html`<li>
    <a href="${photoPath(photo.id)}">${picture(photo)}</a>
    <div>
      <p>${comment.body}</p>
      <p class="quiet">${comment.author}, ${written(comment)}</p>
    </div>
    <div class="tools">
      ${comment.isApproved ? html`<span class="badge">approved</span>` : button(approveAdminCommentPath(comment.id), 'patch', 'Approve')}
      ${button(adminCommentPath(comment.id), 'delete', 'Delete')}
    </div>
  </li>`
}

export const approve: Action<'admin/comments#approve'> = async ({ context, params, request }) =>
  (await approveComment(context.db, params.id))
    ? redirectTo(adminCommentsPath(), request, 'The comment is approved.')
    : notFound(context)

export const destroy: Action<'admin/comments#destroy'> = async ({ context, params, request }) =>
  (await removeComment(context.db, params.id))
    ? redirectTo(adminCommentsPath(), request, 'The comment was deleted.')
    : notFound(context)
