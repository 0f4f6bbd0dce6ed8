import { defineRoutes } from '../../../src/dsl.ts'

export default defineRoutes((r) => {
  r.concern('commentable', (c, options) => c.resources('comments', { ...(options as object), only: ['index'] }))
  r.concern('archivable', {
    call: (c) => c.member((m) => m.post('archive')),
  })
  r.concern('both', (c) => c.concerns('commentable', 'archivable'))

  r.resources('photos', { concerns: ['commentable'], only: ['show'] })
  r.resources('albums', { only: 'show' }, (albums) => {
    albums.concerns('both', { shallow: true })
  })
  r.resource('profile', { only: [] }, (profile) => profile.concerns('commentable', { path: 'notes' }))
})
