import { eq } from 'drizzle-orm'
import { albumPath, albumPhotosPath, photoPath } from 'virtual:routes'
import { action, type Action } from 'virtual:routes/server'
import { z } from 'zod'
import { findAlbum } from '../data/albums.ts'
import { addPhoto, bytesOf, findPhoto } from '../data/photos.ts'
import { photos, type Album, type Photo } from '../db/schema.ts'
import { isRight, MAX_PICTURE, pictureField, problemsOf, textField, type Problems } from '../forms.ts'
import { keepersOnly } from '../guards.ts'
import { html } from '../html.ts'
import { notFound } from '../views/errors.ts'
import { field, form } from '../views/fields.ts'
import { page, redirectTo, type Shown } from '../views/page.ts'
import { photoPage } from '../views/photo.ts'

export const middleware = [keepersOnly('show', 'picture')]

const TitleForm = z.object({ title: textField('The title', 80) })
const PhotoForm = TitleForm.extend({ picture: pictureField })

export const show: Action<'photos#show'> = async (args) => {
  const photo = await findPhoto(args.context.db, args.params.id)
  return photo === null ? notFound(args.context) : photoPage(args, photo)
}

export const picture: Action<'photos#picture'> = async ({ context, params, request }) => {
  const photo = await findPhoto(context.db, params.id)
  if (photo === null) return new Response('Not Found', { status: 404 })
  const headers = {
    'content-type': photo.type,
    etag: `"${photo.version}"`,
    'cache-control': 'public, max-age=31536000, immutable',
    // Opened by itself, a picture is a document: it may do nothing.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  }
  if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(await bytesOf(context.db, photo)), { headers })
}

const newPhoto: Action<'photos#new'> = async (args) => {
  const album = await findAlbum(args.context.db, args.params.album_id)
  return album === null ? notFound(args.context) : newPage(args, album, '', {})
}
export { newPhoto as new }

function newPage(args: Shown, album: Album, title: string, problems: Problems): Response {
  return page(args, {
    title: 'Add a photo',
    kind: 'reading',
    status: isRight({ problems }) ? 200 : 422,
    body: html`<h1>Add a photo to “${album.title}”</h1>
      ${form({ to: albumPhotosPath(album.id), send: 'Add photo', cancel: albumPath(album.id), hasFile: true }, [
        field(
          {
            name: 'picture',
            label: 'Picture',
            type: 'file',
            hint: `JPEG, PNG, WebP, AVIF or GIF, up to ${MAX_PICTURE / 1024 / 1024} MB`,
          },
          problems,
        ),
        field({ name: 'title', label: 'Title', value: title, maxlength: 80 }, problems),
      ])}`,
  })
}

export const create = action(
  'photos#create',
  {
    body: PhotoForm,
    async invalid(issues, { context, params, status, text }) {
      if (status !== 422) return undefined
      const album = await findAlbum(context.db, params.album_id)
      return album === null ? notFound(context) : newPage({ context }, album, text('title'), problemsOf(issues))
    },
  },
  async ({ context, params, request, body }) => {
    const album = await findAlbum(context.db, params.album_id)
    if (album === null) return notFound(context)
    const id = await addPhoto(context.db, { albumId: album.id, ...body })
    return redirectTo(photoPath(id), request, 'The photo was added to the album.')
  },
)

export const edit: Action<'photos#edit'> = async (args) => {
  const photo = await findPhoto(args.context.db, args.params.id)
  return photo === null ? notFound(args.context) : editPage(args, photo, photo.title, {})
}

function editPage(args: Shown, photo: Photo, title: string, problems: Problems): Response {
  return page(args, {
    title: `Rename ${photo.title}`,
    kind: 'reading',
    status: isRight({ problems }) ? 200 : 422,
    body: html`<h1>Rename “${photo.title}”</h1>
      ${form({ to: photoPath(photo.id), verb: 'patch', send: 'Save', cancel: photoPath(photo.id) }, [
        field({ name: 'title', label: 'Title', value: title, maxlength: 80 }, problems),
      ])}`,
  })
}

export const update = action(
  'photos#update',
  {
    body: TitleForm,
    async invalid(issues, { context, params, status, text }) {
      if (status !== 422) return undefined
      const photo = await findPhoto(context.db, params.id)
      return photo === null ? notFound(context) : editPage({ context }, photo, text('title'), problemsOf(issues))
    },
  },
  async ({ context, params, request, body }) => {
    const photo = await findPhoto(context.db, params.id)
    if (photo === null) return notFound(context)
    await context.db.update(photos).set(body).where(eq(photos.id, photo.id))
    return redirectTo(photoPath(photo.id), request, 'Saved.')
  },
)

export const remove: Action<'photos#remove'> = async (args) => {
  const photo = await findPhoto(args.context.db, args.params.id)
  if (photo === null) return notFound(args.context)
  return page(args, {
    title: `Delete ${photo.title}`,
    kind: 'reading',
    body: html`<h1>Delete “${photo.title}”?</h1>
      <p>This also deletes its comments. You cannot undo this.</p>
      ${form({ to: photoPath(photo.id), verb: 'delete', send: 'Delete photo', cancel: photoPath(photo.id) }, [])}`,
  })
}

export const destroy: Action<'photos#destroy'> = async ({ context, params, request }) => {
  const photo = await findPhoto(context.db, params.id)
  if (photo === null) return notFound(context)
  await context.db.delete(photos).where(eq(photos.id, photo.id))
  return redirectTo(albumPath(photo.albumId), request, `“${photo.title}” was deleted.`)
}
