import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('albums#index')
  r.resources('albums', { only: ['index', 'show'] })
})
