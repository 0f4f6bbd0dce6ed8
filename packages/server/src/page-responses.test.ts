import { describe, expect, test } from 'vitest'
import type { RouteMatch } from '@turnout/runtime'
import { createDispatch } from './dispatch.ts'
import { createPageResponses } from './page-responses.ts'
import { sendInProcess } from './rendering.ts'
import type { ControllerModule, DispatchOptions } from './types.ts'

const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const TEMPLATE = '<!doctype html><title>Album</title>'

/** Routes by `METHOD path`. */
const ROUTES: Readonly<Record<string, Partial<RouteMatch>>> = {
  'GET /both': { controller: 'photos', action: 'both' },
  'GET /both.json': { controller: 'photos', action: 'both', params: { format: 'json' } },
  'GET /both.html': { controller: 'photos', action: 'both', params: { format: 'html' } },
  'GET /page': { controller: 'photos', action: 'page' },
  'GET /page.json': { controller: 'photos', action: 'page', params: { format: 'json' } },
  'POST /page': { controller: 'photos', action: 'page' },
  'OPTIONS /page': { controller: 'photos', action: 'page' },
  'GET /action': { controller: 'photos', action: 'action' },
  'POST /both': { controller: 'photos', action: 'both' },
  'GET /alone': { controller: 'home', action: 'index' },
  'GET /redirected': { controller: 'photos', action: 'redirected' },
  'GET /missing': { controller: 'photos', action: 'missing' },
  'GET /guarded': { controller: 'guarded', action: 'index' },
  'GET /lost': { controller: 'photos', action: 'lost' },
}
const PAGES = new Set([
  'photos#both',
  'photos#page',
  'home#index',
  'photos#redirected',
  'photos#missing',
  'guarded#index',
])

const MODULES: Readonly<Record<string, ControllerModule>> = {
  photos: {
    both: ({ request }: { request: Request }) =>
      Response.json(request.method, { headers: { vary: 'Cookie', 'x-action': '1' } }),
    action: () => new Response('the action'),
    redirected: () => Response.redirect('http://app.test/elsewhere'),
    missing: () => new Response('No such photo', { status: 404 }),
  },
  guarded: { middleware: [() => new Response('no', { status: 401 })] },
}

function dispatcher(
  options: DispatchOptions = {},
  template: string | null = TEMPLATE,
  document?: unknown,
  onError?: ControllerModule[string],
) {
  const all = (method: string, path: string): RouteMatch[] => {
    const route = ROUTES[`${method} ${path}`] ?? (method === 'HEAD' ? ROUTES[`GET ${path}`] : undefined)
    return route === undefined ? [] : [{ name: null, params: {}, path, ...route }]
  }
  const dispatch = createDispatch(
    {
      match: (method, path) => all(method, path)[0] ?? null,
      matchAll: (method, path) => all(method, path),
      allowedMethods: (path) => ['GET', 'HEAD', 'POST'].filter((verb) => all(verb, path).length > 0),
      refusal: () => null,
    },
    Object.fromEntries(
      Object.entries({ ...MODULES, ...(document !== undefined && { application: { document, onError } }) }).map(
        ([name, module]) => [name, async () => module],
      ),
    ),
    { pages: createPageResponses(PAGES, async () => ({ default: template })), ...options },
  )
  return async (method: string, path: string, accept?: string) => {
    const headers: Record<string, string> = accept === undefined ? {} : { accept }
    const response = await dispatch(new Request(`http://app.test${path}`, { method, headers }))
    const { status } = response
    const isDocument = response.headers.get('content-type') === 'text/html; charset=utf-8'
    return {
      status,
      isDocument,
      vary: response.headers.get('vary'),
      headers: response.headers,
      body: await response.text(),
    }
  }
}

describe('a route with a page and an action', () => {
  const ask = dispatcher()

  test.each([
    ['/both', NAVIGATION, 'document'],
    ['/both', 'application/json', 'action'],
    ['/both', '*/*', 'action'],
    ['/both', undefined, 'action'],
    ['/both', 'application/json, text/plain, */*', 'action'],
    ['/both', 'text/html;q=0, */*', 'action'],
  ])('GET %s, %s: the %s, with `Vary: Accept`', async (path, accept, answer) => {
    const { status, isDocument, vary, headers, body } = await ask('GET', path, accept)
    expect([status, isDocument ? 'document' : 'action']).toEqual([200, answer])
    expect(vary).toBe(isDocument ? 'Accept' : 'Cookie, Accept')
    expect(body).toBe(isDocument ? TEMPLATE : '"GET"')
    expect(headers.get('x-action')).toBe(isDocument ? null : '1')
  })

  test('HEAD has the headers of GET', async () => {
    expect(await ask('HEAD', '/both', NAVIGATION)).toMatchObject({ isDocument: true, vary: 'Accept', body: '' })
    expect(await ask('HEAD', '/both', '*/*')).toMatchObject({ isDocument: false, vary: 'Cookie, Accept', body: '' })
  })

  test('a format in the path overrides the Accept header', async () => {
    expect(await ask('GET', '/both.json', NAVIGATION)).toMatchObject({ isDocument: false, vary: 'Cookie' })
    expect(await ask('GET', '/both.html', 'application/json')).toMatchObject({ isDocument: true, vary: null })
  })

  test('methods other than GET and HEAD call the action', async () => {
    expect(await ask('POST', '/both', NAVIGATION)).toMatchObject({ body: '"POST"', vary: 'Cookie' })
  })

  test('a response with immutable headers is copied', async () => {
    const { status, vary, headers } = await ask('GET', '/redirected', 'application/json')
    expect([status, vary, headers.get('location')]).toEqual([302, 'Accept', 'http://app.test/elsewhere'])
  })

  test('an action may respond with an error status', async () => {
    expect(await ask('GET', '/missing', '*/*')).toMatchObject({ status: 404, body: 'No such photo', vary: 'Accept' })
    expect(await ask('GET', '/missing', NAVIGATION)).toMatchObject({ status: 200, isDocument: true })
  })
})

describe('a route with a page only', () => {
  const ask = dispatcher()

  test.each([
    ['/page', NAVIGATION, 200],
    ['/page', '*/*', 200],
    ['/page', undefined, 200],
    ['/alone', NAVIGATION, 200],
    ['/page', 'application/json', 406],
    ['/alone', 'application/json', 406],
  ])('GET %s, %s: %i', async (path, accept, status) => {
    expect(await ask('GET', path, accept)).toMatchObject({ status, isDocument: status === 200, vary: 'Accept' })
  })

  test('is 406 for other formats, and 405 for other methods', async () => {
    expect(await ask('GET', '/page.json', '*/*')).toMatchObject({ status: 406, vary: 'Accept' })
    const refused = await ask('POST', '/page', NAVIGATION)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await ask('OPTIONS', '/page')).status).toBe(204)
  })
})

test('a route without a page calls its action as usual', async () => {
  const ask = dispatcher()
  expect(await ask('GET', '/action', NAVIGATION)).toMatchObject({ body: 'the action', vary: null })
  await expect(ask('GET', '/lost', NAVIGATION)).rejects.toThrow('does not export the action `lost`')
})

test('the middleware of a controller guards its pages', async () => {
  expect(await dispatcher()('GET', '/guarded', NAVIGATION)).toMatchObject({ status: 401, body: 'no' })
})

describe('a path without a route', () => {
  test('gets the document with 404 for a navigation', async () => {
    const ask = dispatcher()
    expect(await ask('GET', '/nowhere', NAVIGATION)).toMatchObject({ status: 404, isDocument: true, body: TEMPLATE })
    expect(await ask('GET', '/nowhere.js', '*/*')).toMatchObject({ status: 404, body: 'Not Found' })
    expect(await ask('DELETE', '/nowhere', NAVIGATION)).toMatchObject({
      status: 404,
      body: expect.stringContaining('<p>Not Found</p>'),
    })
    expect(await ask('DELETE', '/both', NAVIGATION)).toMatchObject({ status: 405 })
  })

  test('gets no document in dev, because the dev server explains the 404', async () => {
    const { headers, body } = await dispatcher({ dev: true })('GET', '/nowhere', NAVIGATION)
    expect([body, headers.get('x-turnout-default-response')]).toEqual([
      expect.stringContaining('<p>Not Found</p>'),
      '404 GET',
    ])
  })
})

describe('`document` of the application', () => {
  const made = (document: unknown, template?: string | null) => dispatcher({}, template, document)

  test('creates the documents from the template', async () => {
    const ask = made(
      ({ template, route }: { template: string; route: RouteMatch | null }) =>
        new Response(template + (route?.action ?? 'nothing'), {
          headers: { 'content-type': 'text/html; charset=utf-8' },
        }),
    )
    expect(await ask('GET', '/page', NAVIGATION)).toMatchObject({
      status: 200,
      body: `${TEMPLATE}page`,
      vary: 'Accept',
    })
    expect(await ask('GET', '/nowhere', NAVIGATION)).toMatchObject({ status: 404, body: `${TEMPLATE}nothing` })
  })

  test.each(['Accept', 'Cookie, accept', '*'])('does not vary by `Accept` twice: %s', async (vary) => {
    const ask = made(() => new Response('own', { headers: { vary } }), null)
    expect((await ask('GET', '/page', NAVIGATION)).vary).toBe(vary)
  })

  test('needs no template, and must return a Response', async () => {
    const ask = made(({ template }: { template: string }) => (template === '' ? new Response('own') : null), null)
    expect((await ask('GET', '/page', NAVIGATION)).body).toBe('own')
    await expect(made(() => 'text')('GET', '/page', NAVIGATION)).rejects.toThrow(
      '`document` of the controller `application` returned a value of type string, not a Response.',
    )
  })

  test.each([
    ['throws', () => Promise.reject(new Error('while drawing'))],
    ['returns no response', () => 'text'],
  ])('that %s passes its cookies to the error response', async (_, fail) => {
    const draws = async () => {
      await sendInProcess(async () => new Response(null, { headers: { 'set-cookie': 'session=2' } }), '/a', {}, {})
      return fail()
    }
    const ask = dispatcher({}, TEMPLATE, draws, () => new Response('Oops', { status: 500 }))
    const { status, body, headers } = await ask('GET', '/page', NAVIGATION)
    expect([status, body, headers.getSetCookie()]).toEqual([500, 'Oops', ['session=2']])
    expect((await ask('GET', '/action')).headers.getSetCookie()).toEqual([])
  })

  test('is required if there is no template', async () => {
    await expect(dispatcher({}, null)('GET', '/page', NAVIGATION)).rejects.toThrow(
      'The server has no document for pages',
    )
  })
})
