import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('notes#index')
  r.resources('notes', { only: ['create', 'show', 'destroy'] })
})
