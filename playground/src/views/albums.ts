import { albumPath, archivePath, photoPath, picturePhotoPath } from 'virtual:routes'
import type { AlbumCard } from '../data/albums.ts'
import type { Photo } from '../db/schema.ts'
import { html, type Html } from '../html.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `2026-07` as `July 2026`. */
export function monthInWords(month: string): string {
  const [year, number] = month.split('-')
  return `${MONTHS[Number(number) - 1]} ${year}`
}

/** The link to what was photographed in that month. */
export function monthLink(month: string): Html {
  const [year = '', number = ''] = month.split('-')
  return html`<a href="${archivePath({ year, month: number })}">${monthInWords(month)}</a>`
}

/** A picture at the size that its place has. It is decorative where the title stands beside it. */
export function picture(photo: Photo, { alt = photo.title, isFirst = false } = {}): Html {
  return html`<img
    src="${picturePhotoPath(photo.id, { query: { v: photo.version } })}"
    width="${photo.width}"
    height="${photo.height}"
    alt="${alt}"
    ${isFirst ? html`fetchpriority="high"` : html`loading="lazy"`}
    decoding="async"
  />`
}

export function albumGrid(albums: readonly AlbumCard[]): Html {
  const card = ({ cover, count, ...album }: AlbumCard, index: number) =>
    html`<li>
      <article class="card">
        <a class="cover" href="${albumPath(album.id)}" tabindex="-1" aria-hidden="true">
          ${cover === null ? html`<span class="blank"></span>` : picture(cover, { alt: '', isFirst: index < 2 })}
        </a>
        <h2><a href="${albumPath(album.id)}">${album.title}</a></h2>
        <p class="quiet">${monthLink(album.month)} · ${count === 1 ? '1 photo' : `${count} photos`}</p>
      </article>
    </li>`
  return html`<ul class="cards">
    ${albums.map(card)}
  </ul>`
}

export function photoGrid(photos: readonly Photo[]): Html {
  const cell = (photo: Photo, index: number) =>
    html`<li class="${photo.height > photo.width ? 'tall' : photo.width > photo.height ? 'wide' : 'square'}">
      <a href="${photoPath(photo.id)}">${picture(photo, { isFirst: index < 3 })}</a>
    </li>`
  return html`<ul class="wall">
    ${photos.map(cell)}
  </ul>`
}
