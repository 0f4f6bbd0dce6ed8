// The photo album: what a visitor, a reader and a keeper can see and do, in a browser while it is developed.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { violationsInBothThemes } from './axe.ts'
import { describeInBrowser } from './browser.ts'
import { copyProject, serve } from './project.ts'

const KEEPER = { email: 'ada@halide.test', password: 'shutter' }
const READER = { email: 'grace@halide.test', password: 'aperture' }

/** The smallest picture there is: a GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The server of the tests that leave the database as it is. */
let base: string

beforeAll(async () => {
  await buildPackages()
  const ends: (() => unknown)[] = []
  base = await serveAlbum((end) => ends.unshift(end))
  return async () => {
    for (const end of ends) await end()
  }
})

/** Serves a copy with its own database. */
async function serveAlbum(atEnd: (end: () => unknown) => void): Promise<string> {
  const { root } = copyProject('playground', atEnd)
  process.env['DATABASE_URL'] = `file:${path.join(root, 'album.db')}`
  const { url } = await serve(root, {}, atEnd)
  // The first request opens the database.
  expect((await fetch(url)).status).toBe(200)
  delete process.env['DATABASE_URL']
  return url.replace(/\/$/, '')
}

async function signIn(page: Page, base: string, { email, password }: typeof KEEPER): Promise<void> {
  await page.goto(`${base}/session/new`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

const titleOf = (page: Page) => page.locator('h1').first().textContent()
const noticeOf = (page: Page) => page.getByRole('status').textContent()

describeInBrowser('the photo album', (newPage) => {
  test('is there to look at without a script', async () => {
    const page = await newPage()
    await page.route('**/*.ts', (route) => route.abort())
    await page.goto(base)
    await page.getByRole('link', { name: 'A week by the sea' }).click()
    expect(await titleOf(page)).toBe('A week by the sea')
    const photo = page.getByRole('link', { name: 'First light' })
    expect(await photo.locator('img').evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined()
    await photo.click()
    await page.getByRole('link', { name: 'Next' }).click()
    expect(await titleOf(page)).toBe('Slack water')
    const search = page.getByRole('searchbox')
    await search.fill('ferry')
    await search.press('Enter')
    await page.waitForURL(`${base}/search?q=ferry`)
    expect(await search.inputValue()).toBe('ferry')
    expect(await page.getByRole('link', { name: 'The last ferry' }).count()).toBe(1)
    await page.goto(`${base}/archive/2025`)
    expect(await page.locator('.card h2').allTextContents()).toEqual(['The city, after hours', 'Dry season'])
    // Addresses of old.
    await page.goto(`${base}/pictures/3`)
    expect(page.url()).toBe(`${base}/photos/3`)
    const albums = await (await page.request.get(`${base}/albums.json`)).json()
    expect(albums).toHaveLength(4)
    expect(albums[0]).toMatchObject({ title: 'A week by the sea', url: '/albums/1', count: 4 })
  })

  test('shows in dev the route that handled the request, and its line', async () => {
    const page = await newPage()
    const lines = readFileSync(new URL('../playground/config/routes.ts', import.meta.url), 'utf8').split('\n')
    const lineOf = (call: string) => `config/routes.ts:${lines.findIndex((line) => line.includes(call)) + 1}`
    const bar = page.getByRole('complementary', { name: 'The route of this page' })
    const titleOfBar = () => bar.locator('summary .route').textContent()
    const question = () => bar.getByRole('link', { name: 'Why this route?' }).getAttribute('href')
    // Two routes have this action.
    await page.goto(base)
    expect(await titleOfBar()).toBe('GET /')
    await bar.getByRole('link', { name: lineOf("r.root('albums#index')"), exact: true }).waitFor()
    await page.goto(`${base}/albums`)
    expect(await titleOfBar()).toBe('GET /albums')
    const place = bar.getByRole('link', { name: lineOf("r.resources('albums'"), exact: true })
    expect(await place.getAttribute('href')).toMatch(/^\/__open-in-editor\?file=.*config%2Froutes\.ts%3A\d+%3A\d+$/)
    // A controller responds with 404, and a form is invalid.
    await page.goto(`${base}/albums/999?a="><b>`)
    expect(await titleOfBar()).toBe('GET /albums/:id')
    expect(await bar.locator('b').count()).toBe(0)
    await page.goto(`${base}/photos/1`)
    await page.getByLabel('Your name').fill(' ')
    await page.getByLabel('Your comment').fill('x')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('#author-problem').waitFor()
    expect(await titleOfBar()).toBe('POST /photos/:photo_id/comments')
    expect(await question()).toBe('/__turnout/#/who?verb=POST&path=%2Fphotos%2F1%2Fcomments')
    // A form field sets the verb. Two routes without a name have this action.
    await signIn(page, base, KEEPER)
    await page.goto(`${base}/albums/2/edit`)
    await page.getByLabel('Title').fill(' ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#title-problem').waitFor()
    expect(await titleOfBar()).toBe('PATCH /albums/:id')
    expect(await question()).toBe('/__turnout/#/who?verb=PATCH&path=%2Falbums%2F2')
    await bar.getByRole('link', { name: 'Why this route?' }).click()
    await page.getByText('albums#update').first().waitFor()
  })

  test('introduces itself on the first screen, above full rows of albums', async () => {
    const page = await newPage()
    for (const [width, height] of [
      [375, 812],
      [768, 1024],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const target of ['/', '/archive/2025', '/archive/2026/07']) {
        await page.goto(base + target)
        const rights = await page.locator('.cards').evaluate((list) => ({
          list: list.getBoundingClientRect().right,
          last: list.lastElementChild!.getBoundingClientRect().right,
        }))
        expect([target, width, rights.last]).toEqual([target, width, rights.list])
      }
      await page.goto(base)
      const inspector = page.getByRole('link', { name: 'Open the inspector' })
      const top = (await page.locator('turnout-bar').boundingBox())!.y
      const { y, height: size } = (await inspector.boundingBox())!
      expect([width, y + size < top]).toEqual([width, true])
    }
    for (const sample of await page.locator('.showcase li a').all()) {
      const address = (await sample.getAttribute('href'))!
      expect([address, (await page.request.get(base + address)).status()]).toEqual([address, 200])
    }
    await page.getByRole('link', { name: 'Open the inspector' }).click()
    await page.waitForURL(`${base}/__turnout/**`)
    await page.getByText('albums#index').first().waitFor()
  })

  test.each([
    ['reduce', false],
    ['no-preference', true],
  ] as const)('with the motion %s, has transitions between pages: %s', async (reducedMotion, hasTransition) => {
    const page = await newPage()
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(() =>
      addEventListener('pageswap', ({ viewTransition }) =>
        sessionStorage.setItem('has-transition', String(viewTransition !== null)),
      ),
    )
    await page.goto(base)
    await page.getByRole('link', { name: 'About' }).click()
    await page.waitForURL(`${base}/about`)
    expect(await page.evaluate(() => sessionStorage.getItem('has-transition'))).toBe(String(hasTransition))
  })

  test('shows a comment once it is approved', async () => {
    const base = await serveAlbum((end) => onTestFinished(async () => void (await end())))
    const page = await newPage()
    await signIn(page, base, READER)
    await page.goto(`${base}/photos/2`)
    // What is wrong is said, and what was typed is kept.
    await page.getByLabel('Your comment').fill('   ')
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.locator('#body-problem').textContent()).toBe('Your comment is missing.')
    expect(await page.getByLabel('Your name').inputValue()).toBe('Grace')
    await page.getByLabel('Your comment').fill('So still. <b>Lovely</b>')
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await noticeOf(page)).toContain('once it is approved')
    expect(await page.locator('.comments li').count()).toBe(0)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await signIn(page, base, KEEPER)
    await page.getByRole('link', { name: 'Comments' }).click()
    await page.getByRole('button', { name: 'Approve the comment of Grace on Slack water' }).click()
    expect(await noticeOf(page)).toBe('The comment is approved.')
    await page.goto(`${base}/photos/2`)
    expect(await page.locator('.comments li p').first().textContent()).toBe('So still. <b>Lovely</b>')
  })

  test('hides from readers what is a keeper’s', async () => {
    const page = await newPage()
    const ask = async (method: string, target: string, headers = {}) =>
      (await page.request.fetch(base + target, { method, headers, maxRedirects: 0, form: { title: 'x' } })).status()
    const all = async () => {
      for (const target of ['/admin', '/admin/comments', '/albums/new', '/albums/1/edit', '/photos/1/remove']) {
        expect(await (await page.request.get(base + target)).text()).toContain('Nothing here')
      }
      return Promise.all([
        ask('PATCH', '/admin/comments/1/approve'),
        ask('DELETE', '/admin/comments/1'),
        ask('POST', '/albums'),
        ask('PATCH', '/albums/1'),
        ask('DELETE', '/albums/1'),
        ask('DELETE', '/photos/1'),
        ask('POST', '/albums/1/photos'),
      ])
    }
    expect(new Set(await all())).toEqual(new Set([404]))
    await signIn(page, base, READER)
    expect(new Set(await all())).toEqual(new Set([404]))
    expect(await page.getByRole('link', { name: 'New album' }).count()).toBe(0)
    // A form of another site is refused, whoever is signed in.
    expect(await ask('POST', '/photos/1/comments', { origin: 'https://evil.test' })).toBe(403)
    expect(await ask('DELETE', '/session', { 'sec-fetch-site': 'cross-site' })).toBe(403)
    await page.goto(base)
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(1)
  })

  test('signs in with a sample account by one click', async () => {
    const base = await serveAlbum((end) => onTestFinished(async () => void (await end())))
    const page = await newPage()
    await page.goto(`${base}/session/new`)
    await page.getByRole('button', { name: 'Use Ada' }).click()
    expect(await noticeOf(page)).toBe('Welcome, Ada.')
    expect(await page.getByRole('link', { name: 'New album' }).count()).toBe(1)
  })

  test('lets a keeper make an album, add a photo, and delete both', async () => {
    const base = await serveAlbum((end) => onTestFinished(async () => void (await end())))
    const page = await newPage()
    await signIn(page, base, KEEPER)
    await page.getByRole('link', { name: 'New album' }).click()
    await page.getByLabel('Title').fill('Rain & <wind>')
    await page.getByLabel('Month').fill('2026-11')
    await page.getByRole('button', { name: 'Create album' }).click()
    expect(await titleOf(page)).toBe('Rain & <wind>')
    await page.getByRole('link', { name: 'Add a photo' }).click()
    const file = page.getByLabel('Picture')
    await file.setInputFiles({ name: 'not-a-picture.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    expect(await page.getByLabel('Title').inputValue()).toBe('not a picture')
    await page.getByRole('button', { name: 'Add photo' }).click()
    expect(await page.locator('#picture-problem').textContent()).toBe('Choose a JPEG, PNG, WebP, AVIF or GIF.')
    await file.setInputFiles({ name: 'pixel.gif', mimeType: 'image/gif', buffer: PIXEL })
    // The message was about the first file.
    expect(await page.locator('#picture-problem').count()).toBe(0)
    expect(await file.getAttribute('aria-invalid')).toBe(null)
    await page.getByRole('button', { name: 'Add photo' }).click()
    expect(await titleOf(page)).toBe('not a picture')
    const image = page.locator('figure img')
    const widthOf = async (element: HTMLImageElement) => {
      // Also waits for the picture to load.
      await element.decode()
      return element.naturalWidth
    }
    expect(await image.evaluate(widthOf)).toBe(1)
    const answer = await page.request.get(base + (await image.getAttribute('src'))!)
    expect(answer.headers()['content-type']).toBe('image/gif')
    expect(answer.headers()['content-security-policy']).toContain('sandbox')
    // A dialog asks, and the page is left where the answer is no.
    const address = page.url()
    await page.getByRole('link', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “not a picture”?' })
    await dialog.getByRole('link', { name: 'Cancel' }).click()
    expect(page.url()).toBe(address)
    await page.getByRole('link', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete photo' }).click()
    expect(await noticeOf(page)).toBe('“not a picture” was deleted.')
    // Without the dialog, a page asks.
    await page.goto(`${page.url()}/remove`)
    await page.getByRole('button', { name: 'Delete album' }).click()
    expect(await noticeOf(page)).toBe('“Rain & <wind>” was deleted.')
    expect((await page.request.get(address)).status()).toBe(404)
  })

  test('takes no picture over the limit', async () => {
    const page = await newPage()
    await signIn(page, base, KEEPER)
    const answer = await page.request.post(`${base}/albums/1/photos`, {
      multipart: { title: 'Huge', picture: { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(9_000_000) } },
    })
    expect(answer.status()).toBe(413)
  })

  test('is accessible in both themes', async () => {
    const page = await newPage()
    await signIn(page, base, KEEPER)
    for (const target of [
      '/',
      '/albums/1',
      '/albums/1/slideshow',
      '/photos/1',
      '/albums/new',
      '/albums/1/photos/new',
      '/admin',
      '/about',
      '/session/new',
      '/search?q=nothing',
    ]) {
      await page.goto(base + target)
      expect([target, await violationsInBothThemes(page)]).toEqual([target, []])
    }
  })
})
