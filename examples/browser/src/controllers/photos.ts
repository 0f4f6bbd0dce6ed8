import { albumPath, albumPhotosPath, editPhotoPath, photoCommentsPath, photoPath } from 'virtual:routes'
import { html } from '../html.ts'
import type { Action } from '../page.ts'
import { albums, commentsOf, photos, removePhoto } from '../store.ts'
import { buttonTo, commentItem, form, photoGrid, picture } from '../views.ts'

export const index: Action = () => ({ title: 'All photos', body: photoGrid(photos.all()) })

export const show: Action = ({ params }) => {
  const photo = photos.find(params['id'])
  if (photo === null) return null
  const album = albums.find(String(photo.albumId))
  return {
    title: photo.title,
    body: html`
      ${picture(photo, 'large')}
      <div class="row">
        ${album && html`<a href="${albumPath(album.id)}">${album.title}</a>`}
        <a href="${editPhotoPath(photo.id)}">Edit</a>
        ${buttonTo('Delete', photoPath(photo.id), 'DELETE')}
      </div>
      <h2 id="comments">Comments</h2>
      <ul class="comments">
        ${commentsOf(photo).map(commentItem)}
      </ul>
      ${form(
        photoCommentsPath(photo.id),
        'POST',
        [
          { name: 'author', label: 'Name' },
          { name: 'text', label: 'Comment' },
        ],
        'Comment',
      )}
    `,
  }
}

const newPhoto: Action = ({ params }) => {
  const album = albums.find(params['album_id'])
  if (album === null) return null
  const fields = [{ name: 'title', label: 'Title' }]
  return { title: `A photo for ${album.title}`, body: form(albumPhotosPath(album.id), 'POST', fields, 'Add') }
}
export { newPhoto as new }

export const create: Action = ({ params, values }) => {
  const album = albums.find(params['album_id'])
  if (album === null) return null
  return { location: photoPath(photos.create({ albumId: album.id, title: values.get('title') ?? '' }).id) }
}

export const edit: Action = ({ params }) => {
  const photo = photos.find(params['id'])
  if (photo === null) return null
  const fields = [{ name: 'title', label: 'Title', value: photo.title }]
  return { title: `Edit ${photo.title}`, body: form(photoPath(photo.id), 'PATCH', fields, 'Save') }
}

export const update: Action = ({ params, values }) => {
  const photo = photos.find(params['id'])
  if (photo === null) return null
  photos.update(photo, { title: values.get('title') ?? '' })
  return { location: photoPath(photo.id) }
}

export const destroy: Action = ({ params }) => {
  const photo = photos.find(params['id'])
  if (photo === null) return null
  removePhoto(photo)
  return { location: albumPath(photo.albumId) }
}
