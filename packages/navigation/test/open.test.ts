// On a server, which has no document.
import { expect, test } from 'vitest'
import { current, openWith } from '../src/index.ts'
import { tableOf } from './table.ts'

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
        if (params.id === 'moved') throw new Response(null, { status: 302, headers: { location: '/photos' } })
        if (params.id === 'away') throw new Response(null, { status: 302, headers: { location: 'https://b.test/' } })
        if (params.id === 'script') throw new Response(null, { status: 302, headers: { location: 'javascript:x' } })
        if (params.id === 'broken') throw new Error('no data')
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
  ['/old', 302, '/photos/7', 'one'],
  ['/photos/moved', 302, '/photos', 'all'],
  ['/photos/away', 302, 'https://b.test/', 'Nothing here'],
  ['/photos/script', 500, null, 'Oops'],
  ['/photos/gone', 404, null, 'Nothing here'],
  ['/photos/broken', 500, null, 'Oops'],
  ['/loop', 500, null, 'Oops'],
  ['/nowhere', 404, null, 'Nothing here'],
  ['/server', 200, null, null],
])('%s is %i', async (path, status, location, page) => {
  const opened = await openWith(table, path)
  expect([opened.status, opened.location, opened.snapshot.page]).toEqual([status, location, page])
})
