// The middlewares of dev servers and previews, with fakes of Vite's servers.
import { EventEmitter } from 'node:events'
import { createServer, request as sendRequest, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import path from 'node:path'
import {
  createFetchableDevEnvironment,
  createRunnableDevEnvironment,
  resolveConfig,
  type Connect,
  type PreviewServer,
  type ViteDevServer,
} from 'vite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Manifest } from '@turnout/compiler'
import { HANDLED_HEADER, DEFAULT_RESPONSE_HEADER, reportMatch } from '@turnout/server'
import { fakeConfig, makeFolder, recordLog, tableOf } from '../../test/fake-project.ts'
import { SERVER_ENTRY } from '../ids.ts'
import { claimTest, controllerTest, restrictFiles, serveDirectly } from './claimed-files.ts'
import { findServer } from './find-server.ts'
import { pageHost } from './page-host.ts'
import { announceChanges } from './page-reloads.ts'
import { servePreview } from './preview-routes.ts'
import {
  escapeMalformedQuery,
  hostOf,
  isMalformed,
  send,
  serveRoutes,
  serveBaseWithoutSlash,
  type ServeSettings,
} from './serve-routes.ts'
import { transformPage } from './transform-page.ts'
import { isProxied, serveUpgrades } from './upgrades.ts'

const about = tableOf((r) => {
  r.get('robots.txt', { to: 'pages#robots' })
  r.get('about', { to: 'pages#about', as: 'about' })
})
const passed = 'passed on'
const noControllers = controllerTest({ config: fakeConfig('/') } as ViteDevServer, null)

/** Calls a middleware with a request, and returns the request's address if it is passed on, or the status and the body. */
async function call(middleware: Connect.NextHandleFunction, request: Partial<Connect.IncomingMessage>) {
  const response = { status: 0, body: '', headers: {} as object }
  let isNext = false
  await new Promise<void>((resolve) => {
    const res = {
      writeHead(status: number, headers: object = {}) {
        Object.assign(response, { status, headers })
        return res
      },
      end(body = '') {
        response.body = body
        resolve()
      },
    }
    middleware(request as never, res as never, () => {
      isNext = true
      resolve()
    })
  })
  return isNext ? request.url : response
}

describe('claimTest', () => {
  const root = () =>
    makeFolder({ 'public/robots.txt': '', 'public/other.txt': '', 'public/my file.txt': '', 'secret.txt': '' })
  const isClaimed = (
    originalUrl: string | undefined,
    method: string | undefined = 'GET',
    { base = '/', publicDir = 'public', manifest = about as Manifest | null } = {},
  ) => {
    const folder = publicDir === '' ? '' : path.posix.join(root(), publicDir)
    const config = fakeConfig('/', { publicDir: folder, base })
    return claimTest(
      { config } as ViteDevServer,
      async () => manifest,
    )({ method, originalUrl } as Connect.IncomingMessage)
  }

  test('accepts a public file that a route hides', async () => {
    expect(await isClaimed('/robots.txt')).toBe(true)
    expect(await isClaimed('/robots.txt?a=b#c', 'HEAD')).toBe(true)
    expect(await isClaimed('/app/robots.txt', 'GET', { base: '/app/' })).toBe(true)
    const table = tableOf((r) => r.get('my%20file.txt', { to: 'a#b' }))
    expect(await isClaimed('/my%20file.txt', 'GET', { manifest: table })).toBe(
      await isClaimed('/my%20file.txt', 'HEAD', { manifest: table }),
    )
  })

  test.each([
    ['/other.txt'],
    ['/about'],
    ['/missing.txt'],
    ['/../secret.txt'],
    ['/%E0%A4%A'],
    ['/robots.txt?import'],
    ['/robots.txt?a&url'],
    ['/robots.txt?raw=1'],
    ['/robots.txt', 'POST'],
    ['/robots.txt', 'GETX'],
    ['/robots.txt', 'XHEAD'],
    [undefined],
    ['/'],
  ])('does not accept %s %s', async (url, method = 'GET') => {
    expect(await isClaimed(url, method)).toBe(false)
  })

  test('accepts nothing outside the base, without a folder, and without a table', async () => {
    expect(await isClaimed('/robots.txt', 'GET', { base: '/app/' })).toBe(false)
    expect(await isClaimed('/robots.txt', 'GET', { publicDir: '' })).toBe(false)
    expect(await isClaimed('/robots.txt', 'GET', { manifest: null })).toBe(false)
    expect(await isClaimed('/robots.txt?importer')).toBe(true)
  })
})

describe('files and routes', () => {
  const isClaimed = async ({ url }: { readonly url?: string | undefined }) => {
    if (url === '/broken') throw new Error('no luck')
    return url === '/claimed'
  }
  const serve: Connect.NextHandleFunction = (_req, res) => void res.writeHead(200).end('served')

  test('a claimed file is a request for the routes', async () => {
    const middleware = serveDirectly(isClaimed, serve)
    expect(await call(middleware, { url: '/claimed' })).toMatchObject({ body: 'served' })
    expect(await call(middleware, { url: '/other' })).toBe('/other')
    // The error goes on to Vite.
    expect(await call(middleware, { url: '/broken' })).toBe('/broken')
  })

  test('Vite serves unclaimed files, for GET and HEAD only', async () => {
    const handlers = ['viteServePublicMiddleware', 'viteServeStaticMiddleware', 'other'].map((name) => {
      const handle: Connect.NextHandleFunction = (...parameters) => serve(...parameters)
      Object.defineProperty(handle, 'name', { value: name })
      return { route: '', handle: handle as Connect.HandleFunction }
    })
    const nameless = { route: '', handle: { name: undefined } as unknown as Connect.HandleFunction }
    const stack = [...handlers, nameless]
    restrictFiles(
      { middlewares: { stack }, config: { publicDir: '' } } as unknown as ViteDevServer,
      isClaimed,
      noControllers,
    )
    for (const { handle } of stack.slice(0, 2)) {
      const answer = (method: string, url: string) =>
        call(handle as Connect.NextHandleFunction, { method, url, headers: {} })
      expect(await answer('GET', '/a')).toMatchObject({ body: 'served' })
      expect(await answer('HEAD', '/a')).toMatchObject({ body: 'served' })
      expect(await answer('GET', '/claimed')).toBe('/claimed')
      for (const method of ['POST', 'GETS', 'AHEAD']) expect(await answer(method, '/a')).toBe('/a')
    }
    expect(await call(stack[2]!.handle as Connect.NextHandleFunction, { method: 'POST', url: '/a' })).toMatchObject({
      body: 'served',
    })
  })
})

test('Vite serves public files by their exact path, as a build publishes them', async () => {
  const served: (string | undefined)[] = []
  const stack = [{ route: '', handle: viteServePublicMiddleware as Connect.HandleFunction }]
  function viteServePublicMiddleware(...[req, , next]: Parameters<Connect.NextHandleFunction>) {
    served.push(req.url)
    next()
  }
  restrictFiles(
    { middlewares: { stack }, config: { publicDir: '' } } as unknown as ViteDevServer,
    async () => false,
    noControllers,
  )
  const targets = ['/a.txt', '/a.txt?b', '/.well-known/a', '/a.b/c', '/%zz']
  const refused = ['/a.txt/', '/a.txt/?b', '/.a', '/.a?b', '/%2Ea', '/a/.b', '/.git/config', '/']
  for (const url of [...targets, ...refused]) {
    expect(await call(stack[0]!.handle as Connect.NextHandleFunction, { method: 'GET', url, headers: {} })).toBe(url)
  }
  expect(served).toEqual(['/a.txt', '/a.txt?b', '/.well-known/a', '/a.b/c', '/%zz'])
})

describe('addresses', () => {
  test.each([
    ['/%E0%A4%A', true],
    ['/%E0%A4%A?a', true],
    ['/a%20b?c=%zz', false],
    [undefined, false],
  ])('isMalformed looks at the path of %s', (url, expected) => {
    expect(isMalformed({ url })).toBe(expected)
  })

  test('escapeMalformedQuery escapes a malformed query for Vite', async () => {
    expect(await call(escapeMalformedQuery, { url: '/a%20b?c=%&d=%zz' })).toBe('/a%20b?c=%25&d=%25zz')
    expect(await call(escapeMalformedQuery, { url: '/a?b=%20' })).toBe('/a?b=%20')
    expect(await call(escapeMalformedQuery, {})).toBeUndefined()
  })

  test.each([
    ['/app', '/app/'],
    ['/app?a=b', '/app/?a=b'],
    ['/app#a', '/app/#a'],
    ['/app/', '/app/'],
    ['/app/x', '/app/x'],
    ['/apple', '/apple'],
    ['/other', '/other'],
    ['/abc', '/abc'],
  ])('serveBaseWithoutSlash serves %s as %s', async (url, expected) => {
    expect(await call(serveBaseWithoutSlash('/app/'), { url })).toBe(expected)
  })

  test('serveBaseWithoutSlash changes nothing without a base', async () => {
    expect(await call(serveBaseWithoutSlash('/'), { url: '?a' })).toBe('?a')
    expect(await call(serveBaseWithoutSlash('/'), { url: '' })).toBe('')
  })
})

describe('findServer', () => {
  const environment = (consumer: string) => ({ config: { consumer } }) as never
  const configured = resolveConfig({ configFile: false, logLevel: 'silent' }, 'serve')

  test('is an environment whose modules run in this process', async () => {
    const ssr = createRunnableDevEnvironment('ssr', await configured, { hot: false })
    expect(findServer({ client: environment('client'), ssr })).toEqual({ kind: 'runnable', environment: ssr })
    // Another plugin has an environment that only this plugin can access.
    expect(findServer({ ssr, workerd: environment('server') })).toBeNull()
    expect(findServer({ api: ssr })).toBeNull()
  })

  test('is an environment that receives requests itself', async () => {
    const handleRequest = async () => new Response('')
    const worker = createFetchableDevEnvironment('ssr', await configured, { hot: false, handleRequest })
    const ssr = createRunnableDevEnvironment('ssr', await configured, { hot: false })
    expect(findServer({ ssr, worker })).toEqual({ kind: 'fetchable', environment: worker })
  })

  test('is none without an environment that this process can access', async () => {
    expect(findServer({})).toBeNull()
    expect(findServer({ client: environment('client') })).toBeNull()
    expect(findServer({ ssr: environment('server') })).toBeNull()
    const browser = createRunnableDevEnvironment('client', await configured, { hot: false })
    expect(findServer({ client: browser, ssr: environment('client') })).toBeNull()
  })
})

describe('transformPage', () => {
  const transform = async (base: string, target: string, html: string) => {
    const calls: [string, string][] = []
    const transformIndexHtml = async (url: string, text: string) => {
      calls.push([url, text])
      return text.replace('<head>', '<head><client>')
    }
    const result = await transformPage(
      { config: { base }, transformIndexHtml } as unknown as ViteDevServer,
      target,
      html,
    )
    return { result, url: calls[0]![0], hidden: calls[0]![1] }
  }

  test('lets Vite see everything if there is no base', async () => {
    expect(await transform('/', '/a', '<head><a href="/b">')).toEqual({
      result: '<head><client><a href="/b">',
      url: '/a',
      hidden: '<head><a href="/b">',
    })
  })

  test('hides addresses with the base from Vite, in tags only', async () => {
    const html = `<head><a href="/app/b" x='/app/c' y=/app/d srcset="/app/e 1x, /app/f 2x,/app/g 3x">/app/ "/app/h"</a><script src="/app/i">const j = '<a href="/app/k">'</script><!-- "/app/l" -->`
    const { result, url, hidden } = await transform('/app/', '/app/page', html)
    expect(url).toBe('/page')
    const mark = /\/\/[\w-]{36}\.invalid/.exec(hidden)![0]
    expect(hidden.replaceAll(mark, '!')).toBe(html.replace(/(?<=["'=, ])\/app\/(?=[bcdefgi])/g, '!/app/'))
    expect(result).toBe(html.replace('<head>', '<head><client>'))
  })

  test('names a page outside the base `/`', async () => {
    expect((await transform('/app/', '/other', '')).url).toBe('/')
  })
})

describe('announceChanges', () => {
  /** Makes a fake server, and returns the events that pages receive. Timers are fake as well. */
  function watch() {
    const timers: { run: () => void; delay: number | undefined; isCleared: boolean }[] = []
    const start = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay?: number) => {
      const timer = { run, delay, isCleared: false, unref: () => timer }
      timers.push(timer)
      return timer
    }) as never)
    const end = vi.spyOn(globalThis, 'clearTimeout').mockImplementation(((timer?: { isCleared: boolean }) => {
      if (timer !== undefined) timer.isCleared = true
    }) as never)
    onTestFinished(() => {
      start.mockRestore()
      end.mockRestore()
    })
    const listeners = new Map<string, (...parameters: never[]) => void>()
    const sent: string[] = []
    const graph = (...files: string[]) => ({
      invalidated: 0,
      getModulesByFile: (file: string) =>
        files.includes(file) ? new Set([file]) : file === '/empty.ts' ? new Set() : undefined,
      invalidateAll() {
        this.invalidated += 1
      },
    })
    const environments = {
      client: {
        config: { consumer: 'client' },
        moduleGraph: graph('/client.ts'),
        hot: {
          send: (event: string) => void sent.push(event),
          on: (name: string, run: never) => void listeners.set(name, run),
        },
      },
      ssr: { config: { consumer: 'server' }, moduleGraph: graph('/server.ts') },
    }
    const watcher = { on: (name: string, run: never) => void listeners.set(name, run) }
    const reloads = announceChanges({ watcher, environments } as unknown as ViteDevServer)
    const emit = (event: string, ...parameters: unknown[]) => listeners.get(event)!(...(parameters as never[]))
    const runTimers = () => {
      for (const { run, isCleared } of timers.splice(0)) if (!isCleared) run()
    }
    return { reloads, sent, emit, timers, runTimers, environments }
  }

  test('reloads pages after a change of a loaded module, once for several changes', () => {
    const { reloads, sent, emit, timers, runTimers } = watch()
    emit('change', '/client.ts')
    emit('unlink', '/server.ts')
    expect(sent).toEqual([])
    expect(timers.map(({ delay, isCleared }) => [delay, isCleared])).toEqual([
      [80, true],
      [80, false],
    ])
    runTimers()
    expect(sent).toEqual(['turnout:changed'])
    expect(reloads.version()).toBe(2)
    reloads.announce()
    runTimers()
    expect(sent).toHaveLength(2)
  })

  test('does not reload pages after changes of other files', () => {
    const { reloads, emit, timers } = watch()
    for (const event of ['change', 'unlink']) for (const file of ['/data.json', '/empty.ts']) emit(event, file)
    expect([reloads.version(), timers.length]).toEqual([0, 0])
  })

  test.each([
    ['/new.ts', 1],
    ['/new.mjs', 1],
    ['/new.tsx', 1],
    ['/new.vue', 1],
    ['/new.svelte', 1],
    ['/new.d.ts', 0],
    ['/new.json', 0],
    ['/new.ts.map', 0],
  ])('counts the new file %s as %i', (file, version) => {
    const { reloads, emit } = watch()
    emit('add', file)
    expect(reloads.version()).toBe(version)
  })

  test('makes servers resolve imports again if a module was missing', () => {
    const { reloads, emit, environments } = watch()
    emit('add', '/a.ts')
    expect(environments.ssr.moduleGraph.invalidated).toBe(0)
    reloads.noteError(new Error('Failed to load url ./a (resolved id: ./a)'))
    reloads.noteError(new Error('another'))
    emit('add', '/a.json')
    expect(environments.ssr.moduleGraph.invalidated).toBe(0)
    emit('add', '/a.ts')
    emit('add', '/b.ts')
    expect(environments.ssr.moduleGraph.invalidated).toBe(1)
    expect(environments.client.moduleGraph.invalidated).toBe(0)
    reloads.noteError(new Error('another'))
    emit('add', '/c.ts')
    expect(environments.ssr.moduleGraph.invalidated).toBe(1)
  })

  test('tells a page that it is out of date when it connects', () => {
    const { reloads, emit, runTimers } = watch()
    const client = { sent: [] as string[], send: (event: string) => void client.sent.push(event) }
    emit('turnout:opened', 0, client)
    runTimers()
    expect(client.sent).toEqual([])
    reloads.announce()
    emit('turnout:opened', 0, client)
    runTimers()
    expect(client.sent).toEqual(['turnout:changed'])
  })

  test('works without a browser', () => {
    const watcher = { on: () => {} }
    const reloads = announceChanges({ watcher, environments: {} } as unknown as ViteDevServer)
    expect(() => reloads.announce()).not.toThrow()
  })
})

/** Starts an HTTP server on a free port. */
async function listen(handler: (req: IncomingMessage, res: never) => void): Promise<{ server: Server; port: number }> {
  const server = createServer(handler as never)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
function ask(
  port: number,
  target: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Readonly<Record<string, string>>; body?: string } = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(
      { host: '127.0.0.1', port, path: target, method, headers, agent: false },
      (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: text }))
        response.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

describe('serveUpgrades', () => {
  test('isProxied follows the rules of Vite', () => {
    const proxy = { '/api': 'http://a', '^/x\\d': 'http://b' }
    expect(['/api/a', '/apix', '/x1', '/xa', '/y/api', '/'].map((url) => isProxied(url, proxy))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(isProxied('/api', proxy, () => false)).toBe(false)
    expect(isProxied('/api', undefined)).toBe(false)
  })

  interface UpgradeSettings {
    readonly proxy?: Parameters<typeof isProxied>[1]
    readonly server?: object
    readonly base?: string
    /** By name: whether a listener responds, or responds after the routes would have responded. */
    readonly listeners?: Readonly<Record<string, boolean | 'later'>>
    readonly headers?: readonly string[]
  }

  /** Sends an upgrade to a server with some listeners, and returns the response; a listener may respond itself. */
  async function upgrade(
    target: string,
    { proxy, server: options = {}, base = '/', listeners = {}, headers: moreHeaders = [] }: UpgradeSettings = {},
    protocol = '',
    method = 'GET',
  ) {
    const { server, port } = await listen((req, res: never) => {
      const name = String(req.headers['x-name'] ?? '')
      const response = res as { setHeader(name: string, value: string): void; end(text: string): void }
      response.setHeader('X-Received', JSON.stringify(req.headers))
      response.end(`routes: ${req.url}${encodeURIComponent(name)}`)
    })
    for (const [name, responds] of Object.entries(listeners)) {
      const listener = (_request: unknown, socket: { end(text: string): void }) => {
        const respond = () =>
          socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${name.length}\r\n\r\n${name}`)
        if (responds === true) respond()
        else if (responds === 'later') setTimeout(respond, 50)
      }
      Object.defineProperty(listener, 'name', { value: name })
      server.on('upgrade', listener)
    }
    serveUpgrades({ httpServer: server, config: { base, server: options } as never, proxy })
    const headers = [
      `${method} ${target} HTTP/1.1`,
      'Host: x',
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      ...(protocol === '' ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
      ...moreHeaders,
    ]
    return new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(`${headers.join('\r\n')}\r\n\r\n`, 'latin1'))
      socket.on('data', (part) => (text += part.toString()))
      socket.on('end', () => {
        socket.destroy()
        resolve(text)
      })
      socket.on('error', reject)
    })
  }

  test('hands an upgrade to the routes as a request', async () => {
    const response = await upgrade('/chat')
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n[^]*routes: \/chat$/)
  })

  test('keeps the headers, and their bytes', async () => {
    const received = { host: 'x', connection: ', close', upgrade: 'websocket', 'connection-id': 'upgrade' }
    expect(await upgrade('/chat', { headers: ['Connection-ID: upgrade'] })).toContain(
      `X-Received: ${JSON.stringify(received)}\r\n`,
    )
    expect(await upgrade('/chat', { headers: ['X-Name: é'] })).toContain(`routes: /chat${encodeURIComponent('é')}`)
  })

  test('hands an upgrade with another method to the routes', async () => {
    expect(await upgrade('/chat', {}, '', 'POST')).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*routes: \/chat$/)
  })

  const vite = { listeners: { hmrServerWsListener: true } }

  test('leaves the WebSocket of its client to Vite', async () => {
    expect(await upgrade('/', vite, 'vite-hmr')).toContain('hmrServerWsListener')
    expect(await upgrade('/app/', { ...vite, base: '/app/' }, 'vite-ping')).toContain('hmrServerWsListener')
    expect(await upgrade('/ws?token=1', { ...vite, server: { ws: { path: 'ws' } } }, 'vite-hmr')).toContain(
      'hmrServerWsListener',
    )
    expect(
      await upgrade('/app/ws', { ...vite, base: '/app/', server: { ws: {}, hmr: { path: 'ws' } } }, 'vite-hmr'),
    ).toContain('hmrServerWsListener')
  })

  const silentVite = { listeners: { hmrServerWsListener: false } }

  test.each([
    ['/', 'other'],
    ['/', ''],
    ['/', 'xvite-hmr'],
    ['/', 'vite-hmrx'],
    ['/chat', 'vite-hmr'],
  ])('handles %s with the protocol %j', async (target, protocol) => {
    expect(await upgrade(target, silentVite, protocol)).toContain(`routes: ${target}`)
  })

  test('handles the protocol of Vite if Vite does not listen', async () => {
    expect(await upgrade('/', {}, 'vite-hmr')).toContain('routes: /')
  })

  test.each<[string, Parameters<typeof isProxied>[1]]>([
    ['a target with the protocol', { '/chat': 'ws://a' }],
    ['a secure target', { '/chat': 'wss://a' }],
    ['the option `ws`', { '/chat': { target: 'http://a', ws: true } }],
    ['a target in the options', { '/chat': { target: 'ws://a' } }],
  ])('leaves an upgrade to a proxy with %s', async (_kind, proxy) => {
    expect(await upgrade('/chat', { proxy, listeners: { proxyListener: 'later' } })).toContain('proxyListener')
  })

  test.each<[string, Parameters<typeof isProxied>[1]]>([
    ['for HTTP', { '/chat': 'http://ws:1' }],
    ['without WebSockets', { '/chat': { target: 'http://a', ws: false } }],
    ['without a target', { '/chat': {} }],
    ['for another path', { '/other': 'ws://a' }],
  ])('handles an upgrade if there is a proxy %s', async (_kind, proxy) => {
    expect(await upgrade('/chat', { proxy, listeners: { proxyListener: false } })).toContain('routes: /chat')
  })

  test('lets a plugin respond', async () => {
    expect(await upgrade('/chat', { listeners: { plugin: true } })).toContain('plugin')
    expect(await upgrade('/chat', { proxy: {}, listeners: { proxyListener: false, plugin: true } })).toContain('plugin')
  })

  test('refuses an upgrade to which a plugin does not respond within three seconds', async () => {
    const { setTimeout: start } = globalThis
    const spied = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((run: () => void, delay?: number) => start(run, delay === 3000 ? 1 : delay)) as never)
    onTestFinished(() => spied.mockRestore())
    expect(await upgrade('/chat', { listeners: { plugin: false } })).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/)
  })

  test('refuses an upgrade whose body nobody can read', async () => {
    const headers = ['Transfer-Encoding: chunked']
    expect(await upgrade('/chat', { headers }, '', 'POST')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  })

  test.each([
    [true, 'secureConnection'],
    [undefined, 'connection'],
  ])('reads the request again on the same kind of connection, encrypted: %s', (encrypted, event) => {
    const server = new EventEmitter()
    serveUpgrades({ httpServer: server, config: { base: '/', server: {} } as never, proxy: undefined })
    const socket = { ...(encrypted && { encrypted }), setTimeout: () => {}, unshift: () => {} }
    const seen: string[] = []
    for (const name of ['connection', 'secureConnection']) server.on(name, () => seen.push(name))
    server.emit('upgrade', { url: '/chat', headers: {}, rawHeaders: [] }, socket, Buffer.from(''))
    expect(seen).toEqual([event])
  })

  test('does nothing in middleware mode', () => {
    expect(() => serveUpgrades({ httpServer: null, config: {} as never, proxy: undefined })).not.toThrow()
  })
})

describe('hostOf', () => {
  const bodyOf = async (module: Parameters<typeof hostOf>[0]) => {
    const { fetch } = await hostOf(module, '/src/server.ts')
    return (await fetch(new Request('http://localhost/'))).text()
  }

  test('finds the handler of a module', async () => {
    expect(await bodyOf({ fetch: () => new Response('named') })).toBe('named')
    expect(await bodyOf({ default: () => new Response('function') })).toBe('function')
    const host = { text: 'this', fetch: () => new Response(host.text) }
    expect(await bodyOf({ default: host })).toBe('this')
    const bound = {
      text: 'bound',
      fetch(this: { text: string }) {
        return new Response(this.text)
      },
    }
    expect(await bodyOf({ default: bound })).toBe('bound')
  })

  test.each([[{}], [{ default: null as never }], [{ default: {} }], [{ fetch: 7 as never }]])(
    'refuses %j',
    async (module) => {
      await expect(hostOf(module, '/src/server.ts')).rejects.toThrow(
        '`/src/server.ts` has no default export with `fetch`',
      )
    },
  )

  test('applies the middleware of the module, or of its default export', async () => {
    const mark = (text: string) => async (_request: unknown, next: () => Response | Promise<Response>) =>
      new Response(`${text} ${await (await next()).text()}`)
    const fetch = () => new Response('end')
    expect(await bodyOf({ fetch, middleware: [mark('a')] })).toBe('a end')
    expect(await bodyOf({ default: { fetch, middleware: [mark('b')] } })).toBe('b end')
    expect(await bodyOf({ middleware: [mark('a')], default: { fetch, middleware: [mark('b')] } })).toBe('a end')
  })

  test('has the limit of bodies', async () => {
    const fetch = () => new Response('')
    expect((await hostOf({ fetch, maxRequestBodySize: 5 }, '')).maxRequestBodySize).toBe(5)
    expect((await hostOf({ default: { fetch, maxRequestBodySize: 6 } }, '')).maxRequestBodySize).toBe(6)
    expect(
      (await hostOf({ maxRequestBodySize: 5, default: { fetch, maxRequestBodySize: 6 } }, '')).maxRequestBodySize,
    ).toBe(5)
    expect(await hostOf({ fetch }, '')).not.toHaveProperty('maxRequestBodySize')
  })
})

test('send keeps all cookies, and the headers that Vite has set', async () => {
  const responses: Readonly<Record<string, () => Response>> = {
    '/cookies': () =>
      new Response('a', {
        headers: [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
          ['vary', 'accept'],
          ['x-a', '1'],
        ],
      }),
    '/two': () =>
      new Response('a', {
        headers: [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ],
      }),
    '/vary': () => new Response('a', { headers: { vary: 'accept' } }),
    '/plain': () => new Response('b', { status: 201 }),
    '/fixed': () => Object.defineProperty(new Response('c', { status: 202 }), 'headers', { value: fixedHeaders() }),
  }
  const fixedHeaders = () => {
    const headers = new Headers({ 'set-cookie': 'c=3', 'x-a': '2' })
    headers.delete = () => {
      throw new TypeError('immutable')
    }
    return headers
  }
  const { port } = await listen((req, res) => {
    if (req.url !== '/plain') (res as { setHeader(name: string, value: string): void }).setHeader('vary', 'Origin')
    void send(res, responses[req.url!]!())
  })
  expect(await ask(port, '/cookies')).toMatchObject({
    body: 'a',
    headers: { 'set-cookie': ['a=1', 'b=2'], vary: 'Origin, accept', 'x-a': '1' },
  })
  expect((await ask(port, '/two')).headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], vary: 'Origin' })
  const varied = await ask(port, '/vary')
  expect(varied.headers).toMatchObject({ vary: 'Origin, accept' })
  expect(varied.headers).not.toHaveProperty('set-cookie')
  const plain = await ask(port, '/plain')
  expect(plain).toMatchObject({ status: 201, body: 'b' })
  expect(plain.headers).not.toHaveProperty('vary')
  expect(plain.headers).not.toHaveProperty('set-cookie')
  expect(await ask(port, '/fixed')).toMatchObject({
    status: 202,
    body: 'c',
    headers: { 'set-cookie': ['c=3'], vary: 'Origin', 'x-a': '2' },
  })
})

describe('serveRoutes', () => {
  interface Served {
    readonly module?: Parameters<typeof hostOf>[0]
    readonly appType?: string
    readonly base?: string
    readonly manifest?: Manifest | null
    readonly hasInspector?: boolean
    readonly files?: Readonly<Record<string, string>>
    readonly dispatchFetch?: (request: Request) => Promise<Response>
  }

  /** Starts a server with the middleware. Unmatched requests get 299 and their address from Vite. */
  async function start(settings: Served & { readonly handle?: (request: Request) => Response | Promise<Response> }) {
    const root = makeFolder(settings.files)
    const { logger, lines } = recordLog()
    const module = settings.module ?? { default: { fetch: settings.handle ?? (() => new Response('ok')) } }
    const config = fakeConfig(root, { appType: settings.appType ?? 'custom', logger, base: settings.base ?? '/' })
    const environments = {}
    const watcher = new EventEmitter()
    let imports = 0
    const transforms: string[] = []
    const devServer = {
      config,
      environments,
      watcher,
      transformIndexHtml: async (url: string, html: string) => {
        transforms.push(url)
        return `${html}<vite>`
      },
    }
    const runner = {
      evaluatedModules: { getModulesByFile: () => undefined },
      import: async (name: string) => {
        imports += 1
        expect(name).toBe('/src/server.ts')
        return module
      },
    }
    const serverEnvironment =
      settings.dispatchFetch === undefined
        ? {
            kind: 'runnable',
            environment: { runner, fetchModule: () => null },
          }
        : { kind: 'fetchable', environment: { dispatchFetch: settings.dispatchFetch } }
    const middleware = serveRoutes({
      vite: devServer as unknown as ViteDevServer,
      serverEnvironment: serverEnvironment as unknown as ServeSettings['serverEnvironment'],
      entry: () => '/src/server.ts',
      explain: (error) => error,
      reloads: announceChanges(devServer as unknown as ViteDevServer),
      pageContext: async (version) => ({
        host: pageHost(devServer.config),
        manifest: settings.manifest === undefined ? about : settings.manifest,
        problems: 0,
        base: undefined,
        hasInspector: settings.hasInspector ?? false,
        version,
      }),
    })
    const passedOn: string[] = []
    const { port } = await listen((req, res: never) => {
      const next = (error?: unknown) => {
        passedOn.push(req.url!)
        const response = res as unknown as { writeHead(status: number): { end(text: string): void } }
        response.writeHead(299).end(error === undefined ? `${passed} ${req.url}` : 'error')
      }
      middleware(
        Object.assign(req, { originalUrl: req.headers['x-original'] as string | undefined }) as never,
        res,
        next,
      )
    })
    return {
      port,
      lines,
      passedOn,
      transforms,
      change: (file: string) => watcher.emit('all', 'change', file),
      imports: () => imports,
      get: (url: string, options?: Parameters<typeof ask>[2]) => ask(port, url, options),
    }
  }
  const HTML = { accept: 'text/html' }
  const unanswered =
    (status: number, value = `${status} GET`) =>
    () =>
      new Response(`production ${status}`, { status, headers: { [DEFAULT_RESPONSE_HEADER]: value, allow: 'GET' } })

  test('sends the response of the module, which sees the original address', async () => {
    const { get, imports } = await start({
      handle: async (request) =>
        new Response(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`, { status: 201 }),
    })
    expect(await get('/a', { method: 'POST', body: 'text', headers: { 'x-original': '/app/a' } })).toMatchObject({
      status: 201,
      body: 'POST /app/a text',
    })
    expect(await get('/a')).toMatchObject({ body: 'GET /a ' })
    expect(imports()).toBe(2)
  })

  test('sends the response of another environment', async () => {
    const { get, imports } = await start({ dispatchFetch: async () => new Response('worker') })
    expect(await get('/')).toMatchObject({ body: 'worker' })
    expect(imports()).toBe(0)
  })

  test('shows the page of an error to a person, and nothing to another site', async () => {
    const { get, lines } = await start({
      handle: () => {
        throw new Error('no luck')
      },
    })
    const page = await get('/a?b', { headers: HTML })
    expect(page.status).toBe(500)
    expect(page.body).toContain('<title>500: Error: no luck</title>')
    expect(page.body).toContain('/a?b')
    expect(page.body).not.toContain('Why this route?')
    expect(lines[0]).toMatch(/^error: turnout: GET \/a\?b: Error: no luck\n/)
    // As in production, in the form that the client prefers.
    const other = await get('/a', { headers: { ...HTML, 'sec-fetch-site': 'cross-site' } })
    expect(other).toMatchObject({
      status: 500,
      body: expect.stringContaining('<p>Internal Server Error</p>') as string,
    })
    expect(other.body).not.toContain('no luck')
    expect(await get('/a', { headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject({
      status: 500,
      body: 'Internal Server Error',
    })
    const visit = {
      ...HTML,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    expect((await get('/a', { headers: visit })).body).toContain('no luck')
    expect((await get('/a', { headers: visit, method: 'POST' })).body).not.toContain('no luck')
    for (const change of [{ 'sec-fetch-mode': 'no-cors' }, { 'sec-fetch-dest': 'iframe' }])
      expect((await get('/a', { headers: { ...visit, ...change } })).body).not.toContain('no luck')
  })

  describe('logs', () => {
    const fail = (error: Error) => () => {
      throw error
    }

    test('the error of a module that Vite cannot transform once, until a file changes', async () => {
      const { get, lines, change } = await start({
        handle: fail(Object.assign(new Error('no module'), { plugin: 'vite:oxc' })),
      })
      for (const path of ['/a', '/b']) expect((await get(path, { headers: HTML })).body).toContain('no module')
      expect(lines.map((line) => line.split('\n')[0])).toEqual(['error: turnout: GET /a: Error: no module'])
      change('/src/a.ts')
      await get('/c')
      expect(lines).toHaveLength(2)
    })

    test('every error of an action', async () => {
      const { get, lines } = await start({ handle: fail(new Error('no luck')) })
      for (const path of ['/a', '/a']) await get(path)
      expect(lines).toHaveLength(2)
    })

    test('nothing for a missing table, which the session has reported', async () => {
      const error = Object.assign(new Error('no routes'), { plugin: 'turnout' })
      const { get, lines } = await start({ handle: fail(error), manifest: null })
      expect((await get('/a', { headers: HTML })).body).toContain('no routes')
      expect(lines).toEqual([])
    })
  })

  describe('shows a form on the page of an error', () => {
    const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
    const fail = async (request: Request, isRead: boolean) => {
      if (isRead) throw new Error(`got ${await request.text()}`)
      throw new Error('got nothing')
    }
    const pageOf = async (isRead: boolean, body: string, headers: Readonly<Record<string, string>> = FORM) => {
      const { get } = await start({ handle: (request) => fail(request, isRead) })
      return (await get('/a', { method: 'POST', body, headers: { ...HTML, ...headers } })).body
    }

    test.each([true, false])('if the application has read it: %s', async (isRead) => {
      const page = await pageOf(isRead, 'title=one&password=hunter2')
      expect(page).toContain(isRead ? 'got title=one' : 'got nothing')
      expect(page).toMatch(/<dt>Form<\/dt>[^]*title<\/span>: &#34;one&#34;[^]*password<\/span>: \[masked\]/)
      expect(page).not.toContain('hunter2')
    })

    test('or JSON, in colours and with masks', async () => {
      const json = {
        title: '<b>',
        tags: ['a', 1, null],
        user: { password: 'hunter2', apiKey: 42_424_242 },
        note: 'hunter2',
      }
      const page = await pageOf(true, JSON.stringify(json), {
        'content-type': 'application/problem+json; charset=utf-8',
      })
      const [, shown] = /<dt>JSON<\/dt>\s*<dd>([^]*?)<\/dd>/.exec(page)!
      expect(shown).toContain('<span class="string">&#39;&#60;b&#62;&#39;</span>')
      expect(shown!.replace(/<[^>]*>/g, '').match(/\[masked\]/g)).toHaveLength(3)
      expect(page).not.toMatch(/hunter2|42424242/)
    })

    test.each([
      ['[', 20_000],
      ['[', 8_000],
      ['{"a":', 3_000],
    ])('and not JSON that is nested too deeply: %s %i times', async (opening, count) => {
      const closing = opening === '[' ? ']' : '}'
      const body = `${opening.repeat(count)}${opening === '[' ? '' : '1'}${closing.repeat(count)}`
      expect((await pageOf(true, body, { 'content-type': 'application/json' })).length).toBeLessThan(100_000)
    })

    test('and not a long body, another body, or one that is no form', async () => {
      for (const page of [
        await pageOf(true, `a=${'x'.repeat(20_000)}`),
        await pageOf(true, 'a=b', { 'content-type': 'text/plain' }),
        await pageOf(true, 'a=b', { 'content-type': 'multipart/form-data; boundary=x' }),
        await pageOf(true, 'a=b', { 'content-type': 'application/json' }),
      ]) {
        expect(page).toContain('got a=')
        expect(page).not.toMatch(/<dt>(?:Form|JSON)<\/dt>/)
      }
    })
  })

  test('reports a body that was used', async () => {
    const { get } = await start({
      handle: async () => {
        const response = new Response('once')
        await response.text()
        return response
      },
    })
    expect((await get('/')).body).toContain(
      'The body of the Response was already used. Create a new Response for each request.',
    )
  })

  test('reports a module without a handler', async () => {
    const { get } = await start({ module: {} })
    expect((await get('/')).body).toContain('`/src/server.ts` has no default export')
  })

  test('limits bodies as production does', async () => {
    const { get } = await start({
      module: { default: { fetch: async (request) => new Response(await request.text()), maxRequestBodySize: 3 } },
    })
    expect(await get('/', { method: 'POST', body: 'abc' })).toMatchObject({ status: 200, body: 'abc' })
    expect((await get('/', { method: 'POST', body: 'abcd' })).status).not.toBe(200)
  })

  test('shows the page of an unmatched request', async () => {
    const { get } = await start({ handle: unanswered(404), hasInspector: true })
    const page = await get('/abot', { headers: HTML })
    expect(page.status).toBe(404)
    expect(page.body).toContain('No route matches GET /abot')
    expect(page.body).toContain('Open this request in the inspector')
    expect(page.headers).not.toHaveProperty(DEFAULT_RESPONSE_HEADER)
    expect(page.headers['allow']).toBe('GET')
  })

  test('shows the method that a form field overrides', async () => {
    const { get } = await start({ handle: unanswered(405, '405 DELETE') })
    expect((await get('/about', { headers: HTML })).body).toContain('No route matches DELETE /about')
    const plain = await start({ handle: unanswered(404, '404') })
    expect((await plain.get('/about', { headers: HTML, method: 'PUT' })).body).toContain('No route matches PUT /about')
  })

  test.each<[string, Served, { method?: string; headers?: Readonly<Record<string, string>> }, number]>([
    ['to another site', {}, { headers: { ...HTML, 'sec-fetch-site': 'cross-site' } }, 404],
    ['without a table', { manifest: null }, { headers: HTML }, 404],
    ['with another status', {}, { headers: HTML }, 413],
    ['with a status of 440', {}, { headers: HTML }, 440],
  ])('sends the response of production %s', async (_reason, settings, options, status) => {
    const { get } = await start({ ...settings, handle: unanswered(status) })
    const response = await get('/x', options)
    expect(response).toMatchObject({ status, body: `production ${status}` })
    expect(response.headers).not.toHaveProperty(DEFAULT_RESPONSE_HEADER)
  })

  test('sends no page for HEAD', async () => {
    const { get } = await start({ handle: unanswered(404) })
    expect((await get('/x', { method: 'HEAD', headers: HTML })).headers['content-security-policy']).toBeUndefined()
  })

  test('leaves unmatched pages to Vite, if Vite has pages', async () => {
    const { get } = await start({ appType: 'spa', handle: unanswered(404) })
    expect(await get('/index.html', { headers: { 'x-original': '/x' } })).toMatchObject({
      status: 299,
      body: `${passed} /index.html`,
    })
    expect(await get('/x', { method: 'HEAD' })).toMatchObject({ status: 299 })
    expect(await get('/x', { method: 'POST' })).toMatchObject({ status: 404 })
    const refused = await start({ appType: 'spa', handle: unanswered(405) })
    expect(await refused.get('/x')).toMatchObject({ status: 405 })
  })

  test('responds to a preflight request', async () => {
    const { get } = await start({ handle: unanswered(404) })
    expect(await get('/x', { method: 'OPTIONS', headers: { 'access-control-request-method': 'PUT' } })).toMatchObject({
      status: 204,
      body: '',
      headers: { allow: 'GET' },
    })
    expect((await get('/x', { method: 'OPTIONS' })).status).toBe(404)
    expect((await get('/x', { method: 'POST', headers: { 'access-control-request-method': 'PUT' } })).status).toBe(404)
  })

  describe('the pages of the application', () => {
    const serve = (
      body: string | null,
      headers: Readonly<Record<string, string>> = { 'content-type': 'text/html' },
      more: Served = {},
    ) => start({ ...more, handle: () => new Response(body, { status: 203, headers }) })
    const PAGE = '<!doctype html><p>page'

    test.each([PAGE, '<html>', '<HEAD>x', '<!DOCTYPE  HTML>', '<p><html lang="en">'])(
      'are transformed: %s',
      async (page) => {
        const { get, transforms } = await serve(page, {
          'content-type': 'TEXT/HTML; charset=utf-8',
          'content-length': String(page.length),
          'x-a': '1',
        })
        expect(await get('/a/b?c')).toMatchObject({ status: 203, body: `${page}<vite>`, headers: { 'x-a': '1' } })
        expect(transforms).toEqual(['/a/b'])
      },
    )

    test.each<[string | null, Readonly<Record<string, string>>]>([
      ['<p>part', { 'content-type': 'text/html' }],
      ['<header>', { 'content-type': 'text/html' }],
      [PAGE, { 'content-type': 'text/plain' }],
      [PAGE, { 'content-type': 'x/text/html' }],
      [PAGE, { 'content-type': 'text/htmlx' }],
      [PAGE, { 'content-type': 'text/html', 'content-encoding': 'identity' }],
    ])('are not transformed: %s with %j', async (body, headers) => {
      const { get, transforms } = await serve(body, headers)
      expect(await get('/')).toMatchObject({ status: 203, body })
      expect(transforms).toEqual([])
    })

    test('may have no body, and no type', async () => {
      expect(await (await serve(null)).get('/')).toMatchObject({ status: 203, body: '' })
      expect(await (await serve(PAGE, { 'content-type': '' })).get('/')).toMatchObject({ body: PAGE })
    })

    test('are the document of the project', async () => {
      const { get, transforms } = await serve(
        '<div id="app">',
        { 'content-type': 'text/html' },
        { files: { 'index.html': '<div id="app">' }, base: '/app/' },
      )
      expect((await get('/')).body).toBe('<div id="app"><vite>')
      expect(transforms).toEqual(['/index.html'])
    })

    test.each(['is read', 'has not begun', 'has failed'])(
      'end if the client disconnects while the page %s, and nothing is logged',
      async (state) => {
        let chunks = 0
        let cancelled: (reason: unknown) => void = () => {}
        const reason = new Promise<unknown>((resolve) => (cancelled = resolve))
        let begin = () => {}
        const begun = new Promise<void>((resolve) => (begin = resolve))
        const page = new ReadableStream<Uint8Array>({
          async pull(controller) {
            controller.enqueue(new TextEncoder().encode(PAGE))
            // Streams buffer some chunks that nothing reads.
            if (chunks++ > 5) begin()
            await new Promise((resolve) => setImmediate(resolve))
          },
          cancel(reason) {
            cancelled(reason)
            if (state === 'has failed') throw new Error('cancel')
          },
        })
        const { port, lines, transforms } = await start({
          handle: async (request) => {
            if (state === 'has not begun') {
              begin()
              await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
            }
            return new Response(page, { headers: { 'content-type': 'text/html' } })
          },
        })
        const socket = connect(port, '127.0.0.1')
        socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
        await begun
        socket.destroy()
        expect(await reason).toBeInstanceOf(Error)
        await new Promise((resolve) => setTimeout(resolve, 20))
        expect([lines, transforms]).toEqual([[], []])
      },
    )

    test('have a bar that shows their route', async () => {
      const handle = () => {
        const page = new Response(PAGE, { headers: { 'content-type': 'text/html' } })
        return reportMatch(page, {
          method: 'GET',
          position: 0,
          match: { name: 'about', controller: 'pages', action: 'about', params: {} },
        } as never)
      }
      const { get } = await start({ handle })
      const page = await get('/about', { headers: { ...HTML, 'sec-fetch-dest': 'document' } })
      expect(page.body).toMatch(/<vite><script type="module" src="\/__turnout\/bar\.js" data-turnout-bar=/)
      expect(page.headers).not.toHaveProperty(HANDLED_HEADER)
      const template = await start({ handle, files: { 'index.html': PAGE } })
      expect((await template.get('/about', { headers: { ...HTML, 'sec-fetch-dest': 'document' } })).body).toContain(
        'bar.js',
      )
    })
  })

  test('responds with 500 if the response cannot be sent', async () => {
    const { get, lines } = await start({
      handle: () =>
        Object.defineProperty(new Response('x'), 'headers', {
          get: () => {
            throw new Error('getter')
          },
        }),
    })
    expect((await get('/a')).status).toBe(500)
    expect(lines.join()).toContain('turnout: GET /a: Error: getter')
  })

  test('reports no error of a request whose client has disconnected', async () => {
    let abort = () => {}
    const aborted = new Promise<void>((resolve) => (abort = resolve))
    const { port, lines, passedOn } = await start({
      handle: (request) =>
        new Promise((_resolve, reject) => {
          outgoing.destroy()
          request.signal.addEventListener('abort', () => {
            reject(new Error('aborted'))
            abort()
          })
        }),
    })
    const outgoing = sendRequest({ host: '127.0.0.1', port, path: '/' })
    outgoing.on('error', () => {})
    outgoing.end()
    await aborted
    await new Promise((resolve) => setImmediate(resolve))
    expect([lines, passedOn]).toEqual([[], []])
  })
})

describe('servePreview', () => {
  const OWN = { ssr: { build: { outDir: 'dist/server', rollupOptions: { input: { index: SERVER_ENTRY } } } } }

  async function preview(code: string | null, { environments = OWN as object, proxy = {} as object } = {}) {
    const root = makeFolder({
      'package.json': '{ "type": "module" }',
      ...(code !== null && { 'dist/server/index.js': code }),
    })
    const { logger, lines } = recordLog()
    const config = fakeConfig(root, { environments, logger, preview: { proxy } })
    const middlewares: Connect.NextHandleFunction[] = []
    servePreview({
      config,
      httpServer: null,
      middlewares: { use: (middleware: Connect.NextHandleFunction) => middlewares.push(middleware) },
    } as unknown as PreviewServer)
    if (middlewares.length === 0) return null
    const { port } = await listen((req, res: never) => {
      middlewares[0]!(req as never, res, () => (res as { end(text: string): void }).end(passed))
    })
    return { lines, get: (url: string, options?: Parameters<typeof ask>[2]) => ask(port, url, options) }
  }

  test('responds with the built server', async () => {
    const server = await preview(
      'export default { fetch: async (request) => new Response(request.method + await request.text(), { status: 201 }) }',
    )
    expect(await server!.get('/a', { method: 'POST', body: 'x' })).toMatchObject({ status: 201, body: 'POSTx' })
  })

  test('limits bodies as the built server does', async () => {
    const server = await preview(
      'export default { fetch: async (request) => new Response(await request.text()), maxRequestBodySize: 3 }',
    )
    expect(await server!.get('/', { method: 'POST', body: 'abc' })).toMatchObject({ body: 'abc' })
    expect((await server!.get('/', { method: 'POST', body: 'abcd' })).body).not.toBe('abcd')
  })

  test('refuses an invalid host before the middleware of the built server reads the URL', async () => {
    const server = await preview(`export const middleware = [(request, next) => (new URL(request.url), next())]
export default { fetch: () => new Response('own') }`)
    expect(await server!.get('/', { headers: { host: '127.0.0.1:99999' } })).toMatchObject({ status: 400 })
    expect(await server!.get('/', { headers: { host: '127.0.0.1' } })).toMatchObject({ status: 200 })
  })

  test('leaves the requests of a proxy to Vite', async () => {
    const server = await preview('export default { fetch: () => new Response("own") }', {
      proxy: { '/api': 'http://a' },
    })
    expect((await server!.get('/api/a')).body).toBe(passed)
    expect((await server!.get('/a')).body).toBe('own')
  })

  test('hides an error from the client, and logs it', async () => {
    const server = await preview('export default { fetch: () => { throw new Error("no luck") } }')
    expect(await server!.get('/a')).toMatchObject({
      status: 500,
      body: 'Internal Server Error',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
    expect(server!.lines[0]).toMatch(/^error: turnout: GET \/a: Error: no luck/)
  })

  test('fails if the server is not built, and does nothing for other applications', async () => {
    await expect(preview(null)).rejects.toThrow('There is no server in `dist/server`. Run `vite build` first.')
    expect(await preview(null, { environments: {} })).toBeNull()
  })
})
