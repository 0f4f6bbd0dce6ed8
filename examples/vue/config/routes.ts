import { defineRoutes, redirect } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('albums', { only: ['index', 'show'] }, (albums) => {
    albums.resources('photos', { only: 'show' })
  })
  r.get('pictures/:id', { to: redirect('/albums/%{id}') })
})
