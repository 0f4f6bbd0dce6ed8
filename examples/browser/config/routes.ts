import { action, defineRoutes, redirect } from 'vite-plugin-turnout/dsl'
import { forEditors } from '../src/constraints.ts'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.get('about', { to: 'pages#about' })
  // No format: a topic may hold dots.
  r.get('help/*topic', { to: 'pages#help', as: 'help', format: false })

  r.concern('commentable', (commentable) => {
    commentable.resources('comments', { shallow: true, only: ['create', 'edit', 'update', 'destroy'] })
  })

  r.resources('albums', (albums) => {
    albums.collection((c) => c.get('search'))
    albums.member((m) => m.get(action('slideshow')))
    albums.resources('photos', { shallow: true, concerns: 'commentable', except: 'index' })
  })
  r.resources('photos', { only: 'index' })

  // Albums by month; the months are numbers of two digits.
  r.get('archive/:year(/:month)', { to: 'albums#archive', as: 'archive', year: /\d{4}/, month: /[01]\d/ })

  r.constraints(forEditors, () => r.draw('admin'))

  r.get('pictures/:id', { to: redirect('/photos/%{id}') })
  r.get('gallery', { to: redirect('/albums', { status: 302 }) })
})
