import { createServer, request, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { RequestLog } from './request-log.ts'

/** Starts a server that records all requests and responds with 303, but to `/hangs` never. */
async function startServer(log: RequestLog, onHang = () => {}): Promise<number> {
  const server = createServer((req, res) => {
    log.record(req, res)
    if (req.url === '/hangs') return onHang()
    res.writeHead(303, { location: '/photos/1', 'set-cookie': 'session=secret' }).end('secret body')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

function send(port: number, path: string, headers: OutgoingHttpHeaders = {}, body = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', path, headers, method: 'POST' }, (response) => {
      response.resume().on('end', resolve)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

test('records the request and its response, without bodies, cookies and other headers', async () => {
  const log = new RequestLog()
  const port = await startServer(log)
  await send(
    port,
    '/photos?page=2',
    { accept: 'text/html', cookie: 'secret=1', authorization: 'Bearer secret', 'x-api-key': 'secret' },
    'password=secret',
  )
  await expect.poll(() => log.entries.length).toBe(1)
  expect(log.entries[0]).toMatchObject({
    id: 1,
    method: 'POST',
    target: '/photos?page=2',
    protocol: 'http',
    host: `127.0.0.1:${port}`,
    ip: '127.0.0.1',
    headers: { accept: 'text/html' },
    status: 303,
    location: '/photos/1',
  })
  expect(JSON.stringify(log.entries)).not.toMatch(/secret/)
})

test('is bounded in its entries and in their strings', async () => {
  const log = new RequestLog()
  const port = await startServer(log)
  await send(port, `/${'x'.repeat(6000)}`, { 'user-agent': 'y'.repeat(3000) })
  await expect.poll(() => log.entries.length).toBe(1)
  expect(log.entries[0]!.target).toHaveLength(2000)
  expect(log.entries[0]!.headers['user-agent']).toHaveLength(300)
  for (let index = 0; index < 210; index += 1) await send(port, `/${index}`)
  await expect.poll(() => log.entries.at(-1)?.target).toBe('/209')
  expect(log.entries).toHaveLength(200)
  expect(log.entries[0]!.target).toBe('/10')
  expect(log.entries.at(-1)!.id).toBe(211)
})

test('has no status for a request whose client disconnects', async () => {
  const log = new RequestLog()
  let changes = 0
  log.on(() => (changes += 1))
  const port = await startServer(log, () => outgoing.destroy())
  const outgoing = request({ port, host: '127.0.0.1', path: '/hangs' })
  outgoing.on('error', () => {})
  outgoing.end()
  await expect.poll(() => log.entries.map(({ status, target }) => [target, status])).toEqual([['/hangs', null]])
  expect(changes).toBe(1)
})

/** Records a request whose response sends headers, and returns the entry. */
function record(headers: unknown, incoming: object = {}, setHeaders: Readonly<Record<string, unknown>> = {}) {
  const log = new RequestLog()
  const response = Object.assign(new EventEmitter(), {
    statusCode: 302,
    writableFinished: true,
    getHeader: (name: string) => setHeaders[name],
    writeHead: (..._parameters: unknown[]) => response,
  })
  log.record({ headers: {}, socket: {}, ...incoming } as never, response as never)
  response.writeHead(302, headers)
  response.emit('close')
  return log.entries[0]!
}

test.each([
  [{ Location: '/a' }],
  [['content-type', 'location', 'LOCATION', '/a']],
  [
    [
      ['x', 'location'],
      ['location', '/a'],
    ],
  ],
])('finds the location in %j', (headers) => {
  expect(record(headers).location).toBe('/a')
})

test('finds a location that was set before the status', () => {
  expect(record({}, {}, { location: '/a' }).location).toBe('/a')
  expect(record({ location: '/b' }, {}, { location: '/a' }).location).toBe('/b')
})

test.each([[undefined], [null], ['text'], [{}], [['content-type', 'location']], [{ location: 7 }]])(
  'finds no location in %j',
  (headers) => {
    expect(record(headers).location).toBeNull()
  },
)

test('has defaults for what a request lacks, and the host of HTTP/2', () => {
  expect(record({}).ms).toBeLessThan(performance.now())
  expect(record({})).toMatchObject({ method: 'GET', target: '/', protocol: 'http', host: null, ip: null, headers: {} })
  const entry = record({}, { headers: { ':authority': 'example.org' }, socket: { encrypted: true } })
  expect(entry).toMatchObject({ host: 'example.org', protocol: 'https' })
})
