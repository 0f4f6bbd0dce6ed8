// A lending application in Vue: a list with search and pages, forms with an upload, a guarded page with a session. The code
// that draws its pages on a server, and the code that continues in the browser, are those of docs/server-rendering.md.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Files } from '../../packages/vite-plugin/test/fixture.ts'
import { ROOT } from '../pages.ts'
import { samplesOf } from '../samples.ts'

const SAMPLES = samplesOf('docs/server-rendering.md', readFileSync(path.join(ROOT, 'docs/server-rendering.md'), 'utf8'))
const sampleOf = (file: string) => SAMPLES.find((sample) => sample.file === file)!.code

const DRAWN = {
  'src/html.ts': sampleOf('src/html.ts'),
  'src/controllers/application.ts': sampleOf('src/controllers/application.ts'),
  'src/main.ts': sampleOf('src/main-vue.ts'),
}

const NOT_DRAWN = {
  'src/main.ts': `import { start } from 'virtual:routes/navigation'
import { Routes } from 'vite-plugin-turnout/vue'
import { createApp } from 'vue'

start()
createApp(Routes).mount('#app')`,
}

/** Returns the files of the application. */
export const lendingApplication = (isDrawn: boolean): Files => ({
  ...FILES,
  ...(isDrawn ? DRAWN : NOT_DRAWN),
})

const FILES: Files = {
  'vite.config.ts': `import vue from '@vitejs/plugin-vue'
import { turnout } from 'vite-plugin-turnout'
export default {
  plugins: [vue(), turnout({ pages: 'src/pages', server: true, types: false })],
  environments: { ssr: { resolve: { noExternal: true } } },
}`,
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title></title>
    <script type="module" src="/src/main.ts"></script>
  </head>
  <body>
    <div id="app"><!--app--></div>
  </body>
</html>`,
  'config/routes.ts': `import { defineRoutes, redirect } from 'vite-plugin-turnout/dsl'
export default defineRoutes((r) => {
  r.root('items#index')
  r.resources('items', { only: ['index', 'show', 'new', 'create'] }, () => {
    r.get('photo', { to: 'items#photo', on: 'member' })
  })
  r.resource('session', { only: ['new', 'create', 'destroy'] })
  r.get('account', { to: 'accounts#show' })
  r.get('shelf', { to: redirect('/items') })
  r.get('broken', { to: 'broken#show' })
})`,
  'src/store.ts': `export const PAGE_SIZE = 3
export const items = Array.from({ length: 8 }, (_, index) => ({
  id: index + 1,
  title: (index % 2 ? 'Saw ' : 'Drill ') + (index + 1),
  photo: null,
}))
/** The user of each session. Each request to the account sets a new cookie, as with rolling sessions. */
const users = new Map()
const cookieOf = (id, age) => 'session=' + id + '; Path=/; HttpOnly; SameSite=Lax; Max-Age=' + age
const idOf = (request) => /(?:^|; )session=([\\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1]
export function beginSession(user) {
  const id = crypto.randomUUID()
  users.set(id, user)
  return cookieOf(id, 600)
}
export function endSession(request) {
  users.delete(idOf(request))
  return cookieOf('', 0)
}
export function renewSession(request) {
  const user = users.get(idOf(request))
  return user && { user, cookie: beginSession(user) }
}`,
  'src/controllers/items.ts': `import { action } from 'virtual:routes/server'
import { z } from 'zod'
import { items, PAGE_SIZE } from '../store.ts'

const Query = z.object({ q: z.string().default(''), page: z.coerce.number().int().min(1).default(1) })
export const index = action('items#index', { query: Query }, ({ query, json }) => {
  const found = items.filter(({ title }) => title.toLowerCase().includes(query.q.toLowerCase()))
  const rows = found.slice((query.page - 1) * PAGE_SIZE, query.page * PAGE_SIZE)
  return json({ rows: rows.map(({ id, title }) => ({ id, title })), hasNext: found.length > query.page * PAGE_SIZE })
})
export const show = action('items#show', {}, ({ params, json }) => {
  const item = items.find(({ id }) => String(id) === params.id)
  if (item === undefined) return new Response(null, { status: 404 })
  return json({ id: item.id, title: item.title, size: item.photo?.byteLength ?? null })
})
const Form = z.object({ title: z.string().min(2, 'The title is too short'), photo: z.instanceof(File).optional() })
export const create = action('items#create', { body: Form }, async ({ body, json }) => {
  const item = { id: items.length + 1, title: body.title, photo: (await body.photo?.arrayBuffer()) ?? null }
  items.push(item)
  return json({ id: item.id }, { status: 201 })
})
export const photo = ({ params }) => new Response(items.find(({ id }) => String(id) === params.id)?.photo)`,
  'src/controllers/sessions.ts': `import { action } from 'virtual:routes/server'
import { z } from 'zod'
import { beginSession, endSession } from '../store.ts'

const SignIn = z
  .object({ name: z.string().min(1, 'The name is missing'), password: z.string() })
  .refine(({ password }) => password === 'secret', { message: 'The password is wrong', path: ['password'] })
export const create = action('sessions#create', { body: SignIn }, ({ body }) =>
  new Response(null, { status: 204, headers: { 'set-cookie': beginSession(body.name) } }))
export const destroy = ({ request }) =>
  new Response(null, { status: 204, headers: { 'set-cookie': endSession(request) } })`,
  'src/controllers/accounts.ts': `import { renewSession } from '../store.ts'
export function show({ request }) {
  const session = renewSession(request)
  if (!session) return new Response(null, { status: 401 })
  return Response.json({ name: session.user }, { headers: { 'set-cookie': session.cookie } })
}`,
  'src/controllers/broken.ts': `export const show = () => new Response('a secret', { status: 500 })`,
  'src/pages/application.ts': `import layout from './_layout.vue'
import pending from './_pending.vue'
import error from './_error.vue'
import notFound from './_not-found.vue'
export { error, layout, notFound, pending }`,
  'src/pages/_layout.vue': `<script setup>
import { accountPath, brokenPath, itemPath, itemsPath, newItemPath, rootPath, shelfPath } from 'virtual:routes'
import { Link } from 'vite-plugin-turnout/vue'
</script>
<template>
  <nav>
    <Link :to="rootPath()">Home</Link> <Link :to="itemsPath()">Items</Link> <Link :to="newItemPath()">Add</Link>
    <Link :to="accountPath()">Account</Link> <Link :to="shelfPath()">Shelf</Link> <Link :to="brokenPath()">Broken</Link>
    <Link :to="itemPath(999)">Lost</Link>
  </nav>
  <main><slot /></main>
</template>`,
  'src/pages/_pending.vue': `<template><h1>Wait</h1></template>`,
  'src/pages/_error.vue': `<script setup>
defineProps(['error'])
</script>
<template><h1>Something went wrong</h1><p id="status">{{ error?.status }}</p></template>`,
  'src/pages/_not-found.vue': `<template><h1>Nothing here</h1></template>`,
  'src/pages/items.load.ts': `import { index, show } from 'virtual:routes/actions/items'
import { send } from 'virtual:routes/client'
const receive = async (link, signal) => {
  const reply = await send(link, { signal })
  if (!reply.ok) throw reply
  return reply.data
}
export const load = {
  index: ({ search, signal }) => receive(index({ query: search }), signal),
  show: ({ params, signal }) => receive(show(params.id), signal),
}
export const title = { index: 'Items', show: ({ data }) => data.title, new: 'New item' }`,
  'src/pages/items/index.vue': `<script setup>
import { itemPath, itemsPath } from 'virtual:routes'
import { Link } from 'vite-plugin-turnout/vue'
defineProps(['data', 'search'])
</script>
<template>
  <h1>Items</h1>
  <form :action="itemsPath()"><input name="q" aria-label="Search" :value="search.q" /><button>Find</button></form>
  <ul><li v-for="item in data.rows" :key="item.id"><Link :to="itemPath(item.id)">{{ item.title }}</Link></li></ul>
  <Link v-if="data.hasNext" :to="itemsPath({ query: { ...search, page: Number(search.page ?? 1) + 1 } })">Next</Link>
</template>`,
  'src/pages/items/show.vue': `<script setup>
defineProps(['data'])
</script>
<template><h1>{{ data.title }}</h1><p id="size">{{ data.size ?? 'no photo' }}</p></template>`,
  'src/pages/items/new.vue': `<script setup>
import { itemPath } from 'virtual:routes'
import { create } from 'virtual:routes/actions/items'
import { send } from 'virtual:routes/client'
import { navigate } from 'virtual:routes/navigation'
import { ref } from 'vue'
const issues = ref([])
async function submit(event) {
  const fields = Object.fromEntries(new FormData(event.target))
  const reply = await send(create(), { body: { ...fields, photo: fields.photo.size > 0 ? fields.photo : undefined } })
  if (reply.status === 201) await navigate(itemPath(reply.data.id))
  else issues.value = reply.data.issues
}
</script>
<template>
  <h1>New item</h1>
  <form @submit.prevent="submit">
    <input name="title" aria-label="Title" /><input type="file" name="photo" aria-label="Photo" /><button>Save</button>
    <p v-for="issue in issues" :key="issue.name" role="alert">{{ issue.name }}: {{ issue.message }}</p>
  </form>
</template>`,
  'src/pages/sessions.ts': `export const title = 'Sign in'`,
  'src/pages/sessions/new.vue': `<script setup>
import { rootPath } from 'virtual:routes'
import { create } from 'virtual:routes/actions/sessions'
import { send } from 'virtual:routes/client'
import { navigate } from 'virtual:routes/navigation'
import { ref } from 'vue'
const props = defineProps(['search'])
const issues = ref([])
async function submit(event) {
  const reply = await send(create(), { body: Object.fromEntries(new FormData(event.target)) })
  if (reply.ok) await navigate(props.search.back ?? rootPath())
  else issues.value = reply.data.issues
}
</script>
<template>
  <h1>Sign in</h1>
  <form @submit.prevent="submit">
    <input name="name" aria-label="Name" /><input name="password" type="password" aria-label="Password" />
    <button>Enter</button>
    <p v-for="issue in issues" :key="issue.name" role="alert">{{ issue.name }}: {{ issue.message }}</p>
  </form>
</template>`,
  'src/pages/accounts.load.ts': `import { newSessionPath } from 'virtual:routes'
import { show } from 'virtual:routes/actions/accounts'
import { send } from 'virtual:routes/client'
export async function load({ url, signal }) {
  const reply = await send(show(), { signal })
  const location = newSessionPath({ query: { back: url } })
  if (reply.status === 401) throw { status: 302, headers: new Headers({ location }) }
  if (!reply.ok) throw reply
  return reply.data
}
export const title = 'Account'`,
  'src/pages/accounts/show.vue': `<script setup>
import { rootPath } from 'virtual:routes'
import { destroy } from 'virtual:routes/actions/sessions'
import { send } from 'virtual:routes/client'
import { navigate } from 'virtual:routes/navigation'
defineProps(['data'])
async function signOut() {
  await send(destroy())
  await navigate(rootPath())
}
</script>
<template><h1>Account of {{ data.name }}</h1><button @click="signOut">Sign out</button></template>`,
  'src/pages/broken.load.ts': `import { show } from 'virtual:routes/actions/broken'
import { send } from 'virtual:routes/client'
export async function load({ signal }) {
  const reply = await send(show(), { signal })
  if (!reply.ok) throw Object.freeze(reply)
}`,
  'src/pages/broken/show.vue': `<template><h1>Never</h1></template>`,
}
