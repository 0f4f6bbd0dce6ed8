import { photoPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'
import { findPhoto } from '../data/photos.ts'
import { comments } from '../db/schema.ts'
import { checkText, isRight, problemsOf, textOf } from '../forms.ts'
import { notFound } from '../views/errors.ts'
import { redirectTo } from '../views/page.ts'
import { photoPage } from '../views/photo.ts'

export const create: Action<'comments#create'> = async (args) => {
  const { context, params, request } = args
  const photo = await findPhoto(context.db, params.photo_id)
  if (photo === null) return notFound(context)
  const form = await request.formData()
  const values = { author: textOf(form, 'author'), body: textOf(form, 'body') }
  const problems = problemsOf({
    author: checkText('Your name', values.author, 60),
    body: checkText('Your comment', values.body, 1000),
  })
  if (!isRight({ problems })) return photoPage(args, photo, { values, problems })
  await context.db.insert(comments).values({ ...values, photoId: photo.id })
  return redirectTo(photoPath(photo.id), request, 'Thank you. The comment appears once it is approved.')
}
