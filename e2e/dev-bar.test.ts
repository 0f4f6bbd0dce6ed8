// The bar that a dev server adds to pages (option `devBar`), in a browser.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { createBuilder } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { violations } from './axe.ts'
import { describeInBrowser } from './browser.ts'
import { configOf, emptyProject, serve } from './project.ts'

/** Text that runs a script if it becomes markup. */
const MARKUP = `"'><img src=x onerror=alert(1)></script><script>alert(1)</script>`

const FILES = {
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ server: true, devBar: true })] }`,
  'config/routes.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'
import { isEven, isLate } from '../src/constraints.ts'
import { wiki } from '../src/wiki.ts'

export default defineRoutes((r) => {
  r.root('pages#show')
  r.get('pages/:id', { to: 'pages#show', as: 'even', constraints: isEven })
  r.get('pages/:id', { to: 'pages#show', as: 'page' })
  r.match('forms/:id', { to: 'pages#show', via: ['post', 'put'], as: null })
  r.match('forms/:id', { to: 'pages#show', via: 'patch', as: null })
  r.get('either', { to: 'pages#show', as: null, constraints: isLate })
  r.get('either', { to: 'pages#show', as: null })
  r.mount(wiki, { at: 'wiki' })
  r.get('wiki/:id', { to: 'pages#show', as: 'article' })
  r.get('fragment', { to: 'pages#fragment' })
  r.get('policy/:id', { to: 'pages#policy' })
  r.get('forged', { to: 'pages#forged' })
  r.get('moves', { to: 'pages#moves' })
})
`,
  'src/constraints.ts': `export const isEven = ({ id }: { id: string }, _request: unknown) => Number(id) % 2 === 0
export const isLate = () => false
`,
  'src/wiki.ts': `export const wiki = {
  fetch(request: Request) {
    return request.url.endsWith('/start')
      ? new Response('<!doctype html><html lang="en"><title>wiki</title><main><h1>wiki</h1></main></html>', { headers: { 'content-type': 'text/html' } })
      : new Response(null, { status: 404, headers: { 'x-cascade': 'pass' } })
  },
}
`,
  'src/server.ts': `import { defineServer, dispatch, methodOverride } from 'virtual:routes/server'
export default defineServer({ fetch: async (request: Request) => dispatch(await methodOverride(request)) })
`,
  'src/controllers/pages.ts': `const html = (text: string, headers: Record<string, string> = {}) => new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
const page = (body: string, headers = {}) => html('<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><meta name="color-scheme" content="light dark" /><link rel="icon" href="data:," /><title>page</title><style>* { display: block !important; font-size: 24px }</style><main><h1>page</h1>' + body + '</main></html>', headers)
export const show = () => page('<form method="post" action="/forms/7"><input type="hidden" name="_method" value="patch" /><button>Patch</button></form><form method="post" action="/forms/7"><button class="post">Post</button></form>')
export const fragment = () => html('<p>part</p>')
export const moves = () => page('<button onclick="history.pushState(null, \\'\\', \\'/elsewhere\\')">Move</button><button onclick="history.pushState(null, \\'\\', \\'/moves#part\\')">Hash</button>')
export const forged = () => html('<!doctype html><html lang="en"><title>forged</title></html>', { [['x-turnout', 'handled'].join('-')]: '{"method":"GET","position":0}' })
const POLICIES: Record<string, string> = {
  nonce: "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  self: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
  none: "default-src 'none'",
}
export const policy = ({ params }: any) => new Response('<!doctype html><html lang="en"><title>policy</title><main><h1>policy</h1></main></html>', { headers: { 'content-type': 'text/html', 'content-security-policy': POLICIES[params.id]! } })
`,
}

beforeAll(async () => {
  await buildPackages()
  // No editor opens on the machine that runs the tests.
  process.env['LAUNCH_EDITOR'] = 'true'
})

async function serveApp(files: Readonly<Record<string, string>> = FILES) {
  const { root } = emptyProject(files)
  const { url } = await serve(root)
  return { root, base: url.replace(/\/$/, '') }
}

/** The location of a line of the route file. */
function placeOf(call: string): string {
  const line = FILES['config/routes.ts'].split('\n').findIndex((text) => text.includes(call)) + 1
  return `config/routes.ts:${line}`
}

const barOf = (page: Page) => page.getByRole('complementary', { name: 'The route of this page' })
const titleOf = (page: Page) => barOf(page).locator('summary .route').textContent()
const placesOf = (page: Page) => barOf(page).locator('a[title]').allTextContents()

describeInBrowser('the dev bar', (newPage) => {
  test('shows the route that handled the request, and its line', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    const expectRoute = async (title: string, ...places: string[]) => {
      await barOf(page).waitFor()
      expect([await titleOf(page), ...(await placesOf(page))]).toEqual([title, ...places])
    }
    // All routes have the same action.
    await page.goto(base)
    await expectRoute('GET /', placeOf('r.root'))
    await page.goto(`${base}/pages/2`)
    await expectRoute('GET /pages/:id', placeOf(`as: 'even'`))
    await page.goto(`${base}/pages/3?x=1`)
    await expectRoute('GET /pages/:id', placeOf(`as: 'page'`))
    expect(await barOf(page).textContent()).toContain('pages#show name page id 3')
    // The method is that of the form field.
    await page.getByRole('button', { name: 'Patch' }).click()
    await page.waitForURL('**/forms/7')
    await expectRoute('PATCH /forms/:id', placeOf(`via: 'patch'`))
    const question = barOf(page).getByRole('link', { name: 'Why this route?' })
    expect(await question.getAttribute('href')).toBe('/__turnout/#/who?verb=PATCH&path=%2Fforms%2F7')
    await page.getByRole('button', { name: 'Post' }).click()
    await page.waitForFunction(() => performance.getEntriesByType('navigation').length > 0)
    await expect.poll(() => titleOf(page)).toBe('POST /forms/:id')
    await expectRoute('POST /forms/:id', placeOf(`via: ['post'`))
    // An app that responds, and one that declines.
    await page.goto(`${base}/wiki/start`)
    expect(await placesOf(page)).toEqual([placeOf('r.mount')])
    await page.goto(`${base}/wiki/2`)
    await expectRoute('GET /wiki/:id', placeOf(`as: 'article'`))
    // Only the constraint functions know which of two equal routes it was.
    await page.goto(`${base}/either`)
    await expectRoute(
      'GET /either or /either',
      placeOf('isLate })'),
      placeOf(`r.get('either', { to: 'pages#show', as: null })`),
    )
    expect(await barOf(page).textContent()).toContain('A constraint function chose one of these routes.')
    await page.goto(`${base}/pages/5`)
    await question.click()
    await page.getByText('pages#show').first().waitFor()
  })

  test('opens the editor, and notes that the address has changed without a request', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    await page.goto(`${base}/moves`)
    const requested = page.waitForRequest(/__open-in-editor/)
    await barOf(page)
      .getByRole('link', { name: placeOf(`'moves'`) })
      .click()
    expect(new URL((await requested).url()).searchParams.get('file')).toMatch(/config\/routes\.ts:\d+:\d+$/)
    await barOf(page).getByText('Opened in the editor.').waitFor()
    expect(page.url()).toBe(`${base}/moves`)
    const note = barOf(page).getByText('The address has changed')
    await page.getByRole('button', { name: 'Hash' }).click()
    expect(await note.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await note.waitFor()
    await page.goBack()
    await note.waitFor({ state: 'hidden' })
  })

  test('collapses, fits a phone, and is accessible in both themes', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto(`${base}/pages/${'a'.repeat(300)}`)
    const link = barOf(page).getByRole('link', { name: 'Why this route?' })
    // On a phone, the bar starts with one line.
    await barOf(page).waitFor()
    expect(await link.isVisible()).toBe(false)
    await barOf(page).locator('summary').click()
    await link.waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page)).toEqual([])
    }
    const host = page.locator('turnout-bar')
    const { x, width } = (await host.boundingBox())!
    expect(x >= 0 && x + width <= 375).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await page.goto(`${base}/pages/2`)
    await link.waitFor()
    const { height } = (await host.boundingBox())!
    expect(height).toBeLessThan(812 / 4)
    // The page's own styles do not apply, although they are important.
    expect(await host.evaluate((element) => getComputedStyle(element).position)).toBe('fixed')
    await barOf(page).locator('summary').focus()
    await page.keyboard.press('Enter')
    await link.waitFor({ state: 'hidden' })
    expect((await host.boundingBox())!.height).toBeLessThan(height)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('turnout-bar'))).toBe('collapsed left')
    await page.goto(base)
    await barOf(page).waitFor()
    expect(await link.isVisible()).toBe(false)
    await barOf(page).locator('summary').click()
    await link.waitFor()
  })

  test('shows the status, the time and the number of problems, moves, and covers nothing', async () => {
    const routes = FILES['config/routes.ts'].replace(`r.root('pages#show')`, `r.root('pages#show', { formt: false })`)
    const { base } = await serveApp({ ...FILES, 'config/routes.ts': routes })
    const page = await newPage()
    await page.goto(`${base}/pages/2`)
    const summary = barOf(page).locator('summary')
    expect(await summary.innerText()).toMatch(/\b200\b[^]*\b\d+ ms\b/)
    const problems = barOf(page).getByRole('link', { name: 'See 1 problem' })
    expect(await problems.getAttribute('href')).toBe('/__turnout/#/diagnostics')

    const host = page.locator('turnout-bar')
    const middle = async () => {
      const { x, width } = (await host.boundingBox())!
      return x + width / 2
    }
    const { width } = page.viewportSize()!
    expect(await middle()).toBeLessThan(width / 2)
    await barOf(page).getByRole('button', { name: 'Move to the right' }).click()
    expect(await middle()).toBeGreaterThan(width / 2)
    await page.reload()
    await barOf(page).getByRole('button', { name: 'Move to the left' }).waitFor()
    expect(await middle()).toBeGreaterThan(width / 2)
    // What is at the end of the page can be scrolled above the bar.
    await page.evaluate(() => {
      const end = document.createElement('p')
      end.style.cssText = 'margin-top: 200vh; height: 1px'
      document.querySelector('main')!.append(end)
      end.id = 'end'
    })
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const end = (await page.locator('#end').boundingBox())!
    expect(end.y + end.height).toBeLessThanOrEqual((await host.boundingBox())!.y)
  })

  test('makes no markup of values from the request', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto(`${base}/pages/${encodeURIComponent(MARKUP)}?${MARKUP}`)
    await barOf(page).waitFor()
    expect(await barOf(page).textContent()).toContain(MARKUP)
    expect(await barOf(page).locator('img, script').count()).toBe(0)
    expect(await page.locator('img').count()).toBe(0)
    expect(dialogs).toEqual([])
  })

  test('obeys the policy of the page', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    const isShown = async (policy: string) => {
      const complaints: string[] = []
      const listen = (message: { text(): string }) => complaints.push(message.text())
      page.on('console', listen)
      await page.goto(`${base}/policy/${policy}`, { waitUntil: 'networkidle' })
      page.off('console', listen)
      return [await page.locator('turnout-bar').count(), complaints.filter((text) => text.includes('bar.js'))]
    }
    expect(await isShown('nonce')).toEqual([1, []])
    expect((await page.locator('turnout-bar').boundingBox())!.height).toBeGreaterThan(20)
    expect(await page.locator('turnout-bar').evaluate((host) => getComputedStyle(host).position)).toBe('fixed')
    expect(await isShown('self')).toEqual([1, []])
    expect(await page.locator('turnout-bar').evaluate((host) => getComputedStyle(host).position)).toBe('fixed')
    expect(await isShown('none')).toEqual([0, []])
  })

  test('is absent in a browser that a program drives', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    await page.goto(`${base}/pages/2`)
    await page.getByRole('button', { name: 'Move to the right' }).waitFor()
    await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: true }))
    await page.goto(`${base}/pages/2`)
    // The script of the bar has run.
    await expect.poll(() => page.locator('script[data-turnout-bar]').count()).toBe(0)
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Patch', 'Post'])
    expect(await page.locator('turnout-bar').count()).toBe(0)
  })

  test('is only for pages that a person opens', async () => {
    const { base } = await serveApp()
    const page = await newPage()
    await page.goto(`${base}/pages/2`)
    const fetched = (target: string) => page.evaluate(async (url) => (await fetch(url)).text(), base + target)
    expect(await fetched('/pages/2')).not.toContain('bar.js')
    const ask = async (target: string, headers: Record<string, string>) => {
      const response = await fetch(base + target, { headers })
      return { headers: Object.fromEntries(response.headers), text: await response.text() }
    }
    const visit = { 'sec-fetch-dest': 'document' }
    const shown = await ask('/pages/2', visit)
    expect(shown.text).toMatch(
      /<script type="module" src="\/__turnout\/bar\.js" data-turnout-bar="[^"<>]*"><\/script>$/,
    )
    expect(Object.keys(shown.headers).join(' ')).not.toContain('x-turnout')
    const forged = await ask('/forged', visit)
    expect(forged.text).toContain('bar.js')
    expect(Object.keys(forged.headers).join(' ')).not.toContain('x-turnout')
    for (const [target, headers] of [
      ['/fragment', visit],
      ['/pages/2', {}],
      ['/pages/2', { 'sec-fetch-dest': 'iframe' }],
      ['/pages/2', { accept: 'text/html', origin: 'http://evil.example' }],
    ] as [string, Record<string, string>][]) {
      const response = await ask(target, headers)
      expect([target, headers, response.text.includes('bar.js')]).toEqual([target, headers, false])
      expect(Object.keys(response.headers).join(' ')).not.toContain('x-turnout')
    }
  })
})

test('a build contains no dev bar', async () => {
  const { root } = emptyProject({ ...FILES, 'index.html': '<!doctype html><title>client</title>' })
  const builder = await createBuilder(configOf(root))
  await builder.buildApp()
  const files = readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  )
  const scripts = files.filter(({ name }) => /\.m?js$/.test(name))
  expect(scripts).not.toEqual([])
  for (const { parentPath, name } of files) {
    expect(readFileSync(path.join(parentPath, name), 'utf8')).not.toMatch(/turnout-bar|x-turnout-handled|bar\.js/)
  }
})
