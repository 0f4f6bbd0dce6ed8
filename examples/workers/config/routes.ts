import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.scope({ path: '/api', format: 'json' }, () => r.resources('photos', { only: ['index', 'show'] }))
})
