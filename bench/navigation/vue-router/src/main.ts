import { createApp } from 'vue'
import { createRouter, createWebHistory, type RouteLocationNormalized } from 'vue-router'
import { fetchJson } from '../../fetch-json.ts'
import { announceTitles, openInsertedLinks } from '../../router-extras.ts'
import { animatePages, loadData, scrollBehavior } from '../../vue-extras.ts'
import App from './App.vue'
import Home from './pages/Home.vue'
import NotFound from './pages/NotFound.vue'

const router = createRouter({
  history: createWebHistory(),
  scrollBehavior,
  routes: [
    { path: '/', name: 'home', component: Home },
    { path: '/articles', name: 'articles', component: () => import('./pages/Articles.vue') },
    {
      path: '/articles/:id',
      component: () => import('./pages/Article.vue'),
      children: [
        { path: '', name: 'article', component: () => import('./pages/Text.vue') },
        { path: 'comments', name: 'article-comments', component: () => import('./pages/Comments.vue') },
        { path: 'history', name: 'article-history', component: () => import('./pages/History.vue') },
      ],
    },
    { path: '/old-articles/:id', redirect: ({ params }) => `/articles/${String(params.id)}` },
    {
      path: '/account',
      name: 'account',
      component: () => import('./pages/Account.vue'),
      beforeEnter: () => sessionStorage.getItem('user') !== null || '/sign-in',
    },
    { path: '/sign-in', name: 'sign-in', component: () => import('./pages/SignIn.vue') },
    { path: '/rare', name: 'rare', component: () => import('./pages/rare.vue') },
    { path: '/broken', name: 'broken', component: () => import('./pages/Broken.vue') },
    { path: '/:path(.*)*', name: 'not-found', component: NotFound },
  ],
})

const loadArticle = ({ params }: RouteLocationNormalized, signal: AbortSignal) =>
  fetchJson(`/api/articles/${String(params.id)}`, signal)

loadData(router, {
  articles: ({ fullPath }, signal) => fetchJson(`/api${fullPath}`, signal),
  article: loadArticle,
  'article-comments': loadArticle,
  'article-history': loadArticle,
  async broken() {
    throw new Error('no data')
  },
})
animatePages(router)
announceTitles()
openInsertedLinks((path) => router.push(path))
createApp(App).use(router).mount('#app')
