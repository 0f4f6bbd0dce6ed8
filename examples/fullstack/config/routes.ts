import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('notes', { only: ['index', 'show', 'create'] })
  r.get('about', { to: 'pages#about' })
})
