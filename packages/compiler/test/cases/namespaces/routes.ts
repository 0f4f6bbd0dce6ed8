import { defineRoutes } from '../../../src/dsl.ts'

export default defineRoutes((r) => {
  r.namespace('admin', (admin) => {
    admin.root('dashboard#show')
    admin.resources('users', { param: 'slug', only: ['show'] }, (users) => {
      users.namespace('audit', (audit) => audit.resources('events', { only: 'index' }))
    })
  })
  r.namespace('api', { path: 'v1', module: 'api/v1', as: 'v1' }, (api) => {
    api.defaults({ format: 'json' }, (r) => r.resources('photos', 'albums', { only: 'index' }))
  })
  r.scope(':locale', { locale: /en|de/, module: 'intl' }, (r) => {
    r.constraints({ subdomain: 'www' }, (r) => r.get('about', { to: 'pages#about' }))
  })
  r.controller('sessions', (r) => {
    r.get('login', { action: 'new', as: 'login' })
    r.post('login', { action: 'create', as: null })
  })
})
