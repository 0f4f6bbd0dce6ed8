import {
  albumPath,
  albumsPath,
  archivePath,
  editAlbumPath,
  newAlbumPath,
  newAlbumPhotoPath,
  photoPath,
  searchAlbumsPath,
  slideshowAlbumPath,
} from 'virtual:routes'
import { html, type Html } from '../html.ts'
import type { Action } from '../page.ts'
import { albums, photosOf, removePhoto, type Album } from '../store.ts'
import { buttonTo, form, photoGrid, picture } from '../views.ts'

const fields = (album?: Album) => [
  { name: 'title', label: 'Title', value: album?.title ?? '' },
  { name: 'month', label: 'Month', value: album?.month ?? '2026-11', pattern: '\\d{4}-[01]\\d' },
]

function list(found: readonly Album[]): Html {
  if (found.length === 0) return html`<p class="quiet">No albums.</p>`
  const item = (album: Album) => {
    const [year = '', month = ''] = album.month.split('-')
    return html`<li>
      <a href="${albumPath(album.id)}">${album.title}</a>
      <a class="quiet" href="${archivePath({ year, month })}">${album.month}</a>
    </li>`
  }
  return html`<ul>
    ${found.map(item)}
  </ul>`
}

export const index: Action = () => ({
  title: 'Albums',
  body: html`
    ${list(albums.all())}
    <form action="${searchAlbumsPath()}"><input name="q" placeholder="Search" required /><button>Search</button></form>
    <p><a href="${newAlbumPath()}">New album</a></p>
  `,
})

export const search: Action = ({ values }) => {
  const text = values.get('q') ?? ''
  const found = albums.all().filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
  return {
    title: `Albums with “${text}”`,
    body: html`${list(found)}
      <p><a href="${albumsPath()}">All albums</a></p>`,
  }
}

export const archive: Action = ({ params }) => {
  const { year = '', month } = params
  const when = month === undefined ? year : `${year}-${month}`
  const found = albums.all().filter((album) => album.month.startsWith(when))
  const months = [...new Set(albums.all().map((album) => album.month))].sort()
  const link = (each: string) => {
    const [y = '', m = ''] = each.split('-')
    return html`<li><a href="${archivePath({ year: y, month: m })}">${each}</a></li>`
  }
  return {
    title: `Albums of ${when}`,
    body: html`${list(found)}
      <h2>Other months</h2>
      <ul>
        ${months.map(link)}
      </ul>`,
  }
}

export const show: Action = ({ params }) => {
  const album = albums.find(params['id'])
  if (album === null) return null
  return {
    title: album.title,
    body: html`
      ${photoGrid(photosOf(album))}
      <div class="row">
        <a href="${newAlbumPhotoPath(album.id)}">Add a photo</a>
        <a href="${slideshowAlbumPath(album.id)}">Slideshow</a>
        <a href="${editAlbumPath(album.id)}">Edit</a>
        ${buttonTo('Delete', albumPath(album.id), 'DELETE')}
      </div>
    `,
  }
}

export const slideshow: Action = ({ params, values }) => {
  const album = albums.find(params['id'])
  if (album === null) return null
  const photos = photosOf(album)
  const at = Math.min(Math.max(Number(values.get('at') ?? 1), 1), photos.length)
  const photo = photos[at - 1]
  if (photo === undefined) return { title: album.title, body: html`<p class="quiet">No photos yet.</p>` }
  const to = (place: number, label: string) =>
    place >= 1 && place <= photos.length
      ? html`<a href="${slideshowAlbumPath(album.id, { query: { at: place } })}">${label}</a>`
      : html`<span class="quiet">${label}</span>`
  return {
    title: `${photo.title}, ${at} of ${photos.length}`,
    body: html`
      <a href="${photoPath(photo.id)}">${picture(photo, 'large')}</a>
      <p>${to(at - 1, 'Previous')} ${to(at + 1, 'Next')} <a href="${albumPath(album.id)}">${album.title}</a></p>
    `,
  }
}

const newAlbum: Action = () => ({ title: 'New album', body: form(albumsPath(), 'POST', fields(), 'Create') })
export { newAlbum as new }

export const create: Action = ({ values }) => {
  const album = albums.create({ title: values.get('title') ?? '', month: values.get('month') ?? '' })
  return { location: albumPath(album.id) }
}

export const edit: Action = ({ params }) => {
  const album = albums.find(params['id'])
  return album && { title: `Edit ${album.title}`, body: form(albumPath(album.id), 'PATCH', fields(album), 'Save') }
}

export const update: Action = ({ params, values }) => {
  const album = albums.find(params['id'])
  if (album === null) return null
  albums.update(album, { title: values.get('title') ?? '', month: values.get('month') ?? '' })
  return { location: albumPath(album.id) }
}

export const destroy: Action = ({ params }) => {
  const album = albums.find(params['id'])
  if (album === null) return null
  for (const photo of photosOf(album)) removePhoto(photo)
  albums.remove(album)
  return { location: albumsPath() }
}
