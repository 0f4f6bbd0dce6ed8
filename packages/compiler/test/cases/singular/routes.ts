import { defineRoutes } from '../../../src/dsl.ts'

export default defineRoutes((r) => {
  r.resource('profile', (profile) => {
    profile.get('avatar')
    profile.resources('keys', { only: ['index', 'show'] })
  })
  r.resource('geocoder', { controller: 'geo', path: 'geo', as: 'geo', only: 'show', pathNames: { new: 'neu' } })
  r.resolve('User', () => ['profile'])
  r.direct('homepage', 'https://example.org')
})
