import { defineRoutes } from 'vite-plugin-turnout/dsl'

// The table contains the URLs of the application. The router decides which component shows each of them.
export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('photos', { only: ['index', 'show', 'destroy'] })
  r.get('search', { to: 'pages#search', as: 'search' })
})
