// Responses, errors and values of applications that are odd in every way, on the built server, in dev and in the preview: each
// request gets an answer, the same status everywhere, and no server ends.
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeProject, routesFile } from '../packages/vite-plugin/test/fixture.ts'
import { buildApplication, devHost, nodeHost, previewHost } from './serving/hosts.ts'

/** Expressions by name. Each is the result of an action. */
const RESULTS: Readonly<Record<string, string>> = {
  // streams
  stringChunk: `new Response(new ReadableStream({ start(c) { c.enqueue('text'); c.close() } }))`,
  numberChunk: `new Response(new ReadableStream({ start(c) { c.enqueue(5); c.close() } }))`,
  nullChunk: `new Response(new ReadableStream({ start(c) { c.enqueue(null); c.close() } }))`,
  emptyChunk: `new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array(0)); c.enqueue(new TextEncoder().encode('x')); c.close() } }))`,
  detached: `new Response(new ReadableStream({ start(c) { const b = new Uint8Array(5); structuredClone(b.buffer, { transfer: [b.buffer] }); c.enqueue(b); c.close() } }))`,
  errorProxy: `new Response(new ReadableStream({ pull(c) { c.error(new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })) } }))`,
  errorSymbol: `new Response(new ReadableStream({ pull(c) { c.error(Symbol('x')) } }))`,
  errorThenable: `new Response(new ReadableStream({ pull(c) { c.error({ then(f) { f() } }) } }))`,
  errorToPrimitive: `new Response(new ReadableStream({ pull(c) { c.error({ [Symbol.toPrimitive]() { throw new Error('p') } }) } }))`,
  promiseStart: `new Response(new ReadableStream({ start(c) { c.error(Promise.reject(new Error('x'))) } }))`,
  promiseStarted: `new Response(new ReadableStream({ start() { throw Promise.reject(new Error('x')) } }))`,
  promisePull: `new Response(new ReadableStream({ pull(c) { c.error(Promise.reject(new Error('x'))) } }))`,
  latePromisePulled: `new Response(new ReadableStream({ async pull() { throw Promise.reject(new Error('x')) } }))`,
  latePromise: `new Response(new ReadableStream({ async pull(c) { await new Promise(r => setTimeout(r)); c.error(Promise.reject(new Error('x'))) } }))`,
  latePromiseOfPage: `new Response(new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode('<!doctype html>')); setTimeout(() => c.error(Promise.reject(new Error('x')))) } }), { headers: { 'content-type': 'text/html' } })`,
  latePromiseOfTransform: `new Response(new Blob(['abc']).stream().pipeThrough(new TransformStream({ transform() { throw Promise.reject(new Error('x')) } })))`,
  cancelThrows: `new Response(new ReadableStream({ async pull(c) { await new Promise(r => setTimeout(r, 5)); c.enqueue(new Uint8Array(1000)) }, cancel() { throw new Error('cancel') } }))`,
  cancelRejects: `new Response(new ReadableStream({ async pull(c) { await new Promise(r => setTimeout(r, 5)); c.enqueue(new Uint8Array(1000)) }, cancel() { return Promise.reject(null) } }))`,
  closeTwice: `new Response(new ReadableStream({ start(c) { c.close(); setTimeout(() => { try { c.close() } catch {} }, 1) } }))`,
  byteStream: `new Response(new ReadableStream({ type: 'bytes', pull(c) { c.enqueue(new Uint8Array([65])); c.close(); c.byobRequest?.respond(0) } }))`,
  transformFail: `new Response(new Blob(['abc']).stream().pipeThrough(new TransformStream({ transform() { throw undefined } })))`,
  locked: `(() => { const r = new Response('x'); r.body.getReader(); return r })()`,
  teed: `(() => { const r = new Response('x'.repeat(10)); r.clone(); return r })()`,
  // values
  thenable: `({ then(f) { f(new Response('thenable')) } })`,
  thenTwice: `({ then(f, g) { f(new Response('a')); g(new Error('b')); throw new Error('c') } })`,
  thenThrows: `({ then() { throw null } })`,
  thenGetter: `Object.defineProperty({}, 'then', { get() { throw new Error('getter') } })`,
  hiddenError: `Promise.reject({ get message() { throw 1 }, get stack() { throw 2 }, get name() { throw 3 } })`,
  proxyResponse: `new Proxy(new Response('proxied'), {})`,
  revoked: `(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()`,
  revokedError: `(() => { const { proxy, revoke } = Proxy.revocable(new Error('x'), {}); revoke(); throw proxy })()`,
  throwProxyFn: `(() => { throw new Proxy(function () {}, { get() { throw new Error('trap') } }) })()`,
  toPrimitive: `({ [Symbol.toPrimitive]() { throw new Error('prim') }, toString() { throw new Error('str') } })`,
  subclass: `new (class extends Response { get status() { throw new Error('status') } })('x')`,
  subclassHeaders: `new (class extends Response { get headers() { throw new Error('headers') } })('x')`,
  subclassBody: `new (class extends Response { get body() { throw new Error('body') } })('x')`,
  fakeResponse: `Object.create(Response.prototype)`,
  likeResponse: `({ status: 200, headers: new Headers(), body: null, ok: true })`,
  frozen: `Object.freeze(new Response('frozen'))`,
  symbol: `Symbol('x')`,
  bigint: `10n`,
  fn: `() => new Response('f')`,
  generator: `(function* () { yield new Response('g') })()`,
  asyncGen: `(async function* () { yield 'x' })()`,
  errorResponse: `Response.error()`,
  errorCause: `(() => { const e = new Error('loop'); e.cause = e; throw e })()`,
  aggregate: `(() => { throw new AggregateError([new AggregateError([null, undefined, Symbol('q')])], 'agg') })()`,
  hugeError: `(() => { throw new Error('x'.repeat(5e6)) })()`,
  // status / headers
  s204: `new Response(null, { status: 204, headers: { 'content-length': '5' } })`,
  s205: `new Response(null, { status: 205 })`,
  s304: `new Response(null, { status: 304, headers: { 'content-type': 'text/html' } })`,
  s599: `new Response('x', { status: 599, statusText: 'odd' })`,
  statusText: `new Response('x', { statusText: 'caf\\u00e9' })`,
  clShort: `new Response('abcdef', { headers: { 'content-length': '2' } })`,
  clLong: `new Response('abc', { headers: { 'content-length': '20' } })`,
  te: `new Response('abc', { headers: { 'transfer-encoding': 'chunked' } })`,
  teGzip: `new Response('abc', { headers: { 'transfer-encoding': 'gzip' } })`,
  trailer: `new Response('abc', { headers: { trailer: 'x', 'transfer-encoding': 'chunked' } })`,
  latin1: `new Response('x', { headers: { 'x-a': '\\u00e9' } })`,
  keep: `new Response('x', { headers: { 'keep-alive': 'x', date: 'y', 'set-cookie': '' } })`,
  te204: `new Response(null, { status: 204, headers: { 'transfer-encoding': 'chunked' } })`,
  expect: `new Response('x', { headers: { location: 'http://[' } })`,
  manyHeaders: `(() => { const h = new Headers(); for (let i = 0; i < 3000; i++) h.append('x-' + i, 'y'); return new Response('x', { headers: h }) })()`,
}

const FILES = {
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ server: true, types: false })] }`,
  'config/routes.ts': routesFile(`  r.get('plain', { to: 'odd#plain' })
  r.match('odd/:name', { to: 'odd#run', via: ['get', 'post'] })`),
  'src/controllers/application.ts': `
export const middleware = [async (_request, next) => {
  const response = await next()
  response.headers.append('x-seen', '1')
  return response
}]`,
  'src/controllers/odd.ts': `
export const plain = () => new Response('plain')
const results = {
${Object.entries(RESULTS)
  .map(([name, code]) => `  ${name}: () => (${code}),`)
  .join('\n')}
}
export const run = ({ params }) => results[params.name]()`,
}

/** Sends a request. Returns the status, and `open` if the server does not close the connection although the client asks for it. */
function statusOf(port: number, target: string, method: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const end = (how = '') => {
      socket.destroy()
      resolve(`${received.slice(9, 12)}${how}`)
    }
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1')
      // These streams never end.
      if (/cancel/.test(target) && received.length > 3000) end()
    })
    socket.on('end', () => end()).on('error', () => end())
    const timer = setTimeout(() => end(' open'), 20_000)
    socket.on('close', () => clearTimeout(timer))
    const body = method === 'POST' ? ['Content-Length: 5\r\nContent-Type: text/plain\r\n', 'hello'] : ['', '']
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${body[0]}\r\n${body[1]}`)
  })
}

test('every odd result gets the same status on the built server, in dev and in the preview, and no server ends', async () => {
  const root = makeProject(FILES, 'odd')
  await buildApplication(root)
  const statuses: Record<string, string[]> = {}
  for (const start of [nodeHost, devHost, previewHost]) {
    const host = await start(root)
    onTestFinished(() => host.close())
    for (const name of Object.keys(RESULTS)) {
      // HEAD cancels a stream at once. A promise with which the stream fails later is then the application's own.
      for (const method of name.startsWith('latePromise') ? ['GET', 'POST'] : ['GET', 'HEAD', 'POST']) {
        const list = (statuses[`${method} ${name}`] ??= [])
        list.push(await statusOf(host.port, `/odd/${name}`, method))
        expect([name, method, await statusOf(host.port, '/plain', 'GET')]).toEqual([name, method, '200'])
      }
    }
    expect(host.printed()).not.toMatch(/unhandled|uncaught|ERR_INVALID_STATE/i)
  }
  for (const [request, [built, ...others]] of Object.entries(statuses)) {
    // The dev server reads a page before it responds, because Vite adds its tags.
    const inDev = request.endsWith('OfPage') ? '500' : built
    expect([request, others]).toEqual([request, [inDev, built]])
    expect(built).not.toContain('open')
  }
  // The fault is that of the application.
  for (const name of ['locked', 'thenThrows', 'revoked', 'subclass', 'symbol', 'errorResponse'])
    expect(statuses[`GET ${name}`]![0]).toBe('500')
  expect(statuses['GET thenable']![0]).toBe('200')
})
