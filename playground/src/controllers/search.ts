import { action } from 'virtual:routes/server'
import { z } from 'zod'
import { search } from '../data/search.ts'
import { html } from '../html.ts'
import { albumGrid, photoGrid } from '../views/albums.ts'
import { page } from '../views/page.ts'

/** A longer text is cut, and one that is none finds nothing. */
const Search = z.object({
  q: z
    .string()
    .trim()
    .transform((text) => text.slice(0, 80))
    .catch(''),
})

export const show = action('search#show', { query: Search }, async (args) => {
  const text = args.query.q
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
})
