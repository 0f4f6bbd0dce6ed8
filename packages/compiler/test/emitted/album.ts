import { defineRoutes, redirect } from '../../src/dsl.ts'

/** A photo album's route file: what the snapshots in this folder are made of. */
export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('photos', { id: /\d+/ }, (photos) => {
    photos.member((m) => m.get('preview'))
    photos.resources('comments', { shallow: true, only: ['index', 'create', 'show'] })
  })
  r.namespace('admin', (admin) => admin.resources('users', { param: 'slug', only: ['index', 'show'] }))
  r.resource('session', { only: ['new', 'create', 'destroy'] })
  r.constraints(fromOffice, () => r.resource('dashboard', { only: 'show' }))
  r.get('(/:locale)/archive(/:year(/:month))', { to: 'archive#index', as: 'archive', defaults: { locale: 'en' } })
  r.get('files/*path', { to: 'files#show', as: 'file', format: false })
  r.constraints({ subdomain: 'api' }, () => r.get('status', { to: 'status#show', as: 'status' }))
  r.match('old/:id', { to: redirect('/photos/%{id}'), via: 'all', as: 'old_photo' })
  r.mount(jobs, { at: '/jobs' })
  r.resolve('Visit', () => ['session'])
  r.direct('homepage', 'https://example.org/about')
  r.direct('newest', ['photos', { query: { order: 'new' } }])
})

function fromOffice(): boolean {
  return true
}

function jobs(): void {}
