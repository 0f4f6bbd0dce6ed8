import { expect, test } from 'vitest'
import { createPageLoader } from './pages.ts'
import type { RouteMatch } from './route-match.ts'

const answers: Record<string, Partial<RouteMatch>> = {
  '/photos/7': { controller: 'photos', action: 'show', params: { id: '7' } },
  '/photos/new': { controller: 'photos', action: 'new' },
  '/albums/1': { controller: 'albums', action: 'show' },
  '/photos/7/edit': { controller: 'photos', action: 'edit' },
  '/sign-in': { controller: 'photos', action: 'sign_in' },
  '/lost': { controller: 'photos', action: 'toString' },
  '/gone': { controller: 'constructor', action: 'name' },
  '/albums': { controller: 'albums', action: 'index' },
  '/old': { redirect: { location: '/photos/7', status: 301 } },
}
let loads = 0
const load = createPageLoader(
  (method, path) => {
    const found = answers[path]
    return found === undefined || method !== 'GET' ? null : { name: null, params: {}, path, ...found }
  },
  {
    photos: async () => {
      loads++
      return { show: 'the photo', new_: 'a form', signIn: 'sign in', Edit: 'an edit' }
    },
    'albums#show': async () => ({ default: 'the album' }),

    broken: () => Promise.reject(new Error('no such chunk')),
  },
)

test('a path is loaded with its match and its page', async () => {
  expect(await load('/photos/7')).toEqual({
    action: 'photos#show',
    match: { name: null, controller: 'photos', action: 'show', params: { id: '7' }, path: '/photos/7' },
    page: 'the photo',
  })
  expect((await load('/photos/new'))?.page).toBe('a form')
  expect((await load('/sign-in'))?.page).toBe('sign in')
  expect((await load('/photos/7/edit'))?.page).toBe('an edit')
})

test('a page may be the default export of a module of its own', async () => {
  expect(await load('/albums/1')).toMatchObject({ action: 'albums#show', page: 'the album' })
})

test('a route without a page is loaded without one', async () => {
  for (const path of ['/lost', '/gone', '/albums', '/old'])
    expect(await load(path)).toMatchObject({ action: null, page: null })
  expect((await load('/old'))?.match.redirect?.location).toBe('/photos/7')
})

test('a path without a route loads nothing', async () => {
  loads = 0
  expect(await load('/nowhere')).toBeNull()
  expect(await load('/old')).not.toBeNull()
  expect(loads).toBe(0)
})

test('an import that fails rejects', async () => {
  answers['/broken'] = { controller: 'broken', action: 'show' }
  await expect(load('/broken')).rejects.toThrow('no such chunk')
})
