// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  beforeLeave,
  current,
  messageElement,
  navigate,
  prefetch,
  reload,
  SearchError,
  setSearch,
  showError,
  startWith,
  subscribe,
} from '../src/index.ts'
import type { Module, StartOptions } from '../src/index.ts'
import { errorMarkup, tableOf } from './table.ts'

let stop = () => {}
const reported = vi.fn()

beforeEach(() => {
  reported.mockReset()
  vi.stubGlobal('scrollTo', vi.fn())
  vi.spyOn(console, 'error').mockImplementation(() => {})
  history.replaceState(null, '', '/photos')
})

afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function start(
  modules: Record<string, Module | (() => Promise<Module>)>,
  options: StartOptions = {},
  status = 'ready',
): Promise<void> {
  stop = startWith(tableOf(modules), { onError: reported, ...options })
  await vi.waitFor(() => expect([current().pending, current().status]).toEqual([null, status]))
}

const failure = new Error('no data')
const failing = { index: 'all', show: 'one', load: { show: () => Promise.reject(failure) } }

test('an error is shown by the error page of the module, of `application`, or of the option, in this order', async () => {
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
  expect(await at({ photos: failing })).toBeNull()
  expect(reported.mock.calls).toEqual([[failure], [failure], [failure], [failure]])
  expect(console.error).not.toHaveBeenCalled()
})

test('without a framework, `messageElement` creates the page for an error or a missing route', async () => {
  expect(messageElement()).toBeNull()
  await start({ photos: failing })
  expect(messageElement()).toBeNull()
  await navigate('/photos/7')
  expect(messageElement()!.outerHTML).toBe(errorMarkup('/photos/7'))
  stop()
  await start({ photos: failing, application: { error: 'own' } }, {}, 'error')
  expect(messageElement()).toBeNull()
})

test.each([
  ['/photos/of/nobody', '/photos/of/nobody', '<a href="/photos">Go to the start page</a>'],
  ['//photos/of/nobody', '/.//photos/of/nobody', '<a href="/photos">Go to the start page</a>'],
  ['/nowhere', '/nowhere', null],
])(
  'the page for a missing route at %s shows %s, and links to the start page of this site: %s',
  async (path, shown, link) => {
    const { origin } = location
    history.replaceState(null, '', `${origin}${path}`)
    await start({ photos: failing }, {}, 'not-found')
    const { outerHTML } = messageElement()!
    expect(outerHTML).toContain(`<h1>Page not found</h1><p><code>${shown}</code></p>`)
    expect(/<a .*<\/a>/.exec(outerHTML)?.[0] ?? null).toBe(link)
  },
)

test('the link of an error never leaves the site', async () => {
  const table = tableOf({ photos: failing })
  stop = startWith({
    ...table,
    match: (method, target) => table.match(method, target.replace(/\/\/photos/, '/photos')),
  })
  history.replaceState(null, '', `${location.origin}//photos/7`)
  await navigate(`${location.origin}//photos/7`)
  await vi.waitFor(() => expect(current().status).toBe('error'))
  expect(messageElement()!.querySelector('a')!.getAttribute('href')).toBe('/.//photos/7')
})

const refuse = () => {
  throw failure
}

/** By name, because a test runner that prints them would throw. */
const THROWN: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  null: null,
  'a symbol': Symbol('thrown'),
  'a frozen object': Object.freeze({ reason: 'frozen' }),
  'a frozen error': Object.freeze(new Error('frozen')),
  'a proxy that throws': new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse }),
  'a function': () => 'thrown',
  'an error whose getters throw': Object.defineProperties(
    new Error(),
    Object.fromEntries(['stack', 'name', 'message', 'status', 'headers'].map((name) => [name, { get: refuse }])),
  ),
}

test.each(Object.keys(THROWN))('%s that `load` throws is shown on the error page, and reported', async (name) => {
  const thrown = THROWN[name]
  const load = {
    show() {
      throw thrown
    },
  }
  const onError = vi.fn(() => {})
  await start({ photos: { ...failing, load, error: 'Oops' } }, { onError })
  expect(await navigate('/photos/7')).toBe(true)
  expect([current().status, current().page, current().pending]).toEqual(['error', 'Oops', null])
  expect(Object.is(current().error, thrown)).toBe(true)
  expect(onError).toHaveBeenCalledOnce()
  expect(Object.is((onError.mock.calls as unknown[][])[0]![0], thrown)).toBe(true)
  expect(await navigate('/photos')).toBe(true)
  expect(current()).toMatchObject({ status: 'ready', page: 'all', error: undefined })
})

test('an error is printed without the option `onError`, and also if this function fails', async () => {
  const print = vi.mocked(console.error)
  stop = startWith(tableOf({ photos: failing }))
  await navigate('/photos/7')
  expect(print.mock.calls).toEqual([[failure]])
  const own = new Error('in onError')
  for (const onError of [() => Promise.reject(own), () => expect.fail('no network')]) {
    stop()
    print.mockClear()
    await start({ photos: failing }, { onError }, 'error')
    await vi.waitFor(() => expect(print.mock.calls).toEqual([[failure], [expect.any(Error)]]))
  }
  stop()
  // A console may run the getters of the value that it prints.
  print.mockImplementation(refuse)
  await start({ photos: failing }, { onError: refuse }, 'error')
})

test('an error that the server reported is not reported again', async () => {
  history.replaceState(null, '', '/photos/7')
  await start({ photos: failing }, { status: 500 }, 'error')
  expect(reported).not.toHaveBeenCalled()
  stop()
  history.replaceState(null, '', '/photos/7')
  await start({ photos: () => Promise.reject(failure) }, { status: 500 }, 'error')
  expect(reported.mock.calls).toEqual([[failure]])
})

test('a page for an error or a missing route has a title of its own', async () => {
  document.title = 'Gallery'
  const load = {
    show({ params }: any) {
      throw params.id === '404' ? new Response(null, { status: 404 }) : failure
    },
  }
  const title = { index: 'Photos' }
  const titles = async (path: string) => {
    await navigate(path)
    return [current().title, document.title, document.querySelector('[aria-live]')!.textContent]
  }
  await start({ photos: { index: 1, show: 2, load, title } })
  expect(await titles('/photos/404')).toEqual(Array(3).fill('Page not found'))
  expect(await titles('/photos')).toEqual(Array(3).fill('Photos'))
  expect(await titles('/photos/7')).toEqual(Array(3).fill('Something went wrong'))
  stop()
  history.replaceState(null, '', '/photos')
  const application = { title: { notFound: 'Nicht gefunden', error: 'Fehler' } }
  await start({ application, photos: { index: 1, show: 2, load, title } })
  expect(await titles('/photos/404')).toEqual(Array(3).fill('Nicht gefunden'))
  expect(await titles('/photos/7')).toEqual(Array(3).fill('Fehler'))
  stop()
  history.replaceState(null, '', '/photos')
  await start({ application: { title: 'Gallery' }, photos: { index: 1, show: 2, load, title } })
  expect(await titles('/photos/404')).toEqual(Array(3).fill('Page not found'))
})

test('a page without a title has the title of the document, unless the page sets one', async () => {
  document.title = 'Gallery'
  await start({ photos: { index: 1, show: 2, title: { show: 'A photo' } } })
  expect(document.title).toBe('Gallery')
  await navigate('/photos/7')
  expect(document.title).toBe('A photo')
  await navigate('/photos')
  expect(document.title).toBe('Gallery')
  await navigate('/photos/7')
  const remove = subscribe(() => (document.title = 'Set by the page'))
  await navigate('/photos')
  expect(document.title).toBe('Set by the page')
  remove()
  stop()
  // A server has drawn the first page, so the title of `index.html` is not known.
  document.title = 'A photo'
  history.replaceState(null, '', '/photos/7')
  await start({ photos: { index: 1, show: 2, title: { show: 'A photo' } } })
  await navigate('/photos')
  expect(document.title).toBe('')
})

test('a page does not show the error before it, and an error page does not show the data of the page before it', async () => {
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

test('a `SearchError` has the issues of the schema', async () => {
  const search = { '~standard': { validate: () => ({ issues: [{ message: 'Wrong' }] }) } }
  await start({ photos: { index: 1, show: 2, search: { show: search } } }, { error: 'Oops' })
  await navigate('/photos/7')
  expect(current().error).toBeInstanceOf(SearchError)
  expect(current().error).toMatchObject({ issues: [{ message: 'Wrong' }] })
})

test('search parameters can have any name, such as `__proto__`', async () => {
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

test('reading search parameters takes time linear in their length', async () => {
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

test('a `confirmLeave` that throws is reported, and does not keep the user on the page', async () => {
  await start({ photos: { index: 'all', show: 'one' } }, { confirmLeave: refuse })
  await navigate('/photos')
  onTestFinished(beforeLeave(() => 'Leave?'))
  expect(await navigate('/photos/7')).toBe(true)
  expect(reported.mock.calls).toEqual([[expect.any(Error)]])
})

test('the error of a reload is announced', async () => {
  const load = vi.fn((): unknown => 'data')
  await start({ photos: { index: 'all', load, title: 'Photos' } })
  await navigate('/photos')
  load.mockImplementation(() => {
    throw failure
  })
  await reload()
  expect(document.querySelector('[aria-live]')!.textContent).toBe('Something went wrong')
})

test('an export with the name of an action is a page, not a setting', async () => {
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

test('a redirect to a `javascript:` URL runs no script', async () => {
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

test('`start` throws if the navigation has already started', async () => {
  await start({ photos: { index: 1 } })
  expect(() => startWith(tableOf({}))).toThrow('The navigation has started already')
})

test('code that draws pages can replace a page that throws by the page for errors', async () => {
  const drawn: unknown[] = []
  const page = () => {
    throw failure
  }
  onTestFinished(
    subscribe(() => {
      const { page: shown, status } = current()
      try {
        drawn.push(typeof shown === 'function' ? (shown as () => unknown)() : [status, shown])
      } catch (error) {
        showError(error)
      }
    }),
  )
  const layout = 'around'
  await start({ photos: { index: 'all', show: page, error: 'failed', layout } })
  expect(await navigate('/photos/7')).toBe(true)
  expect(drawn.at(-1)).toEqual(['error', 'failed'])
  expect(current()).toMatchObject({ status: 'error', error: failure, layouts: [layout] })
  expect(reported).toHaveBeenCalledExactlyOnceWith(failure)
})

test('`showError` reports an error of the page for errors, and does not repeat it', async () => {
  onTestFinished(
    subscribe(() => {
      const { page: shown } = current()
      try {
        if (typeof shown === 'function') (shown as () => unknown)()
      } catch (error) {
        showError(error)
      }
    }),
  )
  const page = () => {
    throw failure
  }
  await start({ photos: { index: 'all', show: page, error: page } })
  await navigate('/photos/7')
  expect(current()).toMatchObject({ status: 'error', page: null, layouts: [] })
  expect(reported).toHaveBeenCalledTimes(2)
})

test.each(Object.keys(THROWN))('`showError` shows the page for errors for %s', async (name) => {
  const error = THROWN[name]
  await start({ photos: { index: 'all', error: 'failed' } })
  showError(error)
  expect(current()).toMatchObject({ url: '/photos', status: 'error', page: 'failed' })
  expect(current().error === error).toBe(true)
  expect(reported).toHaveBeenCalledOnce()
  expect(await navigate('/photos')).toBe(true)
  expect(current()).toMatchObject({ status: 'ready', page: 'all' })
})

test.each([
  '//example.com/photos/7',
  '\\\\example.com/photos/7',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://[',
  null,
  { url: '/photos/7', method: 'POST' },
  { url: '/photos/7', method: {} },
])('`prefetch` refuses %j', async (target) => {
  const load = vi.fn()
  await start({ photos: { index: 'all', show: 'one', load: { show: load } } })
  await expect(prefetch(target as never, { data: true })).rejects.toThrow(TypeError)
  expect(load).not.toHaveBeenCalled()
})

test.each([
  '/photos/%',
  '/photos/%2F%2e%2e',
  `/photos/${'7'.repeat(100_000)}`,
  '/photos/\u202E\0',
  '/.//example.com/photos/7',
])('`prefetch` loads at most the page of a strange path', async (path) => {
  await start({ photos: { index: 'all', show: 'one', load: { show: refuse } } })
  await prefetch(path, { data: true })
  await prefetch(path)
  expect(current()).toMatchObject({ url: '/photos', status: 'ready' })
  expect(reported).not.toHaveBeenCalled()
})
