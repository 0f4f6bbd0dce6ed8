// The page for unmatched visits: the middleware with a request as Vite leaves it, after it has replaced the path of a page.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { fakeConfig, recordLog, tableOf } from '../../test/fake-project.ts'
import { loadDevPages } from '../packages.ts'
import { pageHost } from './page-host.ts'
import { showUnmatchedVisits } from './unmatched-visits.ts'

// The first call loads the pages.
beforeAll(loadDevPages)

const table = tableOf((r) => {
  r.get('albums', { to: 'albums#index' })
  r.get('phone', { to: 'phones#show', constraints: { user_agent: 'phone' } })
  r.get('admin', { to: 'admin#show', constraints: { host: 'admin.test' } })
})

/** Sends a request to the middleware. Vite would respond with `index.html`. */
async function visit(
  target: string,
  headers: Readonly<Record<string, string>> = {},
  {
    url = '/index.html',
    method = 'GET',
    manifest = table as typeof table | null,
    fails = false,
    base = undefined as string | undefined,
  } = {},
) {
  const { logger, lines } = recordLog()
  const config = fakeConfig('/', { logger })
  const pageContext = vi.fn(async () => {
    if (fails) throw new Error('no table')
    return { host: pageHost(config), manifest, problems: 0, base, hasInspector: false, version: 0 }
  })
  const middleware = showUnmatchedVisits(pageContext, config)
  const server = createServer((req, res) => {
    const request = Object.assign(req, { originalUrl: req.url, url })
    middleware(request, res, () => res.end('index.html'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}${target}`, {
    method,
    headers: { accept: 'text/html', connection: 'close', ...headers },
  })
  return { status: response.status, text: await response.text(), lines, isAsked: pageContext.mock.calls.length > 0 }
}

test('a path that no route matches has a page with the nearest routes, and a link to the page of the application', async () => {
  const { status, text } = await visit('/album?sort=title')
  expect(status).toBe(404)
  expect(text).toContain('/albums')
  expect(text).toMatch(/href="\/album\?sort=title&(?:amp;|#38;)?__turnout-own-page"/)
  expect((await visit('/album')).text).toContain('href="/album?__turnout-own-page"')
})

test.each<[string, Parameters<typeof visit>]>([
  ['that a route matches', ['/albums']],
  ['of the page of the application', ['/album?__turnout-own-page']],
  ['by a script', ['/album', { 'sec-fetch-dest': 'empty' }]],
  ['that accepts no page', ['/album', { accept: '*/*' }]],
  ['of another site', ['/album', { origin: 'http://other.test' }]],
  ['while the routes have errors', ['/album', {}, { manifest: null }]],
])('a request %s gets the response of Vite', async (_name, request) => {
  expect(await visit(...request)).toMatchObject({ status: 200, text: 'index.html' })
})

test('a route matches only if the host and the headers meet its conditions', async () => {
  expect((await visit('/admin')).status).toBe(404)
  expect((await visit('/phone', { 'user-agent': 'phone' })).text).toBe('index.html')
  expect((await visit('/phone')).status).toBe(404)
})

test('a route below the base matches', async () => {
  expect((await visit('/app/albums', {}, { base: '/app' })).text).toBe('index.html')
  expect((await visit('/albums', {}, { base: '/app' })).status).toBe(404)
})

test.each([[{ url: '/album' }], [{ method: 'POST' }]])('a request %j is not examined', async (settings) => {
  expect(await visit('/album', {}, settings)).toMatchObject({ text: 'index.html', isAsked: false })
})

test('an error ends the response, and is logged', async () => {
  const { status, lines } = await visit('/album', {}, { fails: true })
  expect(status).toBe(500)
  expect(lines).toEqual([expect.stringContaining('no table')])
})
