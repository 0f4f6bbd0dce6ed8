import { photoPath, photosPath, rootPath, searchPath } from 'virtual:routes'
import { h, type FunctionalComponent } from 'vue'
import { RouterLink, RouterView, useRoute, type RouteRecordRaw } from 'vue-router'

const link = (to: string, text: string) => h(RouterLink, { to }, () => text)

export const App: FunctionalComponent = () => [
  h('nav', { 'aria-label': 'Site' }, [
    link(rootPath(), 'Home'),
    ' ',
    link(photosPath(), 'Photos'),
    ' ',
    link(searchPath({ query: { q: 'sea & sky' } }), 'Search'),
  ]),
  h('main', [h(RouterView)]),
]

const Home = { render: () => h('h1', 'Home') }
const Photos = { render: () => [h('h1', 'Photos'), link(photoPath(7), 'Photo 7')] }
const Search = { render: () => h('h1', 'Search') }
const Photo = {
  setup() {
    const route = useRoute()
    return () => h('h1', `Photo ${String(route.params['id'])}`)
  },
}

export const routes: RouteRecordRaw[] = [
  { path: '/', component: Home },
  { path: '/photos', component: Photos },
  { path: '/photos/:id', component: Photo },
  { path: '/search', component: Search },
]
