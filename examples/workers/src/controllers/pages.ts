import { photosPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'

export const home: Action<'pages#home'> = () =>
  new Response(`<h1>Photos</h1><a href="${photosPath()}">as JSON</a>`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
