import type { Pages } from 'virtual:routes/vue-router'

declare module 'vue-router' {
  interface TypesConfig {
    RouteNamedMap: Pages
  }
}
