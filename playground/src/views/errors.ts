import { albumsPath } from 'virtual:routes'
import type { Context } from '../context.ts'
import { html } from '../html.ts'
import { page } from './page.ts'

export function notFound(context: Context): Response {
  return page(
    { context },
    {
      status: 404,
      title: 'Nothing here',
      kind: 'reading',
      body: html`<h1>Nothing here</h1>
        <p>The page has moved, or never was. <a href="${albumsPath()}">All albums</a> are still there.</p>`,
    },
  )
}
