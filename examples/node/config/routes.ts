import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('notes', { only: ['index', 'create', 'show', 'destroy'] })
})
