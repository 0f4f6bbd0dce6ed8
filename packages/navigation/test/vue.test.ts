// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp, createSSRApp, defineComponent, h, nextTick, ref, type App } from 'vue'
import { renderToString } from 'vue/server-renderer'
import type { Module, StartOptions } from '../src/index.ts'
import { errorMarkup, messageMarkup, tableOf } from './table.ts'

// Test files share a process. The location of another file's test must not be here.
vi.resetModules()
const { current, navigate, startWith } = await import('../src/index.ts')
const { Link, Routes, useNavigate, usePending, useRoute, useSearch } = await import('../src/vue.ts')

let stop = () => {}
let app: App
let container: HTMLElement

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn())
  history.replaceState(null, '', '/photos')
  container = document.body.appendChild(document.createElement('div'))
  app = createApp(() => h(Routes, null, { default: () => 'Loading' }))
})

afterEach(() => {
  app.unmount()
  stop()
  container.remove()
  vi.unstubAllGlobals()
})

/** Starts the navigation, and draws the first page when it has arrived. */
async function start(modules: Record<string, Module>, options: StartOptions = {}): Promise<void> {
  const before = current()
  stop = startWith(tableOf(modules), options)
  await vi.waitFor(() => expect(current() !== before && current()).toMatchObject({ status: 'ready', pending: null }))
  app.mount(container)
}

async function go(url: string): Promise<void> {
  await navigate(url)
  await nextTick()
}

const element = (selector: string) => container.querySelector<HTMLElement>(selector)!

const shown = (text: string) => vi.waitFor(() => expect(container.textContent).toBe(text))

const Counter = defineComponent((_, { slots }) => {
  const count = ref(0)
  return () => h('section', { onClick: () => count.value++ }, [`count ${count.value}: `, slots['default']!()])
})

test('renders its slot before the first page', async () => {
  app.mount(container)
  expect(container.textContent).toBe('Loading')
  stop = startWith(tableOf({ photos: { Index: () => 'all' } }))
  await shown('all')
})

test('renders pages with the properties that they declare, inside layouts that stay mounted', async () => {
  const Show = defineComponent({
    props: { params: Object, data: String },
    setup:
      (props, { attrs }) =>
      () =>
        h('p', JSON.stringify([props.params, props.data, attrs])),
  })
  const Index = defineComponent({ props: ['url'], setup: (props: any) => () => props.url })
  await start({ application: { layout: Counter }, photos: { Index, Show, load: { show: () => 'loaded' } } })
  expect(container.innerHTML).toBe('<section>count 0: /photos</section>')
  element('section').click()
  await go('/photos/7')
  expect(container.innerHTML).toBe('<section>count 1: <p>[{"id":"7"},"loaded",{}]</p></section>')
})

test('renders the pending page of another action, and keeps the page for other parameters of the same action', async () => {
  const release: (() => void)[] = []
  const load = { show: () => new Promise<void>((resolve) => release.push(resolve)) }
  const Show = defineComponent(() => {
    const [route, pending] = [useRoute('photos#show'), usePending()]
    return () => `photo ${route.params['id']}, ${pending.value?.url ?? 'idle'}`
  })
  const pending = ({ params, url }: any) => `waiting for ${params.id} at ${url}`
  await start({ photos: { Index: () => 'all', Show, load, pending } })
  const step = async (url: string) => {
    const visit = navigate(url)
    await vi.waitFor(() => expect(release).toHaveLength(1))
    return async () => {
      release.pop()!()
      await visit
    }
  }
  const arrive = await step('/photos/7')
  await shown('waiting for 7 at /photos/7')
  await arrive()
  await shown('photo 7, idle')
  const arriveAgain = await step('/photos/8')
  await shown('photo 7, /photos/8')
  await arriveAgain()
  await shown('photo 8, idle')
})

test('renders error pages, or a default text if there are none', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const failing = { show: () => Promise.reject(new Error('no data')) }
  await start({ photos: { Index: () => 'all', Show: () => '', load: failing } })
  await go('/photos/7')
  expect(container.innerHTML).toBe(errorMarkup('/photos/7'))
  stop()
  const error = ({ error }: any) => `failed: ${error.message}`
  stop = startWith(tableOf({ photos: { Index: () => 'all', Show: () => '', load: failing, error } }))
  await shown('failed: no data')
})

test('renders a page for missing routes inside the layout, with a link to the start page', async () => {
  const layout = defineComponent(
    (_, { slots }) =>
      () =>
        h('main', slots['default']?.()),
  )
  app.mount(container)
  history.replaceState(null, '', '/photos/of//nobody?a=<b')
  stop = startWith(tableOf({ photos: { Index: () => 'all' }, application: { layout } }))
  await vi.waitFor(() => expect(current().status).toBe('not-found'))
  await nextTick()
  const link = '<a href="/photos">Go to the start page</a>'
  const markup = messageMarkup('Page not found', '/photos/of//nobody?a=%3Cb', link)
  expect(container.innerHTML).toBe(`<main>${markup}</main>`)
})

test.each([false, true])('errors of components reach `onError`, and then the framework: %s', async (isHeard) => {
  const failure = new Error('of a component')
  const fail = () => {
    throw failure
  }
  const Index = defineComponent(() => () => h('button', { onClick: fail }, 'all'))
  const onError = vi.fn()
  const handler = (app.config.errorHandler = vi.fn())
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  print.mockClear()
  await start({ photos: { Index, Show: fail } }, isHeard ? { onError } : {})
  element('button').click()
  // The error of an event leaves the page as it is.
  await shown('all')
  await go('/photos/7')
  expect(handler.mock.calls.map(([error]) => error)).toEqual([failure, failure])
  expect(onError.mock.calls).toEqual(isHeard ? [[failure], [failure]] : [])
  expect(print).not.toHaveBeenCalled()
  print.mockRestore()
})

const failure = new Error('of a component')
const fail = () => {
  throw failure
}
const failing = defineComponent({ setup: fail })
const layout = defineComponent(
  (_, { slots }) =>
    () =>
      h('main', slots['default']?.()),
)
const errorPage = ({ error, url }: any) => `failed: ${error.message} at ${url}`
const message = errorMarkup('/photos')

test.each([
  ['while it draws', fail],
  ['in `setup`', failing],
  ['in a component inside it', () => h('div', h(fail))],
])('a page that throws %s is replaced by the page for errors, until the next navigation', async (_, Show) => {
  app.config.errorHandler = vi.fn()
  await start({ photos: { Index: () => 'all', Show }, application: { layout, error: errorPage } })
  await go('/photos/7')
  await vi.waitFor(() => expect(container.innerHTML).toBe('<main>failed: of a component at /photos/7</main>'))
  expect(current()).toMatchObject({ status: 'error', error: failure, match: { params: { id: '7' } } })
  expect([document.title, document.querySelector('[aria-live]')!.textContent]).toEqual(
    Array(2).fill('Something went wrong'),
  )
  await go('/photos')
  expect(container.innerHTML).toBe('<main>all</main>')
  expect(current()).toMatchObject({ status: 'ready', error: undefined })
})

test.each([
  ['a page', { layout }, `<main>${message}</main>`],
  ['a layout', { layout: failing, error: errorPage }, 'failed: of a component at /photos'],
  ['a layout that is a function', { layout: fail, error: errorPage }, message],
  ['the page for errors', { layout, error: fail }, message],
  ['a layout, and the page for errors', { layout: fail, error: fail }, message],
])('if %s throws, and cannot be replaced by its page for errors, the rest is shown', async (_, application, html) => {
  app.config.errorHandler = vi.fn()
  await start({ photos: { Index: fail }, application })
  await vi.waitFor(() => expect(container.innerHTML).toBe(html))
})

test('marks links to the current page and links that are being loaded', async () => {
  const release: (() => void)[] = []
  const load = { show: () => new Promise<void>((resolve) => release.push(resolve)) }
  const page = () => [
    h(Link, { to: '/photos' }, () => 'all'),
    h(Link, { to: new URL('/photos/7', location.href), class: 'b', prefetch: 'hover' }, () => 'one'),
  ]
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await start({ photos: { Index: page, Show: page, load } })
  expect(element('[aria-current="page"]').outerHTML).toBe('<a aria-current="page" href="/photos">all</a>')
  expect(element('.b').outerHTML).toBe(
    '<a data-prefetch="hover" class="b" href="http://localhost:3000/photos/7">one</a>',
  )
  const visit = navigate('/photos/7')
  await vi.waitFor(() => expect(element('[data-pending]').textContent).toBe('one'))
  release.pop()!()
  await visit
  await vi.waitFor(() => expect(element('[aria-current=page]').textContent).toBe('one'))
  expect(element('[aria-current=true]').textContent).toBe('all')
  expect(container.querySelector('[data-pending]')).toBeNull()
  expect(warn).not.toHaveBeenCalled()
})

test('a link with the option `replace` replaces the entry, unless a listener prevents it', async () => {
  const onClick = vi.fn((event: Event) => event.preventDefault())
  const page = () => h(Link, { to: '/photos/7', replace: true, state: { from: 1 }, onClick }, () => 'one')
  await start({ photos: { Index: page, Show: () => 'photo' } })
  const { length } = history
  element('a').click()
  expect(onClick).toHaveBeenCalledOnce()
  expect(current().pending).toBeNull()
  onClick.mockImplementation(() => {})
  element('a').click()
  await shown('photo')
  expect(current()).toMatchObject({ url: '/photos/7', state: { from: 1 } })
  expect(history.length).toBe(length)
})

test('useRoute, useSearch and useNavigate work on the page that contains the component', async () => {
  const Index = defineComponent(() => {
    const [search, setSearch] = useSearch('photos#index')
    const [goTo, route] = [useNavigate(), useRoute()]
    return () => [
      h('b', { onClick: () => setSearch({ q: 'x' }) }, `q=${(search.value as any).q}`),
      h('i', { onClick: () => goTo('/photos/7') }, route.url),
    ]
  })
  const Show = defineComponent(() => {
    const route = useRoute('photos#show')
    return () => route.params['id'] as string
  })
  await start({ photos: { Index, Show } })
  element('b').click()
  await shown('q=x/photos?q=x')
  element('i').click()
  await shown('7')
  const wrong = createSSRApp(defineComponent(() => (useRoute('photos#index'), () => '')))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await expect(renderToString(wrong)).rejects.toThrow(
    "useRoute('photos#index') is in a component of the page 'photos#show'",
  )
})

test.each([
  ['javascript:alert(1)'],
  ['java\nscript:alert(1)'],
  ['data:text/html,x'],
  ['http://['],
  [{ url: '/photos/7', method: 'delete' }],
])('a link to %j has no `href`', async (to) => {
  expect(await renderToString(createSSRApp(() => h(Link, { to }, () => 'x')))).toBe('<a>x</a>')
})

test('renders the `snapshot` that a server passes', async () => {
  const Show = defineComponent(() => {
    const route = useRoute('photos#show')
    return () => h('p', [route.url, h(Link, { to: '/photos/7' }, () => 'one')])
  })
  const match = { controller: 'photos', action: 'show', params: { id: '7' }, path: '/photos/7', name: 'photo' }
  const place = { url: '/photos/7?a', match, action: 'photos#show', page: Show, layouts: [], pending: null }
  const snapshot = { ...current(), ...place, status: 'ready' as const }
  const html = await renderToString(createSSRApp(() => h(Routes, { snapshot })))
  expect(html).toBe('<p>/photos/7?a<a aria-current="page" href="/photos/7">one</a></p>')
})
