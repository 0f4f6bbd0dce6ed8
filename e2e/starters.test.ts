// The pages of every starter in a browser while it is developed: accessible in both themes, and up to date after an edit.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { violationsInBothThemes } from './axe.ts'
import { describeInBrowser, openConnected } from './browser.ts'
import { saveUntil } from './project.ts'
import { createStarter, serveStarter, type Starter } from './starter.ts'

beforeAll(buildPackages)

const typed = { isTypeScript: true, hasDatabase: false }
const albums = [`r.resources('albums', {`, `r.resources('albums', { path: 'records',`, '/records'] as const
const notes = [`r.resources('notes', {`, `r.resources('notes', { path: 'entries',`, '/entries'] as const
const photos = [`r.resources('photos', {`, `r.resources('photos', { path: 'pictures',`, '/api/pictures'] as const
const shop = [`path: '/shop'`, `path: '/store'`, '/store/products'] as const

/** Each starter, an edit of its routes, and the first link of its page after the edit. */
const STARTERS: readonly (readonly [Starter, typeof albums | typeof notes | typeof photos | typeof shop])[] = [
  [{ ...typed, kind: 'react' }, albums],
  [{ ...typed, kind: 'vue' }, albums],
  [{ ...typed, kind: 'fullstack' }, notes],
  [{ ...typed, kind: 'fullstack-vue' }, notes],
  [{ ...typed, kind: 'node' }, notes],
  [{ ...typed, kind: 'workers' }, photos],
  [{ ...typed, kind: 'library' }, shop],
  [{ kind: 'plain', isTypeScript: false, hasDatabase: false }, albums],
  [{ kind: 'node', isTypeScript: false, hasDatabase: true }, notes],
  [{ kind: 'vue', isTypeScript: false, hasDatabase: false }, albums],
]

describeInBrowser('the first page', (newPage) => {
  test.each(STARTERS)('of %o is accessible, names files that exist, and follows the routes', async (starter, edit) => {
    const [before, after, href] = edit
    const root = createStarter(starter)
    const url = await serveStarter(root)
    const page = await newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await openConnected(page, url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    expect(await page.title()).toContain('Turnout')
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(await page.locator('meta[name=viewport]').count()).toBe(1)

    const file = (await page.locator('.lead code').first().textContent())!
    expect(existsSync(path.join(root, file))).toBe(true)
    const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
    for (const [, name] of readme.matchAll(/`((?:config|src|shop)\/[\w./-]*)`/g)) {
      expect([name, existsSync(path.join(root, name!))]).toEqual([name, true])
    }

    const inspector = page.getByRole('link', { name: 'Inspector' })
    expect((await page.request.get(new URL((await inspector.getAttribute('href'))!, url).href)).status()).toBe(200)
    const source = readFileSync(path.join(root, file), 'utf8')
    expect(source).toContain(before)
    const firstLink = page.locator('main ul a').first()
    await saveUntil(path.join(root, file), source.replace(before, after), async () => {
      return (await firstLink.getAttribute('href')) === href
    })
    expect(errors).toEqual([])
  })

  test.each([
    ['node', 'src/controllers/pages.ts'],
    ['node', 'src/html.ts'],
    ['workers', 'src/controllers/pages.ts'],
  ])('of %s follows an edit of %s', async (kind, file) => {
    const root = createStarter({ ...typed, kind })
    const page = await newPage()
    await openConnected(page, await serveStarter(root))
    const source = readFileSync(path.join(root, file), 'utf8')
    const [before, after] = file.endsWith('html.ts') ? [`'Home'`, `'Start'`] : [`Path()':`, `Path() Start':`]
    expect(source).toContain(before)
    await saveUntil(path.join(root, file), source.replace(before, after), () => {
      return page.getByRole('link', { name: 'Start' }).isVisible()
    })
  })

  test.each([false, true])('the Node starter finds notes by their numbers only, database: %s', async (hasDatabase) => {
    const url = await serveStarter(createStarter({ kind: 'node', isTypeScript: true, hasDatabase }))
    const status = async (note: string) => (await fetch(`${url}/notes/${note}`)).status
    const added = await fetch(`${url}/notes`, {
      method: 'POST',
      body: new URLSearchParams({ text: 'Milk' }),
      redirect: 'manual',
    })
    expect([added.status, added.headers.get('location')]).toEqual([303, '/notes/2'])
    expect(await status('2')).toBe(200)
    for (const id of ['abc', '3', '-1', 'NaN', '9'.repeat(30)]) expect([id, await status(id)]).toEqual([id, 404])
  })
})
