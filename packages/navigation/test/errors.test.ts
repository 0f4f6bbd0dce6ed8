// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beforeLeave, current, navigate, SearchError, setSearch, startWith, subscribe } from '../src/index.ts'
import type { Module, StartOptions } from '../src/index.ts'
import { tableOf } from './table.ts'

let stop = () => {}
const reported = vi.fn()

beforeEach(() => {
  reported.mockReset()
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal('reportError', reported)
  history.replaceState(null, '', '/photos')
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

async function start(
  modules: Record<string, Module | (() => Promise<Module>)>,
  options: StartOptions = {},
  status = 'ready',
): Promise<void> {
  stop = startWith(tableOf(modules), options)
  await vi.waitFor(() => expect([current().pending, current().status]).toEqual([null, status]))
}

const failure = new Error('no data')
const failing = { index: 'all', show: 'one', load: { show: () => Promise.reject(failure) } }

test('an error is on the error page of the module, of `application`, or of the option, in this order', async () => {
  const at = async (modules: Record<string, Module>, options: StartOptions = {}) => {
    history.replaceState(null, '', '/photos')
    await start(modules, options)
    expect(await navigate('/photos/7')).toBe(true)
    const { action, status, page, error, match } = current()
    expect({ action, status, error, id: match?.params['id'] }).toEqual({
      action: null,
      status: 'error',
      error: failure,
      id: '7',
    })
    stop()
    return page
  }
  const application = { error: 'of the application' }
  expect(await at({ photos: { ...failing, error: 'of photos' }, application }, { error: 'of start' })).toBe('of photos')
  expect(await at({ photos: failing, application }, { error: 'of start' })).toBe('of the application')
  expect(await at({ photos: failing }, { error: 'of start' })).toBe('of start')
  expect(reported).not.toHaveBeenCalled()
  expect(await at({ photos: failing })).toBeNull()
  expect(reported.mock.calls).toEqual([[failure]])
})

test('a thrown value whose properties throw is on the error page', async () => {
  const refuse = () => {
    throw failure
  }
  const hostile = new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse })
  await start({ photos: { ...failing, load: { show: () => Promise.reject(hostile) }, error: 'Oops' } })
  expect(await navigate('/photos/7')).toBe(true)
  expect([current().status, current().page, current().pending]).toEqual(['error', 'Oops', null])
})

test('a page after an error has nothing of the error, and an error has nothing of the page before', async () => {
  await start({ photos: { ...failing, load: { ...failing.load, index: () => 'data' } } }, { error: 'Oops' })
  expect(current()).toMatchObject({ data: 'data', error: undefined })
  await navigate('/photos/7')
  expect(current()).toMatchObject({ page: 'Oops', data: undefined, error: failure })
  await navigate('/photos')
  expect(current()).toMatchObject({ page: 'all', data: 'data', error: undefined, status: 'ready' })
})

test.each([
  ['a module that throws', () => Promise.reject(new Error('while loading')), '/photos', 'while loading'],
  ['a title that throws', { index: 1, title: () => expect.fail('no title') }, '/photos', 'no title'],
  ['a schema that throws', { index: 1, search: { '~standard': {} } }, '/photos', /not a function/],
])('%s shows the error page', async (_, photos: Module | (() => Promise<Module>), path, message) => {
  history.replaceState(null, '', path)
  await start({ photos, application: { error: 'Oops' } }, {}, 'error')
  expect(current().page).toBe('Oops')
  expect((current().error as Error).message).toMatch(message)
})

test('a search that does not parse has its issues', async () => {
  const search = { '~standard': { validate: () => ({ issues: [{ message: 'Wrong' }] }) } }
  await start({ photos: { index: 1, show: 2, search: { show: search } } }, { error: 'Oops' })
  await navigate('/photos/7')
  expect(current().error).toBeInstanceOf(SearchError)
  expect(current().error).toMatchObject({ issues: [{ message: 'Wrong' }] })
})

test('names of searches are ordinary names', async () => {
  await start({ photos: { index: 1 } })
  await navigate('/photos?__proto__=x&constructor=y&a=1&a=2&b[]=1&b[]=2')
  const { search } = current()
  expect(Object.getPrototypeOf(search)).toBe(Object.prototype)
  expect(Object.entries(search as object)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
    ['a', '2'],
    ['b', ['1', '2']],
  ])
  await setSearch({ b: null, a: [1, 2], constructor: undefined })
  expect(location.search).toBe('?__proto__=x&a%5B%5D=1&a%5B%5D=2')
})

test('a search is read in time linear in its length', async () => {
  await start({ photos: { index: 1 } })
  const names = Array.from({ length: 20_000 }, (_, index) => `n${index}=1`)
  await navigate(`/photos?${names.join('&')}`)
  expect(Object.keys(current().search as object)).toHaveLength(20_000)
})

test('errors of listeners and guards are reported, and change nothing', async () => {
  await start({ photos: { index: 1, show: 2 } })
  const error = new Error('in a listener')
  const later = vi.fn()
  const removers = [
    subscribe(() => {
      throw error
    }),
    subscribe(later),
    beforeLeave(() => {
      throw error
    }),
  ]
  expect(await navigate('/photos/7')).toBe(true)
  expect(later).toHaveBeenCalled()
  expect(new Set(reported.mock.calls.flat())).toEqual(new Set([error]))
  for (const remove of removers) remove()
})

test('an error of a page that was replaced is reported, unless it is the abort', async () => {
  const late = new Error('late')
  const load = vi.fn(
    ({ params, signal }: any) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(params.id === '1' ? signal.reason : late))
      }),
  )
  await start({ photos: { index: 1, show: 2, load: { show: load } } })
  for (const path of ['/photos/1', '/photos/2']) {
    const replaced = navigate(path)
    await vi.waitFor(() => expect(load).toHaveBeenCalled())
    load.mockClear()
    await navigate('/photos')
    expect(await replaced).toBe(false)
  }
  await vi.waitFor(() => expect(reported.mock.calls).toEqual([[late]]))
})

test('state that cannot be cloned is reported', async () => {
  await start({ photos: { index: 1, show: 2 } })
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  vi.spyOn(history, 'pushState').mockImplementationOnce(() => {
    throw new DOMException('It cannot be cloned', 'DataCloneError')
  })
  expect(await navigate('/photos/7', { state: () => {} })).toBe(false)
  expect(reported.mock.calls[0]![0]).toMatchObject({ name: 'DataCloneError' })
  expect(String(assign.mock.calls[0]![0])).toMatch(/\/photos\/7$/)
  assign.mockRestore()
})

test('the user stays unless the message is confirmed', async () => {
  const confirmLeave = vi.fn(() => false)
  await start({ photos: { index: 1, show: 2 } }, { confirmLeave })
  const remove = beforeLeave((url) => `To ${url}?`)
  expect(await navigate('/photos/7')).toBe(false)
  expect(confirmLeave).toHaveBeenCalledWith('To /photos/7?')
  const unload = new Event('beforeunload', { cancelable: true })
  dispatchEvent(unload)
  expect(unload.defaultPrevented).toBe(true)
  remove()
  const free = new Event('beforeunload', { cancelable: true })
  dispatchEvent(free)
  expect(free.defaultPrevented).toBe(false)
  expect(await navigate('/photos/7')).toBe(true)
})

test('an export with the name of an action is no setting', async () => {
  const table = tableOf({ photos: { index: 1, load: () => expect.fail('a page, and no loader') } })
  const source = { ...table.pages['photos#index']!, reserved: { load: undefined } }
  stop = startWith({ ...table, pages: { 'photos#index': source } })
  await vi.waitFor(() => expect(current().status).toBe('ready'))
  expect(current().data).toBeUndefined()
})

test('a transition that throws is reported, and the next navigation works', async () => {
  const error = new Error('in a transition')
  const transition = vi.fn(async (change: () => Promise<void>) => {
    if (transition.mock.calls.length === 1) throw error
    await change()
  })
  await start({ photos: { index: 1, show: 2 } }, { transition })
  expect(transition).not.toHaveBeenCalled()
  expect(await navigate('/photos/7')).toBe(true)
  expect(reported.mock.calls).toEqual([[error]])
  expect(await navigate('/photos/8')).toBe(true)
  expect(current().url).toBe('/photos/8')
})

test('a redirect to a script runs nothing', async () => {
  const load = () => {
    throw new Response(null, { status: 302, headers: { location: 'javascript:window.isRun=1' } })
  }
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  await start({ photos: { index: 1, show: 2, load: { show: load } } }, { error: 'Oops' })
  expect(await navigate('/photos/7')).toBe(true)
  expect(current()).toMatchObject({ url: '/photos/7', status: 'error', page: 'Oops' })
  expect(assign).not.toHaveBeenCalled()
  assign.mockRestore()
})

test('starting twice is an error', async () => {
  await start({ photos: { index: 1 } })
  expect(() => startWith(tableOf({}))).toThrow('The navigation has started already')
})
