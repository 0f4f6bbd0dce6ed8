import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.namespace('admin', (admin) => {
    admin.root('dashboard#show')
    admin.resources('comments', { only: ['index', 'destroy'] }, (comments) => {
      comments.member((m) => m.patch('approve'))
    })
    admin.resource('settings', { only: ['edit', 'update'] })
  })
})
