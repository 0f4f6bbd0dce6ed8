import { action, defineRoutes, redirect } from '../../../src/dsl.ts'

export default defineRoutes((r) => {
  r.match({ 'songs/:id': 'songs#show', via: ['get', 'post'], as: 'song' })
  r.match({ 'songs/:id/play': action('play'), controller: 'songs', via: 'get' })
  r.get({ exit: 'sessions', action: 'destroy' })
  r.match('photos/search', { via: 'all' })
  r.get('one', { to: 'numbers#show' })
  r.get('two', { to: 'numbers#show' })
  r.get('files/*path', { to: 'files#show', format: false, defaults: { root: 'public' } })
  r.get('report.:format', { to: 'reports#show', format: /json|csv/ })
  r.get('range/:from-:to(/:step)', { to: 'ranges#show', from: /\d+/ })
  r.get('go', { to: redirect({ path: '/photos', status: 302 }) })
  r.match('hook', { to: 'hooks#any', via: 'post', anchor: false, constraints: { subdomain: /^api/ } })
  r.get('with#hash', { to: 'c#with_hash' })
  r.get('naïve', { to: 'c#naive', as: 'naive' })
})
