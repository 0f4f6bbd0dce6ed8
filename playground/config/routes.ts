import { defineRoutes, redirect } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('albums#index')
  r.get('about', { to: 'pages#about' })
  r.get('search', { to: 'search#show' })

  // Deletion is asked about on a page of its own, so that it needs no script.
  r.concern('removable', (removable) => {
    removable.member((m) => m.get('remove'))
  })

  r.resources('albums', { concerns: 'removable' }, (albums) => {
    albums.member((m) => m.get('slideshow'))
    albums.resources('photos', { shallow: true, except: 'index', concerns: 'removable' }, (photos) => {
      photos.member((m) => m.get('picture', { format: false }))
      photos.resources('comments', { only: 'create' })
    })
  })

  // Albums by month; the months are numbers of two digits.
  r.get('archive/:year(/:month)', { to: 'albums#archive', as: 'archive', year: /\d{4}/, month: /[01]\d/ })

  r.resource('session', { only: ['new', 'create', 'destroy'] })
  r.draw('admin')

  // Addresses of the album's first years.
  r.get('pictures/:id', { to: redirect('/photos/%{id}') })
  r.get('gallery', { to: redirect('/albums') })
})
