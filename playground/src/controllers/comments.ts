import { photoPath } from 'virtual:routes'
import { action } from 'virtual:routes/server'
import { z } from 'zod'
import { findPhoto } from '../data/photos.ts'
import { comments } from '../db/schema.ts'
import { problemsOf, textField } from '../forms.ts'
import { notFound } from '../views/errors.ts'
import { redirectTo } from '../views/page.ts'
import { photoPage } from '../views/photo.ts'

const CommentForm = z.object({ author: textField('Your name', 60), body: textField('Your comment', 1000) })

export const create = action(
  'comments#create',
  {
    body: CommentForm,
    async invalid(issues, { context, params, status, text }) {
      if (status !== 422) return undefined
      const photo = await findPhoto(context.db, params.photo_id)
      if (photo === null) return notFound(context)
      const values = { author: text('author'), body: text('body') }
      return photoPage({ context }, photo, { values, problems: problemsOf(issues) })
    },
  },
  async ({ context, params, request, body }) => {
    const photo = await findPhoto(context.db, params.photo_id)
    if (photo === null) return notFound(context)
    await context.db.insert(comments).values({ ...body, photoId: photo.id })
    return redirectTo(photoPath(photo.id), request, 'Thank you. The comment appears once it is approved.')
  },
)
