import { adminCommentPath, adminCommentsPath, approveAdminCommentPath, photoPath } from 'virtual:routes'
import { html } from '../../html.ts'
import type { Action } from '../../page.ts'
import { comments, type Comment } from '../../store.ts'
import { buttonTo } from '../../views.ts'

function item(comment: Comment) {
  return html`<li>
    <b>${comment.author}</b> <a href="${photoPath(comment.photoId)}">${comment.text}</a>
    ${comment.approved ? '' : buttonTo('Approve', approveAdminCommentPath(comment.id), 'PATCH')}
    ${buttonTo('Delete', adminCommentPath(comment.id), 'DELETE')}
  </li>`
}

export const index: Action = () => ({
  title: 'Comments',
  body: html`<ul class="comments">
    ${comments.all().map(item)}
  </ul>`,
})

export const approve: Action = ({ params }) => {
  const comment = comments.find(params['id'])
  if (comment === null) return null
  comments.update(comment, { approved: true })
  return { location: adminCommentsPath() }
}

export const destroy: Action = ({ params }) => {
  const comment = comments.find(params['id'])
  if (comment === null) return null
  comments.remove(comment)
  return { location: adminCommentsPath() }
}
