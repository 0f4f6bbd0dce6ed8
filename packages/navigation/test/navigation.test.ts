// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { current, navigate, startWith, subscribe, type Module, type StartOptions } from '../src/index.ts'
import { tableOf } from './table.ts'

let stop = () => {}

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal('reportError', vi.fn())
  history.replaceState(null, '', '/')
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

async function start(modules: Record<string, Module>, options: StartOptions = {}): Promise<void> {
  stop = startWith(tableOf(modules), options)
  await vi.waitFor(() => expect(current().status).not.toBe('loading'))
}

test('shows the page of the location, and then the page of a link', async () => {
  await start({ photos: { index: 'all', Show: 'one', load: { show: ({ params }: any) => params.id } } })
  await navigate('/photos')
  expect(current()).toMatchObject({ action: 'photos#index', page: 'all', data: undefined, url: '/photos' })
  const before = current()
  const listener = vi.fn()
  const unsubscribe = subscribe(listener)
  expect(await navigate({ url: '/photos/7?tab=a', method: 'get' }, { state: { from: 1 }, info: 'slide' })).toBe(true)
  expect(listener).toHaveBeenCalled()
  expect(current()).toBe(current())
  expect(Object.isFrozen(before)).toBe(true)
  expect(before.action).toBe('photos#index')
  expect(current()).toMatchObject({
    action: 'photos#show',
    page: 'one',
    data: '7',
    search: { tab: 'a' },
    state: { from: 1 },
    info: 'slide',
    status: 'ready',
    pending: null,
  })
  expect(location.pathname + location.search).toBe('/photos/7?tab=a')
  unsubscribe()
  listener.mockClear()
  await navigate('/photos')
  expect(listener).not.toHaveBeenCalled()
})

test.each([
  ['javascript:alert(1)'],
  ['https://elsewhere.example/'],
  ['//elsewhere.example/'],
  ['blob:http://localhost:3000/7f'],
  ['data:text/html,x'],
  ['http://['],
  [{ url: '/photos', method: 'PATCH' }],
])('refuses %j', async (target) => {
  await start({})
  const { href } = location
  await expect(navigate(target)).rejects.toThrow(TypeError)
  expect(location.href).toBe(href)
})

test('a later navigation replaces an earlier one', async () => {
  const signals: AbortSignal[] = []
  const load = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise(() => {})
  }
  await start({ photos: { index: 'all', show: 'one', load: { show: load } } })
  const slow = navigate('/photos/1')
  await vi.waitFor(() => expect(signals).toHaveLength(1))
  expect(current().pending).toMatchObject({ url: '/photos/1', match: { params: { id: '1' } } })
  expect(await navigate('/photos')).toBe(true)
  expect(await slow).toBe(false)
  expect(signals[0]!.aborted).toBe(true)
  expect(current()).toMatchObject({ action: 'photos#index', pending: null })
})

test('the first page has the data of the server, and later pages load theirs', async () => {
  history.replaceState(null, '', '/photos/7')
  const load = vi.fn(({ params }: any) => params.id)
  await start({ photos: { show: 'one', load } }, { data: 'drawn' })
  expect(current()).toMatchObject({ action: 'photos#show', data: 'drawn', status: 'ready' })
  expect(load).not.toHaveBeenCalled()
  await navigate('/photos/8')
  expect(current().data).toBe('8')
})

test.each([
  [404, 'not-found', 'Nothing here'],
  [403, 'error', 'Oops'],
  [500, 'error', 'Oops'],
] as const)('the first page has the status %i of the server, and `load` is not called', async (code, status, page) => {
  history.replaceState(null, '', '/photos/7')
  const load = vi.fn()
  const application = { notFound: 'Nothing here', error: 'Oops' }
  await start({ application, photos: { show: 'one', load } }, { status: code })
  expect(current()).toMatchObject({ status, page, error: { status: code } })
  expect(load).not.toHaveBeenCalled()
})
