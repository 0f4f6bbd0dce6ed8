import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('notes', { except: ['new', 'edit', 'update'] })
})
