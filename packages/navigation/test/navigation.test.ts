// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  current,
  navigate,
  openWith,
  prefetch,
  reload,
  startWith,
  subscribe,
  type Module,
  type StartOptions,
} from '../src/index.ts'
import { tableOf } from './table.ts'

let stop = () => {}

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn())
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

test('the pending page of a redirect that is fast never replaces the target', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time))
  const load = {
    async show({ params }: any) {
      await wait(50)
      if (params.id === 'slow') await wait(10_000)
      else throw new Response(null, { status: 302, headers: { location: params.id === '1' ? '/photos/2' : '/photos' } })
    },
    index: () => wait(20),
  }
  history.replaceState(null, '', '/server')
  await start({ photos: { index: 'all', show: 'one', pending: 'Wait', load } })
  const moved = navigate('/photos/1')
  await vi.advanceTimersByTimeAsync(500)
  expect(await moved).toBe(true)
  expect(current()).toMatchObject({ url: '/photos', page: 'all', pending: null })
  // The same holds for a visit that is replaced, and for a navigation that stops.
  const replaced = navigate('/photos/slow')
  await vi.advanceTimersByTimeAsync(90)
  void navigate('/photos')
  await vi.advanceTimersByTimeAsync(500)
  expect(await replaced).toBe(false)
  expect(current()).toMatchObject({ url: '/photos', pending: null })
  void navigate('/photos/slow')
  await vi.advanceTimersByTimeAsync(90)
  stop()
  const listener = vi.fn()
  onTestFinished(subscribe(listener))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(listener).not.toHaveBeenCalled()
})

test('a late transition does not show the page of an earlier visit', async () => {
  const changes: (() => Promise<void>)[] = []
  const transition = async (change: () => Promise<void>) => void changes.push(change)
  await start({ photos: { index: 'all', show: 'one' } }, { transition })
  await navigate('/photos/1')
  await navigate('/photos/2')
  await changes[1]!()
  await changes[0]!()
  expect(current().url).toBe('/photos/2')
})

test('`load` receives the URL in the form of the location', async () => {
  const load = vi.fn(({ url }: any) => url)
  await start({ photos: { index: 'all', load } })
  await navigate('/photos?a=1&b=%20#c')
  expect(current().url).toBe('/photos?a=1&b=%20#c')
  expect(current().data).toBe(current().url)
})

test("the first page uses the server's data, and later pages load their own data", async () => {
  history.replaceState(null, '', '/photos/7')
  const load = vi.fn(({ params }: any) => params.id)
  await start({ photos: { show: 'one', load } }, { data: 'drawn' })
  expect(current()).toMatchObject({ action: 'photos#show', data: 'drawn', status: 'ready' })
  expect(load).not.toHaveBeenCalled()
  await navigate('/photos/8')
  expect(current().data).toBe('8')
})

test('if `load` returned nothing on the server, the first page does not call it again', async () => {
  history.replaceState(null, '', '/photos/7')
  const load = vi.fn(() => {})
  const { payload } = await openWith(tableOf({ photos: { show: 'one', load } }), '/photos/7')
  load.mockClear()
  await start({ photos: { show: 'one', load } }, JSON.parse(payload) as StartOptions)
  expect(current()).toMatchObject({ action: 'photos#show', data: undefined, status: 'ready', error: undefined })
  expect(load).not.toHaveBeenCalled()
  await navigate('/photos/8')
  expect(load).toHaveBeenCalledTimes(1)
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

test('a reload loads the data of the page again, at the same entry and position', async () => {
  let count = 0
  const scroll = vi.fn()
  vi.stubGlobal('scrollTo', scroll)
  expect(await reload()).toBe(false)
  await start({ photos: { index: 'all', show: 'one', load: () => ++count } })
  await navigate('/photos?page=2#c', { state: 'kept' })
  await prefetch('/photos/7', { data: true })
  scroll.mockClear()
  const { length } = history
  const before = count
  expect(await reload()).toBe(true)
  expect(current()).toMatchObject({ url: '/photos?page=2#c', data: before + 1, state: 'kept', pending: null })
  expect([history.length, scroll.mock.calls]).toEqual([length, []])
  // The prefetched data is from before the change.
  await navigate('/photos/7')
  expect(current().data).toBe(before + 2)
})

test('a reload does not replace a navigation that is running, and shows the page for errors if `load` fails', async () => {
  const settle: ((value: unknown) => void)[] = []
  const load = vi.fn((): unknown => new Promise((resolve) => settle.push(resolve)))
  await start({ photos: { index: 'all', show: 'one', load: { show: load } }, application: { error: 'Oops' } })
  await navigate('/photos')
  const navigation = navigate('/photos/7')
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  expect(await reload()).toBe(false)
  settle[0]!('data')
  expect(await navigation).toBe(true)
  expect(current()).toMatchObject({ url: '/photos/7', data: 'data' })

  load.mockImplementation(() => {
    throw { status: 401 }
  })
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  expect(await reload()).toBe(true)
  expect(current()).toMatchObject({ url: '/photos/7', status: 'error', page: 'Oops' })
  load.mockImplementation(() => 'again')
  await reload()
  expect(current()).toMatchObject({ data: 'again', status: 'ready' })
})

test.each([
  ['a string', 'lightbox'],
  ['a number', 7],
  ['true', true],
  ['an array', ['lightbox']],
  ['a date', new Date(0)],
  ['a map', new Map([['a', 1]])],
])('%s that another application stored in the history stays there', async (_kind, stored) => {
  history.replaceState(stored, '', '/photos')
  await start({ photos: { index: 'all', show: 'one' } })
  expect([current().url, history.state]).toEqual(['/photos', stored])
  history.replaceState(stored, '', '/photos#part')
  dispatchEvent(new Event('hashchange'))
  expect([current().url, history.state]).toEqual(['/photos#part', stored])
  await navigate('/photos/7', { replace: true })
  expect([location.pathname, current().page, history.state]).toEqual(['/photos/7', 'one', stored])
})

test.each([
  ['nothing', null],
  ['an object', { own: 1 }],
  ['a frozen object', Object.freeze({ own: 1 })],
  ['an object of 1 MB', { own: 'x'.repeat(1e6) }],
  ['an object with a broken entry', { own: 1, turnout: { key: {}, index: 'x' } }],
])('%s that another application stored in the history is kept next to the entry', async (_kind, stored) => {
  history.replaceState(stored, '', '/photos')
  await start({ photos: { index: 'all' } })
  expect(history.state).toEqual({ ...stored, turnout: { key: expect.any(String), index: expect.any(Number) } })
})
