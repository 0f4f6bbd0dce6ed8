import type { Action } from 'virtual:routes/server'
import { search } from '../data/search.ts'
import { html } from '../html.ts'
import { albumGrid, photoGrid } from '../views/albums.ts'
import { page } from '../views/page.ts'

export const show: Action<'search#show'> = async (args) => {
  const text = (new URL(args.request.url).searchParams.get('q') ?? '').trim().slice(0, 80)
  const found = text === '' ? { albums: [], photos: [] } : await search(args.context.db, text)
  const count = found.albums.length + found.photos.length
  return page(args, {
    title: text === '' ? 'Search' : `“${text}”`,
    body: html`<div class="opening">
        <h1>${text === '' ? 'Search' : html`“${text}”`}</h1>
        <p class="quiet">${count === 0 ? 'Nothing has these words.' : `${count} found`}</p>
      </div>
      ${albumGrid(found.albums)} ${photoGrid(found.photos)}`,
  })
}
