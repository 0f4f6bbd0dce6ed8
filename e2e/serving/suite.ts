// What every server answers, by real HTTP.
import { once } from 'node:events'
import { request as connect, type ClientRequest } from 'node:http'
import { connect as openSocket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ask, type Asked } from '../../packages/vite-plugin/test/serve.ts'
import type { Host } from './hosts.ts'

/** What not every server has. */
export type Trait =
  /** `maxRequestBodySize` counts. */
  | 'body limit'
  /** It serves the files of the client, and of `public/`. */
  | 'files'
  /** Its files have the `Cache-Control` of Turnout. */
  | 'Cache-Control'
  /** The server is built after the client, and knows how its files are named. */
  | 'the manifest of the client'
  /** `/a/../b` becomes `/b` before anyone sees it. Where it does not, it is refused. */
  | 'dot segments'
  /** So does `/a/%2e%2e/b`. */
  | 'encoded dot segments'
  /** It notices who resets the connection before there is an answer. */
  | 'resets'
  /** … and who ends it, who may still read as far as TCP tells. */
  | 'ends'
  | 'paths that begin with two slashes'
  /** It responds to requests for any host. */
  | 'any host'
  /** It refuses malformed hosts with 400. workerd itself responds 500 to those that are no part of a URL. */
  | '400 for malformed hosts'
  /** It can pass on `TRACE`. Cloudflare's Vite plugin fails, because no `Request` can have this method. */
  | 'TRACE'
  /** It responds 413 to a `Content-Length` that is too large without waiting for the body. Miniflare waits. */
  | 'early 413'
  /** A route responds to the path of a public file. The assets of Cloudflare's dev server come before the worker. */
  | 'routes before files'
  /** It responds 404 to a POST for a file. A platform may respond 405. */
  | '404 for files'
  /** It tells the address of the client. */
  | 'addresses'
  /** In dev, errors and what no route answers have Turnout's pages. */
  | 'pages in dev'
  /** A response that breaks off has no end, and the server prints why. */
  | 'broken responses'
  /** A multipart form without its end is malformed; elsewhere it is read as far as it goes. */
  | 'truncated forms'
  /** Once built, it tells nobody what an action throws. */
  | 'secrets'

/** A server, and what it is not there for. */
export interface Kind {
  readonly name: string
  /** Makes the project of `APPLICATION`, builds it if it has to be, and starts its server. */
  readonly start: (atEnd: (end: () => unknown) => void) => Promise<Host>
  readonly isBuilt: boolean
  readonly lacks?: readonly Trait[]
}

/** How a client goes away. */
const LEAVINGS: readonly {
  readonly who: string
  readonly target: string
  readonly leave: (request: ClientRequest) => void
  readonly needs?: Trait
}[] = [
  {
    who: 'who ends the connection while it is answered',
    target: '/faults/aborted?answered',
    leave: (request) => void request.destroy(),
  },
  {
    who: 'who resets the connection',
    target: '/faults/aborted',
    leave: ({ socket }) => void socket!.resetAndDestroy(),
    needs: 'resets',
  },
  {
    who: 'who ends the connection',
    target: '/faults/aborted',
    leave: (request) => void request.destroy(),
    needs: 'ends',
  },
]

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Asks a server for everything, over HTTP. It is started before, and closed afterwards. */
export function testServing({ name, start, isBuilt, lacks = [] }: Kind): void {
  describe(`on ${name}`, () => {
    let host: Host
    const atEnd: (() => unknown)[] = []
    const get = (target: string, asked?: Asked) => ask(host.port, target, asked)
    const has = (trait: Trait) => !lacks.includes(trait)

    beforeAll(async () => {
      host = await start((end) => void atEnd.push(end))
      atEnd.push(() => host.close())
    })
    afterAll(async () => {
      for (const end of atEnd.reverse()) await end()
    })

    test('actions answer', async () => {
      expect(await get('/')).toMatchObject({ status: 200, body: 'home of app' })
      expect(await get('/photos?page=2&q=%20')).toMatchObject({ status: 200, body: 'photos?page=2&q=%20' })
      expect(JSON.parse((await get('/photos/7.json')).body)).toEqual({ id: '7', format: 'json' })
      expect(await get('/photos/new')).toMatchObject({ status: 200, body: 'form' })
      expect(await get('/photos', { method: 'POST', body: 'text' })).toMatchObject({ status: 201, body: 'text' })
      expect(await get('/photos/7', { method: 'DELETE' })).toMatchObject({ body: 'DELETE 7' })
      expect(await get('/stream')).toMatchObject({ body: 'one two three' })
    })

    test('a path that is not canonical is answered, and guards see the canonical one', async () => {
      const guarded = has('paths that begin with two slashes') ? '//admin///users/' : '/admin///users/'
      expect(await get(guarded)).toMatchObject({ status: 401, body: 'no entry to /admin/users' })
      const authorised = { headers: { authorization: 'secret' } }
      expect(await get('/admin/users/caf%c3%a9', authorised)).toMatchObject({ status: 200, body: 'user café' })
    })

    test('404', async () => {
      for (const target of ['/nowhere', '/photos/x', '/photos/7/8']) {
        expect(await get(target)).toMatchObject({ status: 404, headers: { 'x-route': 'none' } })
      }
    })

    test('405 and OPTIONS, with Allow', async () => {
      const allow = 'GET, HEAD, POST, OPTIONS'
      expect(await get('/photos', { method: 'DELETE' })).toMatchObject({ status: 405, headers: { allow } })
      expect(await get('/photos', { method: 'OPTIONS' })).toMatchObject({ status: 204, headers: { allow }, body: '' })
      expect((await get('/nowhere', { method: 'OPTIONS' })).status).toBe(404)
    })

    test('HEAD has the head of GET, and no body', async () => {
      expect(await get('/photos', { method: 'HEAD' })).toMatchObject({
        status: 200,
        headers: { 'x-page': '1' },
        body: '',
      })
      expect(await get('/nowhere', { method: 'HEAD' })).toMatchObject({ status: 404, body: '' })
    })

    test.each(['/photos/%zz', '/photos/%', '/%c3%28', '/photos/%00', '/a%2f..%2fphotos'])('400: %s', async (target) => {
      const { status, headers } = await get(target)
      expect(status).toBe(400)
      expect(headers).not.toHaveProperty('x-route')
    })

    test('dot segments are resolved before anyone sees them, or refused', async () => {
      const isRefused = { status: 400, body: 'Bad Request' }
      const plain = has('dot segments') ? { status: 200, body: 'photos' } : isRefused
      expect(await get('/admin/../photos')).toMatchObject(plain)
      const encoded = has('encoded dot segments') ? [401, 404] : [400, 400]
      const targets = ['/photos/%2e%2e/admin/users', '/admin/users/%2e%2e']
      expect(await Promise.all(targets.map(async (target) => (await get(target)).status))).toEqual(encoded)
    })

    test('redirects', async () => {
      expect(await get('/old/7')).toMatchObject({ status: 301, headers: { location: '/photos/7' }, body: '' })
      expect((await get('/old/%0d%0aset-cookie:x')).headers['location']).toBe('/photos/%0D%0Aset-cookie:x')
    })

    test('mounted apps, and those that decline', async () => {
      expect(await get('/health')).toMatchObject({ body: 'healthy app' })
      const echo = await get('/apps/echo?a=1', { method: 'POST', body: 'text' })
      expect(echo.body).toBe('POST /echo?a=1 text')
      expect(await get('/apps/second')).toMatchObject({ status: 200, body: 'second' })
      expect(await get('/apps/own')).toMatchObject({ status: 200, body: 'home of app' })
      const declined = await get('/apps/none')
      expect(declined.status).toBe(404)
      expect(declined.headers).not.toHaveProperty('x-cascade')
      expect(declined.body).not.toMatch(/not mine|nor mine/)
    })

    test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('an app that declines leaves the body, for %s', async (method) => {
      const headers = { 'content-length': '4' }
      expect(await get('/apps/read', { method, headers, body: 'text' })).toMatchObject({ body: `${method} with text` })
      expect(await get('/apps/read', { method })).toMatchObject({ body: `${method} with ` })
    })

    test('forms of other sites are refused, whatever method they mean', async () => {
      const form = (headers: Record<string, string>) => ({
        method: 'POST',
        headers: { ...FORM, ...headers },
        body: 'a=1',
      })
      const refused = { status: 403, body: 'Forbidden: a page of another site sent this form' }
      expect(await get('/photos', form({ 'sec-fetch-site': 'cross-site' }))).toMatchObject(refused)
      expect(await get('/photos', form({ origin: 'https://evil.test' }))).toMatchObject(refused)
      expect(await get('/photos', { ...form({ origin: 'null' }), headers: { origin: 'null' } })).toMatchObject(refused)
      const deleting = { ...form({ 'sec-fetch-site': 'same-site' }), body: '_method=delete' }
      expect(await get('/photos/7', deleting)).toMatchObject(refused)
      expect(await get('/apps/echo', form({ 'sec-fetch-site': 'cross-site' }))).toMatchObject(refused)
      const accepted = [
        { 'sec-fetch-site': 'same-origin', origin: 'null' },
        { 'sec-fetch-site': 'cross-site', origin: 'https://pay.test' },
        { origin: `http://127.0.0.1:${host.port}` },
      ]
      for (const headers of accepted) expect((await get('/photos', form(headers))).status).toBe(201)
    })

    test('a malformed body is 4xx', async () => {
      const send = async (method: string, target: string, type: string, body: string) =>
        (await get(target, { method, headers: { 'content-type': type }, body })).status
      expect(await send('POST', '/json', 'application/json', '{"a":')).toBe(400)
      expect(await send('POST', '/json', 'application/json', '{"a":1}')).toBe(200)
      expect(await send('PATCH', '/photos/7', 'application/json', '{}')).toBe(415)
      const part = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nhalf'
      const truncated = has('truncated forms') ? 400 : 200
      expect(await send('PATCH', '/photos/7', 'multipart/form-data; boundary=x', part)).toBe(truncated)
      expect(await send('PATCH', '/photos/7', 'multipart/form-data', part)).toBe(400)
      expect(await send('PATCH', '/photos/7', 'multipart/form-data; boundary=x', `${part}\r\n--x--\r\n`)).toBe(200)
      const form = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: part }
      expect((await get('/photos', form)).status).toBe(201)
    })

    test('a query is not judged', async () => {
      for (const query of ['?q=%zz', '?%', '?q=%c3%28&r=%00', '?100%'])
        expect(await get(`/photos${query}`)).toMatchObject({ status: 200, body: `photos${query}` })
      expect((await get('/nowhere?q=%zz')).status).toBe(404)
    })

    test('a response that breaks off is logged, and the server goes on', async () => {
      const half = get('/half')
      if (has('broken responses')) {
        await expect(half).rejects.toThrow()
        await expect.poll(() => host.printed()).toContain('the second half is lost')
      } else await half.catch(() => {})
      // Miniflare may give the broken connection to one more request.
      await expect.poll(async () => (await get('/photos')).status).toBe(200)
    })

    test('forms say their method, in a body only', async () => {
      const form = { method: 'POST', headers: FORM, body: 'title=a+b&_method=patch' }
      expect(await get('/photos/7', form)).toMatchObject({ status: 200, body: 'PATCH 7 a b' })
      expect((await get('/photos/7?_method=patch', { method: 'POST', headers: FORM, body: 'title=a' })).status).toBe(
        405,
      )
      expect((await get('/photos/7', { ...form, headers: { 'x-http-method-override': 'DELETE' } })).status).toBe(405)
    })

    test('every cookie is sent', async () => {
      expect((await get('/cookies')).headers).toMatchObject({ 'set-cookie': 'a=1 | b=2' })
    })

    test('an action that throws, or returns nothing, is 500; what it threw is told in dev only', async () => {
      const thrown = await get('/faults/throws')
      expect(thrown.status).toBe(500)
      const nothing = await get('/faults/nothing')
      expect(nothing.status).toBe(500)
      if (!isBuilt) {
        if (has('pages in dev')) expect(thrown.body).toContain('500: Error: the secret of the server')
        else expect(thrown.body).toContain('the secret of the server')
        expect(thrown.body).toContain('src/controllers/faults.ts:3:9')
        expect(nothing.body).toContain('`faults#nothing` returned nothing, not a Response.')
      } else if (has('secrets')) {
        expect(thrown.body).not.toMatch(/secret|faults/)
        expect(nothing.body).not.toContain('faults')
      }
      expect((await get('/photos')).status).toBe(200)
    })

    test('an action that throws a promise which rejects is 500, and the server goes on', async () => {
      expect((await get('/faults/promise')).status).toBe(500)
      expect((await get('/photos')).status).toBe(200)
    })

    test('what hangs, and who is slow, hold nobody up', async () => {
      const waiting = [hang(host.port, '/faults/hangs'), slowly(host.port, '/photos')]
      for (const each of waiting) onTestFinished(() => void each.destroy())
      expect(await get('/photos')).toMatchObject({ status: 200, body: 'photos' })
    })

    const leavings = LEAVINGS.filter(({ needs }) => needs === undefined || has(needs))
    test.each(leavings)('$who is noticed', async ({ target, leave }) => {
      const count = async () =>
        JSON.parse((await get('/faults/aborted', { headers: { 'x-count': '1' } })).body) as Record<string, number>
      const failures = () => host.printed().split('failed half-way').length
      const failuresBefore = failures()
      const { waiting, gone } = await count()
      const leaves = hang(host.port, target)
      onTestFinished(() => void leaves.destroy())
      const answered = target.endsWith('?answered') && once(leaves, 'response')
      await expect.poll(count).toEqual({ waiting: waiting! + 1, gone })
      await answered
      leave(leaves)
      await expect.poll(count).toEqual({ waiting: waiting! + 1, gone: gone! + 1 })
      expect(failures()).toBe(failuresBefore)
    })

    if (has('body limit'))
      test('413', async () => {
        const over = 'x'.repeat(100_001)
        expect((await get('/photos', { method: 'POST', body: over })).status).toBe(413)
        expect((await get('/photos', { method: 'POST', body: over.slice(1) })).status).toBe(201)
      })

    if (has('body limit'))
      test('413 for a body without a length', async () => {
        const body = `186a1\r\n${'x'.repeat(100_001)}\r\n0\r\n\r\n`
        const head = 'POST /photos HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n'
        expect(await firstLine(host.port, head + body)).toMatch(/^HTTP\/1.1 413 /)
      })

    test('a constraint that returns a promise is 500, and the server goes on', async () => {
      for (let count = 0; count < 3; count++) expect((await get('/guarded')).status).toBe(500)
      expect((await get('/photos')).status).toBe(200)
    })

    test('the address of the client is known, for forms too; where it is not, a route that asks for it is 500', async () => {
      const form = { method: 'POST', headers: FORM, body: 'a=1' }
      const headers = { 'cf-connecting-ip': '127.0.0.1', 'x-forwarded-for': '127.0.0.1' }
      if (has('addresses')) {
        expect(await get('/local')).toMatchObject({ status: 200, body: 'GET from 127.0.0.1' })
        expect(await get('/local', form)).toMatchObject({ status: 200, body: 'POST from 127.0.0.1' })
      } else expect((await get('/local', { headers })).status).toBe(500)
    })

    test.each([
      '',
      'h/users',
      'h?a',
      'h#a',
      'user@h',
      'a b',
      'a:99999',
      '256.256.256.256',
      '[::::]',
      'xn--a',
      'xn--',
      'xn--a-',
      'h..test',
    ])('400 for the host %j, and no code of the application sees it', async (name) => {
      for (const target of ['/photos', '/xx/photos/7', '/nowhere?u=x://y/photos/7', '/admin/../photos']) {
        const line = await firstLine(host.port, `GET ${target} HTTP/1.1\r\nHost: ${name}\r\n\r\n`)
        // Vite says 403 to hosts that are not allowed.
        expect(line).toMatch(has('400 for malformed hosts') ? /^HTTP\/1.1 (?:400|403) / : /^HTTP\/1.1 (?:400|403|500) /)
      }
    })

    if (has('any host'))
      test('a name may end with a dot', async () => {
        const answer = await firstAnswer(host.port, 'GET /docs HTTP/1.1\r\nHost: example.com.\r\n\r\n')
        expect(answer).toMatch(/^HTTP\/1.1 301 /)
        expect(answer).toMatch(/^location: https:\/\/docs\.example\.com\/docs\r$/im)
      })

    test('a method in lower case is another method', async () => {
      const line = await firstLine(host.port, 'delete /photos/7 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
      // Most servers refuse it, as they know no method of this name. Bun closes the connection.
      expect(line).toMatch(/^(?:HTTP\/1.1 (?:400|405|501) |$)/)
    })

    test.each(['TRACE', 'TRACK', 'get', 'head', 'PROPFIND'])(
      'the method %s is refused without an error of the application, also for a mounted app',
      async (method) => {
        for (const target of ['/photos', '/apps/second', '/nowhere']) {
          const line = await firstLine(host.port, `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
          // Servers that do not support a method refuse it themselves. A mounted app responds to every other method.
          const statuses = target === '/apps/second' && method === 'PROPFIND' ? '200|400|501' : '400|404|405|501'
          const failure = method === 'TRACE' && !has('TRACE') ? '|500' : ''
          expect(line).toMatch(new RegExp(`^(?:HTTP/1.1 (?:${statuses}${failure}) |$)`))
        }
        expect((await get('/photos')).status).toBe(200)
      },
    )

    test('400 for a malformed host of a request with chunks', async () => {
      const head = 'POST /photos HTTP/1.1\r\nHost: [::::]\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ntext\r\n0\r\n\r\n'
      expect(await firstLine(host.port, head)).toMatch(
        has('400 for malformed hosts') ? /^HTTP\/1.1 (?:400|403) / : /^HTTP\/1.1 (?:400|403|500) /,
      )
    })

    test('a GET request with a body reaches a mounted app', async () => {
      const headers = { 'content-length': '4' }
      expect(await get('/apps/second', { headers, body: 'text' })).toMatchObject({ status: 200, body: 'second' })
    })

    test('a method for which all endpoints decline is 404, not 405', async () => {
      expect((await get('/apps/none', { method: 'PROPFIND' })).status).toBe(404)
    })

    test('a promise for `waitUntil` that is rejected is logged, and the server goes on', async () => {
      expect(await get('/later')).toMatchObject({ status: 200, body: 'early' })
      await expect.poll(() => host.printed()).toContain('after the response')
      expect((await get('/photos')).status).toBe(200)
    })

    test('middleware can change the headers of `Response.redirect()`', async () => {
      const { status, headers } = await get('/redirected')
      expect([status, headers['x-route']]).toEqual([302, '/redirected'])
      expect(headers['location']).toMatch(/\/photos$/)
    })

    test('a response that an action returns twice is 500 the second time', async () => {
      expect(await get('/twice')).toMatchObject({ status: 200, body: 'once' })
      expect((await get('/twice')).status).toBe(500)
    })

    if (has('files') && has('Cache-Control'))
      test('conditions of requests for files count, and only exact paths are files', async () => {
        const file = (headers: Record<string, string>, target = '/robots.txt') => get(target, { headers })
        const { etag, 'last-modified': date } = (await file({})).headers as Record<string, string>
        const conditions = [{ 'if-none-match': '*' }, { 'if-none-match': etag! }, { 'if-modified-since': date! }]
        for (const headers of conditions) expect(await file(headers)).toMatchObject({ status: 304, body: '' })
        expect(await file({ range: 'bytes=-2' })).toMatchObject({ status: 206, body: 'ne' })
        expect(await file({ range: 'bytes=1-2' })).toMatchObject({ status: 206, body: 'on' })
        expect(await file({ range: 'bytes=-0' })).toMatchObject({ status: 416 })
        expect(await file({ range: 'bytes=5-1' })).toMatchObject({ status: 200, body: 'none' })
        expect(await file({ range: 'bytes=0-1', 'if-range': '"x"' })).toMatchObject({ status: 200, body: 'none' })
        expect(await file({}, '//robots.txt')).toMatchObject({ status: 200, body: 'none' })
        for (const target of ['/robots.txt/', '/.hidden']) expect((await file({}, target)).status).toBe(404)
      })

    test('a fragment in the target is no part of the path', async () => {
      const line = await firstLine(host.port, 'GET /photos#x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
      expect(line).toMatch(/^HTTP\/1.1 (?:200|400) /)
    })

    if (has('early 413'))
      test('413 at once where Content-Length says so', async () => {
        const head = 'POST /photos HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100001\r\n\r\n'
        expect(await firstLine(host.port, head)).toMatch(/^HTTP\/1.1 413 /)
      })

    if (has('files'))
      test('files are served', async () => {
        expect(await get('/robots.txt')).toMatchObject({ status: 200, body: 'none' })
        expect((await get('/robots.txt')).headers).not.toHaveProperty('x-route')
        expect((await get('/robots.txt', { method: 'POST' })).status).toBe(has('404 for files') ? 404 : 405)
      })

    test('a route comes before a file that has its path, and a file is no page of a shorter path', async () => {
      const photos = (target: string) => ({ status: 200, body: 'photos', headers: { 'x-route': target } })
      expect(await get('/photos')).toMatchObject(photos('/photos'))
      expect((await get('/robots')).status).toBe(404)
      expect(await get('/')).toMatchObject({ status: 200, body: 'home of app' })
      if (!has('routes before files')) return
      expect(await get('/photos.html')).toMatchObject(photos('/photos.html'))
      const guarded = { status: 401, body: 'no entry to /admin/users.html' }
      expect(await get('/admin/users.html')).toMatchObject(guarded)
    })

    if (has('files') && has('the manifest of the client'))
      test('pages bring the client along', async () => {
        const { body } = await get('/page')
        const [, script] = /<script type="module" src="(\/(?:assets|src)\/[^"]+)">/.exec(body)!
        const { status, body: code, headers } = await get(script!)
        expect([status, code]).toEqual([200, expect.stringContaining('the client')])
        if (!isBuilt) return
        // A platform has its own rules.
        if (has('Cache-Control')) {
          expect(headers['cache-control']).toBe('max-age=31536000, immutable')
          expect((await get('/robots.txt')).headers['cache-control']).toBe('max-age=0')
        }
        const [, style] = /<link rel="stylesheet" href="([^"]+)">/.exec(body)!
        expect(await get(style!)).toMatchObject({ status: 200, body: expect.stringContaining('green') })
      })

    if (isBuilt && has('files'))
      test('clients that disconnect during a file end no process', async () => {
        const leave = (index: number) =>
          new Promise<void>((resolve) => {
            const socket = openSocket(host.port, '127.0.0.1', () => {
              socket.write('GET /long.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
              // Some leave before the response, and some while they do not read it.
              setTimeout(() => socket.resetAndDestroy(), index % 7)
            })
            socket.on('error', () => {}).on('close', () => resolve())
          })
        for (let count = 0; count < 15; count++)
          await Promise.all(Array.from({ length: 40 }, (_, index) => leave(index)))
        expect((await get('/long.bin')).body).toHaveLength(1_000_000)
      })

    if (isBuilt && has('files'))
      test('no other file is served', async () => {
        expect((await get('/.vite/routes-manifest.json')).status).toBe(404)
        expect((await get('/..%2fserver%2findex.js')).status).toBe(400)
      })
  })
}

/** Asks, and waits for no answer. */
function hang(port: number, target: string): ClientRequest {
  const request = connect({ host: '127.0.0.1', port, path: target, agent: false })
  request.on('error', () => {})
  request.end()
  return request
}

/** Sends text, and waits for the first line of the answer. */
async function firstLine(port: number, text: string): Promise<string> {
  return (await firstAnswer(port, text)).split('\r\n', 1)[0]!
}

/** Sends text, and waits for the first that comes back. */
async function firstAnswer(port: number, text: string): Promise<string> {
  const socket = openSocket(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.setEncoding('utf8')
  socket.write(text)
  const closed = once(socket, 'close').then(() => [''])
  const [answer] = (await Promise.race([once(socket, 'data'), closed])) as [string]
  return answer
}

/** Begins to send a body, and does not go on. */
function slowly(port: number, target: string): ClientRequest {
  const headers = { 'content-length': '1000' }
  const request = connect({ host: '127.0.0.1', port, path: target, method: 'POST', headers, agent: false })
  request.on('error', () => {})
  request.write('begin')
  return request
}
