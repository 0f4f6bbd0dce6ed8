// `virtual:routes/navigation` in a browser: built and in development, with the Navigation API and without it.
import type { Page } from 'playwright-core'
import { build, preview } from 'vite'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { describeInBrowser } from './browser.ts'
import { configOf, emptyProject, type Copy } from './project.ts'

beforeAll(buildPackages)

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
})`,
  'src/pages/application.ts': `export const layout = 'outer'
export const error = (view) => 'Error: ' + (view.error?.message ?? view.error)
export const notFound = () => 'Nothing here'`,
  'src/pages/home.ts': `export const index = () => '<a href="/photos">Photos</a> <a href="/photos/7#below">Below</a>'
export const title = 'Home'`,
  'src/pages/photos.ts': `import { photoPath } from 'virtual:routes'
export const layout = 'photos'
export const title = { index: 'All photos', show: ({ data }) => data.title }
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
  slow: () => new Promise((resolve) => setTimeout(resolve, 1000)),
  missing: () => { throw new Response(null, { status: 404 }) },
}
export const guarded = () => 'guarded', rejected = () => 'rejected', never = () => 'never', slow = () => 'slow', missing = () => 'missing'`,
  'src/pages/_redirect.ts': `export const redirect = (location) => new Response(null, { status: 302, headers: { location } })`,
  'src/main.ts': `import * as navigation from 'virtual:routes/navigation'
Object.assign(window, { navigation_: navigation })
const app = document.querySelector('#app')
function draw() {
  const view = navigation.current()
  document.body.dataset.status = view.status
  document.body.dataset.pending = view.pending?.url ?? ''
  document.body.dataset.layouts = view.layouts.join()
  app.innerHTML = view.status === 'loading' ? 'Loading' : typeof view.page === 'function' ? view.page(view) : 'No page'
}
let page
navigation.subscribe(() => {
  const view = navigation.current()
  document.body.dataset.pending = view.pending?.url ?? ''
  if (view.page === page && view.status !== 'ready') return
  page = view.page
  draw()
})
navigation.start()`,
}

/** The pages of an application that the test has built. */
async function builtApp(copy: Copy): Promise<string> {
  await build(configOf(copy.root))
  const server = await preview(configOf(copy.root))
  onTestFinished(() => server.close())
  return server.resolvedUrls!.local[0]!.replace(/\/$/, '')
}

describeInBrowser('navigation', (newPage) => {
  describe.each([
    ['with the Navigation API', true],
    ['without the Navigation API', false],
  ])('%s', (_, hasNavigation) => {
    async function open(url: string): Promise<{ page: Page; errors: string[] }> {
      const page = await newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      if (!hasNavigation) {
        await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'))
      }
      await page.goto(url)
      expect(await page.evaluate(() => 'navigation' in window)).toBe(hasNavigation)
      await page.evaluate(() => Object.assign(window, { isMarked: true }))
      return { page, errors }
    }
    const isSame = (page: Page) => page.evaluate(() => 'isMarked' in window)
    const pathname = (page: Page) => new URL(page.url()).pathname

    test('follows links, forms and the history in one document', async () => {
      const url = await builtApp(emptyProject(FILES))
      const { page, errors } = await open(url)
      await page.getByText('Photos').click()
      await expect.poll(() => page.title()).toBe('All photos')
      await page.evaluate(() => scrollTo(0, 900))
      await page.getByText('30', { exact: true }).click()
      await expect.poll(() => page.title()).toBe('Photo 30')
      expect(pathname(page)).toBe('/photos/30')
      expect(await page.evaluate(() => scrollY)).toBe(0)
      expect(await page.evaluate(() => document.body.dataset['layouts'])).toBe('outer,photos')
      await page.goBack()
      await expect.poll(() => page.title()).toBe('All photos')
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(800)
      await page.goForward()
      await expect.poll(() => page.title()).toBe('Photo 30')
      await page.goto(`${url}/photos`)
      await page.evaluate(() => Object.assign(window, { isMarked: true }))
      await page.locator('input').fill('a b')
      await page.getByText('Find').click()
      await expect.poll(() => page.locator('#q').innerText()).toBe('a b')
      expect(page.url()).toBe(`${url}/photos?q=a+b`)
      expect(await isSame(page)).toBe(true)
      expect(errors).toEqual([])
    })
  })
})
