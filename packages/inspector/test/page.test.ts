// What the inspector's page works out by itself, without a browser.
import { compileRoutes, type Block } from '@turnout/compiler'
import { explainRequest } from '@turnout/compiler/internal/manifest/explain'
import { helperParams } from '@turnout/compiler/internal/manifest/helpers'
import { helperRoute } from '@turnout/compiler/internal/phases/5-emit/helper-route'
import { path, patternRoute } from '@turnout/runtime'
import { describe, expect, test } from 'vitest'
import { argumentsOf, curlOf, headerLines, paramsFrom, sampleParams } from '../page/helper-values.ts'
import { modelOf, type Model } from '../page/model.ts'
import { filterRows, type RouteQuery } from '../page/search.ts'
import { pageData } from '../src/page-data.ts'

function model(block: Block): Model {
  const { manifest, diagnostics: problems } = compileRoutes(block)
  const rest = { title: 'app', helpers: 'camelCase', base: '', editor: null, isStale: false } as const
  return modelOf(pageData({ ...rest, manifest, problems, readSource: () => null, pageOf: null }))
}

describe('the search', () => {
  const table = model((r) => {
    r.resources('photos', { only: ['index', 'show', 'destroy'] })
    r.namespace('admin', () => r.namespace('deep', () => r.resources('users', { only: 'index' })))
    r.match('any', { to: 'any#thing', via: 'all', as: null })
    r.get('archive/:year', { to: 'archive#show', year: /\d{4}/ })
    r.get('archive/:text', { to: 'archive#text' })
  })
  const none: RouteQuery = { text: '', verbs: [], filter: null }
  const found = (query: Partial<RouteQuery>) => filterRows(table, { ...none, ...query }).map(({ path }) => path)

  test.each<[string, Partial<RouteQuery>, string[]]>([
    ['words, all of which must be there', { text: 'photos delete' }, ['/photos/:id']],
    ['the helper, in any case', { text: 'ADMINDEEPUSERSPATH' }, ['/admin/deep/users']],
    ['a controller and its action', { text: 'photos#show' }, ['/photos/:id']],
    ['what a requirement says', { text: '\\d{4}' }, ['/archive/:year']],
    ['a path that routes match', { text: '/archive/2020' }, ['/archive/:year', '/archive/:text']],
    ['a path that breaks a requirement', { text: '/archive/now/' }, ['/archive/:text']],
    ['verbs, one of several; any verb is each of them', { verbs: ['DELETE', 'PUT'] }, ['/photos/:id', '/any']],
    ['a namespace with those inside', { text: 'admin/' }, ['/admin/deep/users']],
    ['what has no name', { filter: 'unnamed' }, ['/photos/:id', '/any', '/archive/:year', '/archive/:text']],
    ['what is never reached', { filter: 'unreachable' }, []],
  ])('finds %s', (_what, query, paths) => {
    expect(found(query)).toEqual(paths)
  })
})

test('a route whose helper a `direct` redefines has no helper', () => {
  const { rows } = model((r) => {
    r.get('a', { to: 'a#b', as: 'site' })
    r.direct('site', 'https://example.org')
  })
  expect(rows.map(({ helper }) => helper)).toEqual([null])
})

describe('the values of a helper', () => {
  const { rows, data } = model((r) => {
    r.get('photos/:id', { to: 'photos#show', as: 'photo' })
    r.get('archive/:year(/:month)', { to: 'archive#show', as: 'archive', year: /\d{4}/, month: /[01]\d/ })
    r.get('help/*topic', { to: 'help#show', as: 'help', format: false })
    r.get('in/:locale/:page', { to: 'pages#show', as: 'page', locale: /en|de/, defaults: { locale: 'de' } })
  })

  test('are at first an example that the requirements allow: each route matches its own example', () => {
    for (const { route, index } of rows) {
      const params = helperParams(route)
      const samples = sampleParams(
        route,
        params.filter(({ required }) => required),
      )
      const namedRoute = patternRoute(helperRoute(route, ''))
      const url = path('path', namedRoute)(paramsFrom(params, samples))
      const { answers } = explainRequest(data.manifest!, 'GET', url)
      expect([url, answers[0]?.index]).toEqual([url, index])
    }
  })

  test('leave out what is empty, and are a list for a glob with slashes', () => {
    const [, archive, help] = rows.map(({ route }) => helperParams(route))
    expect(paramsFrom(archive!, { year: '2020', month: '' })).toEqual({ year: '2020' })
    expect(paramsFrom(help!, { topic: 'a b/c?d' })).toEqual({ topic: ['a b', 'c?d'] })
    expect(paramsFrom(help!, { topic: 'a' })).toEqual({ topic: 'a' })
  })
})

describe('code to copy', () => {
  test('is the call of a helper, whose only value needs no name', () => {
    expect(argumentsOf({ id: "a'b\n" }, {}, 1)).toBe(`'a\\'b\\n'`)
    expect(argumentsOf({ format: 'json' }, {}, 2)).toBe("{ format: 'json' }")
    expect(argumentsOf({ id: '7', 'odd-name': ['a', 'b'] }, { query: { page: '2' } }, 3)).toBe(
      "{ id: '7', 'odd-name': ['a', 'b'] }, { query: { page: '2' } }",
    )
    // A parameter of this name must not set the prototype of the object.
    expect(argumentsOf(JSON.parse('{ "__proto__": "x", "id": "7" }') as Record<string, string>, {}, 2)).toBe(
      "{ ['__proto__']: 'x', id: '7' }",
    )
  })

  test('is a curl command with the method of the route', () => {
    expect(curlOf('GET', 'http://localhost:5173/photos/1')).toBe(`curl --include 'http://localhost:5173/photos/1'`)
    expect(curlOf('HEAD', 'http://localhost:5173/photos/1')).toBe(`curl --head 'http://localhost:5173/photos/1'`)
    expect(curlOf('DELETE', '/photos/1')).toContain(`--request 'DELETE'`)
  })

  test('is one word of a shell for a hostile path', () => {
    // The quote ends, an escaped quote follows, and the next quote begins.
    expect(curlOf('GET', `/x/'$(id)`)).toBe(`curl --include '/x/'\\''$(id)'`)
  })

  test('has the headers of the request, in words of a shell', () => {
    expect(curlOf('PUT', '/a', headerLines(`Content-Type: text/plain\nx-a: it's`))).toBe(
      `curl --include --request 'PUT' --header 'content-type: text/plain' --header 'x-a: it'\\''s' --data '{}' '/a'`,
    )
  })
})

test('headers are read from lines with a valid name, and no name begins with `@`, which curl reads as a file', () => {
  expect(headerLines('Accept: text/html\n\nx: a:b\n: y\nnone\n@/etc/passwd: z\na b: c')).toEqual([
    ['accept', 'text/html'],
    ['x', 'a:b'],
  ])
})
