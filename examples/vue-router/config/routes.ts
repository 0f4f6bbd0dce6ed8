import { defineRoutes, redirect } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('photos', { only: ['index', 'show'], id: /\d+/ })
  r.resource('account', { only: 'show' })
  r.get('sign-in', { to: 'accounts#sign_in', as: 'sign_in' })
  r.get('pictures/:id', { to: redirect('/photos/%{id}') })
})
