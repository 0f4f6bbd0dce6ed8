// Requests for an upgrade (WebSockets): a dev server and a preview respond to each.
import net from 'node:net'
import { build, createBuilder, preview } from 'vite'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeProject, routesFile, viteConfig, type Files } from './fixture.ts'
import { rawRequest, sendRaw } from './raw.ts'
import { servedProject } from './serve.ts'

const FILES: Files = {
  'config/routes.ts': routesFile(`  r.get('live', { to: 'live#show' })\n  r.post('live', { to: 'live#create' })`),
  'src/controllers/live.ts': `
export const show = ({ request }: { request: Request }) =>
  new Response('use ' + request.headers.get('upgrade'), { status: 426, headers: { upgrade: 'websocket' } })
export const create = async ({ request }: { request: Request }) => new Response(await request.text(), { status: 201 })`,
  'src/server.ts': `
import { defineServer, dispatch } from 'virtual:routes/server'
export default defineServer({ fetch: dispatch, maxRequestBodySize: 100 })`,
}
const SOCKETS = { server: { ws: {} } } as const

interface Upgrade {
  readonly method?: string
  readonly protocol?: string
}

/** Asks for an upgrade, and resolves with the head and the body once the server closes the connection or upgrades. */
function upgrade(port: number, target: string, { method = 'GET', protocol }: Upgrade = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let text = ''
    socket.on('data', (data) => {
      text += String(data)
      if (text.startsWith('HTTP/1.1 101')) resolve(text)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    const lines = [
      `${method} ${target} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

describe('a dev server', () => {
  test('lets the action respond, and keeps the connection if the client does', async () => {
    const { port } = await servedProject(makeProject(FILES), { server: true }, SOCKETS)
    const response = await upgrade(port, '/live')
    expect(response).toMatch(/^HTTP\/1\.1 426 /)
    expect(response).toContain('use websocket')
    expect(await upgrade(port, '/nowhere')).toMatch(/^HTTP\/1\.1 404 /)
    expect(await upgrade(port, '/live', { protocol: 'chat' })).toMatch(/^HTTP\/1\.1 426 /)
    const kept = rawRequest('GET /live', ['Connection: Upgrade', 'Upgrade: x'])
    expect(await sendRaw(port, kept + rawRequest('GET /nowhere'))).toMatch(/HTTP\/1\.1 426 [^]*HTTP\/1\.1 404 /)
  })

  test('reads the body of another method', async () => {
    const { port } = await servedProject(makeProject(FILES), { server: true }, SOCKETS)
    const post = (header: string, body: string) =>
      sendRaw(port, rawRequest('POST /live', ['Connection: close, Upgrade', 'Upgrade: h2c', header]), body)
    expect(await post('Content-Length: 5', 'title')).toMatch(/^HTTP\/1\.1 201 [^]*title/)
    expect(await post('Content-Length: 101', 'a'.repeat(101))).toMatch(/^HTTP\/1\.1 413 /)
    expect(await post('Content-Length: x', '')).toMatch(/^HTTP\/1\.1 400 /)
    // Node ignores errors in these chunks, so the action could wait for ever. The built server responds alike.
    expect(await post('Transfer-Encoding: chunked', 'zz\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('reads the requests that a client sends before the response', async () => {
    const { port } = await servedProject(makeProject(FILES), { server: true }, SOCKETS)
    const upgraded = rawRequest('GET /live', ['Connection: Upgrade, close', 'Upgrade: x'])
    const response = await sendRaw(port, rawRequest('GET /nowhere', []) + upgraded)
    expect(response).toMatch(/^HTTP\/1\.1 404 [^]*HTTP\/1\.1 426 [^]*use x/)
  })

  test("leaves the WebSocket of Vite's client to Vite, at its own path only", async () => {
    const { port } = await servedProject(makeProject(FILES), { server: true }, SOCKETS)
    expect(await upgrade(port, '/', { protocol: 'vite-ping' })).toMatch(/^HTTP\/1\.1 101 /)
    expect(await upgrade(port, '/live', { protocol: 'vite-hmr' })).toMatch(/^HTTP\/1\.1 426 /)
  })

  test('responds where Vite has no WebSocket', async () => {
    const { port } = await servedProject(makeProject(FILES), { server: true }, { server: { ws: false } })
    expect(await upgrade(port, '/live', { protocol: 'vite-hmr' })).toMatch(/^HTTP\/1\.1 426 /)
  })

  test('leaves an upgrade to a plugin that takes it, and refuses it if the plugin does not', async () => {
    const plugin = {
      name: 'sockets',
      configureServer({ httpServer }: { httpServer: unknown }) {
        ;(httpServer as net.Server).on('upgrade', ({ url }: { url: string }, socket: net.Socket) => {
          if (url === '/mine') socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
        })
      },
    }
    const { port } = await servedProject(makeProject(FILES), { server: true }, { ...SOCKETS, plugins: [plugin] })
    expect(await upgrade(port, '/mine')).toMatch(/^HTTP\/1\.1 403 /)
    expect(await upgrade(port, '/live')).toMatch(/^HTTP\/1\.1 501 /)
  }, 10_000)

  test('leaves what a proxy takes to the proxy', async () => {
    const target = net.createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'))
    })
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void target.close())
    const proxy = { '/proxied': { target: `http://127.0.0.1:${(target.address() as AddressInfo).port}`, ws: true } }
    const { port } = await servedProject(makeProject(FILES), { server: true }, { server: { ws: {}, proxy } })
    expect(await upgrade(port, '/proxied')).toMatch(/^HTTP\/1\.1 403 /)
    expect(await upgrade(port, '/live')).toMatch(/^HTTP\/1\.1 426 /)
  })
})

describe('a preview', () => {
  const settings = { preview: { host: '127.0.0.1', port: 0 } } as const

  test('lets the built action respond', async () => {
    const root = makeProject(FILES)
    await (await createBuilder(viteConfig(root, { server: true }))).buildApp()
    const server = await preview(viteConfig(root, { server: true }, settings))
    onTestFinished(() => server.close())
    const { port } = server.httpServer.address() as AddressInfo
    expect(await upgrade(port, '/live')).toMatch(/^HTTP\/1\.1 426 [^]*use websocket/)
    expect(await (await fetch(`http://127.0.0.1:${port}/live`)).text()).toBe('use null')
    expect((await fetch(`http://127.0.0.1:${port}/server/index.js`)).status).toBe(404)
  })

  test('says that there is no server before the first build', async () => {
    const config = viteConfig(makeProject(FILES), { server: true }, settings)
    await expect(preview(config)).rejects.toThrow('There is no server in `dist/server`. Run `vite build` first.')
  })

  test('of a project without the option `server` is that of Vite', async () => {
    const root = makeProject({ ...FILES, 'index.html': '<title>plain</title>' })
    await build(viteConfig(root))
    const server = await preview(viteConfig(root, {}, settings))
    onTestFinished(() => server.close())
    const { port } = server.httpServer.address() as AddressInfo
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('plain')
  })
})
