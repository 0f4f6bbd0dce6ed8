import { commentPath, photoPath } from 'virtual:routes'
import type { Action } from '../page.ts'
import { comments, photos, type Comment } from '../store.ts'
import { form } from '../views.ts'

/** A comment is shown on the page of its photo. */
const place = (comment: Comment): string => photoPath(comment.photoId, { anchor: 'comments' })

export const create: Action = ({ params, values }) => {
  const photo = photos.find(params['photo_id'])
  if (photo === null) return null
  const [author, text] = [values.get('author') ?? '', values.get('text') ?? '']
  return { location: place(comments.create({ photoId: photo.id, author, text, approved: false })) }
}

export const edit: Action = ({ params }) => {
  const comment = comments.find(params['id'])
  if (comment === null) return null
  const fields = [{ name: 'text', label: 'Comment', value: comment.text }]
  return { title: 'Edit the comment', body: form(commentPath(comment.id), 'PATCH', fields, 'Save') }
}

export const update: Action = ({ params, values }) => {
  const comment = comments.find(params['id'])
  if (comment === null) return null
  comments.update(comment, { text: values.get('text') ?? '' })
  return { location: place(comment) }
}

export const destroy: Action = ({ params }) => {
  const comment = comments.find(params['id'])
  if (comment === null) return null
  comments.remove(comment)
  return { location: place(comment) }
}
