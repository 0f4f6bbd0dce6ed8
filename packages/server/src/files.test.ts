import { describe, expect, test } from 'vitest'
import { serveFiles, type FileMiddleware, type MakeReader } from './files.ts'

const FILES = { hashed: ['assets/client-B4a1_x9Z.js'], unhashed: ['robots.txt', 'a b.txt', 'café.txt', 'photos'] }

/** Requests a target. The reader responds with the requested file, and with how long browsers may cache it. */
async function ask(target: string, { method = 'GET', base = '/' } = {}): Promise<string> {
  const load = async (): Promise<MakeReader> => (options) => (request) =>
    new Response(`${request.method} ${new URL(request.url).pathname} ${JSON.stringify(options)}`)
  const files = serveFiles({ base, ...FILES }, load)
  const request = { method, url: target.includes('://') ? target : `http://localhost${target}`, headers: new Headers() }
  const response = await files(request as Request, () => new Response('routes'))
  return response.text()
}

const SOON = '{"maxAge":0}'

test('a listed file is read, and a hashed one is kept for a year', async () => {
  expect(await ask('/robots.txt?v=1')).toBe(`GET /robots.txt ${SOON}`)
  expect(await ask('/robots.txt', { method: 'HEAD' })).toBe(`HEAD /robots.txt ${SOON}`)
  expect(await ask('/assets/client-B4a1_x9Z.js')).toBe(
    'GET /assets/client-B4a1_x9Z.js {"maxAge":31536000,"immutable":true}',
  )
})

test('repeated slashes are one, as in the paths of routes', async () => {
  expect(await ask('//robots.txt')).toBe(`GET /robots.txt ${SOON}`)
})

test('names are compared decoded, and read as they were asked for', async () => {
  expect(await ask('/a%20b.txt')).toBe(`GET /a%20b.txt ${SOON}`)
  expect(await ask('/caf%C3%A9.txt')).toBe(`GET /caf%C3%A9.txt ${SOON}`)
  expect(await ask('/%72obots.txt')).toBe(`GET /%72obots.txt ${SOON}`)
})

describe('routes get every other request:', () => {
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

test('under a base, a file has its path behind the base only', async () => {
  expect(await ask('/app/robots.txt', { base: '/app/' })).toBe(`GET /robots.txt ${SOON}`)
  expect(await ask('/robots.txt', { base: '/app/' })).toBe('routes')
  expect(await ask('/app', { base: '/app/' })).toBe('routes')
})

test('the reader is loaded again for the next file if that has failed', async () => {
  const reader: FileMiddleware = () => new Response('file')
  let loads = 0
  const files = serveFiles({ base: '/', ...FILES }, async () => {
    loads += 1
    if (loads === 1) throw new Error('too many open files')
    return () => reader
  })
  const askFile = async () => files(new Request('http://localhost/robots.txt'), () => new Response('routes'))
  await expect(askFile()).rejects.toThrow('too many open files')
  expect(await (await askFile()).text()).toBe('file')
  expect(loads).toBe(2)
})

test('the reader is loaded once, for the first file', async () => {
  let loads = 0
  const reader: FileMiddleware = () => new Response('file')
  const files = serveFiles({ base: '/', ...FILES }, async () => (loads++, () => reader))
  const routes = () => new Response('routes')
  await files(new Request('http://localhost/'), routes)
  expect(loads).toBe(0)
  await Promise.all([1, 2].map(() => files(new Request('http://localhost/robots.txt'), routes)))
  expect(loads).toBe(1)
})
