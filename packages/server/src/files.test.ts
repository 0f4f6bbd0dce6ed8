import { afterEach, describe, expect, test, vi } from 'vitest'
import { serveFiles, type FileMiddleware, type FileReader } from './files.ts'

const FILES = { hashed: ['assets/client-B4a1_x9Z.js'], unhashed: ['robots.txt', 'a b.txt', 'café.txt', 'photos'] }

/** Requests a target. The reader responds with the requested file, and with how long browsers may cache it. */
async function ask(target: string, { method = 'GET', base = '/' } = {}): Promise<string> {
  const make: FileReader['make'] =
    ({ dir, ...options }) =>
    (request) =>
      new Response(`${request.method} ${dir + new URL(request.url).pathname} ${JSON.stringify(options)}`)
  const load = async () => ({ make, dir: '' })
  const files = serveFiles({ base, ...FILES }, load)
  const request = { method, url: target.includes('://') ? target : `http://localhost${target}`, headers: new Headers() }
  const response = await files(request as Request, () => new Response('routes'))
  return response.text()
}

const SOON = '{"maxAge":0}'

test('a listed file is served, and browsers cache a hashed file for a year', async () => {
  expect(await ask('/robots.txt?v=1')).toBe(`GET /robots.txt ${SOON}`)
  expect(await ask('/robots.txt', { method: 'HEAD' })).toBe(`HEAD /robots.txt ${SOON}`)
  expect(await ask('/assets/client-B4a1_x9Z.js')).toBe(
    'GET /assets/client-B4a1_x9Z.js {"maxAge":31536000,"immutable":true}',
  )
})

test('repeated slashes count as one, as in the paths of routes', async () => {
  expect(await ask('//robots.txt')).toBe(`GET /robots.txt ${SOON}`)
})

test('paths are decoded for the comparison with the list, and reach the reader as requested', async () => {
  expect(await ask('/a%20b.txt')).toBe(`GET /a%20b.txt ${SOON}`)
  expect(await ask('/caf%C3%A9.txt')).toBe(`GET /caf%C3%A9.txt ${SOON}`)
  expect(await ask('/%72obots.txt')).toBe(`GET /%72obots.txt ${SOON}`)
})

describe('routes receive every other request:', () => {
  test.each([
    '/',
    '/robots',
    '/robots.txt/',
    '/photos.html',
    '/robots.txt%00',
    '/robots%2etxt%2f',
    '/%zz',
    '/%c3%28',
    '/..%2frobots.txt',
    '/__proto__',
    '/constructor',
    'not-a-url://',
  ])('%s', async (target) => {
    expect(await ask(target)).toBe('routes')
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'get'])('%s of a file', async (method) => {
    expect(await ask('/robots.txt', { method })).toBe('routes')
  })
})

test('with a base, only paths after the base match files', async () => {
  expect(await ask('/app/robots.txt', { base: '/app/' })).toBe(`GET /robots.txt ${SOON}`)
  expect(await ask('/robots.txt', { base: '/app/' })).toBe('routes')
  expect(await ask('/abc/robots.txt', { base: '/app/' })).toBe('routes')
  expect(await ask('/app', { base: '/app/' })).toBe('routes')
})

test('the reader is loaded again for the next file if loading failed', async () => {
  const reader: FileMiddleware = () => new Response('file')
  let loads = 0
  const files = serveFiles({ base: '/', ...FILES }, async () => {
    loads += 1
    if (loads === 1) throw new Error('too many open files')
    return { make: () => reader, dir: '/client/' }
  })
  const askFile = async () => files(new Request('http://localhost/robots.txt'), () => new Response('routes'))
  await expect(askFile()).rejects.toThrow('too many open files')
  expect(await (await askFile()).text()).toBe('file')
  expect(loads).toBe(2)
})

test('the reader is loaded once, for the first file', async () => {
  let loads = 0
  const reader: FileMiddleware = () => new Response('file')
  const files = serveFiles({ base: '/', ...FILES }, async () => (loads++, { make: () => reader, dir: '/client/' }))
  const routes = () => new Response('routes')
  await files(new Request('http://localhost/'), routes)
  expect(loads).toBe(0)
  await Promise.all([1, 2].map(() => files(new Request('http://localhost/robots.txt'), routes)))
  expect(loads).toBe(1)
})

describe('on Bun, which does not close unread streams of files,', () => {
  afterEach(() => void vi.unstubAllGlobals())

  /** Requests a file. The reader responds as that of srvx. */
  async function askOnBun(headers: Record<string, string>, method = 'GET') {
    const read: string[] = []
    const file = {
      toString: () => 'the file',
      stream: () => new Response('its stream').body,
      slice: (start: number, end: number) => `bytes ${start} to ${end}`,
    }
    vi.stubGlobal('Bun', { file: (name: string) => (read.push(name), file) })
    const make: FileReader['make'] = () => (request) => {
      read.push(`${request.method} ${request.headers.get('accept-encoding')}`)
      if (request.headers.get('if-none-match') === '"x"') return new Response(null, { status: 304 })
      const isCompressed = request.headers.get('accept-encoding') === 'gzip'
      const more = isCompressed ? { 'content-encoding': 'gzip' } : { 'content-length': '10' }
      return new Response(null, { headers: { ...more, 'last-modified': 'now' } })
    }
    const files = serveFiles({ base: '/', ...FILES }, async () => ({ make, dir: '/client/' }))
    const response = await files(
      new Request('http://localhost/a%20b.txt', { method, headers }),
      () => new Response('routes'),
    )
    return { response, read }
  }

  test('the reader creates the headers, and Bun sends the file', async () => {
    const { response, read } = await askOnBun({})
    expect(read).toEqual(['HEAD ', '/client/a b.txt'])
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['10', 'the file'])
  })

  test.each([
    [{ method: 'HEAD' }, {}, 200],
    [{}, { 'if-none-match': '"x"' }, 304],
  ])('no file is opened without a body: %j %j', async ({ method }: { method?: string }, headers, status) => {
    const { response, read } = await askOnBun(headers, method)
    expect([response.status, response.body, read]).toEqual([status, null, ['HEAD ']])
  })

  test('files are compressed with gzip, unless the request is for a range', async () => {
    const { response, read } = await askOnBun({ 'accept-encoding': 'br;q=1,gzip,*' })
    expect(read[0]).toBe('HEAD gzip')
    const text = new Response(response.body!.pipeThrough(new DecompressionStream('gzip'))).text()
    expect(await text).toBe('its stream')
    const range = await askOnBun({ 'accept-encoding': 'gzip', range: 'bytes=0-1' })
    expect(range.read[0]).toBe('HEAD ')
  })

  test.each([
    ['bytes=0-1', {}, 206, 'bytes 0 to 2', 'bytes 0-1/10'],
    ['bytes=9-9', {}, 206, 'bytes 9 to 10', 'bytes 9-9/10'],
    ['bytes=5-', {}, 206, 'bytes 5 to 10', 'bytes 5-9/10'],
    ['bytes=5-99999999999999999999', {}, 206, 'bytes 5 to 10', 'bytes 5-9/10'],
    ['bytes=-2', { 'if-range': 'now' }, 206, 'bytes 8 to 10', 'bytes 8-9/10'],
    ['bytes=-99999999999999999999', {}, 206, 'bytes 0 to 10', 'bytes 0-9/10'],
    ['bytes=10-', {}, 416, '', 'bytes */10'],
    ['bytes=10-20', {}, 416, '', 'bytes */10'],
    ['bytes=99999999999999999999-', {}, 416, '', 'bytes */10'],
    ['bytes=-0', {}, 416, '', 'bytes */10'],
    ['bytes=0-1', { 'if-range': 'before' }, 200, 'its stream', null],
    ['bytes=5-1', {}, 200, 'its stream', null],
    ['bytes=0-1,3-4', {}, 200, 'its stream', null],
    ['bytes= 0 - 1', {}, 200, 'its stream', null],
    ['bytes=-', {}, 200, 'its stream', null],
    ['lines=0-1', {}, 200, 'its stream', null],
  ])('the range %s %j is %i on Bun', async (range, headers: Record<string, string>, status, body, contentRange) => {
    const { response } = await askOnBun({ range, ...headers })
    expect([response.status, await response.text()]).toEqual([status, body])
    expect(response.headers.get('content-range')).toBe(contentRange)
  })
})
