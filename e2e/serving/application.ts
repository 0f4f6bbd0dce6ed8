// An application that shows every answer that HTTP asks for. The same one runs in dev, on Node and on workerd.
import { routesFile, type Files } from '../../packages/vite-plugin/test/fixture.ts'

export const APPLICATION: Files = {
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default {
  plugins: [turnout({ controllers: 'src/controllers', server: { trustedOrigins: ['https://pay.test'] }, types: false })],
  environments: { client: { build: { rollupOptions: { input: 'src/client.ts' } } } },
}`,
  'public/robots.txt': 'none',
  'public/long.bin': 'x'.repeat(1_000_000),
  // Routes have these paths, so they are not published.
  'public/photos.html': 'a file',
  'public/admin/users.html': 'a file',
  'src/client.ts': `import './client.css'\nconsole.log('the client')`,
  'src/client.css': `body { color: green }`,
  // As docs/serving.md has it.
  'src/assets.ts': `
const built = import.meta.glob('/dist/client/.vite/manifest.json', { eager: true, import: 'default' })
const manifest = Object.values(built)[0]
const base = import.meta.env.BASE_URL
export function tagsFor(entry) {
  const chunk = import.meta.env.DEV ? undefined : manifest?.[entry]
  if (chunk === undefined) return '<script type="module" src="' + base + entry + '"></script>'
  const styles = (chunk.css ?? []).map((file) => '<link rel="stylesheet" href="' + base + file + '">')
  return [...styles, '<script type="module" src="' + base + chunk.file + '"></script>'].join('')
}`,
  'config/routes.ts': routesFile(
    `  r.root('pages#home')
  r.resources('photos', { only: ['index', 'show', 'new', 'create', 'update', 'destroy'], constraints: { id: /\\d+/ } })
  r.namespace('admin', (admin) => admin.resources('users', { only: ['index', 'show'] }))
  r.get('old/:id', { to: redirect('/photos/%{id}') })
  r.get('health', { to: health })
  r.get('faults/nothing', { to: 'faults#nothing' })
  r.get('faults/throws', { to: 'faults#throws' })
  r.get('faults/hangs', { to: 'faults#hangs' })
  r.get('faults/promise', { to: 'faults#promise' })
  r.get('faults/aborted', { to: 'faults#aborted' })
  r.get('cookies', { to: 'pages#cookies' })
  r.get('slow', { to: 'pages#slow' })
  r.get('page', { to: 'pages#page' })
  r.get('stream', { to: 'pages#stream' })
  r.get('later', { to: 'pages#later' })
  r.get('redirected', { to: 'pages#redirected' })
  r.get('twice', { to: 'pages#twice' })
  r.get('half', { to: 'pages#half' })
  r.post('json', { to: 'pages#json' })
  r.get('local', { to: 'pages#local', constraints: { remote_ip: '127.0.0.1' } })
  r.post('local', { to: 'pages#local', constraints: { ip: '127.0.0.1' } })
  r.get('guarded', { to: 'pages#home', constraints: late })
  r.get('docs', { to: redirect({ subdomain: 'docs', protocol: 'https' }) })
  r.mount(first, { at: '/apps' })
  r.mount(second, { at: '/apps' })
  r.get('apps/own', { to: 'pages#home' })`,
    `import { first, health, late, second } from '../src/apps'`,
  ),
  'src/apps.ts': `
/** It is not visibly async. */
export const late = () => Promise.reject(new Error('late'))
export const health = (_request, context) => new Response('healthy ' + context.name)
/** It has one page, and declines the rest, of which it may have read the body. */
export const first = {
  async fetch(request) {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/echo') return new Response(request.method + ' ' + pathname + search + ' ' + (await request.text()))
    if (pathname === '/read') await request.text()
    return new Response('not mine', { status: 404, headers: { 'x-cascade': 'pass' } })
  },
}
export const second = async (request) =>
  new URL(request.url).pathname === '/second'
    ? new Response('second')
    : new URL(request.url).pathname === '/read'
    ? new Response(request.method + ' with ' + (await request.text()))
    : new Response('nor mine', { status: 404, headers: { 'x-cascade': 'pass' } })
`,
  'src/server.ts': `import { defineServer, dispatch, methodOverride } from 'virtual:routes/server'
export default defineServer({
  fetch: async (request) => dispatch(await methodOverride(request), { name: 'app' }),
  maxRequestBodySize: 100_000,
  shutdownTimeout: 2000,
  onShutdown: () => console.error('the application is closed'),
})`,
  'src/controllers/application.ts': `
export const middleware = [async (request, next, { route }) => {
  const response = await next()
  response.headers.set('x-route', route?.path ?? 'none')
  return response
}]`,
  'src/controllers/pages.ts': `
import { tagsFor } from '../assets'
export const page = () =>
  new Response('<!doctype html><html><head>' + tagsFor('src/client.ts') + '</head><body>page</body></html>', {
    headers: { 'content-type': 'text/html' },
  })
export const home = ({ context }) => new Response('home of ' + context.name)
let begun = false
export async function slow({ request }) {
  if (request.url.endsWith('begun')) return new Response(String(begun))
  begun = true
  await new Promise((resolve) => setTimeout(resolve, 1000))
  return new Response('slow')
}
export const cookies = () => new Response('', { headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2']] })
export function later({ request }) {
  request.waitUntil(Promise.reject(new Error('after the response')))
  return new Response('early')
}
export const redirected = ({ request }) => Response.redirect(new URL('/photos', request.url))
let shared
export const twice = () => (shared ??= new Response('once'))
export const local = ({ request: { method, ip } }) => new Response(method + ' from ' + ip)
export const json = async ({ request }) => Response.json(await request.json())
/** As a pool of connections does, it keeps the process alive. */
let timer
export function half() {
  timer ??= setInterval(() => {}, 1000)
  const parts = ['one ']
  return new Response(new ReadableStream({
    async pull(controller) {
      const part = parts.shift()
      // Later, so that the head has been sent.
      if (part !== undefined) return controller.enqueue(new TextEncoder().encode(part))
      await new Promise((resolve) => setTimeout(resolve, 50))
      controller.error(new Error('the second half is lost'))
    },
  }))
}
export function stream() {
  const parts = ['one ', 'two ', 'three']
  return new Response(new ReadableStream({
    pull(controller) {
      const part = parts.shift()
      if (part === undefined) controller.close()
      else controller.enqueue(new TextEncoder().encode(part))
    },
  }))
}`,
  'src/controllers/photos.ts': `
export const index = ({ request }) => new Response('photos' + new URL(request.url).search, { headers: { 'x-page': '1' } })
export const show = ({ params }) => Response.json(params)
const blank = () => new Response('form')
export { blank as new }
export const create = async ({ request }) => new Response(await request.text(), { status: 201 })
export const update = async ({ request, params }) => {
  const form = await request.formData()
  return new Response(request.method + ' ' + params.id + ' ' + form.get('title'))
}
export const destroy = ({ request, params }) => new Response(request.method + ' ' + params.id)`,
  'src/controllers/admin/users.ts': `
const guard = async (request, next, { route }) =>
  request.headers.get('authorization') === 'secret' ? next() : new Response('no entry to ' + route.path, { status: 401 })
export const middleware = [guard]
export const index = () => new Response('users')
export const show = ({ params }) => new Response('user ' + params.id)`,
  'src/controllers/faults.ts': `
export function throws() {
  throw new Error('the secret of the server')
}
export const nothing = () => {}
export function promise() {
  throw Promise.reject(new Error('late'))
}
export const hangs = () => new Promise(() => {})
let waiting = 0
let gone = 0
export const aborted = async ({ request: { url, headers, signal } }) => {
  if (headers.has('x-count')) return Response.json({ waiting, gone })
  waiting++
  signal.addEventListener('abort', () => void gone++)
  // workerd ends at once what waits for nothing but a signal.
  const pause = (ms) => new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()))
  })
  if (!url.endsWith('?answered')) return pause(60_000).then(() => new Response('too late'))
  return new Response(new ReadableStream({
    async pull(controller) {
      await pause(20)
      if (!signal.aborted) controller.enqueue(new TextEncoder().encode('more '))
    },
  }))
}`,
}
