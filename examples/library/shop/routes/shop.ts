import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.resources('products', { only: ['index', 'show'] })
})
