import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RouteMatch } from '@turnout/runtime'
import { createDispatch } from './dispatch.ts'
import { matchOfError } from './handled-match.ts'
import { methodOverride } from './method-override.ts'
import { MAX_KEPT } from './replayed-body.ts'
import type { ControllerModule, Controllers, DispatchOptions, Middleware, RouteTable } from './types.ts'

/** A table of paths: their matches, by verb. */
type Answers = Readonly<Record<string, Partial<RouteMatch>>>

function tableOf(matchesByRequest: Answers): RouteTable {
  const findMatches = (method: string, target: string) => {
    const path = target.replace(/[?#].*$/, '')
    const matchesFor = (verb: string) =>
      Object.entries(matchesByRequest)
        .filter(([key]) => key.startsWith(`${verb} ${path}`))
        .map(([, fields]): RouteMatch => ({ name: null, params: {}, path, ...fields }))
    const methodMatches = matchesFor(method)
    return methodMatches.length === 0 && method === 'HEAD' ? matchesFor('GET') : methodMatches
  }
  return {
    match: (method, path) => findMatches(method, path)[0] ?? null,
    matchAll: (method, path) => findMatches(method, path),
    allowedMethods: (path) =>
      ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'].filter((verb) => findMatches(verb, path).length > 0),
    refusal: (path) => (path.includes('%zz') ? 400 : path.length > 100 ? 414 : null),
  }
}

const action = (controller: string, name: string, fields: Partial<RouteMatch> = {}) => ({
  controller,
  action: name,
  ...fields,
})

function dispatcher(
  matchesByRequest: Answers,
  modules: Record<string, ControllerModule>,
  options: DispatchOptions = {},
) {
  const controllers: Controllers = Object.fromEntries(
    Object.entries(modules).map(([name, module]) => [name, async () => module]),
  )
  const dispatch = createDispatch(tableOf(matchesByRequest), controllers, options)
  return (method: string, path: string, init: RequestInit = {}, context?: unknown) =>
    dispatch(new Request(`http://app.test${path}`, { method, ...init }), context)
}

/** What of a response most tests look at. */
async function seen(response: Response | Promise<Response>): Promise<unknown[]> {
  const { status, headers, body } = await response
  return [status, headers.get('allow') ?? headers.get('location'), body && (await new Response(body).text())]
}

describe('an action', () => {
  test('is called with the request, the params, the context and the route', async () => {
    const ask = dispatcher(
      { 'GET /photos/7': action('photos', 'show', { params: { id: '7' } }) },
      {
        photos: {
          show: ({ request, params, context, route }: Record<string, any>) =>
            Response.json([request.method, request.url, params.id, context.user, route.path]),
        },
      },
    )
    const response = await ask('GET', '/photos/7?page=2', {}, { user: 'ann' })
    expect(await response.json()).toEqual(['GET', 'http://app.test/photos/7?page=2', '7', 'ann', '/photos/7'])
  })

  test('of a GET reads the URL once, because some hosts create it on each read', async () => {
    const controllers: Controllers = { photos: async () => ({ show: () => new Response('photo') }) }
    const dispatch = createDispatch(tableOf({ 'GET /photos/7': action('photos', 'show') }), controllers)
    const request = new Request('http://app.test/photos/7')
    const readUrl = vi.fn(() => 'http://app.test/photos/7')
    Object.defineProperty(request, 'url', { get: readUrl })
    expect(await seen(dispatch(request))).toEqual([200, null, 'photo'])
    expect(readUrl).toHaveBeenCalledTimes(1)
  })

  test.each(['sign_in', 'signIn', 'sign_in_', 'signIn_'])('is found as `%s`', async (name) => {
    const ask = dispatcher(
      { 'GET /sign-in': action('sessions', 'sign_in') },
      { sessions: { [name]: () => new Response('form') } },
    )
    expect(await seen(ask('GET', '/sign-in'))).toEqual([200, null, 'form'])
  })

  test('is found by its exact name before another spelling', async () => {
    const ask = dispatcher(
      { 'GET /new': action('photos', 'new') },
      { photos: { new_: () => new Response('other'), new: () => new Response('own') } },
    )
    expect(await seen(ask('GET', '/new'))).toEqual([200, null, 'own'])
  })

  test('that throws rejects with the thrown value', async () => {
    const thrown = { odd: true }
    const ask = dispatcher(
      { 'GET /a': action('a', 'show'), 'GET /b': action('a', 'later') },
      {
        a: {
          show: () => {
            throw thrown
          },
          later: () => Promise.reject(thrown),
        },
      },
    )
    await expect(ask('GET', '/a')).rejects.toBe(thrown)
    await expect(ask('GET', '/b')).rejects.toBe(thrown)
    expect(matchOfError(thrown)).toBeNull()
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a value of type string', 'text'],
    ['a value of type object', { status: 200 }],
  ])('that returns %s causes an error with its name', async (description, value) => {
    const ask = dispatcher({ 'GET /a': action('admin/a', 'show') }, { 'admin/a': { show: () => value } })
    await expect(ask('GET', '/a')).rejects.toThrow(`\`admin/a#show\` returned ${description}, not a Response.`)
  })

  test('that is missing causes an error with the command that creates it', async () => {
    const ask = dispatcher({ 'GET /a': action('a', 'show') }, { a: { shw: () => new Response() } })
    await expect(ask('GET', '/a')).rejects.toThrow(
      'The controller `a` does not export the action `show`. `turnout generate controller a`',
    )
  })

  test.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    'is never a property that all objects inherit: `%s`',
    async (name) => {
      const ask = dispatcher({ 'GET /a': action('a', name) }, { a: {} })
      await expect(ask('GET', '/a')).rejects.toThrow('does not export the action')
      await expect(dispatcher({ 'GET /a': action(name, 'show') }, {})('GET', '/a')).rejects.toThrow('no controller')
    },
  )

  test('that reads a body over the limit is 413', async () => {
    const tooLarge = Object.assign(new Error('too large'), { code: 'ERR_BODY_TOO_LARGE' })
    const ask = dispatcher({ 'POST /a': action('a', 'create') }, { a: { create: () => Promise.reject(tooLarge) } })
    expect(await seen(ask('POST', '/a'))).toEqual([413, null, 'Content Too Large'])
  })

  test('is loaded once, and again after a failure', async () => {
    let loads = 0
    const dispatch = createDispatch(tableOf({ 'GET /a': action('a', 'show') }), {
      a: async () => {
        loads++
        if (loads === 1) throw new Error('no such file')
        return { show: () => new Response('ok') }
      },
    })
    const ask = () => dispatch(new Request('http://app.test/a'))
    await expect(ask()).rejects.toThrow('no such file')
    expect(await seen(ask())).toEqual([200, null, 'ok'])
    await ask()
    expect(loads).toBe(2)
  })

  test('is not reported in dev if no endpoint accepts the request', async () => {
    const endpoint = () => new Response(null, { status: 404, headers: { 'x-cascade': 'pass' } })
    const report = vi.fn((response: Response) => response)
    const answers = {
      'GET /a': { endpoint },
      'GET /a 2': { endpoint },
      'GET /b': { endpoint },
      'GET /b 2': action('b', 'show'),
    }
    const modules = { b: { show: () => new Response('b') } }
    const ask = dispatcher(answers, modules, { dev: true, report })
    expect((await ask('GET', '/a')).status).toBe(404)
    expect(report).not.toHaveBeenCalled()
    expect(await (await ask('GET', '/b')).text()).toBe('b')
    expect(report.mock.calls).toEqual([[expect.any(Response), expect.objectContaining({ method: 'GET', position: 1 })]])
  })

  test('leaves its match on an error in dev, for the page of the error', async () => {
    const thrown = new Error('no luck')
    const routeMatch = action('a', 'show', { params: { id: '7' } })
    const show = () => Promise.reject(thrown)
    await expect(dispatcher({ 'GET /a': routeMatch }, { a: { show } }, { dev: true })('GET', '/a')).rejects.toBe(thrown)
    expect(matchOfError(thrown)).toMatchObject({ method: 'GET', position: 0, match: { params: { id: '7' } } })
    const other = new Error('no table')
    const application = { middleware: [() => Promise.reject(other)] }
    await expect(dispatcher({}, { application }, { dev: true })('GET', '/b')).rejects.toBe(other)
    expect(matchOfError(other)).toBeNull()
  })

  test('is loaded for each request in dev', async () => {
    let loads = 0
    const dispatch = createDispatch(
      tableOf({ 'GET /a': action('a', 'show') }),
      { a: async () => ({ show: () => new Response(String(++loads)) }) },
      { dev: true },
    )
    const ask = () => dispatch(new Request('http://app.test/a'))
    await ask()
    expect(await seen(ask())).toEqual([200, null, '2'])
  })
})

describe('an unmatched request', () => {
  const ask = dispatcher(
    { 'GET /photos': action('photos', 'index'), 'POST /photos': action('photos', 'create') },
    { photos: { index: () => new Response('all', { headers: { 'content-length': '3' } }) } },
  )

  test('is 404', async () => expect(await seen(ask('GET', '/nowhere'))).toEqual([404, null, 'Not Found']))
  test('is 405 with the verbs of the routes that match the path', async () =>
    expect(await seen(ask('DELETE', '/photos'))).toEqual([405, 'GET, HEAD, POST, OPTIONS', 'Method Not Allowed']))
  test('is 204 with these verbs for OPTIONS', async () =>
    expect(await seen(ask('OPTIONS', '/photos'))).toEqual([204, 'GET, HEAD, POST, OPTIONS', null]))
  test('is 404 for OPTIONS if no route matches the path', async () =>
    expect(await seen(ask('OPTIONS', '/nowhere'))).toEqual([404, null, 'Not Found']))
  test('is 400 if the path is malformed', async () =>
    expect(await seen(ask('GET', '/photos/%zz'))).toEqual([400, null, 'Bad Request']))
  test('is 414 if the path is too long', async () =>
    expect(await seen(ask('GET', `/${'a'.repeat(100)}`))).toEqual([414, null, 'URI Too Long']))
  test('has no body for HEAD', async () => expect(await seen(ask('HEAD', '/nowhere'))).toEqual([404, null, null]))

  test('has a header for the dev server in dev only', async () => {
    expect((await ask('GET', '/nowhere')).headers.has('x-turnout-default-response')).toBe(false)
    const inDev = dispatcher({}, {}, { dev: true })
    expect((await inDev('GET', '/nowhere')).headers.get('x-turnout-default-response')).toBe('404 GET')
  })
})

test('HEAD gets the headers of GET without the body, which is cancelled', async () => {
  let cancelled = false
  const ask = dispatcher(
    { 'GET /photos': action('photos', 'index') },
    {
      photos: {
        index: () =>
          new Response(new ReadableStream({ cancel: () => void (cancelled = true) }), {
            status: 203,
            headers: { 'content-length': '3', 'x-own': '1' },
          }),
      },
    },
  )
  const { status, body, headers } = await ask('HEAD', '/photos')
  expect([status, body, headers.get('content-length'), headers.get('x-own')]).toEqual([203, null, '3', '1'])
  expect(cancelled).toBe(true)
})

test('a redirect has its status and location', async () => {
  const ask = dispatcher({ 'GET /old': { redirect: { location: '/new?a=1', status: 308 } } }, {})
  expect(await seen(ask('GET', '/old'))).toEqual([308, '/new?a=1', null])
})

describe('a mounted app', () => {
  const echo = async (request: Request) => new Response(`${request.method} ${request.url} ${await request.text()}`)

  test('receives the path without its prefix, the query, and the body', async () => {
    const ask = dispatcher({ 'POST /admin': { endpoint: echo, rest: '/users/7', path: '/admin/users/7' } }, {})
    const response = await ask('POST', '/admin?a=1&b=?', { body: 'text' })
    expect(await response.text()).toBe('POST http://app.test/users/7?a=1&b=? text')
  })

  test.each(['TRACE', 'track', 'CONNECT', 'delete', 'Post'])(
    'is not called for %s, because no Request for another path can have this method',
    async (method) => {
      const dispatch = createDispatch(tableOf({ [`${method} /apps`]: { endpoint: echo, rest: '/x' } }), {})
      const request = new Request('http://app.test/apps')
      Object.defineProperty(request, 'method', { value: method })
      expect(await seen(dispatch(request))).toEqual([501, null, 'Not Implemented'])
    },
  )

  test('is notified if the client disconnects', async () => {
    const controller = new AbortController()
    const endpoint = (request: Request) => Response.json(request.signal.aborted)
    const ask = dispatcher({ 'GET /apps': { endpoint, rest: '/x' } }, {})
    controller.abort()
    expect(await (await ask('GET', '/apps', { signal: controller.signal })).json()).toBe(true)
  })

  test('may be an object whose `fetch` receives the context', async () => {
    const app = {
      own: 'app',
      fetch(request: Request, env: unknown) {
        return new Response(`${this.own} ${new URL(request.url).pathname} ${String(env)}`)
      },
    }
    const ask = dispatcher({ 'GET /api': { endpoint: app, rest: '/x' } }, {})
    expect(await (await ask('GET', '/api', {}, 'env')).text()).toBe('app /x env')
  })

  test('that is an endpoint without a mount receives the unchanged request and the params', async () => {
    const endpoint = (request: Request, context: unknown, { params }: RouteMatch) =>
      new Response(`${request.url} ${String(context)} ${String(params.id)}`)
    const ask = dispatcher({ 'GET /health/7': { endpoint, params: { id: '7' } } }, {})
    expect(await (await ask('GET', '/health/7', {}, 'env')).text()).toBe('http://app.test/health/7 env 7')
  })

  test.each([[{}], ['text'], [null]])(
    'that is neither a function nor an object with `fetch` is an error: %j',
    async (endpoint) => {
      await expect(dispatcher({ 'GET /a': { endpoint } }, {})('GET', '/a')).rejects.toThrow('neither a function nor')
    },
  )
})

describe('X-Cascade: pass', () => {
  const pass = (text: string) => () => new Response(text, { status: 404, headers: { 'x-cascade': 'Pass' } })

  test('continues with the next route', async () => {
    const ask = dispatcher(
      {
        'GET /a (first)': { endpoint: pass('one') },
        'GET /a (second)': { endpoint: pass('two') },
        'GET /a (third)': action('a', 'show'),
        'GET /a (fourth)': { endpoint: () => new Response('too far') },
      },
      { a: { show: () => new Response('third') } },
    )
    expect(await seen(ask('GET', '/a'))).toEqual([200, null, 'third'])
  })

  test("of the last route becomes Turnout's own 404, even if routes for other verbs exist", async () => {
    const ask = dispatcher({ 'GET /a': { endpoint: pass('secret') }, 'POST /a': action('a', 'create') }, {})
    const response = await ask('GET', '/a')
    expect([response.status, response.headers.get('x-cascade'), await response.text()]).toEqual([
      404,
      null,
      'Not Found',
    ])
  })
})

describe('an app that reads the body and declines', () => {
  const read: string[] = []
  const declining = async (request: Request) => {
    read.push(await request.text())
    return new Response(null, { status: 404, headers: { 'x-cascade': 'pass' } })
  }
  const echo = async (request: Request) => new Response(`${request.url} ${await request.text()}`)
  const modules = { echo: { show: async ({ request }: { request: Request }) => new Response(await request.text()) } }

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('leaves the body to the next app, for %s', async (method) => {
    read.length = 0
    const ask = dispatcher(
      {
        [`${method} /a (first)`]: { endpoint: declining, rest: '/x' },
        [`${method} /a (second)`]: { endpoint: { fetch: declining }, rest: '/y' },
        [`${method} /a (third)`]: { endpoint: declining },
        [`${method} /a (fourth)`]: { endpoint: echo, rest: '/z' },
      },
      {},
    )
    expect(await seen(ask(method, '/a', { body: 'text' }))).toEqual([200, null, 'http://app.test/z text'])
    expect(await seen(ask(method, '/a'))).toEqual([200, null, 'http://app.test/z '])
    expect(read).toEqual(['text', 'text', 'text', '', '', ''])
  })

  test('leaves the body to an action', async () => {
    const ask = dispatcher(
      { 'POST /a (first)': { endpoint: declining, rest: '/' }, 'POST /a (second)': action('echo', 'show') },
      modules,
    )
    expect(await seen(ask('POST', '/a', { body: 'text' }))).toEqual([200, null, 'text'])
  })

  test('may have read a part of the body', async () => {
    const readsPart = async (request: Request) => {
      await request.body!.getReader().read()
      return declining(new Request('http://app.test'))
    }
    const ask = dispatcher({ 'POST /a (first)': { endpoint: readsPart }, 'POST /a (second)': { endpoint: echo } }, {})
    expect(await seen(ask('POST', '/a', { body: 'text' }))).toEqual([200, null, 'http://app.test/a text'])
  })

  test('receives the original body if no other app may follow', async () => {
    const bodies: unknown[] = []
    const body = new ReadableStream({ start: (controller) => controller.close() })
    const decliningEndpoint = (request: Request) => (
      bodies.push(request.body),
      declining(new Request('http://app.test'))
    )
    const ask = dispatcher({ 'POST /a': { endpoint: decliningEndpoint } }, {})
    const init: RequestInit & { readonly duplex: 'half' } = { body, duplex: 'half' }
    expect((await ask('POST', '/a', init)).status).toBe(404)
    expect(bodies).toEqual([body])
  })

  test('causes 413 in the next app if the body is too long to be kept', async () => {
    const ask = dispatcher({ 'POST /a (first)': { endpoint: declining }, 'POST /a (second)': { endpoint: echo } }, {})
    expect(await seen(ask('POST', '/a', { body: 'x'.repeat(MAX_KEPT + 1) }))).toEqual([413, null, 'Content Too Large'])
  })
})

test('an action cannot decline: its 404 is the response', async () => {
  const pass = () => new Response('none', { status: 404, headers: { 'x-cascade': 'pass' } })
  const ask = dispatcher(
    { 'GET /a (first)': action('a', 'show'), 'GET /a (second)': action('a', 'other') },
    { a: { show: pass, other: () => new Response('never') } },
  )
  const response = await ask('GET', '/a')
  expect([response.status, response.headers.get('x-cascade'), await response.text()]).toEqual([404, 'pass', 'none'])
})

describe('a mistake of the client in the body', () => {
  const ask = dispatcher(
    {
      'POST /json': action('a', 'json'),
      'POST /form': action('a', 'form'),
      'POST /own': action('a', 'own'),
      'POST /app': { endpoint: (request: Request) => request.json(), rest: '/' },
      'POST /plain': { endpoint: (request: Request) => request.json() },
    },
    {
      a: {
        json: async ({ request }: { request: Request }) => Response.json(await request.json()),
        form: async ({ request }: { request: Request }) => new Response([...(await request.formData()).keys()].join()),
        async own({ request }: { request: Request }) {
          const text = await request.text()
          if (text === 'read twice') await request.formData()
          JSON.parse(text)
        },
      },
    },
  )
  const type = (value: string) => ({ headers: { 'content-type': value } })

  test('is 400 for broken JSON, in an action and in an app', async () => {
    for (const path of ['/json', '/app', '/plain'])
      expect(await seen(ask('POST', path, { body: '{' }))).toEqual([400, null, 'Bad Request: the body is malformed'])
    expect(await seen(ask('POST', '/json', { body: '{"a":1}' }))).toEqual([200, null, '{"a":1}'])
  })

  test('is 415 if the body is not a form, and 400 if the form is broken', async () => {
    const text = 'Unsupported Media Type: the body must be a form'
    expect(await seen(ask('POST', '/form', { body: '{}', ...type('application/json') }))).toEqual([415, null, text])
    const broken = { body: '--x\r\n', ...type('multipart/form-data; boundary=x') }
    expect((await ask('POST', '/form', broken)).status).toBe(400)
  })

  test('is distinguished from the same error in the application', async () => {
    await expect(ask('POST', '/own', { body: '{' })).rejects.toThrow(SyntaxError)
    await expect(ask('POST', '/own', { body: 'read twice' })).rejects.toThrow(TypeError)
  })
})

describe('a form of another site', () => {
  const log: string[] = []
  const matchesByRequest = {
    'POST /a': action('a', 'create'),
    'DELETE /a': action('a', 'create'),
    'GET /a': action('a', 'create'),
  }
  const modules = { a: { create: () => (log.push('action'), new Response('done')) } }
  const application = { middleware: [((_, next) => (log.push('middleware'), next())) as Middleware] }
  const ask = dispatcher(matchesByRequest, { ...modules, application })
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }

  test('is 403, before any middleware', async () => {
    for (const method of ['POST', 'DELETE'])
      expect(await seen(ask(method, '/a', { headers: form }))).toEqual([
        403,
        null,
        'Forbidden: a page of another site sent this form',
      ])
    expect(log).toEqual([])
    expect((await ask('GET', '/a', { headers: form })).status).toBe(200)
  })

  test('is 403 after methodOverride, too', async () => {
    const request = new Request('http://app.test/a', { method: 'POST', body: '_method=delete', headers: form })
    const overridden = await methodOverride(request)
    expect(overridden.method).toBe('DELETE')
    expect((await createDispatch(tableOf(matchesByRequest), {})(overridden)).status).toBe(403)
  })

  test('is accepted from a trusted origin', async () => {
    const trusting = dispatcher(matchesByRequest, modules, { trustedOrigins: ['https://pay.test'] })
    expect((await trusting('POST', '/a', { headers: { ...form, origin: 'https://pay.test' } })).status).toBe(200)
    expect((await trusting('POST', '/a', { headers: form })).status).toBe(403)
  })
})

describe('middleware', () => {
  const log: string[] = []
  const layer =
    (name: string): Middleware =>
    async (_request, next, { route, context }) => {
      log.push(`${name} ${route?.action ?? '-'} ${String(context)}`)
      const response = await next()
      log.push(`/${name} ${response.status}`)
      return response
    }
  const guard: Middleware = () => new Response('no', { status: 401 })
  const ask = dispatcher(
    { 'GET /a': action('a', 'show'), 'GET /b': action('b', 'show'), 'GET /c': action('c', 'show') },
    {
      a: { middleware: [layer('one'), layer('two')], show: () => (log.push('action'), new Response('shown')) },
      b: { middleware: [guard, layer('never')], show: () => (log.push('never'), new Response()) },
      c: { middleware: guard },
      application: { middleware: [layer('app')] },
    },
  )

  test('runs in order, the application outermost', async () => {
    log.length = 0
    await ask('GET', '/a', {}, 'ctx')
    expect(log).toEqual(['app show ctx', 'one show ctx', 'two show ctx', 'action', '/two 200', '/one 200', '/app 200'])
  })

  test('that does not call `next` responds itself', async () => {
    log.length = 0
    expect(await seen(ask('GET', '/b'))).toEqual([401, null, 'no'])
    expect(log).toEqual(['app show undefined', '/app 401'])
  })

  test('of the application wraps unmatched requests, but not refused requests', async () => {
    log.length = 0
    expect((await ask('GET', '/nowhere')).status).toBe(404)
    expect(log).toEqual(['app - undefined', '/app 404'])
    log.length = 0
    expect((await ask('GET', '/%zz')).status).toBe(400)
    expect(log).toEqual([])
  })

  test('must be an array of functions', async () => {
    await expect(ask('GET', '/c')).rejects.toThrow('`middleware` of the controller `c` must be an array of functions.')
  })

  test('that returns nothing causes an error with its name', async () => {
    const forgot = (async () => {}) as unknown as Middleware
    const dispatchForgetful = dispatcher(
      { 'GET /a': action('a', 'show') },
      { a: { middleware: [forgot], show: () => new Response() } },
    )
    await expect(dispatchForgetful('GET', '/a')).rejects.toThrow(
      'The middleware `forgot` of the controller `a` returned nothing, not a Response.',
    )
  })
})

test.each([
  ['/photos/7'],
  ['http://a:99999/photos'],
  ['http://256.256.256.256/photos'],
  ['http://user@app.test/photos'],
])('a request for %s is 400, before any code of the application sees it', async (url) => {
  const application = async (): Promise<ControllerModule> => {
    throw new Error('asked')
  }
  const dispatch = createDispatch(tableOf({}), { application })
  const request = new Request('http://app.test/photos')
  Object.defineProperty(request, 'url', { value: url })
  expect(await seen(dispatch(request))).toEqual([400, null, 'Bad Request'])
})

test('a rejected promise that middleware does not await never ends the process', async () => {
  const unhandled = vi.fn<() => void>()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const early: Middleware = async (_request, next) => {
    void next()
    return new Response('early')
  }
  const show = () => Promise.reject(new Error('late'))
  const ask = dispatcher({ 'GET /a': action('a', 'show') }, { a: { middleware: [early, early], show } })
  expect(await seen(ask('GET', '/a'))).toEqual([200, null, 'early'])
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).not.toHaveBeenCalled()
})

describe('a result that nothing awaits', () => {
  const table = { 'GET /a': action('a', 'index'), 'POST /a': action('a', 'index') }
  const values: [string, () => unknown, string | number][] = [
    ['a response', () => new Response('x'), 'x'],
    ['a promise', async () => new Response('x'), 'x'],
    // oxlint-disable-next-line unicorn/no-thenable
    ['a thenable', () => ({ then: (resolve: (value: unknown) => void) => resolve(new Response('x')) }), 'x'],
    ['nothing', () => undefined, 'returned nothing, not a Response'],
    ['a promise of a text', async () => 'x', 'returned a value of type string, not a Response'],
    [
      'a throw',
      () => {
        throw new RangeError('broken')
      },
      'broken',
    ],
    ['a rejection', () => Promise.reject(new RangeError('broken')), 'broken'],
  ]
  const through: Middleware = (_, next) => next()
  const waiting: Middleware = async (_, next) => await next()
  const layers: [string, Middleware[]][] = [
    ['no middleware', []],
    ['one that passes a promise on', [through]],
    ['one that waits', [waiting]],
    ['three', [waiting, through, waiting]],
  ]

  test.each(values.flatMap((value) => layers.map((layer) => [value, layer] as const)))(
    'is a promise outside: %j inside of %j',
    async ([, make, expected], [, middleware]) => {
      for (const applications of [{}, { application: { middleware } }]) {
        const ask = dispatcher(table, { a: { index: make, middleware }, ...applications })
        for (let round = 0; round < 2; round++) {
          const response = ask('GET', '/a')
          expect(response).toBeInstanceOf(Promise)
          if (expected === 'x') expect(await seen(response)).toEqual([200, null, 'x'])
          else await expect(response).rejects.toThrow(String(expected))
        }
      }
    },
  )

  test.each(layers)('a middleware gets a promise from `next`, inside of %s', async (_, middleware) => {
    const got: unknown[] = []
    const outermost: Middleware = (_request, next) => {
      const response = next()
      got.push(response)
      return response
    }
    const ask = dispatcher(table, { a: { index: () => new Response('x'), middleware: [outermost, ...middleware] } })
    await ask('GET', '/a')
    await ask('GET', '/a')
    expect(got.map((value) => value instanceof Promise)).toEqual([true, true])
  })

  test('a middleware catches what the action throws', async () => {
    const catching: Middleware = (_, next) => next().catch(() => new Response('caught', { status: 503 }))
    const index = () => {
      throw new Error('broken')
    }
    const ask = dispatcher(table, { a: { index, middleware: [catching] } })
    expect(await seen(ask('GET', '/a'))).toEqual([503, null, 'caught'])
  })

  test('a malformed body is 400 even if nothing awaits the action', async () => {
    const ask = dispatcher(table, { a: { index: ({ request }: { request: Request }) => request.json() } })
    expect(await seen(ask('POST', '/a', { body: '{' }))).toEqual([400, null, 'Bad Request: the body is malformed'])
  })
})

describe('a promise that is derived from the result of `next`', () => {
  const fail = () => {
    throw new Error('late')
  }
  const uses: [string, (response: Promise<Response>) => unknown][] = [
    ['then', (response) => response.then(fail)],
    ['then, twice', (response) => response.then(fail).then(fail)],
    ['then, without listeners', (response) => response.then()],
    ['catch', (response) => response.catch(fail)],
    ['finally', (response) => response.finally(fail)],
  ]
  test.each(uses.flatMap((use) => [true, false].map((fails) => [use, fails] as const)))(
    'may reject while nothing awaits it: %j, the action fails: %s',
    async ([, use], fails) => {
      const unhandled = vi.fn<() => void>()
      process.on('unhandledRejection', unhandled)
      onTestFinished(() => void process.off('unhandledRejection', unhandled))
      const careless: Middleware = (_request, next) => {
        void use(next())
        return new Response('early')
      }
      for (const show of [fails ? fail : () => new Response(), async () => (fails ? fail() : new Response())]) {
        const ask = dispatcher({ 'GET /a': action('a', 'show') }, { a: { middleware: [careless], show } })
        expect(await seen(ask('GET', '/a'))).toEqual([200, null, 'early'])
      }
      await new Promise((resolve) => setImmediate(resolve))
      expect(unhandled).not.toHaveBeenCalled()
    },
  )
})

describe('a thrown promise that rejects', () => {
  const wait = () => new Promise((resolve) => setTimeout(resolve))
  const show = () => {
    // oxlint-disable-next-line no-throw-literal
    throw Promise.reject(new Error('of nobody'))
  }
  const waiting: Middleware = (_request, next) => next().finally(wait)
  const waitingLonger: Middleware = async (_request, next) => {
    try {
      return await next()
    } finally {
      await wait()
    }
  }
  test.each<[string, Record<string, ControllerModule>]>([
    ['`onError`', { application: { onError: () => wait().then(() => null) } }],
    ['middleware that derives a promise', { application: { middleware: [waiting] } }],
    ['middleware', { application: { middleware: [waitingLonger] } }],
    ['a guard', { application: { use: waitingLonger } }],
  ])('is handled before anything waits for %s', async (_, modules) => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    for (const thrower of [show, async () => show()]) {
      const ask = dispatcher({ 'GET /a': action('a', 'show') }, { a: { show: thrower }, ...modules })
      const [thrown] = await ask('GET', '/a').then(
        () => [],
        (reason: unknown) => [reason],
      )
      expect(thrown).toBeInstanceOf(Promise)
    }
    expect(unhandled).not.toHaveBeenCalled()
  })
})

describe('a response', () => {
  const cookie: Middleware = async (_request, next) => {
    const response = await next()
    response.headers.append('set-cookie', 'a=1')
    return response
  }
  const immutable: [string, () => Response, number][] = [
    ['Response.redirect', () => Response.redirect('http://app.test/b', 303), 303],
    ['Response.json', () => Response.json({}), 200],
    ['an immutable copy', () => frozen(new Response('text', { status: 203, headers: { 'set-cookie': 'b=2' } })), 203],
  ]
  /** As from `fetch`: its headers cannot be changed. */
  function frozen(response: Response): Response {
    const refuse = () => {
      throw new TypeError('immutable')
    }
    Object.assign(response.headers, { append: refuse, delete: refuse, set: refuse })
    return response
  }

  test.each(immutable)(
    'can be changed by each middleware, and by the caller of `dispatch`: %s',
    async (_, make, status) => {
      const show = () => make()
      for (const modules of [
        { a: { show } },
        { a: { middleware: [cookie], show } },
        { a: { show }, application: { middleware: [cookie], use: cookie } },
        { a: { middleware: [cookie, (_request, next) => next(), cookie] as Middleware[], show: async () => make() } },
      ]) {
        const response = await dispatcher({ 'GET /a': action('a', 'show') }, modules)('GET', '/a')
        response.headers.append('set-cookie', 'last=1')
        expect([response.status, response.headers.getSetCookie().at(-1)]).toEqual([status, 'last=1'])
      }
    },
  )

  test('that is immutable is copied with its body, status, headers and cookies', async () => {
    const show = () =>
      frozen(
        new Response('text', {
          status: 203,
          statusText: 'Mine',
          headers: [
            ['set-cookie', 'b=2'],
            ['x-a', '1'],
          ],
        }),
      )
    const response = await dispatcher({ 'GET /a': action('a', 'show') }, { a: { middleware: [cookie], show } })(
      'GET',
      '/a',
    )
    expect([
      response.status,
      response.statusText,
      response.headers.get('x-a'),
      response.headers.getSetCookie(),
    ]).toEqual([203, 'Mine', '1', ['b=2', 'a=1']])
    expect(await response.text()).toBe('text')
  })

  test('from `Response.error()` is an error, because no host can send the status 0', async () => {
    const ask = dispatcher({ 'GET /a': action('a', 'show') }, { a: { show: () => Response.error() } })
    await expect(ask('GET', '/a')).rejects.toThrow(RangeError)
  })

  const once = new Response('once')
  const onceImmutable = frozen(new Response('once'))
  const used: [string, () => unknown, Middleware[]][] = [
    ['returned twice', () => once, []],
    ['returned twice by an asynchronous action', async () => once, []],
    ['returned twice, inside of middleware', () => once, [cookie]],
    ['immutable, and returned twice', () => onceImmutable, []],
    ['immutable, and returned twice inside of middleware', () => onceImmutable, [cookie]],
    ['immutable, and returned twice by middleware', () => new Response(), [() => onceImmutable]],
  ]
  test.each(used)('that is %s is an error, not an empty response', async (_, show, middleware) => {
    const ask = dispatcher({ 'GET /a': action('a', 'show') }, { a: { middleware, show } })
    await ask('GET', '/a').catch(() => {})
    await expect(ask('GET', '/a')).rejects.toThrow('The body of the Response was already used.')
    await expect(ask('HEAD', '/a')).rejects.toThrow('The body of the Response was already used.')
  })

  test('whose body has been read is an error', async () => {
    const reading: Middleware = async (_request, next) => {
      const response = await next()
      await response.text()
      return response
    }
    const ask = dispatcher(
      { 'GET /a': action('a', 'show') },
      { a: { middleware: [reading], show: () => new Response('x') } },
    )
    await expect(ask('GET', '/a')).rejects.toThrow('The body of the Response was already used.')
  })

  test('that `notFound` returns twice is an error, not an empty response', async () => {
    const page = new Response('once')
    const ask = dispatcher({}, { application: { notFound: () => page } })
    expect(await seen(ask('GET', '/a'))).toEqual([404, null, 'once'])
    await expect(ask('GET', '/a')).rejects.toThrow('The body of the Response was already used.')
  })

  test.each([
    ['changeable', new Response(null, { status: 410 })],
    ['immutable', frozen(new Response(null, { status: 410 }))],
    ['an object that cannot be extended', Object.freeze(new Response(null, { status: 410 }))],
  ])('without a body can be returned twice: %s', async (_, gone) => {
    const ask = dispatcher({ 'GET /a': action('a', 'show') }, { a: { show: () => gone } })
    expect([(await ask('GET', '/a')).status, (await ask('GET', '/a')).status]).toEqual([410, 410])
  })
})

describe('guards of namespaces', () => {
  const table: Answers = { 'GET /a': action('admin/deep/users', 'show') }
  const layer =
    (name: string): Middleware =>
    async (_request, next, { route, context }) => {
      const response = await next()
      response.headers.append('guards', `${name} ${route?.controller ?? '-'} ${String(context)}`)
      return response
    }
  const show = () => new Response('shown')

  test('run between the application and the controller, the outermost first', async () => {
    const ask = dispatcher(table, {
      'admin/deep/users': { middleware: [layer('controller')], show },
      'admin/deep/users/application': { use: layer('own') },
      'admin/deep/application': { use: [layer('deep 1'), layer('deep 2')] },
      'admin/application': { use: layer('admin') },
      'admin/other/application': { use: () => new Response('wrong') },
      application: { middleware: [layer('app')], use: [layer('root')] },
    })
    for (let round = 0; round < 2; round++) {
      const { headers } = await ask('GET', '/a', {}, 'ctx')
      const names = ['controller', 'own', 'deep 2', 'deep 1', 'admin', 'root', 'app']
      expect(headers.get('guards')).toBe(names.map((name) => `${name} admin/deep/users ctx`).join(', '))
    }
  })

  test('run before the controller is loaded', async () => {
    const dispatch = createDispatch(tableOf(table), {
      'admin/deep/users': () => Promise.reject(new Error('not loaded')),
      'admin/application': async () => ({ use: () => new Response('no', { status: 401 }) }),
    })
    expect(await seen(dispatch(new Request('http://app.test/a')))).toEqual([401, null, 'no'])
  })

  test('are loaded again after a failure', async () => {
    let loads = 0
    const dispatch = createDispatch(tableOf(table), {
      'admin/deep/users': async () => ({ show }),
      'admin/application': async () => {
        if (loads++ === 0) throw new Error('not loaded')
        return { use: layer('admin') }
      },
    })
    const ask = () => dispatch(new Request('http://app.test/a'))
    await expect(ask()).rejects.toThrow('not loaded')
    await Promise.all([ask(), ask()])
    expect((await ask()).headers.get('guards')).toContain('admin')
    expect(loads).toBe(3)
  })

  // oxlint-disable-next-line no-sparse-arrays
  test.each([undefined, null, 7, 'use', {}, [], [7], [undefined], [, layer('a')], [[layer('a')]], Promise.resolve([])])(
    'must be a function, or an array with at least one: %j',
    async (use) => {
      const ask = dispatcher(table, { 'admin/deep/users': { show }, 'admin/application': { use } })
      for (let round = 0; round < 2; round++)
        await expect(ask('GET', '/a')).rejects.toThrow('`use` of the controller `admin/application` must be a function')
    },
  )

  test('may respond without `next`, but must return a response', async () => {
    const modules = { 'admin/deep/users': { show } }
    const quiet = (() => {}) as unknown as Middleware
    await expect(dispatcher(table, { ...modules, 'admin/application': { use: quiet } })('GET', '/a')).rejects.toThrow(
      'The middleware `quiet` of `use` for /a returned nothing, not a Response.',
    )
  })

  test('do not run without a route', async () => {
    const ask = dispatcher(table, { application: { use: () => new Response('no', { status: 401 }) } })
    expect([(await ask('GET', '/b')).status, (await ask('POST', '/a')).status]).toEqual([404, 405])
  })
})

// oxlint-disable-next-line no-sparse-arrays
test.each([[[undefined]], [[, () => new Response('no')]]])(
  'middleware that contains a value other than a function is an error: %j',
  async (middleware) => {
    const ask = dispatcher({ 'GET /a': action('a', 'show') }, { a: { middleware, show: () => new Response() } })
    await expect(ask('GET', '/a')).rejects.toThrow('must be an array of functions')
  },
)

const NONSENSE: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  'a number': () => 5,
  'a string': () => 'a',
  'an empty object': () => ({}),
  'a promise': () => Promise.resolve(null),
  'a proxy that throws': () => new Proxy({}, { get: () => expect.fail('read') }),
}

test.each(Object.keys(NONSENSE))(
  'a mocked table that returns %s ends a request with a response or an error',
  async (name) => {
    const nonsense = NONSENSE[name]!
    const table = { ...tableOf({}), match: nonsense, matchAll: () => [nonsense()] } as unknown as RouteTable
    const [outcome] = await Promise.allSettled([createDispatch(table, {})(new Request('http://app.test/photos'))])
    if (outcome.status === 'fulfilled') expect(outcome.value).toBeInstanceOf(Response)
    else expect(outcome.reason).toBeInstanceOf(Error)
  },
)
