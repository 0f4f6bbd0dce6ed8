// Pages whose `load` and `search` have a file of their own.
// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { current, navigate, openWith, prefetch, startWith } from '../src/index.ts'
import type { LoadArguments, Module } from '../src/index.ts'
import { tableOf } from './table.ts'

let stop = () => {}
const reported = vi.fn()

beforeEach(() => {
  reported.mockReset()
  vi.stubGlobal('scrollTo', vi.fn())
  history.replaceState(null, '', '/server')
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

const failure = new Error('no data')

/** Starts with a page whose code arrives when the test says so. */
async function start(data: Module | (() => Promise<Module>), application: Module = {}) {
  const code = deferModule()
  stop = startWith(tableOf({ application, photos: () => code.promise, data }), {
    error: 'Oops',
    notFound: 'Nothing',
    onError: reported,
  })
  await vi.waitFor(() => expect([current().pending, current().status]).toEqual([null, 'ready']))
  return code
}

test('`load` is called while the code is on its way', async () => {
  const load = vi.fn(async ({ params, search }: LoadArguments) => [params['id'], search])
  const code = await start({ load, search: schemaOf({ value: 'parsed' }) })
  const shown = navigate('/photos/7')
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  expect(current().pending).toMatchObject({ url: '/photos/7' })
  code.resolve({ show: 'one', title: ({ data }: { data: string[] }) => `Photo ${data[0]}`, layout: 'inner' })
  expect(await shown).toBe(true)
  expect(current()).toMatchObject({
    page: 'one',
    data: ['7', 'parsed'],
    search: 'parsed',
    title: 'Photo 7',
    layouts: ['inner'],
  })
  expect(load).toHaveBeenCalledOnce()
})

test('a load file can have values by action, and further settings', async () => {
  const load = { index: () => 'all', show: () => 'one' }
  const code = await start({ load, title: { show: 'A photo' }, layout: 'inner' }, { layout: 'outer' })
  code.resolve({ index: 1, show: 2, title: 'Photos' })
  await navigate('/photos')
  expect(current()).toMatchObject({ page: 1, data: 'all', title: null })
  await navigate('/photos/7')
  expect(current()).toMatchObject({ page: 2, data: 'one', title: 'A photo', layouts: ['outer', 'inner'] })
})

test("with a load file, `load` and `search` of the page's module are ignored", async () => {
  const load = vi.fn()
  const code = await start({})
  code.resolve({ index: 1, load, search: schemaOf({ issues: [] }) })
  await navigate('/photos?page=2')
  expect(current()).toMatchObject({ status: 'ready', data: undefined, search: { page: '2' } })
  expect(load).not.toHaveBeenCalled()
})

test('a load file may export `load` and `search` even if an action has that name', async () => {
  const table = tableOf({ photos: { index: 1, load: 'a page' }, data: { load: () => 'data' } })
  const pages = { 'photos#index': { ...table.pages['photos#index'], reserved: { load: undefined } } }
  expect((await openWith({ ...table, pages }, '/photos')).snapshot).toMatchObject({ page: 1, data: 'data' })
})

test.each([
  ['rejects', { load: () => Promise.reject(failure) }],
  ['throws', { load: () => expect.fail('no data') }],
  ['parses no search', { search: schemaOf({ issues: [{ message: 'Wrong' }] }) }],
  ['cannot be loaded', () => Promise.reject(new Error('syntax'))],
])('a load file that %s shows the page for errors', async (_, data: Module | (() => Promise<Module>)) => {
  const code = await start(data)
  const shown = navigate('/photos/7')
  code.resolve({ show: 'one', error: 'of photos' })
  expect(await shown).toBe(true)
  expect(current()).toMatchObject({ status: 'error', error: expect.any(Error) })
  expect(reported.mock.calls).toEqual([[current().error]])
})

test('if the code fails too, both errors are reported', async () => {
  const code = await start({ load: () => Promise.reject(failure) })
  const shown = navigate('/photos/7')
  code.reject(new Error('no code'))
  expect(await shown).toBe(true)
  expect(current().error).toEqual(new Error('no code'))
  await vi.waitFor(() => expect(reported.mock.calls).toEqual([[failure], [current().error]]))
})

test('if the code fails, data that never arrives delays nothing', async () => {
  const code = await start({ load: () => new Promise(() => {}) })
  const shown = navigate('/photos/7')
  code.reject(new Error('no code'))
  expect(await shown).toBe(true)
  expect(current()).toMatchObject({ status: 'error', page: 'Oops' })
})

test('`load` can redirect, and show that a page is missing', async () => {
  const load = ({ params: { id } }: LoadArguments) => {
    if (id === 'old') throw new Response(null, { status: 302, headers: { location: '/photos/new' } })
    if (id === 'gone') throw new Response(null, { status: 404 })
    return id
  }
  const code = await start({ load: { show: load } })
  code.resolve({ show: 'one' })
  await navigate('/photos/old')
  expect([current().url, current().data]).toEqual(['/photos/new', 'new'])
  await navigate('/photos/gone')
  expect(current()).toMatchObject({ status: 'not-found', page: 'Nothing' })
})

test('a later navigation aborts `load`, and a `load` whose file arrives late is not called', async () => {
  const signals: AbortSignal[] = []
  const file = deferModule()
  const load = vi.fn(({ signal }: LoadArguments) => void signals.push(signal))
  const code = await start(() => file.promise)
  code.resolve({ index: 1, show: 2 })
  const overtaken = navigate('/photos/1')
  const shown = navigate('/photos')
  file.resolve({ load })
  expect(await Promise.all([overtaken, shown])).toEqual([false, true])
  expect(load).toHaveBeenCalledOnce()
  expect(signals[0]!.aborted).toBe(false)
  void navigate('/photos/2')
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await navigate('/photos')
  expect(reported).not.toHaveBeenCalled()
})

test('a prefetch loads the file, and calls `load` on request', async () => {
  const load = vi.fn(() => 'data')
  const file = vi.fn(async () => ({ load }))
  const code = await start(file)
  code.resolve({ show: 'one' })
  await prefetch('/photos/7')
  expect(file).toHaveBeenCalled()
  expect(load).not.toHaveBeenCalled()
  await prefetch('/photos/7', { data: true })
  await navigate('/photos/7')
  expect(current().data).toBe('data')
  expect(load).toHaveBeenCalledOnce()
})

test('data from a server is not loaded again, and neither is that of an error', async () => {
  const load = vi.fn()
  history.replaceState(null, '', '/photos')
  const table = tableOf({ photos: { index: 1 }, data: { load, search: schemaOf({ value: 'parsed' }) } })
  stop = startWith(table, { data: 'of the server' })
  await vi.waitFor(() => expect(current()).toMatchObject({ data: 'of the server', search: 'parsed', status: 'ready' }))
  stop()
  stop = startWith(table, { status: 500 })
  await vi.waitFor(() => expect(current().status).toBe('error'))
  expect(load).not.toHaveBeenCalled()
})

test('a server loads data and code in parallel', async () => {
  const code = deferModule()
  const load = vi.fn(({ context }: LoadArguments) => context)
  const opened = openWith(tableOf({ photos: () => code.promise, data: { load } }), '/photos/7', { context: 'Ada' })
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  code.resolve({ show: 'one' })
  expect((await opened).snapshot).toMatchObject({ page: 'one', data: 'Ada' })
})

function schemaOf(result: object): object {
  return { '~standard': { validate: () => result } }
}

/** A module that arrives when the test says so. */
function deferModule() {
  let resolve!: (module: Module) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<Module>((onArrival, onFailure) => {
    resolve = onArrival
    reject = onFailure
  })
  return { promise, resolve, reject }
}
