// @vitest-environment happy-dom
import { act, createElement, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Module, StartOptions } from '../src/index.ts'
import type { LinkProps } from '../src/react.ts'
import { errorMarkup, messageMarkup, tableOf } from './table.ts'

// Test files share a process. The location of another file's test must not be here.
vi.resetModules()
const { current, navigate, openWith, startWith } = await import('../src/index.ts')
const { Link, Routes, useNavigate, usePending, useRoute, useSearch } = await import('../src/react.ts')

let stop = () => {}
let root: Root
let container: HTMLElement

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn())
  history.replaceState(null, '', '/photos')
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
})

afterEach(async () => {
  await act(() => root.unmount())
  stop()
  container.remove()
  vi.unstubAllGlobals()
})

/** Starts the navigation, and draws the first page when it has arrived. */
async function start(modules: Record<string, Module>, options: StartOptions = {}): Promise<void> {
  const before = current()
  stop = startWith(tableOf(modules), options)
  await vi.waitFor(() => expect(current() !== before && current()).toMatchObject({ status: 'ready', pending: null }))
  await act(() => root.render(createElement(Routes)))
}

const go = (url: string) => act(() => navigate(url))

const element = (selector: string) => container.querySelector(selector)!

function Counter({ children }: { readonly children?: ReactNode }) {
  const [count, setCount] = useState(0)
  return createElement('section', { onClick: () => setCount(count + 1) }, `count ${count}: `, children)
}

test('renders the fallback before the first page', async () => {
  await act(() => root.render(createElement(Routes, { fallback: 'Loading' })))
  expect(container.textContent).toBe('Loading')
  await act(async () => {
    stop = startWith(tableOf({ photos: { Index: () => 'all' } }))
    await vi.waitFor(() => expect(container.textContent).toBe('all'))
  })
})

test('renders pages with their properties, inside layouts that stay mounted', async () => {
  const Show = ({ params, data, search, action, url }: any) => JSON.stringify([params, data, search, action, url])
  await start({
    application: { layout: Counter },
    photos: { Index: () => 'all', Show, load: { show: () => 'loaded' } },
  })
  expect(container.innerHTML).toBe('<section>count 0: all</section>')
  await act(() => (element('section') as HTMLElement).click())
  await go('/photos/7?tab=a')
  expect(container.textContent).toBe('count 1: [{"id":"7"},"loaded",{"tab":"a"},"photos#show","/photos/7?tab=a"]')
})

test('renders the pending page of another action, and keeps the page for other parameters of the same action', async () => {
  const release: (() => void)[] = []
  const load = { show: () => new Promise<void>((resolve) => release.push(resolve)) }
  const Show = ({ params }: any) => `photo ${params.id}, ${usePending()?.url ?? 'idle'}`
  const pending = ({ params, url }: any) => `waiting for ${params.id} at ${url}`
  await start({ photos: { Index: () => 'all', Show, load, pending } })
  const step = async (url: string) => {
    let visit: Promise<boolean>
    await act(async () => {
      visit = navigate(url)
      await vi.waitFor(() => expect(current().pending?.page).toBe(pending))
    })
    return async () => {
      await act(async () => {
        release.pop()!()
        await visit
      })
    }
  }
  const arrive = await step('/photos/7')
  expect(container.textContent).toBe('waiting for 7 at /photos/7')
  await arrive()
  expect(container.textContent).toBe('photo 7, idle')
  const arriveAgain = await step('/photos/8')
  expect(container.textContent).toBe('photo 7, /photos/8')
  await arriveAgain()
  expect(container.textContent).toBe('photo 8, idle')
})

test('renders error pages and not-found pages, or a default text if there are none', async () => {
  const failing = { show: () => Promise.reject(new Error('no data')) }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await start({ photos: { Index: () => 'all', Show: () => '', load: failing } })
  await go('/photos/7')
  expect(container.innerHTML).toBe(errorMarkup('/photos/7'))
  stop()
  const error = ({ error }: any) => `failed: ${error.message}`
  await act(async () => {
    stop = startWith(tableOf({ photos: { Index: () => 'all', Show: () => '', load: failing, error } }), {})
    await vi.waitFor(() => expect(container.textContent).toBe('failed: no data'))
  })
})

test('renders a page for missing routes inside the layout, with a link to the start page', async () => {
  const layout = ({ children }: any) => createElement('main', null, children)
  await act(() => root.render(createElement(Routes)))
  history.replaceState(null, '', '/photos/of//nobody?a=<b')
  await act(async () => {
    stop = startWith(tableOf({ photos: { Index: () => 'all' }, application: { layout } }))
    await vi.waitFor(() => expect(current().status).toBe('not-found'))
  })
  const link = '<a href="/photos">Go to the start page</a>'
  const markup = messageMarkup('Page not found', '/photos/of//nobody?a=%3Cb', link)
  expect(container.innerHTML).toBe(`<main>${markup}</main>`)
})

const failure = new Error('of a component')
const fail = () => {
  throw failure
}
const layout = ({ children }: any) => createElement('main', null, 'layout: ', children)
const errorPage = ({ error, url }: any) => `failed: ${error.message} at ${url}`

test('a page that throws while it draws is replaced by the page for errors, until the next navigation', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const onError = vi.fn()
  await start(
    { photos: { Index: () => 'all', Show: fail, title: { show: 'Photo' } }, application: { layout, error: errorPage } },
    { onError },
  )
  await go('/photos/7')
  expect(container.innerHTML).toBe('<main>layout: failed: of a component at /photos/7</main>')
  expect(current()).toMatchObject({ status: 'error', error: failure, action: null, match: { params: { id: '7' } } })
  expect([document.title, document.querySelector('[aria-live]')!.textContent]).toEqual(
    Array(2).fill('Something went wrong'),
  )
  expect(onError.mock.calls).toEqual([[failure]])
  await go('/photos')
  expect(container.innerHTML).toBe('<main>layout: all</main>')
  expect(current()).toMatchObject({ status: 'ready', error: undefined })
})

test('without a page for errors, a page that throws is replaced by a message', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  await start({ photos: { Index: () => 'all', Show: fail }, application: { layout } })
  await go('/photos/7')
  expect(container.innerHTML).toBe(`<main>layout: ${errorMarkup('/photos/7')}</main>`)
  // React prints the error.
  expect(print).toHaveBeenCalled()
})

test.each([
  ['a layout', { layout: fail, error: errorPage }, 'failed: of a component at /photos'],
  ['the page for errors', { layout, error: fail }, errorMarkup('/photos')],
  ['a layout, and the page for errors', { layout: fail, error: fail }, errorMarkup('/photos')],
])('if %s throws, its replacement is drawn without layouts', async (_, application, html) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await start({ photos: { Index: fail }, application })
  expect(container.innerHTML).toBe(html)
})

test('an error in a location that the application has fixed reaches the root', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { snapshot } = await openWith(tableOf({ photos: { Index: fail } }), '/photos')
  // `act` throws the errors that reach the root.
  await expect(act(async () => root.render(createElement(Routes, { snapshot })))).rejects.toBe(failure)
})

test('marks links to the current page and links that are being loaded', async () => {
  const release: (() => void)[] = []
  const load = { show: () => new Promise<void>((resolve) => release.push(resolve)) }
  const page = () => [
    createElement(Link, { to: '/photos', key: 1 }, 'all'),
    createElement(Link, { to: { url: '/photos/7', method: 'get' }, key: 2, className: 'b', prefetch: 'hover' }, 'one'),
  ]
  await start({ photos: { Index: page, Show: page, load } })
  expect(container.innerHTML).toBe(
    '<a aria-current="page" href="/photos">all</a><a data-prefetch="hover" class="b" href="/photos/7">one</a>',
  )
  let visit: Promise<boolean>
  await act(async () => {
    visit = navigate('/photos/7')
    await vi.waitFor(() => expect(release).toHaveLength(1))
  })
  expect(element('[data-pending]').textContent).toBe('one')
  await act(async () => {
    release.pop()!()
    await visit
  })
  expect(element('[aria-current=page]').textContent).toBe('one')
  expect(element('[aria-current=true]').textContent).toBe('all')
  expect(container.querySelector('[data-pending]')).toBeNull()
})

test('a link with `prefetch` loads the code of its page before the click, without another call', async () => {
  const load = vi.fn(async () => ({ Index: () => createElement(Link, { to: '/photos/7', prefetch: 'hover' }, 'one') }))
  await start({ photos: await load() })
  load.mockClear()
  stop()
  stop = startWith(tableOf({ photos: load }))
  await vi.waitFor(() => expect(current()).toMatchObject({ status: 'ready', pending: null }))
  await act(() => root.render(createElement(Routes)))
  const { length } = load.mock.calls
  await vi.waitFor(() => {
    element('a').dispatchEvent(new Event('pointerover', { bubbles: true }))
    expect(load.mock.calls.length).toBeGreaterThan(length)
  })
})

test('a link with the option `replace` replaces the entry, and leaves clicks with modifiers to the browser', async () => {
  const onClick = vi.fn()
  const page = () => createElement(Link, { to: '/photos/7', replace: true, state: { from: 1 }, onClick }, 'one')
  await start({ photos: { Index: page, Show: () => 'photo' } })
  const link = element('a')
  const { length } = history
  const click = (init: MouseEventInit) =>
    act(async () => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...init })
      link.dispatchEvent(event)
      // The browser must not follow the link.
      event.preventDefault()
    })
  await click({ ctrlKey: true })
  expect(container.textContent).toBe('one')
  await click({})
  await act(() => vi.waitFor(() => expect(container.textContent).toBe('photo')))
  expect(onClick).toHaveBeenCalledTimes(2)
  expect(current()).toMatchObject({ url: '/photos/7', state: { from: 1 } })
  expect(history.length).toBe(length)
})

test('useRoute, useSearch and useNavigate work on the page that contains the component', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Index = () => {
    const [search, setSearch] = useSearch('photos#index')
    const goTo = useNavigate()
    return [
      createElement('b', { key: 1, onClick: () => setSearch({ q: 'x' }) }, `q=${(search as any).q}`),
      createElement('i', { key: 2, onClick: () => goTo('/photos/7') }, useRoute().url),
    ]
  }
  const Show = () => useRoute('photos#show').params['id']
  await start({ photos: { Index, Show } })
  const click = (selector: string) => act(async () => (element(selector) as HTMLElement).click())
  await click('b')
  await act(() => vi.waitFor(() => expect(container.textContent).toBe('q=x/photos?q=x')))
  await click('i')
  await act(() => vi.waitFor(() => expect(container.textContent).toBe('7')))
  const Wrong = () => useRoute('photos#index').url
  expect(() => renderToString(createElement(Wrong))).toThrow(
    "useRoute('photos#index') is in a component of the page 'photos#show'",
  )
})

test.each<[LinkProps['to']]>([
  ['javascript:alert(1)'],
  ['java\nscript:alert(1)'],
  ['data:text/html,x'],
  ['http://['],
  [{ url: '/photos/7', method: 'delete' }],
])('a link to %j has no `href`', (to) => {
  expect(renderToString(createElement(Link, { to }, 'x'))).toBe('<a>x</a>')
})

test('renders the `snapshot` that a server passes', () => {
  const Show = () => [useRoute('photos#show').url, createElement(Link, { to: '/photos/7', key: 1 }, 'one')]
  const match = { controller: 'photos', action: 'show', params: { id: '7' }, path: '/photos/7', name: 'photo' }
  const snapshot = {
    ...current(),
    url: '/photos/7?a',
    match,
    action: 'photos#show',
    page: Show,
    layouts: [],
    pending: null,
  }
  const html = renderToString(createElement(Routes, { snapshot: { ...snapshot, status: 'ready' } }))
  expect(html).toBe('/photos/7?a<a aria-current="page" href="/photos/7">one</a>')
})
