// Requests that end the process of a dev server or a preview of Vite, and requests for the source of controllers.
import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { createBuilder, preview, version, type InlineConfig } from 'vite'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeProject, routesFile, viteConfig, type Files } from '../fixture.ts'
import { openRaw, rawRequest, sendRaw } from '../raw.ts'
import { servedProject } from '../serve.ts'

const SECRET = 'the-source-of-a-controller'

const FILES: Files = {
  'index.html': '<title>the page</title>',
  'config/routes.ts': routesFile(`  r.get('slow', { to: 'pages#slow' })
  r.get('good', { to: 'pages#good' })
  r.get('bad-header', { to: 'pages#badHeader' })
  r.get('throws', { to: 'pages#throws' })
  r.get('long', { to: 'pages#long' })`),
  'src/controllers/pages.ts': `const secret = '${SECRET}'
export const good = () => new Response('good')
export const badHeader = () => new Response(secret.slice(0, 3), { headers: { trailer: 'x' } })
export const slow = async () => {
  await new Promise((resolve) => setTimeout(resolve, 100))
  return new Response('slow')
}
export const long = () => new Response('long '.repeat(200_000))
export const throws = () => {
  throw Object.defineProperty(new Error('x'), 'message', { get() { throw new Error('no message') } })
}`,
  'src/controllers/admin/users.js': `export const index = () => new Response('${SECRET}')`,
  'src/main.ts': `console.log('the client')`,
  'public/big.bin': 'x'.repeat(300_000),
  'public/.hidden': SECRET,
}

const UPGRADE = ['Connection: Upgrade, close', 'Upgrade: websocket']
const HMR = [
  ...UPGRADE,
  'Sec-WebSocket-Protocol: vite-hmr',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

/** Targets that Node accepts and that some code cannot parse. */
const TARGETS = [
  '/\\',
  '/\\\\[',
  '/\\\\[?a',
  '//',
  '//[',
  '///[',
  '/\\?import',
  '/\\.html',
  '//x.html',
  '/@fs/\\\\[',
  '/@fs//[',
  '/@id/\\\\[',
  '/@vite/client\\',
  '/\\.map',
  '/.map',
  '/__turnout/\\',
  '/__open-in-editor?file=%',
  '/%',
  '/?%',
  '/%00',
  '/#',
  '/@fs/%',
  '/x%.html',
  '/index.html%',
  '//index.html',
  '/%2e%2e//[',
  '/good\\',
  '/good?\\[',
  'http://@',
  'http://[',
  'http://',
  'http:///',
  'http://:',
  'http://a:99999/',
  'http://[::::]/',
  'http://%/',
  'http://127.0.0.1/\\',
  'http://127.0.0.1//[',
  'HTTP://127.0.0.1/good',
  'https://x/good',
  'ftp://x/',
  'data://x',
  '*',
  '*x',
  '*%',
  '*:x',
  '*//[',
  '*@',
]

const RANGES = [
  '5-1',
  '-5',
  '0-99999999999999999999',
  '99999999999999999999-',
  'x',
  '5-1,2-3',
  '--',
  '300000-',
  '9e9-9e10',
]

async function startDev(more: InlineConfig = {}, options = {}): Promise<number> {
  const settings = { appType: 'custom', ...more, server: { ws: {}, ...more.server } } as const
  return (await servedProject(makeProject(FILES, 'entrance'), options, settings)).port
}

async function expectAlive(port: number): Promise<void> {
  expect(await sendRaw(port, rawRequest('GET /good'))).toMatch(/^HTTP\/1\.1 200 [^]*good/)
}

/** Sends a request, and waits until the server closes the connection or upgrades it. */
async function sendAny(port: number, request: string): Promise<void> {
  const connection = openRaw(port, request)
  await Promise.race([connection.closed, connection.contains('HTTP/1.1 101 ')])
  connection.reset()
}

async function testTargets(port: number): Promise<void> {
  for (const target of TARGETS) {
    const methods = ['GET', 'HEAD', 'POST', 'CONNECT'].map((method) => rawRequest(`${method} ${target}`))
    const upgrades = [UPGRADE, HMR].map((headers) => rawRequest(`GET ${target}`, headers))
    await Promise.all([...methods, ...upgrades].map((request) => sendAny(port, request)))
    await expectAlive(port)
  }
  for (const target of ['http://@', 'http://[', 'http:///', 'ftp://x/', '*x', '*:x']) {
    expect(await sendRaw(port, rawRequest(`GET ${target}`))).toMatch(/^HTTP\/1\.1 400 /)
    expect(await sendRaw(port, rawRequest(`GET ${target}`, UPGRADE))).toMatch(/^HTTP\/1\.1 400 /)
  }
}

async function testRanges(port: number): Promise<void> {
  for (const range of RANGES) {
    for (const method of ['GET', 'HEAD']) {
      const headers = [`Range: bytes=${range}`, 'Connection: close']
      expect(await sendRaw(port, rawRequest(`${method} /big.bin`, headers))).toMatch(/^HTTP\/1\.1 (?:200|206|416) /)
    }
    const connection = openRaw(port, rawRequest('GET /big.bin', [`Range: bytes=${range}`]))
    await connection.contains('HTTP')
    connection.reset()
  }
  await expectAlive(port)
}

async function testUpgrades(port: number): Promise<void> {
  const slow = rawRequest('GET /slow', [])
  for (const headers of [UPGRADE, [...UPGRADE, 'Sec-WebSocket-Protocol: chat']]) {
    const both = await sendRaw(port, slow + rawRequest('GET /good', headers))
    expect(both).toMatch(/^HTTP\/1\.1 200 [^]*slow[^]*HTTP\/1\.1 200 [^]*good/)
    const refused = await sendRaw(port, slow + slow + rawRequest('POST /good', headers))
    expect(refused).toMatch(/slow[^]*slow[^]*HTTP\/1\.1 405 /)
    // The connection closes after a response that says so.
    expect(await sendRaw(port, rawRequest('GET /slow') + rawRequest('GET /good', headers))).not.toContain('good')
    const gone = openRaw(port, slow + rawRequest('GET /good', headers))
    await expectAlive(port)
    gone.reset()
    await expectAlive(port)
  }
  // Node stops sending a long response when an upgrade follows.
  const long = await sendRaw(port, rawRequest('GET /long', []) + slow + rawRequest('GET /good', UPGRADE))
  expect(long.replaceAll('long ', '')).toMatch(/slow[^]*good/)
  const connection = openRaw(port, rawRequest('GET /good', []))
  await connection.contains('good')
  connection.send(rawRequest('GET /slow', UPGRADE))
  expect(await connection.closed).toMatch(/good[^]*slow/)
}

/** Frames that no WebSocket permits: reserved bits, no mask, a long control frame, an unknown opcode, and a request. */
const BAD_FRAMES = [
  '\xf1\x80\0\0\0\0',
  '\x81\x01x',
  `\x89\xfe\xff\xff${'x'.repeat(9000)}`,
  '\x83\x80abcd',
  rawRequest('GET /good'),
]

async function testBadFrames(port: number): Promise<void> {
  for (const protocol of ['vite-hmr', 'vite-ping']) {
    const upgrade = rawRequest('GET /', [
      ...HMR.filter((line) => !/Protocol/.test(line)),
      `Sec-WebSocket-Protocol: ${protocol}`,
    ])
    for (const frame of BAD_FRAMES) {
      // In one write, after the handshake, and before a reset.
      const connections = [openRaw(port, upgrade + frame), openRaw(port, upgrade), openRaw(port, upgrade + frame)]
      connections[2]!.reset()
      await Promise.race([connections[1]!.closed, connections[1]!.contains('HTTP/1.1 101 ')])
      connections[1]!.send(frame)
      connections[1]!.send(frame)
      await expectAlive(port)
      for (const { reset } of connections) reset()
      await expectAlive(port)
    }
  }
}

async function testOddRequests(port: number): Promise<void> {
  expect(await sendRaw(port, rawRequest('GET /good#/slow'))).toMatch(/^HTTP\/1\.1 200 [^]*good/)
  expect(await sendRaw(port, rawRequest('GET /.hidden'))).toMatch(/^HTTP\/1\.1 404 /)
  const html = ['Accept: text/html', 'Connection: close']
  expect(await sendRaw(port, rawRequest('GET /good', html, '', '127.0.0.1:99999'))).toMatch(/^HTTP\/1\.1 400 /)
}

async function testBadResponses(port: number): Promise<void> {
  for (const method of ['GET', 'HEAD']) {
    expect(await sendRaw(port, rawRequest(`${method} /bad-header`))).toMatch(/^(?:HTTP\/1\.1 (?:200|500) |$)/)
    expect(await sendRaw(port, rawRequest(`${method} /throws`))).toMatch(/^HTTP\/1\.1 500 /)
  }
  await expectAlive(port)
}

/** What a server must survive, and how it must respond. */
const ATTACKS: readonly (readonly [string, (port: number) => Promise<void>])[] = [
  ['survives every target, with and without an upgrade, and responds or closes', testTargets],
  ['sends a file for every range, and survives clients that disconnect', testRanges],
  ['responds to an upgrade after the responses to earlier requests of its connection', testUpgrades],
  ['survives malformed frames on its WebSockets', testBadFrames],
  ['responds to odd requests as the built server does', testOddRequests],
  ['ends a response that cannot be sent, and one to an error that cannot be printed', testBadResponses],
]

/** Attacks a server. No error may reach the process: it would end it, but Vitest has a listener and goes on. */
async function run(attack: (port: number) => Promise<void>, port: number): Promise<void> {
  const uncaught: unknown[] = []
  const record = (error: unknown) => void uncaught.push(error)
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, record)
    onTestFinished(() => void process.off(event, record))
  }
  await attack(port)
  expect(uncaught).toEqual([])
}

/** The values of `Sec-Fetch-Dest` (fetch standard), and none. */
const DESTINATIONS = [
  ...'document iframe frame fencedframe script worker sharedworker serviceworker style image font object'.split(' '),
  ...'embed empty audio video track manifest report json audioworklet paintworklet xslt text webidentity x'.split(' '),
  '',
]

const QUERIES = [
  '',
  ...'? ?raw ?import ?import&raw ?url ?inline ?url&raw ?direct ?worker ?sharedworker ?worker_file&type=module'.split(
    ' ',
  ),
  ...'?html-proxy&index=0.js ?t=1 ?v=1 ?x=.css ?.js ?import=.json ?raw&x#y ?init ?commonjs-es-import'.split(' '),
]

/** The paths of a controller in URLs. */
function spellings(root: string): string[] {
  const file = '/src/controllers/pages.ts'
  return [
    file,
    '/src/controllers/admin/users.js',
    '/src/linked/pages.ts',
    `${file}/`,
    `${file}//`,
    `${file}.map`,
    '/src//controllers/pages.ts',
    '//src/controllers/pages.ts',
    '/src/./controllers/pages.ts',
    '/src/x/../controllers/pages.ts',
    '/src/%63ontrollers/pages.ts',
    '/src/controllers%2fpages.ts',
    '/src/controllers/pages%2ets',
    '/src/controllers/%70%61ges.ts',
    '/src/x/%2e%2e/controllers/pages.ts',
    '/src\\controllers\\pages.ts',
    '/src/controllers/pages',
    '/@code/controllers/pages.ts',
    '/@pages',
    ...['/@fs', '/@fs/', '', '/@id', '/@id/', '/@id/@fs', '/@id/__x00__', '/@id/file://'].map(
      (door) => door + root + file,
    ),
    '/@id/src/controllers/pages.ts',
    '/@id//src/controllers/pages.ts',
    `/@fs${root}/src/linked/pages.ts`,
    `/@fs${root}/src/x/../controllers/pages.ts`,
    `/@fs${root}${file}/`,
    `/@fs${root}/src/%63ontrollers/pages.ts`,
  ]
}

const SOURCE_SETTINGS: readonly (readonly [string, string, InlineConfig['server']])[] = [
  ['the root', '/', {}],
  ['a base', '/app/', {}],
  ['no limits of `server.fs`', '/', { fs: { strict: false } }],
]

function testSource(): void {
  test.each(SOURCE_SETTINGS)('sends no source of a controller, under %s', async (_, base, server) => {
    const root = makeProject(FILES, 'source')
    symlinkSync(path.join(root, 'src/controllers'), path.join(root, 'src/linked'))
    const alias = [
      { find: '/@code', replacement: '/src' },
      { find: /^\/@pages$/, replacement: `${root}/src/controllers/pages.ts` },
    ]
    const more = { base, appType: 'mpa', resolve: { alias }, server: { ws: false, ...server } } as const
    const { port } = await servedProject(root, {}, more)
    const prefix = base.slice(0, -1)
    const get = (target: string, headers: readonly string[]) => rawRequest(`GET ${prefix + target}`, headers)
    const from = (destination: string) => (destination === '' ? [] : [`Sec-Fetch-Dest: ${destination}`])
    /** Sends requests on one connection. */
    const send = (requests: readonly string[]) => sendRaw(port, requests.join('') + rawRequest(`GET ${base}`))
    const isPlain = base === '/' && server?.fs === undefined
    for (const [index, file] of spellings(root).entries()) {
      const queries = isPlain && index === 0 ? QUERIES : ['', '?raw', '?import']
      const requests = queries.flatMap((query) =>
        ['document', ''].map((destination) => get(file + query, from(destination))),
      )
      expect(await send(requests), file).not.toContain(SECRET)
    }
    // Which middleware of Vite responds depends on the destination alone.
    for (const destination of isPlain ? DESTINATIONS : ['iframe']) {
      for (const file of ['/src/controllers/pages.ts', `/@fs${root}/src/controllers/pages.ts`]) {
        const headers = from(destination)
        const requests = ['', '?raw', '?import', '?url'].map((query) => get(file + query, headers))
        const others = ['Range: bytes=0-', 'Accept: text/css', 'Accept: text/html'].map((more) =>
          get(file, [...headers, more]),
        )
        expect(await send([...requests, ...others]), destination).not.toContain(SECRET)
        const head = await sendRaw(port, rawRequest(`HEAD ${prefix + file}`, [...headers, 'Connection: close']))
        expect(head, destination).not.toMatch(/^HTTP\/1\.1 200 [^]*\/javascript/)
      }
    }
    // Files that are no controllers are still served.
    expect(await send([get('/src/main.ts', from('document'))])).toContain('the client')
  })
}

/** Declares the tests, for the version that `vite` stands for. */
export function testEntrance(major: string): void {
  test('Vite is of that version', () => expect(version.split('.')[0]).toBe(major))

  describe(`a dev server of Vite ${major}`, () => {
    test.each(ATTACKS)('%s', async (_, attack) => run(attack, await startDev()))
    testSource()

    test('survives targets without the option `server` too', async () => {
      const port = await startDev({ appType: 'spa' }, { server: false })
      await Promise.all(TARGETS.map((target) => sendRaw(port, rawRequest(`GET ${target}`))))
      expect(await sendRaw(port, rawRequest('GET /'))).toContain('the page')
    })

    test('survives middlewares of other plugins that reject or throw', async () => {
      const fail = async (req: { url?: string }, next: () => void) => {
        if (req.url === '/late') await new Promise(setImmediate)
        if (/^\/(?:now|late)$/.test(req.url!)) throw new Error('no luck')
        next()
      }
      const plugin = {
        name: 'failing',
        configureServer({ middlewares }: { middlewares: { use: (handle: unknown) => void } }) {
          middlewares.use((req: { url?: string }, _res: unknown, next: () => void) => fail(req, next))
          return () => middlewares.use((req: { url?: string }, _res: unknown, next: () => void) => fail(req, next))
        },
      }
      const port = await startDev({ plugins: [plugin] })
      for (const target of ['/now', '/late'])
        expect(await sendRaw(port, rawRequest(`GET ${target}`))).toMatch(/^HTTP\/1\.1 500 /)
      await expectAlive(port)
    })
  })

  test.each(ATTACKS)(`a preview of Vite ${major} %s`, async (_, attack) => {
    root ??= await build()
    const server = await preview(viteConfig(root, { server: true }, { preview: { host: '127.0.0.1', port: 0 } }))
    onTestFinished(() => server.close())
    await run(attack, (server.httpServer.address() as AddressInfo).port)
  })

  let root: string | undefined
  const atEnd: (() => void)[] = []
  afterAll(() => atEnd.forEach((end) => end()))
  async function build(): Promise<string> {
    const made = makeProject(FILES, 'entrance', (remove) => atEnd.push(remove))
    await (await createBuilder(viteConfig(made, { server: true }))).buildApp()
    return made
  }
}
