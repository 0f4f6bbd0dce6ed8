import { createApp } from 'vue'
import { RouterView } from 'vue-router'
import { createRouter } from 'virtual:routes/vue-router'
import { signInPath } from 'virtual:routes'
import { currentUser } from './session.ts'

const router = createRouter({ scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 } })

// The guard of a page. It protects no data: a server must do that.
router.beforeEach(async (to) => to.name !== 'account' || (await currentUser()) !== null || signInPath())

createApp(RouterView).use(router).mount('#app')
