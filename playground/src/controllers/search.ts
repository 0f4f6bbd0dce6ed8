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

function summaryOf(text: string, count: number): string {
  if (text === '') return 'Type a word into the search field.'
  if (count === 0) return 'No albums or photos match.'
  return count === 1 ? '1 result' : `${count} results`
}

export const show = action('search#show', { query: Search }, async (args) => {
  const text = args.query.q
  const found = text === '' ? { albums: [], photos: [] } : await search(args.context.db, text)
  const count = found.albums.length + found.photos.length
  return page(args, {
    query: text,
    title: text === '' ? 'Search' : `“${text}”`,
    body: html`<div class="opening">
        <h1>${text === '' ? 'Search' : html`“${text}”`}</h1>
        <p class="quiet">${summaryOf(text, count)}</p>
      </div>
      ${albumGrid(found.albums)} ${photoGrid(found.photos)}`,
  })
})
