import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.scope({ path: '/shop', module: 'shop' }, () => r.draw('shop'))
})
