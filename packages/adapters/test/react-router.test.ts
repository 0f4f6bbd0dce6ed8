import { createMemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { compileRoutes } from '@turnout/compiler'
import { redirect } from '@turnout/compiler/dsl'
import { createUseRoute } from '../src/react-router.ts'
import { reactRoutes, runRouter, type PageModules } from './running.ts'

const manifest = compileRoutes((r) => {
  r.root('photos#index')
  r.resources('photos', { only: ['index', 'show', 'create', 'update'] })
  r.resources('photos', { only: 'destroy' })
  r.resources('albums', { only: 'show', id: /\d+/ })
  r.get('old/:id', { to: redirect('/photos/%{id}?from=old') })
}).manifest!

type Args = Readonly<Record<string, any>>
const component = (): null => null
const application: PageModules[string] = {
  layout: component,
  ErrorBoundary: component,
  notFound: component,
  loader: () => 'user',
  handle: { brand: 'Photos' },
}
const photos: PageModules[string] = {
  layout: component,
  Index: component,
  show: component,
  ErrorBoundary: { show: component },
  loader: { layout: () => 'menu', show: ({ params, match }: Args) => [params, match.name] },
  action: {
    create: async ({ request }: Args) => `created ${await request.text()}`,
    update: ({ params }: Args) => `updated ${params.id}`,
  },
  handle: { show: { crumb: 'Photo' } },
}
const albums: PageModules[string] = {
  show: Object.assign(() => null, { displayName: 'Album' }),
  loader: ({ params }: Args) => params.id,
  action: () => 'any',
}
const run = runRouter('react-router', manifest, { application, photos, albums })

async function open(path: string, emitted = run) {
  const router = createMemoryRouter(reactRoutes(emitted) as never, { initialEntries: [path] })
  await vi.waitFor(() => expect(router.state.initialized).toBe(true))
  return router
}

test('a page has the layouts, the data, the settings and the parameters of its route', async () => {
  const { state } = await open('/photos/7.json')
  expect(state.matches.map(({ route }) => route.id)).toEqual([
    'layout:application',
    'layout:application:errors',
    'layout:photos',
    'photo',
  ])
  expect(state.loaderData).toMatchObject({
    'layout:application': 'user',
    'layout:photos': 'menu',
    photo: [{ id: '7', format: 'json' }, 'photo'],
  })
  const [outer, inner, layout, page] = state.matches.map(({ route }) => route as Args)
  expect(outer!['handle']).toEqual({ brand: 'Photos' })
  // React Router makes elements of components.
  expect(inner!['errorElement'].type).toBe(application['ErrorBoundary'])
  expect(layout!['errorElement']).toBeUndefined()
  const element = { type: component }
  expect(page).toMatchObject({ errorElement: element, handle: { crumb: 'Photo' } })
  expect(page!['element'].type()).toEqual(element)
})

test('the layout of a controller loads its data again for other parameters', async () => {
  const layout = vi.fn(({ params, match }: Args) => [params, match.action])
  const modules = { application, photos: { ...photos, loader: { layout } } }
  const router = await open('/photos/7.json', runRouter('react-router', manifest, modules))
  const data = () => router.state.loaderData['layout:photos']
  expect(data()).toEqual([{ id: '7', format: 'json' }, 'show'])
  await router.navigate('/photos/8')
  expect(data()).toEqual([{ id: '8' }, 'show'])
  await router.navigate('/photos/8#comments')
  expect(layout).toHaveBeenCalledTimes(2)
})

test('the module of a page that could not be loaded is loaded again by the next visit', async () => {
  let isOffline = true
  const { table, ...emitted } = runRouter('react-router', manifest, { albums })
  const offline = table.map((node) => ({
    ...node,
    load: async () => {
      if (isOffline && node.id === 'album') throw new Error('offline')
      return node.load!()
    },
  }))
  const router = await open('/albums/7', { ...emitted, table: offline })
  expect(router.state.errors).toMatchObject({ album: { message: 'offline' } })
  const page = () => router.state.matches.at(-1)!.route as Args
  expect(page()['element'].type).toThrow('offline')
  isOffline = false
  await router.navigate('/albums/8')
  expect(router.state).toMatchObject({ errors: null, loaderData: { album: '8' } })
  expect(page()['element'].type()).toEqual({ type: albums['show'] })
})

test('a page without a loader has the data null', async () => {
  expect((await open('/photos')).state.loaderData).toMatchObject({ photos: null })
})

test('a form calls the action that its method and its path have in the table', async () => {
  const router = await open('/photos/7')
  const submit = async (path: string, method: string, body = '') => {
    await router.navigate(path, { formMethod: method as never, formEncType: 'text/plain', body })
    const [[route, data] = []] = Object.entries(router.state.actionData ?? {})
    return [route, data, router.state.errors && Object.values(router.state.errors)[0].status]
  }
  expect(await submit('/photos', 'post', 'a=1')).toEqual(['photos', 'created a=1', null])
  expect(await submit('/photos/7', 'patch')).toEqual(['photo', 'updated 7', null])
  // The table has the action, and the module has no function for it.
  expect(await submit('/photos/7', 'delete')).toEqual([undefined, undefined, 405])
  expect(await submit('/albums/7', 'post')).toEqual(['album', 'any', null])
  expect(await submit('/albums/x', 'post')).toEqual([undefined, undefined, 404])
})

test('requirements are checked before the loader, and missing pages have status 404', async () => {
  expect((await open('/albums/7')).state.loaderData).toMatchObject({ album: '7' })
  const refused = (await open('/albums/x')).state
  expect(refused.errors).toMatchObject({ 'layout:application:errors': { status: 404 } })
  const missing = (await open('/nowhere')).state
  expect(missing.errors).toMatchObject({ 'not-found': { status: 404 } })
})

test('a redirect of the table stays in the application', async () => {
  const router = await open('/old/7')
  expect(router.state.location).toMatchObject({ pathname: '/photos/7', search: '?from=old' })
})

test('useRoute returns the parameters of the table, and the data', () => {
  const matches = [{ id: 'photo', params: { id: '7.json' }, handle: 1, loaderData: 2 }]
  const hooks = { match: run.match, useMatches: () => matches }
  const at = (pathname: string, basename = '/') =>
    createUseRoute({ ...hooks, basename, useLocation: () => ({ pathname }) })
  expect(at('/photos/7.json')('photo')).toEqual({ data: 2, handle: 1, params: { id: '7', format: 'json' } })
  expect(at('/nowhere')('photo')).toEqual({ data: 2, handle: 1, params: { id: '7.json' } })
  expect(() => at('/photos')('photos')).toThrow('The route `photos` is not part of the page /photos')
})

test.each([
  ['no page', { loader: () => 1 }, 'The module of `album` exports no page: show or show_ or Show'],
  ['a loader that is no function', { show: component, loader: 'x' }, 'loader is not a function'],
  ['a loader of an action that is no function', { show: component, loader: { show: 7 } }, 'loader is not a function'],
  ['the loader null', { show: component, loader: null }, 'loader is not a function'],
])('a module with %s is an error of its page', async (_name, module, message) => {
  const { state } = await open('/albums/7', runRouter('react-router', manifest, { application, albums: module }))
  expect(state.errors).toMatchObject({ 'layout:application:errors': { message } })
})

test('an action that is no function is an error of its page', async () => {
  const module = { show: component, action: { update: 'x' } }
  const router = await open('/', runRouter('react-router', manifest, { photos: module }))
  await router.navigate('/photos/7', { formMethod: 'patch', formEncType: 'text/plain', body: '' } as never)
  expect(router.state.errors).toMatchObject({ photo: { message: 'action is not a function' } })
})

test.each([
  '//example.com/photos',
  '/photos/a%2Fb',
  '/photos/..%2F..',
  '/photos/%5Cexample.com',
  `/photos/${'7'.repeat(9999)}`,
])('a hostile path shows the page of the table, or the page for missing routes: %s', async (path) => {
  const { state } = await open(path)
  const found = run.match('GET', `http://localhost${path}`)
  const shown = state.errors === null ? state.matches.at(-1)!.route.id : null
  expect(shown).toBe(found?.name ?? null)
  if (found !== null) expect(state.loaderData['photo']).toEqual([found.params, 'photo'])
})
