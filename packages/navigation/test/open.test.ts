// On a server, which has no document.
import { expect, test } from 'vitest'
import { current, openWith } from '../src/index.ts'
import { tableOf } from './table.ts'

const refuse = () => {
  throw new Error('hostile')
}
const HOSTILE = new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse })

const table = tableOf({
  application: { layout: 'outer', notFound: 'Nothing here', error: 'Oops' },
  photos: {
    index: 'all',
    show: 'one',
    layout: 'inner',
    title: ({ data }: { data: string }) => `Photo ${data}`,
    load: {
      show({ params }: { params: { id: string } }) {
        if (params.id === 'gone') throw new Response(null, { status: 404 })
        if (params.id === 'renamed') throw new Response(null, { status: 308, headers: { location: '/old' } })
        if (params.id === 'unusual') throw new Response(null, { status: 304, headers: { location: '/photos' } })
        if (params.id === 'moved') throw new Response(null, { status: 302, headers: { location: '/photos' } })
        if (params.id === 'away') throw new Response(null, { status: 302, headers: { location: 'https://b.test/' } })
        if (params.id === 'script') throw new Response(null, { status: 302, headers: { location: 'javascript:x' } })
        if (params.id === 'broken') throw new Error('no data')
        if (params.id === 'refused') throw new Response(null, { status: 403 })
        if (params.id === 'proxy') throw HOSTILE
        if (params.id === 'headers') throw { status: 302, headers: HOSTILE }
        if (params.id === 'null') throw null
        if (params.id === 'undefined') throw undefined
        if (params.id === 'frozen') throw Object.freeze({ status: 418 })
        if (params.id === 'slashes') throw { status: 302, headers: new Headers({ location: '/.//b.test' }) }
        if (params.id === 'symbol') throw { status: Symbol('302') }
        if (params.id === 'odd') throw { status: 1e9 }
        if (params.id === 'hostile') return '</script><!--<script>\u2028\u2029"'
        return params.id
      },
    },
  },
})

test('a page has its data, title and layouts, and the current location stays', async () => {
  const before = current()
  const { status, location, snapshot } = await openWith(table, 'https://a.test/photos/7?tab=a')
  expect({ status, location }).toEqual({ status: 200, location: null })
  expect(snapshot).toMatchObject({
    url: '/photos/7?tab=a',
    action: 'photos#show',
    page: 'one',
    data: '7',
    title: 'Photo 7',
    layouts: ['outer', 'inner'],
  })
  expect(current()).toBe(before)
})

test.each([
  ['/old', 301, '/photos/7', 'one'],
  ['/chain', 308, '/photos/7', 'one'],
  ['/brief', 307, '/photos/7', 'one'],
  ['/photos/renamed', 308, '/photos/7', 'one'],
  ['/photos/unusual', 302, '/photos', 'all'],
  ['/photos/moved', 302, '/photos', 'all'],
  ['/photos/away', 302, 'https://b.test/', 'Nothing here'],
  ['/photos/script', 500, null, 'Oops'],
  ['/photos/gone', 404, null, 'Nothing here'],
  ['/photos/broken', 500, null, 'Oops'],
  ['/photos/refused', 403, null, 'Oops'],
  ['/photos/proxy', 500, null, 'Oops'],
  ['/photos/headers', 500, null, 'Oops'],
  ['/photos/null', 500, null, 'Oops'],
  ['/photos/undefined', 500, null, 'Oops'],
  ['/photos/frozen', 418, null, 'Oops'],
  ['/photos/slashes', 302, '/.//b.test', 'Nothing here'],
  ['/photos/symbol', 500, null, 'Oops'],
  ['/photos/odd', 500, null, 'Oops'],
  ['/loop', 500, null, 'Oops'],
  ['/nowhere', 404, null, 'Nothing here'],
  ['/server', 200, null, null],
])('the response for %s has the status %i', async (path, status, location, page) => {
  const opened = await openWith(table, path)
  expect([opened.status, opened.location, opened.snapshot.page]).toEqual([status, location, page])
})

test('invalid search parameters have the status 400', async () => {
  const search = { '~standard': { validate: () => ({ issues: [{ message: 'Not a number' }] }) } }
  const { status, error } = await openWith(tableOf({ photos: { index: 'all', search } }), '/photos?page=x')
  expect([status, error]).toEqual([400, expect.objectContaining({ issues: [{ message: 'Not a number' }] })])
})

test('an error page receives only the status, and the server receives the error', async () => {
  const { snapshot, error, payload } = await openWith(table, '/photos/broken')
  expect(snapshot.error).toEqual({ status: 500 })
  expect(error).toEqual(new Error('no data'))
  expect(payload).toBe('{"status":500}')
  expect((await openWith(table, '/photos/gone')).payload).toBe('{"status":404}')
})

test('error pages and not-found pages receive the same values on the server and in the browser', async () => {
  for (const path of ['/photos/undefined', '/photos/gone', '/nowhere']) {
    const { status, snapshot, payload } = await openWith(table, path)
    expect(snapshot.error).toEqual({ status })
    expect(JSON.parse(payload)).toEqual({ status })
    expect(snapshot.title).toBe(status === 404 ? 'Page not found' : 'Something went wrong')
  }
})

test('the payload cannot end its script element', async () => {
  const { payload, snapshot } = await openWith(table, '/photos/hostile')
  expect(payload).not.toMatch(/[<>\u2028\u2029]/)
  expect(JSON.parse(payload)).toEqual({ data: snapshot.data })
})

test.each([1n, () => {}, Symbol('a'), { toJSON: () => undefined }])(
  'reading the payload throws if JSON cannot contain the data: %o',
  async (data) => {
    const opened = await openWith(tableOf({ photos: { index: 'all', load: () => data } }), '/photos')
    expect(opened.status).toBe(200)
    expect(() => opened.payload).toThrow(TypeError)
  },
)

test('the payload of a page without data shows that `load` has been called', async () => {
  for (const module of [{ index: 'all', load() {} }, { index: 'all' }]) {
    expect((await openWith(tableOf({ photos: module }), '/photos')).payload).toBe('{"status":200}')
  }
})

test('`load` receives the context of the request', async () => {
  const load = ({ context }: { context: unknown }) => context
  const { snapshot } = await openWith(tableOf({ photos: { index: 'all', load } }), '/photos', { context: 'Ada' })
  expect(snapshot.data).toBe('Ada')
})

test('error pages of `application` are inside its layout only, because other layouts may need the data', async () => {
  expect((await openWith(table, '/photos/7')).snapshot.layouts).toEqual(['outer', 'inner'])
  expect((await openWith(table, '/photos/gone')).snapshot.layouts).toEqual(['outer'])
  expect((await openWith(table, '/photos/broken')).snapshot.layouts).toEqual(['outer'])
  const load = () => Promise.reject(new Error('no data'))
  const controller = { index: 'all', load, layout: 'inner', error: 'Photos are gone' }
  const { snapshot } = await openWith(tableOf({ application: { layout: 'outer' }, photos: controller }), '/photos')
  expect(snapshot).toMatchObject({ page: 'Photos are gone', layouts: ['outer', 'inner'] })
})
