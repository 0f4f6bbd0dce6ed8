// What the inspector's page works out by itself, without a browser.
import { compileRoutes, type Block } from '@turnout/compiler'
import { explainRequest } from '@turnout/compiler/internal/manifest/explain'
import { describe, expect, test } from 'vitest'
import { headerLines } from '../page/header-lines.ts'
import { modelOf, type Model } from '../page/model.ts'
import { pathWith, sampleParams } from '../page/samples.ts'
import { filterRows, type RouteQuery } from '../page/search.ts'
import { sendableUrl } from '../page/send-request.ts'
import { snippetsOf, type SnippetRequest } from '../page/snippets.ts'
import { nextOrder, orderText, readOrder, sortRows } from '../page/sort.ts'
import { pageData } from '../src/page-data.ts'

function model(block: Block): Model {
  const { manifest, diagnostics: problems } = compileRoutes(block)
  const rest = { title: 'app', helpers: 'camelCase', base: '', editor: null, diff: null, isStale: false } as const
  return modelOf(pageData({ ...rest, manifest, problems, readSource: () => null, pageOf: null }))
}

describe('the search', () => {
  const { rows, routesAt } = model((r) => {
    r.resources('photos', { only: ['index', 'show', 'destroy'] })
    r.namespace('admin', () => r.namespace('deep', () => r.resources('users', { only: 'index' })))
    r.match('any', { to: 'any#thing', via: 'all', as: null })
    r.get('archive/:year', { to: 'archive#show', year: /\d{4}/ })
    r.get('archive/:text', { to: 'archive#text' })
  })
  const none: RouteQuery = { text: '', verbs: [], namespace: null, filter: null }
  const found = (query: Partial<RouteQuery>) =>
    filterRows(rows, { ...none, ...query }, routesAt).map(({ path }) => path)

  test.each<[string, Partial<RouteQuery>, string[]]>([
    ['words, all of which must be there', { text: 'photos delete' }, ['/photos/:id']],
    ['the helper, in any case', { text: 'ADMINDEEPUSERSPATH' }, ['/admin/deep/users']],
    ['a controller and its action', { text: 'photos#show' }, ['/photos/:id']],
    ['what a requirement says', { text: '\\d{4}' }, ['/archive/:year']],
    ['a path that routes match', { text: '/archive/2020' }, ['/archive/:year', '/archive/:text']],
    ['a path that breaks a requirement', { text: '/archive/now/' }, ['/archive/:text']],
    ['verbs, one of several; any verb is each of them', { verbs: ['DELETE', 'PUT'] }, ['/photos/:id', '/any']],
    ['a namespace with those inside', { namespace: 'admin' }, ['/admin/deep/users']],
    ['a part of the name of a namespace', { namespace: 'adm' }, []],
    ['no namespace', { namespace: '', verbs: ['DELETE'] }, ['/photos/:id', '/any']],
    ['what has no name', { filter: 'unnamed' }, ['/photos/:id', '/any', '/archive/:year', '/archive/:text']],
    ['what is never reached', { filter: 'unreachable' }, []],
  ])('finds %s', (_what, query, paths) => {
    expect(found(query)).toEqual(paths)
  })
})

describe('example values', () => {
  const { rows, data } = model((r) => {
    r.get('photos/:id', { to: 'photos#show', as: 'photo' })
    r.get('archive/:year(/:month)', { to: 'archive#show', as: 'archive', year: /\d{4}/, month: /[01]\d/ })
    r.get('help/*topic', { to: 'help#show', as: 'help', format: false })
    r.get('in/:locale/:page', { to: 'pages#show', as: 'page', locale: /en|de/, defaults: { locale: 'de' } })
    r.get('c/café #/:name', { to: 'x#y', as: 'odd' })
  })

  test('satisfy the requirements: each route matches the path of its own values', () => {
    for (const { route, index } of rows) {
      const path = pathWith(route, sampleParams(route), data.base)!
      const { answers } = explainRequest(data.manifest!, 'GET', path)
      expect([path, answers[0]?.index]).toEqual([path, index])
    }
  })

  test('leave out optional groups, and are escaped in the path', () => {
    const [, archive, help, , odd] = rows.map(({ route }) => route)
    expect(pathWith(archive!, { year: '2020' }, '/app')).toBe('/app/archive/2020')
    expect(pathWith(archive!, { year: '2020', month: '07' }, '/app')).toBe('/app/archive/2020/07')
    expect(pathWith(archive!, { month: '07' }, '')).toBeNull()
    expect(pathWith(help!, { topic: 'a b/c?d' }, '')).toBe('/help/a%20b/c%3Fd')
    expect(pathWith(odd!, { name: '../\ud800' }, '')).toMatch(/^\/c\/caf%C3%A9%20%23\/\.\.%2F%EF%BF%BD$/)
  })
})

describe('the forms of a request', () => {
  const request: SnippetRequest = {
    method: 'GET',
    path: '/photos/1',
    helperCall: `photoPath('1')`,
    origin: 'http://localhost:5173',
  }
  const textsOf = (changes: Partial<SnippetRequest>) =>
    Object.fromEntries(snippetsOf({ ...request, ...changes }).map(({ name, text }) => [name, text]))

  test('are a path, the call of a helper, and a curl command', () => {
    expect(textsOf({})).toEqual({
      path: '/photos/1',
      helper: `photoPath('1')`,
      curl: `curl --include 'http://localhost:5173/photos/1'`,
    })
    expect(Object.keys(textsOf({ helperCall: null }))).toEqual(['path', 'curl'])
  })

  test('send the method of the route', () => {
    expect(textsOf({ method: 'DELETE' })['curl']).toContain(`--request 'DELETE'`)
    expect(textsOf({ method: 'HEAD' })['curl']).toBe(`curl --head 'http://localhost:5173/photos/1'`)
  })

  test('are one word of a shell for a hostile path', () => {
    // The quote ends, an escaped quote follows, and the next quote begins.
    expect(textsOf({ path: `/x/'$(id)` })['curl']).toBe(`curl --include 'http://localhost:5173/x/'\\''$(id)'`)
  })
})

describe('the order of the table', () => {
  const { rows } = model((r) => {
    r.get('b', { to: 'x#b' })
    r.delete('a', { to: 'y#a', as: null })
    r.get('c', { to: 'a#c' })
  })
  test.each([
    ['number', 'bac'],
    ['-number', 'cab'],
    ['verb', 'bca'],
    ['path', 'abc'],
    ['-path', 'cba'],
    ['helper', 'bca'],
    ['endpoint', 'cba'],
    [null, 'bac'],
    ['constructor', 'bac'],
  ])('%s', (order, paths) => {
    expect(
      sortRows(rows, readOrder(order))
        .map(({ path }) => path.slice(1))
        .join(''),
    ).toBe(paths)
  })

  test('goes up, down and back to groups with the clicks on a heading', () => {
    const orders = ['path']
    let order = readOrder('path')
    for (let click = 0; click < 2; click += 1) orders.push(String(orderText((order = nextOrder(order, 'path')))))
    expect(orders).toEqual(['path', '-path', 'null'])
  })
})

describe('the address of a request to send', () => {
  const urlOf = (target: string, method = 'GET', base = '/app') =>
    sendableUrl(method, target, 'http://localhost:5173', base).href

  test('is on the server of the page', () => {
    expect(urlOf('/photos?page=2')).toBe('http://localhost:5173/photos?page=2')
    // Not another host: only the path begins with two slashes.
    expect(urlOf('//evil.example/x')).toBe('http://localhost:5173//evil.example/x')
    expect(urlOf('/\\\\evil.example')).toMatch(/^http:\/\/localhost:5173\//)
    expect(urlOf('/a/%2e%2e/b', 'PROPFIND')).toBe('http://localhost:5173/b')
  })

  test.each([
    ['http://evil.example/', 'GET', /begins with a slash/],
    ['@evil.example/', 'GET', /begins with a slash/],
    ['.evil.example/', 'GET', /begins with a slash/],
    ['/', 'TRACE', /method TRACE/],
    ['/', 'CONNECT', /method CONNECT/],
    ['/', 'GET /x HTTP/1.1', /do not send the method/],
    ['/@vite/client', 'GET', /dev server itself/],
    ['/__open-in-editor?file=/etc/passwd', 'GET', /dev server itself/],
    ['//__open-in-editor?file=x', 'GET', /dev server itself/],
    ['/x/../__open-in-editor?file=x', 'GET', /dev server itself/],
    ['/%5f_open-in-editor?file=x', 'GET', /dev server itself/],
    ['/app/__open-in-editor?file=x', 'GET', /dev server itself/],
    ['/app/@fs/etc/passwd', 'POST', /dev server itself/],
  ])('refuses %s with %s', (target, method, message) => {
    expect(() => urlOf(target, method)).toThrow(message)
  })

  test('comes with headers by their lines', () => {
    expect(headerLines('Accept: text/html\n\nx: a:b\n: y\nnone')).toEqual([
      ['accept', 'text/html'],
      ['x', 'a:b'],
    ])
  })
})
