import { createApp } from 'vue'
import type { RouteLocationNormalized } from 'vue-router'
import { signInPath } from 'virtual:routes'
import { createRouter } from 'virtual:routes/vue-router'
import { fetchJson } from '../../fetch-json.ts'
import { announceTitles, openInsertedLinks } from '../../router-extras.ts'
import { animatePages, loadData, scrollBehavior } from '../../vue-extras.ts'
import App from './App.vue'

const router = createRouter({ scrollBehavior })

router.beforeEach(({ name }) => name !== 'account' || sessionStorage.getItem('user') !== null || signInPath())

const loadArticle = ({ params }: RouteLocationNormalized, signal: AbortSignal) =>
  fetchJson(`/api/articles/${String(params.id)}`, signal)

loadData(router, {
  articles: ({ fullPath }, signal) => fetchJson(`/api${fullPath}`, signal),
  article: loadArticle,
  article_comments: loadArticle,
  article_history: loadArticle,
  async broken() {
    throw new Error('no data')
  },
})
animatePages(router)
announceTitles()
openInsertedLinks((path) => router.push(path))
createApp(App).use(router).mount('#app')
