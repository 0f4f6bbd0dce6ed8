import { defineRoutes, redirect } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('albums', { only: ['index', 'show'] })
  r.get('pictures/:id', { to: redirect('/albums/%{id}') })
  r.get('latest', { to: 'pages#latest' })
})
