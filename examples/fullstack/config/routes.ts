import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('notes#index')
  r.resources('notes', { only: ['index', 'show', 'create'] })
  r.get('about', { to: 'pages#about' })
})
