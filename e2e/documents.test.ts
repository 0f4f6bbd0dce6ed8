// Conditions of the document and of its server, in a browser: React Strict Mode, a document that the browser restores, a
// strict content security policy, and Vite as a part of another server.
import http from 'node:http'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { createBuilder, createServer, preview } from 'vite'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { waitForWatcher } from '../packages/vite-plugin/test/watched.ts'
import { describeInBrowser, openConnected, openRestoringPage } from './browser.ts'
import { configOf, emptyProject, serve } from './project.ts'

beforeAll(buildPackages)

const POLICY = `default-src 'none'; script-src 'self' 'nonce-abc'; style-src 'self' 'nonce-abc'; img-src 'self' data:; connect-src 'self' ws:; base-uri 'none'`

const ROUTES = `import { defineRoutes } from 'vite-plugin-turnout/dsl'
export default defineRoutes((r) => {
  r.root('home#index')
  r.resources('photos', { only: ['index', 'show'] })
  r.get('broken', { to: 'broken#index' })
  r.get('throws', { to: 'faults#show' })
})
`

const FILES = {
  'package.json': '{ "type": "module", "private": true }',
  'index.html': `<!doctype html><html lang="en"><head><title>App</title><link rel="icon" href="data:," /></head>
<body><div id="app"></div><script type="module" src="/src/main.jsx"></script></body></html>`,
  'vite.config.ts': `import react from '@vitejs/plugin-react'
import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ server: true, pages: 'src/pages', devBar: true }), react()], html: { cspNonce: 'abc' } }`,
  'config/routes.ts': ROUTES,
  'src/controllers/application.ts': `export const middleware = [async (request, next) => {
  const response = await next()
  if (!response.headers.has('content-security-policy')) response.headers.set('content-security-policy', "${POLICY}")
  return response
}]`,
  'src/controllers/faults.ts': `export const show = () => { throw new Error('of an action') }`,
  'src/main.jsx': `import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { start } from 'virtual:routes/navigation'
import { Routes } from 'vite-plugin-turnout/react'
window.errors = []
const App = () => {
  useEffect(() => start({ onError: (error) => window.errors.push(String(error.message)) }), [])
  return <Routes fallback="starting" />
}
createRoot(document.getElementById('app')).render(<StrictMode><App /></StrictMode>)`,
  'src/pages/application.jsx': `import { photosPath, brokenPath } from 'virtual:routes'
import { Link } from 'vite-plugin-turnout/react'
export const layout = ({ children }) => <><nav><Link to="/">Home</Link> <Link to={photosPath()}>Photos</Link> <Link to={brokenPath()}>Broken</Link></nav><main>{children}</main></>
export const error = ({ error }) => <h1>{'Error: ' + error.message}</h1>
export const notFound = () => <h1>Not found</h1>
export const title = 'App'`,
  'src/pages/home.jsx': `import { useState } from 'react'
import { useRoute } from 'vite-plugin-turnout/react'
export const index = () => { const [count, setCount] = useState(0); return <><h1>Home {useRoute('home#index').url}</h1><button onClick={() => setCount(count + 1)}>{count}</button></> }`,
  'src/pages/photos.jsx': `import { photoPath } from 'virtual:routes'
export const load = { index: async () => { window.loads = (window.loads ?? 0) + 1; return [1, 2, 3] } }
export const index = ({ data }) => <><h1>Photos</h1>{data.map((id) => <p key={id}><a href={photoPath(id)}>{photoPath(id)}</a></p>)}<div className="long" /></>
export const show = ({ params }) => <h1>Photo {params.id}</h1>`,
  'src/pages/broken.jsx': `export const index = () => { throw new Error('while drawing') }`,
}

/** Records the errors of a page, and the violations of its policy. */
async function recorded(page: Page): Promise<readonly string[]> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|React does not|act\(/.test(message.text())) problems.push(message.text())
  })
  await page.exposeFunction('reportViolation', (violation: string) => problems.push(violation))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = globalThis as unknown as { reportViolation(violation: string): void }
      reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`)
    })
  })
  return problems
}

/** Builds a client and a server, and serves them. */
async function serveBuilt(files: Readonly<Record<string, string>>): Promise<string> {
  const { root } = emptyProject(files)
  await (await createBuilder(configOf(root))).buildApp()
  const server = await preview(configOf(root))
  onTestFinished(() => server.close())
  return server.resolvedUrls!.local[0]!
}

const heading = (page: Page) => page.locator('h1').textContent()

describeInBrowser('a document', (newPage) => {
  test('in React Strict Mode navigates once for each click, and reports each error once', async () => {
    const { root } = emptyProject(FILES)
    const { url } = await serve(root)
    const page = await newPage()
    await openConnected(page, url)
    await expect.poll(() => heading(page)).toBe('Home /')
    expect(await page.locator('[aria-live]').count()).toBe(1)
    const before = await page.evaluate(() => history.length)
    await page.getByText('Photos', { exact: true }).click()
    await expect.poll(() => heading(page)).toBe('Photos')
    expect(await page.evaluate(() => [history.length, (globalThis as { loads?: number }).loads])).toEqual([
      before + 1,
      1,
    ])
    await page.getByText('Broken').click()
    await expect.poll(() => heading(page)).toBe('Error: while drawing')
    expect(await page.evaluate(() => (globalThis as { errors?: string[] }).errors)).toEqual(['while drawing'])
    await page.goBack()
    await expect.poll(() => heading(page)).toBe('Photos')
    await page.getByText('Home', { exact: true }).click()
    const counter = page.getByRole('button', { name: /^\d+$/ })
    await counter.click()
    await expect.poll(() => counter.textContent()).toBe('1')
  })

  test('with a strict policy works in dev, with edits, the bar and the overlay, without a violation', async () => {
    const project = emptyProject(FILES)
    const { url } = await serve(project.root)
    const page = await newPage()
    const problems = await recorded(page)
    const response = await Promise.all([
      page.goto(url),
      page.waitForEvent('console', (message) => message.text().includes('[vite] connected')),
    ])
    expect(response[0]!.headers()['content-security-policy']).toBe(POLICY)
    await expect.poll(() => heading(page)).toBe('Home /')
    await page.getByText('Photos', { exact: true }).click()
    await expect.poll(() => heading(page)).toBe('Photos')
    await page.goto(`${url}photos`)
    await expect.poll(() => page.locator('p a').first().getAttribute('href')).toBe('/photos/1')
    expect(
      await page.locator('turnout-bar, [data-turnout-bar], vite-plugin-turnout-bar').count(),
    ).toBeGreaterThanOrEqual(0)

    project.edit('config/routes.ts', `r.resources('photos',`, `r.resources('photos', { path: 'pictures' }, `.trimEnd())
    await page.locator('vite-error-overlay').waitFor({ state: 'attached' })
    writeFileSync(
      path.join(project.root, 'config/routes.ts'),
      ROUTES.replace(`only: ['index', 'show']`, `only: ['index', 'show'], path: 'pictures'`),
    )
    await page.locator('vite-error-overlay').waitFor({ state: 'detached' })
    await page.goto(`${url}pictures`)
    await expect.poll(() => page.locator('p a').first().getAttribute('href')).toBe('/pictures/1')

    for (const target of ['__turnout/', 'no/such/page', 'throws']) {
      await page.goto(url + target)
      await expect.poll(() => page.locator('h1, h2').count()).toBeGreaterThan(0)
    }
    expect(problems).toEqual([])
  })

  test('with a strict policy works when it is built', async () => {
    const url = await serveBuilt(FILES)
    const page = await newPage()
    const problems = await recorded(page)
    const response = await page.goto(url)
    expect(response!.headers()['content-security-policy']).toBe(POLICY)
    await expect.poll(() => heading(page)).toBe('Home /')
    await page.getByText('Photos', { exact: true }).click()
    await expect.poll(() => heading(page)).toBe('Photos')
    await page.locator('p a').nth(1).click()
    await expect.poll(() => heading(page)).toBe('Photo 2')
    await page.getByText('Broken').click()
    await expect.poll(() => heading(page)).toBe('Error: while drawing')
    expect(problems).toEqual([])
  })

  test('that the browser restores has its position and its listeners, and no visit that began before', async () => {
    const url = await serveBuilt({
      ...FILES,
      'public/away.html': '<!doctype html><title>Away</title>',
      'src/pages/photos.jsx': FILES['src/pages/photos.jsx'].replace(
        '<div className="long" />',
        '<a href="/slow">Slow</a><a href="/away.html">Away</a><div style={{ height: 3000 }} />',
      ),
      'config/routes.ts': ROUTES.replace(`  r.get('broken'`, `  r.get('slow', { to: 'slow#show' })\n  r.get('broken'`),
      'src/pages/slow.jsx': `export const load = ({ signal }) => new Promise((_, reject) => {
  signal.addEventListener('abort', () => reject(signal.reason))
})
export const show = () => <h1>Slow</h1>`,
      'src/main.jsx': `${FILES['src/main.jsx']}
import { current } from 'virtual:routes/navigation'
window.current = current
addEventListener('pageshow', ({ persisted }) => { if (persisted) window.restored = (window.restored ?? 0) + 1 })`,
    })
    const page = await openRestoringPage()
    interface Restored {
      readonly restored?: number
      readonly current: () => { readonly url: string; readonly pending: { readonly url: string } | null }
    }
    const state = () =>
      page.evaluate(() => {
        const { restored = 0, current } = globalThis as unknown as Restored
        return { restored, url: current().url, pending: current().pending?.url ?? null, scrollY }
      })
    const leaveAndReturn = async () => {
      await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/away.html"]')!.click())
      await page.waitForURL('**/away.html')
      await page.evaluate(() => history.back())
    }
    await page.goto(`${url}photos`)
    await expect.poll(() => heading(page)).toBe('Photos')
    await page.evaluate(() => scrollTo(0, 1200))
    await leaveAndReturn()
    await expect.poll(state).toEqual({ restored: 1, url: '/photos', pending: null, scrollY: 1200 })

    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/slow"]')!.click())
    await expect.poll(state).toMatchObject({ pending: '/slow' })
    await leaveAndReturn()
    await expect.poll(state).toEqual({ restored: 2, url: '/photos', pending: null, scrollY: 1200 })
    expect(await page.evaluate(() => (globalThis as { errors?: string[] }).errors)).toEqual([])

    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/photos/2"]')!.click())
    await expect.poll(() => heading(page)).toBe('Photo 2')

    // The page of the start had not been shown.
    await page.goto(`${url}slow`)
    await expect.poll(state).toMatchObject({ url: '', pending: '/slow' })
    await page.evaluate(() => location.assign('/away.html'))
    await page.waitForURL('**/away.html')
    await page.evaluate(() => history.back())
    await expect.poll(state).toMatchObject({ restored: 1, url: '', pending: '/slow' })
  })

  test('of Vite in another server receives edits, and leaves the other paths to that server', async () => {
    const project = emptyProject(FILES)
    const other = http.createServer()
    const vite = await createServer({
      ...configOf(project.root),
      server: { middlewareMode: true, hmr: { server: other } },
    })
    onTestFinished(() => vite.close())
    other.on('request', (req, res) => {
      if (req.url === '/other') return res.end('other')
      vite.middlewares(req, res, () => res.writeHead(404).end('not found by Vite'))
    })
    await waitForWatcher(vite)
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    expect(await (await fetch(`${url}other`)).text()).toBe('other')
    const page = await newPage()
    await openConnected(page, `${url}photos`)
    await expect.poll(() => page.locator('p a').first().getAttribute('href')).toBe('/photos/1')
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
    project.edit('config/routes.ts', `only: ['index', 'show']`, `only: ['index', 'show'], path: 'pictures'`)
    await expect.poll(() => page.locator('nav a').nth(1).getAttribute('href')).toBe('/pictures')
    project.edit('src/pages/photos.jsx', '<h1>Photos</h1>', '<h1>Pictures</h1>')
    await page.goto(`${url}pictures`)
    await expect.poll(() => heading(page)).toBe('Pictures')
    expect(readFileSync(path.join(project.root, 'virtual-routes.d.ts'), 'utf8')).toContain('photosPath')
  })
})
