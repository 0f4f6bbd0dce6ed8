// `virtual:routes/navigation` in a browser: built and in development, with the Navigation API and without it.
import { readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { describeInBrowser, openConnected } from './browser.ts'
import { buildAndPreview, emptyProject, serve } from './project.ts'

beforeAll(buildPackages)

type Navigation = typeof import('@turnout/navigation')

const FILES = {
  'package.json': '{ "type": "module", "private": true }',
  'index.html':
    '<!doctype html><html lang="en"><title>App</title><div id="app"></div><script type="module" src="/src/main.ts"></script>',
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ pages: 'src/pages' })] }`,
  'config/routes.ts': `import { defineRoutes, redirect } from 'vite-plugin-turnout/dsl'
export default defineRoutes((r) => {
  r.root('home#index')
  r.resources('photos', { only: ['index', 'show', 'edit'] })
  r.get('pictures/:id', { to: redirect('/photos/%{id}') })
  r.get('loop', { to: redirect('/pool') })
  r.get('pool', { to: redirect('/loop') })
  r.get('guarded', { to: 'faults#guarded' })
  r.get('rejected', { to: 'faults#rejected' })
  r.get('thrown', { to: 'broken#index' })
  r.get('never', { to: 'faults#never' })
  r.get('slow', { to: 'faults#slow' })
  r.get('missing', { to: 'faults#missing' })
  r.get('circle', { to: 'faults#circle' })
  r.get('counted', { to: 'faults#counted' })
  r.get('rare', { to: 'rare#index' })
  r.get('split/:id', { to: 'split#show' })
})`,
  'src/pages/application.ts': `export const layout = 'outer'
export const error = (view) => 'Error: ' + (view.error?.message ?? view.error)
export const notFound = () => 'Nothing here'`,
  'src/pages/home.ts': `export const index = () => '<a href="/photos">Photos</a> <a href="/photos/7#below">Below</a>'
export const title = 'Home'`,
  'src/pages/photos.ts': `import { match, photoPath } from 'virtual:routes'
Object.assign(window, { match })
export const layout = 'photos'
export const title = { index: 'All photos', show: ({ data }) => data.title }
export const search = {
  index: {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: ({ page, ...others }) =>
        /^\\d*$/.test(page ?? '')
          ? { value: { ...others, ...(page && { page: Number(page) }) } }
          : { issues: [{ message: 'Not a number', path: ['page'] }] },
    },
  },
}
export const load = {
  show: async ({ params, signal }) => ({ title: 'Photo ' + params.id, isAborted: signal.aborted }),
}
export const index = ({ search }) => '<form action="/photos"><input name="q"><button>Find</button></form><p id="q">' + (search.q ?? '') + '</p>' +
  Array.from({ length: 60 }, (_, i) => '<p style="height:40px"><a href="' + photoPath(i) + '">' + i + '</a></p>').join('')
export const show = ({ data }) => '<h1>' + data.title + '</h1><a href="/">Home</a><div style="height:3000px"></div><h2 id="below">Below</h2>'`,
  'src/pages/broken.ts': `throw new Error('while loading')
export const index = () => ''`,
  'src/pages/faults.ts': `import { redirect } from './_redirect.ts'
export const load = {
  guarded: () => { throw redirect('/photos/1') },
  rejected: () => Promise.reject(new Error('no data')),
  never: () => new Promise(() => {}),
  slow: () => new Promise((resolve) => { window.finishLoading = resolve }),
  missing: () => { throw new Response(null, { status: 404 }) },
  circle: () => { throw redirect('/circle') },
  counted: () => ++window.count,
}
export const pending = 'Wait'
export const guarded = () => 'guarded', rejected = () => 'rejected', never = () => 'never', slow = () => 'slow'
export const missing = () => 'missing', circle = () => 'circle', counted = ({ data }) => String(data)`,
  'src/pages/rare.ts': `export const index = () => 'rare'`,
  'src/pages/split.ts': `export const show = ({ data }) => '<h1>' + data + '</h1>'`,
  'src/pages/split.load.ts': `import { redirect } from './_redirect.ts'
export const load = ({ params }) => {
  window.loadedId = params.id
  if (params.id === 'old') throw redirect('/split/new')
  return 'Split ' + params.id
}
export const title = ({ data }) => data`,
  'src/pages/_redirect.ts': `export const redirect = (location) => new Response(null, { status: 302, headers: { location } })`,
  'src/main.ts': `import * as navigation from 'virtual:routes/navigation'
Object.assign(window, { app: navigation, count: 0 })
const root = document.querySelector('#app')
function draw() {
  const view = navigation.current()
  document.body.dataset.status = view.status
  document.body.dataset.pending = view.pending?.url ?? ''
  document.body.dataset.layouts = view.layouts.join()
  root.innerHTML = view.status === 'loading' ? 'Loading' : typeof view.page === 'function' ? view.page(view) : 'No page'
}
navigation.subscribe(draw)
navigation.start(location.search === '?animated' ? { transition: navigation.viewTransition } : {})`,
}

/** The functions of the navigation in the page. */
declare const app: Navigation
declare const match: import('@turnout/navigation').Table['match']

describeInBrowser('a built application', (newPage) => {
  let url: string
  let assets: string
  const ends: (() => unknown)[] = []

  beforeAll(async () => {
    const { root } = emptyProject(FILES, (end) => ends.push(end))
    url = (await buildAndPreview(root, (end) => ends.unshift(end))).replace(/\/$/, '')
    assets = path.join(root, 'dist/assets')
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  describe.each([
    ['with the Navigation API', true],
    ['without the Navigation API', false],
  ])('%s', (_, hasNavigation) => {
    async function open(target: string, isReduced = false): Promise<{ page: Page; errors: string[] }> {
      const page = await newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await page.emulateMedia({ reducedMotion: isReduced ? 'reduce' : 'no-preference' })
      if (!hasNavigation) await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'))
      await page.goto(url + target)
      expect(await page.evaluate(() => 'navigation' in window)).toBe(hasNavigation)
      await page.waitForFunction(() => app.current().status !== 'loading')
      await page.evaluate(() => Object.assign(window, { isMarked: true }))
      return { page, errors }
    }
    const isSame = (page: Page) => page.evaluate(() => 'isMarked' in window)
    const text = (page: Page) => page.locator('#app').innerText()
    const pathOf = (page: Page) => page.url().slice(url.length)
    const status = (page: Page) => page.evaluate(() => app.current().status)
    const scrollTop = (page: Page) => page.evaluate(() => scrollY)
    const focused = (page: Page) => page.evaluate(() => document.activeElement?.localName)
    const announced = (page: Page) => page.locator('[aria-live]').innerText()

    test('follows links, forms and the history in one document', async () => {
      const { page, errors } = await open('/')
      expect(await page.title()).toBe('Home')
      expect(await announced(page)).toBe('')
      await page.getByText('Photos').click()
      await expect.poll(() => page.title()).toBe('All photos')
      expect(await announced(page)).toBe('All photos')
      expect(await focused(page)).toBe('body')
      await page.evaluate(() => scrollTo(0, 900))
      await page.getByText('30', { exact: true }).click()
      await expect.poll(() => page.title()).toBe('Photo 30')
      expect(pathOf(page)).toBe('/photos/30')
      expect(await scrollTop(page)).toBe(0)
      expect(await page.evaluate(() => document.body.dataset['layouts'])).toBe('outer,photos')
      await page.goBack()
      await expect.poll(() => page.title()).toBe('All photos')
      await expect.poll(() => scrollTop(page)).toBeGreaterThan(800)
      await page.goForward()
      await expect.poll(() => page.title()).toBe('Photo 30')
      await page.evaluate(() => app.navigate('/photos'))
      await page.locator('input').fill('a b')
      await page.getByText('Find').click()
      await expect.poll(() => page.locator('#q').innerText()).toBe('a b')
      expect(pathOf(page)).toBe('/photos?q=a+b')
      expect(await isSame(page)).toBe(true)
      expect(errors).toEqual([])
    })

    test('scrolls to fragments, and back', async () => {
      const { page } = await open('/')
      await page.getByText('Below').click()
      await expect.poll(() => page.title()).toBe('Photo 7')
      expect(await scrollTop(page)).toBeGreaterThan(1000)
      await page.evaluate(() => app.navigate('/photos/7'))
      await page.evaluate(() => scrollTo(0, 50))
      await page.evaluate(() => {
        const link = Object.assign(document.createElement('a'), {
          href: '#below',
          textContent: 'Down',
          style: 'position:fixed',
        })
        document.querySelector('h1')!.append(link)
      })
      expect(await scrollTop(page)).toBe(50)
      // A click of the mouse scrolls if the page is drawn late.
      await page.getByText('Down').evaluate((link) => (link as HTMLElement).click())
      await expect.poll(() => scrollTop(page)).toBeGreaterThan(1000)
      await expect.poll(() => page.evaluate(() => app.current().url)).toBe('/photos/7#below')
      await page.goBack()
      await expect.poll(() => scrollTop(page)).toBe(50)
      expect(await isSame(page)).toBe(true)
    })

    test('leaves other clicks to the browser', async () => {
      const { page } = await open('/photos')
      const isLeft = (attributes: Record<string, string>, init: Record<string, boolean | number> = {}) =>
        page.evaluate(
          ([names, options]) => {
            const link = document.createElement('a')
            for (const [name, value] of Object.entries(names)) link.setAttribute(name, value)
            document.body.append(link)
            let isPrevented = true
            addEventListener(
              'click',
              (event) => {
                isPrevented = event.defaultPrevented
                event.preventDefault()
              },
              { once: true },
            )
            link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...options }))
            link.remove()
            return !isPrevented
          },
          [attributes, init] as const,
        )
      for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) {
        expect(await isLeft({ href: '/photos/1' }, init)).toBe(true)
      }
      expect(await isLeft({ href: '/photos/1', target: '_blank' })).toBe(true)
      expect(await isLeft({ href: '/photos/1', download: '' })).toBe(true)
      expect(await isLeft({ href: '#top' })).toBe(true)
      expect(await isLeft({ href: '/nowhere' })).toBe(true)
      expect(await isLeft({ href: '/photos/1/edit' })).toBe(true)
      expect(await isLeft({ href: 'https://elsewhere.example/photos/1' })).toBe(true)
      expect(await isLeft({ href: 'javascript:void 0' })).toBe(true)
      expect(await isLeft({ href: '/photos/1' })).toBe(false)
    })

    test('follows redirects of the table and of loaders, and ends loops', async () => {
      const { page, errors } = await open('/')
      expect(await page.evaluate(() => app.navigate('/pictures/3'))).toBe(true)
      expect(pathOf(page)).toBe('/photos/3')
      expect(await page.evaluate(() => app.navigate('/guarded'))).toBe(true)
      expect(pathOf(page)).toBe('/photos/1')
      await page.evaluate(() => app.navigate('/loop'))
      expect(await text(page)).toBe('Error: Too many redirects')
      await page.evaluate(() => app.navigate('/circle'))
      expect(await text(page)).toBe('Error: Too many redirects')
      expect(errors).toEqual([])
    })

    test('shows errors of code, data and searches, and pages that do not exist', async () => {
      const { page, errors } = await open('/')
      await page.evaluate(() => app.navigate('/thrown'))
      expect(await text(page)).toBe('Error: while loading')
      await page.evaluate(() => app.navigate('/rejected'))
      expect(await text(page)).toBe('Error: no data')
      await page.evaluate(() => app.navigate('/photos?page=x'))
      expect(await text(page)).toBe('Error: The search parameters are invalid')
      await page.evaluate(() => app.navigate('/missing'))
      expect([await text(page), await status(page)]).toEqual(['Nothing here', 'not-found'])
      await page.evaluate(() => app.navigate('/photos/7'))
      expect([await page.title(), await status(page)]).toEqual(['Photo 7', 'ready'])
      expect(await isSame(page)).toBe(true)
      expect(errors).toEqual([])
    })

    test('loads a document for a link without a page', async () => {
      const { page } = await open('/')
      await page.evaluate(() => void app.navigate('/nowhere'))
      await expect.poll(() => pathOf(page)).toBe('/nowhere')
      await expect.poll(() => text(page)).toBe('Nothing here')
      expect(await isSame(page)).toBe(false)
      await page.goBack()
      await expect.poll(() => page.title()).toBe('Home')
    })

    test('is overtaken by a later navigation, also by a step in the history', async () => {
      const { page } = await open('/')
      await page.evaluate(() => app.navigate('/photos'))
      await page.evaluate(() => Object.assign(window, { slow: app.navigate('/slow') }) && undefined)
      await expect.poll(() => page.evaluate(() => app.current().pending?.page)).toBe('Wait')
      expect(
        await page.evaluate(async () => {
          const pending = [app.current().pending?.url, app.current().action]
          const quick = await app.navigate('/photos/2')
          const { slow, finishLoading } = window as unknown as { slow: Promise<boolean>; finishLoading(): void }
          finishLoading()
          return [...pending, await slow, quick]
        }),
      ).toEqual(['/slow', 'photos#index', false, true])
      expect(pathOf(page)).toBe('/photos/2')
      await page.evaluate(() => void app.navigate('/never'))
      await expect.poll(() => page.evaluate(() => app.current().pending?.url)).toBe('/never')
      await page.goBack()
      await expect.poll(() => page.title()).toBe('All photos')
      expect(pathOf(page)).toBe('/photos')
      expect(await page.evaluate(() => app.current().pending)).toBeNull()
    })

    test('survives 1,000 navigations in a second', async () => {
      const { page, errors } = await open('/')
      const results = await page.evaluate(async () => {
        const all = Array.from({ length: 1000 }, (_, index) => app.navigate(`/photos/${index}`))
        const settled = await Promise.all(all)
        return [settled.filter(Boolean).length, settled.at(-1), history.length]
      })
      expect(results.slice(0, 2)).toEqual([1, true])
      expect(await page.title()).toBe('Photo 999')
      expect(pathOf(page)).toBe('/photos/999')
      await page.goBack()
      await expect.poll(() => page.title()).toBe('Home')
      expect(errors).toEqual([])
    })

    test('keeps state and position over a reload', async () => {
      const { page } = await open('/')
      await page.evaluate(() => app.navigate('/photos', { state: { from: 'home' } }))
      await page.evaluate(() => scrollTo(0, 700))
      await page.reload()
      await expect.poll(() => page.evaluate(() => app.current().state)).toEqual({ from: 'home' })
      await expect.poll(() => scrollTop(page)).toBe(700)
      await page.goBack()
      await expect.poll(() => page.title()).toBe('Home')
    })

    test('keeps the position of each entry after 60 navigations and a document load', async () => {
      const { page, errors } = await open('/photos')
      const visitAll = (first: number, last: number) =>
        page.evaluate(
          async ([from, to]) => {
            for (let number = from; number <= to; number++) {
              await app.navigate(`/photos?n=${number}`)
              scrollTo(0, number * 10)
            }
          },
          [first, last] as const,
        )
      await visitAll(1, 60)
      await page.goto(`${url}/photos?n=61`)
      await page.waitForFunction(() => app.current().status === 'ready')
      await page.evaluate(() => scrollTo(0, 610))
      await visitAll(62, 66)
      for (let number = 65; number > 48; number--) {
        await page.goBack()
        await expect.poll(() => pathOf(page)).toBe(`/photos?n=${number}`)
        await expect.poll(() => scrollTop(page)).toBe(number * 10)
      }
      await page.evaluate(() => history.go(10))
      await expect.poll(() => pathOf(page)).toBe('/photos?n=59')
      await expect.poll(() => scrollTop(page)).toBe(590)
      expect(errors).toEqual([])
    })

    test('lives with the history states of other scripts, and with broken storage', async () => {
      const { page, errors } = await open('/photos')
      await page.evaluate(() => scrollTo(0, 100))
      const states = [
        null,
        'text',
        7,
        [1],
        { turnout: 'x', own: 1 },
        { turnout: null, state: 'theirs' },
        { turnout: { key: 1, index: 'x' } },
        { turnout: { key: 'k', index: 0.5 } },
      ]
      for (const [number, state] of states.entries()) {
        await page.evaluate(
          ([value, target]) => {
            history.pushState(value, '', target)
            document.querySelector<HTMLAnchorElement>('a')!.scrollIntoView()
          },
          [state, `/photos?n=${number}`] as const,
        )
        await page.reload()
        await page.waitForFunction(() => app.current().status === 'ready')
        expect(await page.evaluate(() => [app.current().state, app.current().url])).toEqual([
          undefined,
          `/photos?n=${number}`,
        ])
      }
      // Another application keeps its part of the state.
      expect(await page.evaluate(() => history.go(-3))).toBeUndefined()
      await expect.poll(() => page.evaluate(() => app.current().url)).toBe('/photos?n=4')
      expect(await page.evaluate(() => (history.state as { own?: number }).own)).toBe(1)
      const key = await page.evaluate(() => (history.state as { turnout: { key: string } }).turnout.key)
      for (const stored of ['', '{', 'null', '7', '{"a":1}', '[[1]]', `[["${key}",5]]`, `[["${key}",["x",{}]]]`]) {
        await page.addInitScript((value) => sessionStorage.setItem('turnout:scroll', value), stored)
        await page.reload()
        await page.waitForFunction(() => app.current().status === 'ready')
      }
      await page.evaluate(() => app.navigate('/photos/1', { state: 'own' }))
      await page.goBack()
      await expect.poll(() => pathOf(page)).toBe('/photos?n=4')
      await page.goForward()
      await expect.poll(() => page.evaluate(() => app.current().state)).toBe('own')
      expect(errors).toEqual([])
    })

    test('asks before the user leaves a page', async () => {
      const { page } = await open('/photos')
      await page.evaluate(() => app.navigate('/photos/1'))
      const messages: string[] = []
      let isAccepted = false
      page.on('dialog', (dialog) => {
        messages.push(dialog.message())
        void (isAccepted ? dialog.accept() : dialog.dismiss())
      })
      // The browser lets a page keep the user after the user has used the page.
      await page.locator('h1').click()
      await page.evaluate(() => {
        const remove = app.beforeLeave((target) => `Leave for ${target}?`)
        Object.assign(window, { remove })
      })
      expect(await page.evaluate(() => app.navigate('/'))).toBe(false)
      expect(await page.evaluate(() => app.setSearch({ tab: 'a' }))).toBe(true)
      await page.evaluate(() => history.back())
      await expect.poll(() => messages).toEqual(['Leave for /?', 'Leave for /photos?'])
      await expect.poll(() => pathOf(page)).toBe('/photos/1?tab=a')
      expect(await page.title()).toBe('Photo 1')
      isAccepted = true
      expect(await page.evaluate(() => app.navigate('/'))).toBe(true)
      await page.evaluate(() => (window as unknown as { remove(): void }).remove())
      await page.evaluate(() => app.navigate('/photos/1'))
      expect(messages).toHaveLength(3)
    })

    test('changes the search without moving focus or position', async () => {
      const { page } = await open('/photos')
      await page.locator('input').focus()
      await page.evaluate(() => scrollTo(0, 300))
      const before = await page.evaluate(() => history.length)
      await page.evaluate(() => app.setSearch({ q: 'x y', tags: ['a', 'b'], page: 2 }))
      expect(pathOf(page)).toBe('/photos?q=x+y&tags%5B%5D=a&tags%5B%5D=b&page=2')
      expect(await page.evaluate(() => app.current().search)).toEqual({ q: 'x y', tags: ['a', 'b'], page: 2 })
      await page.evaluate(() => app.setSearch({ q: null, tags: undefined }))
      expect(pathOf(page)).toBe('/photos?page=2')
      expect(await scrollTop(page)).toBe(300)
      expect(await page.evaluate(() => history.length)).toBe(before)
    })

    test('prefetches code and data, but not for users who save data', async () => {
      const { page } = await open('/')
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await page.evaluate(() => app.prefetch('/never'))
      expect(requests.filter((request) => request.includes('faults'))).toHaveLength(1)
      await page.evaluate(() => app.prefetch('/counted', { data: true }))
      await page.evaluate(() => app.navigate('/counted'))
      expect(await text(page)).toBe('1')
      await page.evaluate(() => app.navigate('/'))
      await page.evaluate(() => app.navigate('/counted'))
      expect(await text(page)).toBe('2')
      await page.evaluate(() => {
        app.prefetchLinks({ data: true })
        document.body.insertAdjacentHTML('afterbegin', '<a href="/counted" data-prefetch>Hover</a>')
      })
      await page.getByText('Hover').hover()
      await expect.poll(() => page.evaluate(() => (window as unknown as { count: number }).count)).toBe(3)
      await page.evaluate(() => app.navigate('/'))
      await page.evaluate(() => app.navigate('/counted'))
      expect(await text(page)).toBe('3')
      await page.evaluate(() => {
        document.body.insertAdjacentHTML('afterbegin', '<a href="/counted?2" data-prefetch="visible">Seen</a>')
      })
      await expect.poll(() => page.evaluate(() => (window as unknown as { count: number }).count)).toBe(4)
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
        return app.prefetch('/counted?3', { data: true })
      })
      expect(await page.evaluate(() => (window as unknown as { count: number }).count)).toBe(4)
    })

    test('loads data while the code of the page is on its way', async () => {
      const { page } = await open('/')
      let release = () => {}
      const isReleased = new Promise<void>((resolve) => (release = resolve))
      await page.route(/\/split-[\w-]+\.js$/, async (route) => {
        await isReleased
        await route.continue()
      })
      const shown = page.evaluate(() => app.navigate('/split/old'))
      const loadedId = () => page.evaluate(() => (window as { loadedId?: string }).loadedId)
      await expect.poll(loadedId).toBe('old')
      expect(await page.title()).toBe('Home')
      release()
      expect(await shown).toBe(true)
      expect([pathOf(page), await page.title(), await text(page)]).toEqual(['/split/new', 'Split new', 'Split new'])
      await page.goBack()
      await expect.poll(() => page.title()).toBe('Home')
      await page.goForward()
      await expect.poll(() => page.title()).toBe('Split new')
    })

    test('reloads the document once if a chunk is missing', async () => {
      const { page } = await open('/')
      const chunk = readdirSync(assets).find((file) => file.startsWith('rare'))!
      renameSync(path.join(assets, chunk), path.join(assets, `${chunk}.away`))
      try {
        let documents = 0
        page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
        await page.evaluate(() => void app.navigate('/rare'))
        await expect.poll(() => text(page)).toMatch(/^Error: .*dynamically imported module/)
        expect(pathOf(page)).toBe('/rare')
        expect(documents).toBe(1)
        await page.evaluate(() => app.navigate('/photos'))
        expect(await page.title()).toBe('All photos')
      } finally {
        renameSync(path.join(assets, `${chunk}.away`), path.join(assets, chunk))
      }
      await page.evaluate(() => void app.navigate('/rare'))
      await expect.poll(() => text(page)).toBe('rare')
    })

    test('animates with View Transitions, unless the user wants no motion', async () => {
      for (const isReduced of [false, true]) {
        const { page, errors } = await open('/?animated', isReduced)
        await page.evaluate(() => {
          const start = document.startViewTransition.bind(document)
          let count = 0
          document.startViewTransition = (change) => {
            Object.assign(window, { transitions: ++count })
            return start(change as () => void)
          }
        })
        await page.evaluate(() => app.navigate('/photos'))
        await page.evaluate(() => Promise.all([app.navigate('/photos/1'), app.navigate('/photos/2')]))
        await expect.poll(() => page.title()).toBe('Photo 2')
        expect(await page.evaluate(() => (window as unknown as { transitions?: number }).transitions)).toBe(
          isReduced ? undefined : 2,
        )
        expect(errors).toEqual([])
      }
    })
  })
})

describeInBrowser('an application in development', (newPage) => {
  test('shows edits of a page, its loader and the table at the same location', async () => {
    const copy = emptyProject(FILES)
    const { url } = await serve(copy.root)
    const page = await newPage()
    await openConnected(page, url)
    await page.waitForFunction(() => app.current().status === 'ready')
    await page.evaluate(() => app.navigate('/photos/5?tab=a', { state: 'kept' }))
    await page.evaluate(() => Object.assign(window, { isMarked: true }))
    copy.edit('src/pages/photos.ts', `'Photo ' + params.id`, `'Picture ' + params.id`)
    await expect.poll(() => page.locator('h1').innerText()).toBe('Picture 5')
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true)
    copy.edit('src/pages/photos.ts', `'<h1>' + data.title`, `'<h1>The ' + data.title`)
    await expect.poll(() => page.locator('h1').innerText()).toBe('The Picture 5')
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true)
    await page.evaluate(() => app.navigate('/split/1'))
    copy.edit('src/pages/split.load.ts', `'Split '`, `'Part '`)
    await expect.poll(() => page.locator('h1').innerText()).toBe('Part 1')
    await page.goBack()
    await expect.poll(() => page.locator('h1').innerText()).toBe('The Picture 5')
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true)
    copy.edit('config/routes.ts', `r.get('slow'`, `r.get('news', { to: 'home#index' })\n  r.get('slow'`)
    await expect.poll(() => page.evaluate(() => match('GET', '/news')?.action)).toBe('index')
    await page.evaluate(() => app.navigate('/news'))
    expect(await page.title()).toBe('Home')
    await page.goBack()
    await expect.poll(() => page.locator('h1').innerText()).toBe('The Picture 5')
    expect(await page.evaluate(() => app.current())).toMatchObject({ url: '/photos/5?tab=a', state: 'kept' })
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true)
  })
})
