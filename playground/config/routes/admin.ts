import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.namespace('admin', (admin) => {
    admin.root('comments#index')
    admin.resources('comments', { only: ['index', 'destroy'] }, (comments) => {
      comments.member((m) => m.patch('approve'))
    })
  })
})
