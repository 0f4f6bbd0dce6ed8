import { action, defineRoutes, redirect } from '../../../src/dsl.ts'

export default defineRoutes((r) => {
  r.root('pages#home')

  r.resources('photos', { only: ['index', 'show', 'edit'], id: /\d+/ }, (photos) => {
    photos.member((m) => m.get('preview'))
    photos.collection((c) => c.get(action('search'), { path: 'find' }))
    photos.new((n) => n.post('draft'))
    photos.resources('comments', { shallow: true })
    photos.get('thumbnail', { on: 'member', to: 'thumbnails#show' })
  })
  r.get('old/:id', { to: redirect('/photos/%{id}') })
})
