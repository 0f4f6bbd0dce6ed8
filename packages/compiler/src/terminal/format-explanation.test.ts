import { compileRoutes, explainRequest, suggestRequests } from '../index.ts'
import { defineRoutes } from '../dsl.ts'
import { describe, expect, test } from 'vitest'
import { formatExplanation } from './format-explanation.ts'
import { plain } from './style.ts'

function fromOffice(): boolean {
  return true
}

const { manifest } = compileRoutes(
  defineRoutes((r) => {
    r.root('pages#home')
    r.resources('photos', { only: ['index', 'new', 'show', 'update'], id: /\d+/ })
    r.constraints(fromOffice, () => r.get('photos/:id', { to: 'office#show' }))
    r.constraints({ subdomain: 'api' }, () => r.get('photos/:name', { to: 'api#show' }))
    r.get('files/*path', { to: 'files#show' })
    r.get('photos/:id/edit', { to: 'photos#edit', id: /\d+/ })
  }),
  { callables: 'by-name' },
)
const table = {
  ...manifest!,
  routes: manifest!.routes.map((route, index) => ({
    ...route,
    location: { file: 'config/routes.ts', line: index + 1, column: 3 },
  })),
}

function explained(method: string, path: string, { all = false, host = 'example.org' } = {}): string {
  const explanation = explainRequest(table, method, path, { host })
  return `\n${formatExplanation(explanation, { all, isCommand: true, width: undefined, style: plain })}`
}

describe('formatExplanation', () => {
  test('names the route that matches, and why earlier routes do not match', () => {
    expect(explained('GET', '/photos/7.json')).toBe(`
GET /photos/7.json matches photos#show.
  route   GET /photos/:id(.:format)
  name    photo
  params  id: "7", format: "json"
  at      config/routes.ts:4:3

2 earlier routes that do not match:
  GET /photos(.:format)     photos#index ends before "/7.json"
  GET /photos/new(.:format) photos#new   has "new", not "7.json"
1 more is for other paths; \`--all\` shows it.`)
  })

  test('shows all routes with the option `all`', () => {
    expect(explained('GET', '/photos', { all: true })).toMatch(/\n {2}GET \/ pages#home ends before "photos"$/)
  })

  test('continues after a route with constraint functions, which may reject the request', () => {
    expect(explained('GET', '/photos/x')).toBe(`
GET /photos/x matches office#show, if fromOffice agrees.
  route   GET /photos/:id(.:format)
  params  id: "x"
  at      config/routes.ts:7:3
Otherwise it matches no route.

7 other routes that do not match:
  GET   /photos(.:format)          photos#index  ends before "/x"
  GET   /photos/new(.:format)      photos#new    has "new", not "x"
  GET   /photos/:id(.:format)      photos#show   :id cannot be "x": /\\d+/
  PATCH /photos/:id(.:format)      photos#update :id cannot be "x": /\\d+/
  PUT   /photos/:id(.:format)      photos#update :id cannot be "x": /\\d+/
  GET   /photos/:name(.:format)    api#show      requires subdomain "api"
  GET   /photos/:id/edit(.:format) photos#edit   :id cannot be "x": /\\d+/
2 more are for other paths; \`--all\` shows them.`)
    expect(explained('GET', '/photos/x', { host: 'api.example.org' })).toContain('\nOtherwise it matches api#show.\n')
  })

  test('continues after a mounted app, which may decline the request', () => {
    const { manifest } = compileRoutes(
      defineRoutes((r) => {
        r.mount(function api() {}, { at: '/' })
        r.get('stats', { to: 'pages#stats' })
      }),
      { callables: 'by-name' },
    )
    const explanation = explainRequest(
      { ...manifest!, routes: manifest!.routes.map((route) => ({ ...route, location: null })) },
      'GET',
      '/stats',
    )
    expect(`\n${formatExplanation(explanation, { all: false, isCommand: true, width: undefined, style: plain })}`)
      .toBe(`
GET /stats matches api, unless it declines (404 with \`X-Cascade: pass\`).
  route   any verb /
  name    api
  params  none
  rest    /stats
Otherwise it matches pages#stats.
  route   GET /stats(.:format)
  name    stats
  params  none`)
  })

  test('lists the methods that the path supports', () => {
    expect(explained('DELETE', '/photos/7')).toMatch(
      /^\nDELETE \/photos\/7 matches no route\.\nThe path supports GET, HEAD, PUT, PATCH\.\n\n/,
    )
    expect(explained('DELETE', '/photos/7')).toContain('photos#show   is for GET, not for DELETE')
  })

  test('lists the nearest routes first if no route matches', () => {
    expect(explained('GET', '/phobos')).toBe(`
GET /phobos matches no route.

2 routes that do not match:
  GET /photos(.:format)     photos#index has "photos", not "phobos"
  GET /photos/new(.:format) photos#new   has "photos", not "phobos"
8 more are for other paths; \`--all\` shows them.`)
  })

  test('shows some routes if none is near', () => {
    expect(explained('GET', '/zebra')).toContain(`
The nearest routes:
  GET   /                     pages#home    ends before "zebra"
  GET   /photos(.:format)     photos#index  has "photos", not "zebra"
`)
  })

  test('shows at most ten of the similar routes of a large table, the nearest first', () => {
    const { manifest } = compileRoutes((r) => {
      for (let number = 0; number < 500; number += 1) r.get(`things/${number}/:id`, { to: 'things#show' })
      r.get('things/list', { to: 'things#list' })
    })
    const format = { all: false, isCommand: false, width: undefined, style: plain }
    const lines = formatExplanation(explainRequest(manifest!, 'GET', '/things/lits'), format).split('\n')
    expect(lines[2]).toBe('10 routes that do not match:')
    expect(lines[3]).toMatch(/^ {2}GET \/things\/list\(\.:format\) /)
    expect(lines.slice(3, -1)).toHaveLength(10)
    expect(lines.at(-1)).toBe('491 more are not shown.')
  })

  test('suggests similar requests for a misspelled path', () => {
    const explanation = explainRequest(table, 'GET', '/phtoos/7/eidt', { host: 'example.org' })
    const suggestions = suggestRequests(table, explanation, { host: 'example.org' })
    const format = { all: false, isCommand: true, width: undefined, style: plain, suggestions }
    expect(formatExplanation(explanation, format)).toMatch(
      /^GET \/phtoos\/7\/eidt matches no route\.\n\nDid you mean\?\n {2}GET \/photos\/7\/edit photos#edit\n\n/,
    )
  })

  test('states that a HEAD request matches as GET', () => {
    expect(explained('HEAD', '/')).toBe(`
HEAD / matches pages#home.
  route   GET /
  name    root
  params  none
  at      config/routes.ts:1:3
  No route is for HEAD, so the request matches as GET.`)
  })

  test.each([
    ['/a%', 'the path is malformed'],
    [`/${'x'.repeat(70_000)}`, 'longer than 64 KiB (414)'],
  ])('says why a request is refused: %.5s', (path, reason) => {
    expect(explained('GET', path)).toContain(reason)
  })

  test('wraps long cells to the width of the terminal', () => {
    const text = formatExplanation(explainRequest(table, 'GET', '/photos/x'), {
      isCommand: true,
      all: true,
      width: 60,
      style: plain,
    })
    const rows = text.split('\n').filter((line) => line.startsWith('  '))
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(60)
    expect(rows.length).toBeGreaterThan(9)
  })
})
