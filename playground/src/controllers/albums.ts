import { eq } from 'drizzle-orm'
import {
  albumPath,
  albumsPath,
  newAlbumPath,
  newAlbumPhotoPath,
  removeAlbumPath,
  editAlbumPath,
  photoPath,
  slideshowAlbumPath,
} from 'virtual:routes'
import { action, type Action } from 'virtual:routes/server'
import { z } from 'zod'
import { isKeeper } from '../context.ts'
import { albumCards, findAlbum, inTime, months, photosOf } from '../data/albums.ts'
import { albums, type Album } from '../db/schema.ts'
import { isRight, problemsOf, textField, type Form } from '../forms.ts'
import { keepersOnly } from '../guards.ts'
import { html } from '../html.ts'
import { albumGrid, monthInWords, monthLink, photoGrid, picture } from '../views/albums.ts'
import { notFound } from '../views/errors.ts'
import { field, form } from '../views/fields.ts'
import { inspectorLink, showcase } from '../views/showcase.ts'
import { page, redirectTo, type Shown } from '../views/page.ts'

export const middleware = [keepersOnly('index', 'show', 'slideshow', 'archive')]

type Values = Pick<Album, 'title' | 'story' | 'month'>

const AlbumForm = z.object({
  title: textField('The title', 80),
  story: z.union([z.literal(''), textField('The story', 600)]).default(''),
  month: z
    .string('Give a month, such as 2026-07.')
    .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'Give a month, such as 2026-07.'),
})

/** What was typed into the form. */
const typedValues = (text: (name: string) => string): Values => ({
  title: text('title'),
  story: text('story'),
  month: text('month'),
})

const fields = ({ values, problems }: Form<Values>) => [
  field({ name: 'title', label: 'Title', value: values.title, maxlength: 80 }, problems),
  field({ name: 'month', label: 'Month', type: 'month', value: values.month, hint: 'Such as 2026-07' }, problems),
  field(
    { name: 'story', label: 'Story', type: 'area', value: values.story, maxlength: 600, isOptional: true },
    problems,
  ),
]

export const index: Action<'albums#index'> = async (args) => {
  const { context, params } = args
  const cards = await albumCards(context.db)
  if ('format' in params && params.format === 'json') {
    return Response.json(
      cards.map(({ id, title, story, month, count }) => ({ id, title, story, month, count, url: albumPath(id) })),
    )
  }
  const adds = isKeeper(context) ? html`<a class="button" href="${newAlbumPath()}">New album</a>` : ''
  return page(args, {
    title: 'Albums',
    body: html`<div class="opening">
        <h1>Light, <em>kept.</em></h1>
        <p>Landscapes from our travels, with an album for each trip. ${inspectorLink()} ${adds}</p>
      </div>
      ${albumGrid(cards)} ${showcase(cards[0])}`,
  })
}

export const archive: Action<'albums#archive'> = async (args) => {
  const { context, params } = args
  const when = params.month === undefined ? params.year : `${params.year}-${params.month}`
  const [cards, all] = await Promise.all([albumCards(context.db, inTime(when)), months(context.db)])
  if (cards.length === 0) return notFound(context)
  const title = params.month === undefined ? when : monthInWords(when)
  return page(args, {
    title,
    body: html`<div class="opening"><h1>${title}</h1></div>
      ${albumGrid(cards)}
      <nav class="months" aria-label="Months">${all.map(monthLink)}</nav>`,
  })
}

export const show: Action<'albums#show'> = async (args) => {
  const { context, params } = args
  const album = await findAlbum(context.db, params.id)
  if (album === null) return notFound(context)
  const photos = await photosOf(context.db, album)
  if (params.format === 'json') {
    return Response.json({ ...album, photos: photos.map((photo) => ({ ...photo, url: photoPath(photo.id) })) })
  }
  const tools = html`<a href="${newAlbumPhotoPath(album.id)}">Add a photo</a>
    <a href="${editAlbumPath(album.id)}">Edit</a>
    <a href="${removeAlbumPath(album.id)}" data-ask>Delete</a>`
  return page(args, {
    title: album.title,
    body: html`<div class="opening">
        <p class="quiet">${monthLink(album.month)}</p>
        <h1>${album.title}</h1>
        ${album.story === '' ? '' : html`<p>${album.story}</p>`}
        <p class="tools">
          ${photos.length === 0 ? '' : html`<a href="${slideshowAlbumPath(album.id)}">Slideshow</a>`}
          ${isKeeper(context) ? tools : ''}
        </p>
      </div>
      ${photos.length === 0 ? html`<p class="quiet">No photos yet.</p>` : photoGrid(photos)}`,
  })
}

/** Any other text is the first photo. */
const Slide = z.object({ at: z.coerce.number<string | number>().int().min(1).catch(1) }).partial()

export const slideshow = action('albums#slideshow', { query: Slide }, async (args) => {
  const { context, params, query } = args
  const album = await findAlbum(context.db, params.id)
  if (album === null) return notFound(context)
  const photos = await photosOf(context.db, album)
  const at = Math.min(query.at ?? 1, photos.length)
  const photo = photos[at - 1]
  if (photo === undefined) return notFound(context)
  const to = (place: number, rel: string, label: string) =>
    place >= 1 && place <= photos.length
      ? html`<a rel="${rel}" href="${slideshowAlbumPath(album.id, { query: { at: place } })}">${label}</a>`
      : html`<span></span>`
  return page(args, {
    title: `${photo.title}, ${at} of ${photos.length}`,
    kind: 'dark',
    body: html`<figure class="stage">
      <a href="${photoPath(photo.id)}">${picture(photo, { isFirst: true })}</a>
      <figcaption>
        ${to(at - 1, 'prev', '← Previous')}
        <span>
          <h1>${photo.title}</h1>
          <a href="${albumPath(album.id)}">${album.title}</a>, ${at} of ${photos.length}
        </span>
        ${to(at + 1, 'next', 'Next →')}
      </figcaption>
    </figure>`,
  })
})

const EMPTY: Values = { title: '', story: '', month: '' }

const newAlbum: Action<'albums#new'> = (args) => newPage(args, { values: EMPTY, problems: {} })
export { newAlbum as new }

function newPage(args: Shown, sent: Form<Values>): Response {
  return page(args, {
    title: 'New album',
    kind: 'reading',
    status: isRight(sent) ? 200 : 422,
    body: html`<h1>New album</h1>
      ${form({ to: albumsPath(), send: 'Create album', cancel: albumsPath() }, fields(sent))}`,
  })
}

export const create = action(
  'albums#create',
  {
    body: AlbumForm,
    invalid: (issues, { context, status, text }) =>
      status === 422 ? newPage({ context }, { values: typedValues(text), problems: problemsOf(issues) }) : undefined,
  },
  async ({ context, request, body }) => {
    const [album] = await context.db.insert(albums).values(body).returning()
    return redirectTo(albumPath(album!.id), request, 'The album is ready. Add some photos.')
  },
)

export const edit: Action<'albums#edit'> = async (args) => {
  const album = await findAlbum(args.context.db, args.params.id)
  return album === null ? notFound(args.context) : editPage(args, album, { values: album, problems: {} })
}

function editPage(args: Shown, album: Album, sent: Form<Values>): Response {
  return page(args, {
    title: `Edit ${album.title}`,
    kind: 'reading',
    status: isRight(sent) ? 200 : 422,
    body: html`<h1>Edit “${album.title}”</h1>
      ${form({ to: albumPath(album.id), verb: 'patch', send: 'Save', cancel: albumPath(album.id) }, fields(sent))}`,
  })
}

export const update = action(
  'albums#update',
  {
    body: AlbumForm,
    async invalid(issues, { context, params, status, text }) {
      if (status !== 422) return undefined
      const album = await findAlbum(context.db, params.id)
      if (album === null) return notFound(context)
      return editPage({ context }, album, { values: typedValues(text), problems: problemsOf(issues) })
    },
  },
  async ({ context, params, request, body }) => {
    const album = await findAlbum(context.db, params.id)
    if (album === null) return notFound(context)
    await context.db.update(albums).set(body).where(eq(albums.id, album.id))
    return redirectTo(albumPath(album.id), request, 'Saved.')
  },
)

function warning(count: number): string {
  if (count === 0) return 'The album has no photos.'
  return count === 1
    ? 'This also deletes its photo and its comments.'
    : `This also deletes its ${count} photos and their comments.`
}

export const remove: Action<'albums#remove'> = async (args) => {
  const album = await findAlbum(args.context.db, args.params.id)
  if (album === null) return notFound(args.context)
  const { length } = await photosOf(args.context.db, album)
  return page(args, {
    title: `Delete ${album.title}`,
    kind: 'reading',
    body: html`<h1>Delete “${album.title}”?</h1>
      <p>${warning(length)} You cannot undo this.</p>
      ${form({ to: albumPath(album.id), verb: 'delete', send: 'Delete album', cancel: albumPath(album.id) }, [])}`,
  })
}

export const destroy: Action<'albums#destroy'> = async ({ context, params, request }) => {
  const album = await findAlbum(context.db, params.id)
  if (album === null) return notFound(context)
  await context.db.delete(albums).where(eq(albums.id, album.id))
  return redirectTo(albumsPath(), request, `“${album.title}” was deleted.`)
}
