import { createMemoryHistory, createRouter } from 'vue-router'
import { afterEach, expect, test, vi } from 'vitest'
import { compileRoutes } from '@turnout/compiler'
import { redirect } from '@turnout/compiler/dsl'
import { redirectTarget } from '../src/router-node.ts'
import { runRouter, vueRoutes, type PageModules } from './running.ts'

const manifest = compileRoutes((r) => {
  r.root('photos#index')
  r.resources('photos', { only: ['index', 'show'] })
  r.resources('albums', { only: 'show', id: /\d+/ })
  r.get('files/*path', { to: 'photos#file', as: 'file', format: false })
  r.get('old/:id', { to: redirect('/photos/%{id}?from=old#top') })
  r.get('elsewhere', { to: redirect('https://example.com/x') })
}).manifest!

const component = { render: (): null => null }
const modules: PageModules = {
  application: { layout: component, notFound: component },
  photos: { index: component, show: component, File: component },
  albums: { show: component },
}

function makeRouter(pages: PageModules = modules) {
  const { records, guard } = vueRoutes(runRouter('vue-router', manifest, pages))
  const router = createRouter({ history: createMemoryHistory(), routes: records as never })
  router.beforeEach(guard as never)
  return router
}

async function open(path: string, router = makeRouter()) {
  await router.push(path)
  const { name, params, fullPath, matched } = router.currentRoute.value
  return { name, params, fullPath, matched: matched.map((record) => record.name) }
}

afterEach(() => void vi.unstubAllGlobals())

test('a page has the layouts and the parameters of its route', async () => {
  expect(await open('/photos/7.json')).toEqual({
    name: 'photo',
    params: { id: '7', format: 'json' },
    fullPath: '/photos/7.json',
    matched: ['layout:application', 'photo'],
  })
  expect(await open('/')).toMatchObject({ name: 'root', matched: ['layout:application', 'root'] })
  expect(await open('/files/a%2Fb/c.txt')).toMatchObject({ name: 'file', params: { path: 'a/b/c.txt' } })
})

test('names and parameters make a location', async () => {
  const router = makeRouter()
  expect(router.resolve({ name: 'photo', params: { id: 7 } }).fullPath).toBe('/photos/7')
})

test('requirements are checked, also when only a parameter changes', async () => {
  const router = makeRouter()
  expect(await open('/albums/7', router)).toMatchObject({ name: 'album' })
  expect(await open('/albums/a%20b?q=1', router)).toMatchObject({ name: 'not-found', fullPath: '/albums/a%20b?q=1' })
  expect(await open('/%/x', router)).toMatchObject({ name: 'not-found' })
  expect(await open('/nowhere', router)).toMatchObject({
    name: 'not-found',
    matched: ['layout:application', 'not-found'],
  })
})

test('an application without a layout has a record for missing pages', async () => {
  const router = makeRouter({ albums: modules['albums']! })
  expect(await open('/albums/x', router)).toMatchObject({ name: 'not-found', matched: ['not-found'] })
})

test('redirects stay in the application, or load a document', async () => {
  expect(await open('/old/7')).toMatchObject({ fullPath: '/photos/7?from=old#top' })
  const assign = vi.fn()
  vi.stubGlobal('location', { origin: 'https://photos.example', assign })
  const router = makeRouter()
  expect(await open('/elsewhere', router)).toMatchObject({ fullPath: '/' })
  expect(assign).toHaveBeenCalledWith('https://example.com/x')
})

test('a redirect of a function needs http', () => {
  const match = { name: null, params: {}, path: '/', redirect: { location: 'javascript:alert(1)', status: 301 } }
  expect(() => redirectTarget(match, 'http://localhost')).toThrow('A redirect needs http or https')
})

test('records of the application itself pass', async () => {
  const router = makeRouter()
  router.addRoute({ path: '/own', name: 'own', component })
  expect(await open('/own', router)).toMatchObject({ name: 'own' })
})

test('a module without a page is an error of the navigation', async () => {
  const router = makeRouter({ albums: { default: component } })
  await expect(router.push('/albums/7')).rejects.toThrow('The module of `album` exports no page: show or show_ or Show')
})

test('an application without a layout draws its pages', async () => {
  const { records } = vueRoutes(runRouter('vue-router', manifest, { application: { notFound: component } }))
  const load = records[0]!['component'] as () => Promise<{ render: () => unknown }>
  expect((await load()).render()).toBeNull()
})

test.each([
  '//example.com/photos',
  '/photos/a%2Fb',
  '/photos/..%2F..',
  '/photos/%5Cexample.com',
  `/photos/${'7'.repeat(9999)}`,
])('a hostile path shows the page of the table, or the page for missing routes: %s', async (path) => {
  const found = runRouter('vue-router', manifest, modules).match('GET', `http://localhost${path}`)
  const { name, params } = await open(path)
  expect(name).toBe(found?.name ?? 'not-found')
  if (found !== null) expect(params).toEqual(found.params)
})
