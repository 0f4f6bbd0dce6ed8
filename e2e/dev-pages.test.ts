// The dev server's own pages in a browser: errors of actions, and requests that no route matches.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { violationsInBothThemes } from './axe.ts'
import { describeInBrowser, openConnected } from './browser.ts'
import { copyProject, emptyProject, serve } from './project.ts'

/** Text that runs a script if it becomes markup. */
const MARKUP = `<img src=x onerror=alert(1)></script><svg onload=alert(1)>'"`

const ROUTES = `import { defineRoutes } from 'vite-plugin-turnout/dsl'
export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('albums', { only: ['index', 'show', 'create'] })
  r.get('broken/:id', { to: 'broken#show' })
  r.post('broken/:id', { to: 'broken#show' })
  r.get('unwritten', { to: 'pages#unwritten' })
})
`
const THROWS = `import { fail } from '../fail.ts'
export const show = ({ params }: any) => {
  fail(params.id)
  return new Response('')
}
`
const FILES = {
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ server: true })] }`,
  'config/routes.ts': ROUTES,
  'src/controllers/pages.ts': `export const home = () => new Response('<!doctype html><html lang="en"><title>home</title><form method="post" action="/broken/8"><input name="title" value="<b>"><input name="password" value="hunter2-form"><button>Send</button></form></html>', { headers: { 'content-type': 'text/html' } })`,
  'src/controllers/albums.ts': `export const index = () => new Response('albums')
export const show = () => new Response('album')
export const create = () => new Response('created')`,
  'src/controllers/broken.ts': THROWS,
  'src/fail.ts': `export function fail(text: string): never {
  throw new Error('No luck with ' + text, { cause: new TypeError('the cause') })
}
`,
}
const MENDED = `export const show = () => new Response('mended', { headers: { 'content-type': 'text/html' } })`

beforeAll(async () => {
  await buildPackages()
  // No editor opens on the machine that runs the tests.
  process.env['LAUNCH_EDITOR'] = 'true'
})

/** Serves the application with some files replaced. */
async function serveApp(files: Readonly<Record<string, string>> = {}) {
  const { root } = emptyProject({ ...FILES, ...files })
  const { url } = await serve(root)
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
  return { root, base: url.replace(/\/$/, ''), write }
}

/** Collects dialogs, errors, and violations of the page's policy. Failed requests for the page itself are expected. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return complaints
}

/** Returns how far the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Writes pictures if the environment names a folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [375, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true })
    }
  }
}

describeInBrowser('the page of an error', (newPage) => {
  test('shows the source, the request and the route, and opens the editor', async () => {
    // Vitest maps the modules of tests. A dev server has Node do it.
    const { prepareStackTrace } = Error
    onTestFinished(() => void (Error.prepareStackTrace = prepareStackTrace))
    Error.prepareStackTrace = undefined as never
    const { base } = await serveApp()
    const page = await newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${base}/broken/7?tab=1`)
    expect(await page.locator('.top').textContent()).toContain('/broken/7?tab=1')
    expect(await page.locator('h1').textContent()).toBe('Error: No luck with 7')
    expect(await page.locator('.frame .marked').first().textContent()).toContain('throw new Error(')
    expect(await page.locator('.facts').textContent()).toMatch(/GET.*broken#show.*config\/routes\.ts:5.*id: "7"/s)
    expect(await page.locator('.frame .keyword').first().textContent()).toBe('export')
    const frames = page.locator('.list').first().locator('summary')
    expect(await frames.first().textContent()).toMatch(/^at fail \(src\/fail\.ts:2:\d+\)$/)
    const code = page.locator('.list').first().getByText('fail(params.id)')
    expect(await code.isVisible()).toBe(false)
    await frames.nth(1).click()
    expect(await code.isVisible()).toBe(true)
    expect(await page.locator('main').textContent()).toContain('TypeError: the cause')

    const asked = page.waitForRequest(/__open-in-editor/)
    await page.locator('.bar .place').first().click()
    expect(decodeURIComponent((await asked).url())).toMatch(/src\/fail\.ts:2:\d+$/)
    await expect.poll(() => page.locator('.bar .place').first().getAttribute('data-state')).toBe('opened')
    expect(page.url()).toBe(`${base}/broken/7?tab=1`)
    await page.getByText('frames of packages and Node').first().click()
    await page.getByText(/^\d+ headers$/).click()
    await shoot(page, '500-thrown')
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await overflow(page)).toBe(0)
    expect(complaints).toEqual([])
  })

  test('of a syntax error has no colours of the compiler, and reloads after the fix', async () => {
    const { base, write } = await serveApp({
      'src/controllers/broken.ts': `export const show = () => {\n  const a = <<;\n}\n`,
    })
    const page = await newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${base}/broken/7`)
    expect(await page.locator('h1').textContent()).toBe('SyntaxError: Unexpected token')
    expect(await page.content()).not.toContain('\u001B')
    expect(await page.locator('.bar').textContent()).toBe('src/controllers/broken.ts:2')
    expect(await page.locator('.frame').textContent()).toContain('> 2 |   const a = <<;')
    await shoot(page, '500-syntax')
    write('src/controllers/broken.ts', THROWS)
    await expect.poll(() => page.locator('h1').textContent()).toBe('Error: No luck with 7')
    write('src/controllers/broken.ts', MENDED)
    await expect.poll(() => page.locator('body').textContent()).toContain('mended')
    expect(complaints).toEqual([])
  })

  test('of a missing module reloads after the module is created', async () => {
    const { base, write } = await serveApp()
    write(
      'src/controllers/broken.ts',
      `import { text } from '../missing.ts'\nexport const show = () => new Response(text)`,
    )
    const page = await newPage()
    await page.goto(`${base}/broken/7`)
    expect(await page.locator('.bar').textContent()).toBe('src/controllers/broken.ts:1')
    write('src/missing.ts', `export const text = 'created'`)
    await expect.poll(() => page.locator('body').textContent()).toContain('created')
  })

  test('after a form does not reload, so that the form is not sent again', async () => {
    const { base, write } = await serveApp()
    const page = await newPage()
    await page.goto(base)
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.locator('h1').textContent()).toBe('Error: No luck with 8')
    expect(await page.locator('header').textContent()).toContain('This page does not reload')
    expect(await page.locator('.facts').textContent()).toMatch(/title: "<b>"\s*password: \[masked\]/)
    await shoot(page, '500-form')
    expect(await page.evaluate(() => document.documentElement.dataset['client'])).toBeUndefined()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    // Another page of the same error, which does reload.
    const other = await newPage()
    await other.goto(`${base}/broken/8`)
    write('src/controllers/broken.ts', MENDED)
    await expect.poll(() => other.locator('body').textContent()).toContain('mended')
    expect(requests).toEqual([])
    expect(await page.locator('h1').textContent()).toBe('Error: No luck with 8')
  })

  test('is copied as Markdown, without secrets', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.context().addCookies([{ name: 'sid', value: 'hunter2-cookie', url: base }])
    await page.goto(`${base}/broken/7?token=hunter2-query`)
    expect(await page.content()).not.toContain('hunter2')
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    await expect.poll(() => page.locator('#announcer').textContent()).toBe('copied')
    const markdown = await page.evaluate(() => navigator.clipboard.readText())
    expect(markdown).toContain('```text\n500: Error: No luck with 7\n```')
    expect(markdown).toContain('GET /broken/7?token=[masked]')
    expect(markdown).toContain('cookie: [masked]')
    expect(markdown).not.toContain('hunter2')
  })

  test('of a missing action shows the declaration of its route, and the command that writes it', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${base}/unwritten`)
    expect(await page.locator('h1').textContent()).toBe('The controller pages does not export the action unwritten.')
    expect(await page.locator('.bar').textContent()).toBe('config/routes.ts:7')
    expect(await page.locator('.frame .marked').first().textContent()).toContain(`r.get('unwritten'`)
    expect(await page.locator('.did').textContent()).toContain('npx turnout generate controller pages')
    expect((await page.locator('body').innerText()).split('turnout generate')).toHaveLength(2)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npx turnout generate controller pages')
    await shoot(page, '500-missing-action')
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  test('shows markup of a request and an error as text', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${base}/broken/${encodeURIComponent(MARKUP.replaceAll('/', ''))}?${encodeURIComponent(MARKUP)}`)
    expect(await page.locator('h1').textContent()).toContain('<img src=x onerror=alert(1)>')
    expect(await page.locator('img, svg').count()).toBe(0)
    expect(await page.locator('script').count()).toBe(1)
    expect(complaints).toEqual([])
  })
})

describeInBrowser('the page for an unmatched request', (newPage) => {
  test('suggests similar requests, and searches the table', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${base}/albmus`)
    await shoot(page, '404')
    expect(await violationsInBothThemes(page)).toEqual([])
    const rows = page.locator('#routes tbody tr:visible')
    const count = await rows.count()
    await page.getByLabel('Search').fill('albums create')
    expect(await rows.allTextContents()).toEqual([expect.stringContaining('albums#create')])
    await page.getByLabel('Search').fill('zebra')
    expect(await page.locator('#none').isVisible()).toBe(true)
    await page.getByLabel('Search').fill('')
    expect(await rows.count()).toBe(count)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await overflow(page)).toBe(0)
    expect(await page.getByRole('link', { name: 'inspector' }).getAttribute('href')).toBe(
      '/__turnout/#/who?verb=GET&path=%2Falbmus',
    )
    await page.locator('.did').getByRole('link', { name: '/albums' }).click()
    expect(await page.locator('body').textContent()).toBe('albums')
    expect(complaints).toEqual([])
  })

  test('reloads after a change that came before its socket was open', async () => {
    const { base, write } = await serveApp()
    const page = await newPage()
    // Vite's client is slow to load.
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/@vite/client', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto(`${base}/zebras`, { waitUntil: 'commit' })
    await page.locator('h1').waitFor()
    write('config/routes.ts', ROUTES.replace(`r.root`, `r.get('zebras', { to: 'albums#index' })\n  r.root`))
    await expect.poll(async () => (await fetch(`${base}/zebras`)).status).toBe(200)
    release()
    await expect.poll(() => page.locator('body').textContent()).toBe('albums')
  })

  test('reloads after the route is declared', async () => {
    const { base, write } = await serveApp()
    const page = await newPage()
    await page.goto(`${base}/zebras`)
    write('config/routes.ts', ROUTES.replace(`r.root`, `r.get('zebras', { to: 'albums#index' })\n  r.root`))
    await expect.poll(() => page.locator('body').textContent()).toBe('albums')
  })

  test('shows markup of a request as text', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${base}/${encodeURIComponent(MARKUP)}?${MARKUP}`)
    expect(await page.locator('.top').textContent()).toContain('img')
    expect(await page.locator('img, svg').count()).toBe(0)
    await page.goto(`${base}//evil.example/albmus`)
    expect(await page.locator('a[href^="//"]').count()).toBe(0)
    expect(complaints).toEqual([])
  })
})

describeInBrowser('a path without a route in an application whose pages the browser draws', (newPage) => {
  test('shows the nearest route, or the page of the application, and follows an edit', async () => {
    const copy = copyProject('examples/react')
    const { url } = await serve(copy.root)
    const page = await newPage()
    const response = (await page.goto(new URL('/albmus', url).href))!
    expect([response.status(), response.headers()['cache-control']]).toEqual([404, 'no-store'])
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('link', { name: "Show the application's own page" }).click()
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Back to the first page' }).click()
    await page.getByRole('heading', { name: 'Turnout + React' }).waitFor()
    // The browser loads a document, because no route matches.
    await page.getByRole('link', { name: '/albmus' }).click()
    await page.getByRole('link', { name: 'Go to /albums' }).click()
    await page.getByRole('heading', { name: 'Albums' }).waitFor()

    await openConnected(page, new URL('/later', url).href)
    copy.edit('config/routes.ts', `r.root(`, `r.get('later', { to: 'albums#index' })\n  r.root(`)
    await page.getByRole('heading', { name: 'Albums' }).waitFor()
  })

  test('stays the response of Vite for everything else than a visit', async () => {
    const { url } = await serve(copyProject('examples/react').root)
    const get = async (headers: HeadersInit, path = 'albmus') => {
      const { status, headers: sent } = await fetch(url + path, { headers })
      return [status, sent.get('content-type')]
    }
    const visit = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
    expect(await get(visit)).toEqual([404, 'text/html; charset=utf-8'])
    expect(await get({ accept: 'text/html' }, '%3Cscript%3E')).toEqual([404, 'text/html; charset=utf-8'])
    expect(await get({ ...visit, 'sec-fetch-dest': 'iframe' })).toEqual([200, 'text/html'])
    expect(await get({ accept: '*/*' })).toEqual([200, 'text/html'])
    for (const path of ['', 'albums', 'albums/7?page=2', 'pictures/1']) {
      expect(await get(visit, path)).toEqual([200, 'text/html'])
    }
    expect(await get(visit, 'icon.svg')).toEqual([200, 'image/svg+xml'])
  })
})
