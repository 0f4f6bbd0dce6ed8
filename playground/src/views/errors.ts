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
        <p>This page has moved or does not exist. <a href="${albumsPath()}">See all albums.</a></p>`,
    },
  )
}
