import { expect, it, test } from 'vitest'
import { compileRoutes, explainRequest, suggestRequests, type Block } from '../src/index.ts'

const ROUTES: Block = (r) => {
  r.root('pages#home')
  r.resources('albums', () => r.resources('photos', { only: ['index', 'show'] }))
  r.resources('photos', { except: ['destroy'] })
  r.get('admin/status/all', { to: 'admin#status' })
  r.get('about', { to: 'pages#about' })
  r.get('files/*path', { to: 'files#show' })
  r.get('(:locale)/contact', { to: 'pages#contact', locale: /de|en/ })
  r.get('reports/:year', { to: 'reports#show', constraints: { year: /\d+/ } })
  r.get('api/status', { to: 'api#status', constraints: { subdomain: 'api' } })
}

function suggested(method: string, path: string, block: Block = ROUTES, base?: string, request = {}): string[] {
  const manifest = compileRoutes(block).manifest!
  const explanation = explainRequest(manifest, method, path, { ...request, base })
  return suggestRequests(manifest, explanation, request).map(
    (suggestion) => `${suggestion.method} ${suggestion.path} ${suggestion.distance}`,
  )
}

test.each([
  ['a swap of letters', 'GET', '/albmus', ['GET /albums 1']],
  ['a missing letter', 'GET', '/album', ['GET /albums 1']],
  ['another case', 'GET', '/ABOUT', ['GET /about 0']],
  ['an edit in each segment', 'GET', '/album/7/edti', ['GET /albums/7/edit 2']],
  ['the params of the request are kept', 'GET', '/abluns/7/fotos/8', ['GET /albums/7/photos/8 4']],
  ['a nested route', 'GET', '/albums/7/phtos/8', ['GET /albums/7/photos/8 1']],
  ['a format', 'GET', '/albmus.json', ['GET /albums.json 1']],
  ['a glob', 'GET', '/flies/a/b/c', ['GET /files/a/b/c 1']],
  ['an optional group', 'GET', '/de/contcat', ['GET /de/contact 1']],
  ['a misspelt method', 'PSOT', '/albums', ['POST /albums 1']],
  ['the right method before another', 'POST', '/albmus', ['POST /albums 1']],
  ['another method', 'DELETE', '/photos/7', ['GET /photos/7 2', 'PATCH /photos/7 2', 'PUT /photos/7 2']],
  ['HEAD', 'HEAD', '/albmus', ['GET /albums 1']],
  ['a segment too many', 'GET', '/about/us', ['GET /about 3']],
  ['a segment too many at the end', 'GET', '/albums/7/photos/8/x', ['GET /albums/7/photos/8 3']],
  ['a missing segment', 'GET', '/status/all', ['GET /admin/status/all 3']],
  ['a requirement that the segment does not match', 'GET', '/reprots/x', []],
  ['a requirement that the segment matches', 'GET', '/reprots/2026', ['GET /reports/2026 1']],
  ['a condition that the request does not meet', 'GET', '/api/statsu', []],
  ['nothing similar', 'GET', '/wp-login.php', []],
  ['a path that is refused', 'GET', '/%', []],
  ['a path that a route matches', 'GET', '/albums', []],
])('%s: %s %s', (_reason, method, path, wanted) => {
  expect(suggested(method, path)).toEqual(wanted)
})

it('suggests a route with a condition that the request meets', () => {
  const request = { host: 'api.example.org' }
  expect(suggested('GET', '/api/statsu', ROUTES, undefined, request)).toEqual(['GET /api/status 1'])
})

it('returns paths without the base, and nothing outside the base', () => {
  expect(suggested('GET', '/app/albmus', ROUTES, '/app')).toEqual(['GET /albums 1'])
  expect(suggested('GET', '/albmus', ROUTES, '/app')).toEqual([])
})

it('suggests the first route for a path, and at most three paths', () => {
  const block: Block = (r) => {
    for (const name of ['cat', 'bat', 'hat', 'rat', 'mat']) r.get(name, { to: 'pets#show' })
    r.get('bat', { to: 'pets#other' })
  }
  expect(suggested('GET', '/xat', block)).toEqual(['GET /cat 1', 'GET /bat 1', 'GET /hat 1'])
})

it('keeps the segments below an unanchored route', () => {
  const block: Block = (r) => r.get('sidekiq', { to: 'jobs#web', anchor: false })
  expect(suggested('GET', '/sidekik/queues', block)).toEqual(['GET /sidekiq/queues 1'])
})

it('returns only requests that the route matches, whatever the path contains', () => {
  const manifest = compileRoutes(ROUTES).manifest!
  const hostile = [
    '/albmus?x=1',
    '/albmus%2e',
    '/a:b',
    '/*path',
    '/:id',
    '/__proto__',
    '/constructor/7',
    '/albm\u{fdd0}s',
  ]
  for (const path of [...hostile, `/${'a'.repeat(70_000)}`, `/${'a/'.repeat(500)}`, `/album/${'('.repeat(900)}`]) {
    const explanation = explainRequest(manifest, 'GET', path)
    for (const { method, path: suggestedPath, route } of suggestRequests(manifest, explanation)) {
      const { status } = explainRequest({ ...manifest, routes: [route] }, method, suggestedPath)
      expect([path, status]).toEqual([path, 'match'])
    }
  }
})

it('compares each pair of words once, for thousands of routes and the longest paths', () => {
  const { manifest } = compileRoutes((r) => {
    for (let index = 0; index < 3000; index += 1) r.resources(`${'x'.repeat(50)}${index}`, { only: ['show', 'edit'] })
  })
  const path = `/${Array.from({ length: 16 }, () => 'y'.repeat(60)).join('/')}`
  const explanation = explainRequest(manifest!, 'GET', path)
  expect(suggestRequests(manifest!, explanation)).toEqual([])
})
