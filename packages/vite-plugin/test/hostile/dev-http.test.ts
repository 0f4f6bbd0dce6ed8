// The hostile cases of kind `dev-http` that concern the emitted module, over a socket. Those of the inspector's page are
// in `inspector.ts`.
import { request, type IncomingHttpHeaders } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import { makeProject, routesFile, viteConfig } from '../fixture.ts'

const MODULE = '/@id/__x00__virtual:routes'

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

async function listen(): Promise<ViteDevServer> {
  const root = makeProject({
    'config/routes.ts': routesFile(`  r.resources('photos')\n  r.get('secret', { to: 'pages#secret' })`),
    '.env': 'SECRET=do-not-tell',
    'index.html': '<h1>Home</h1>',
  })
  const server = await createServer(
    // Not the sources of the runtime, as in other tests, but what is installed.
    viteConfig(root, {}, { resolve: {}, optimizeDeps: { noDiscovery: true }, server: { host: '127.0.0.1', port: 0 } }),
  )
  onTestFinished(() => server.close())
  return server.listen()
}

const portOf = (server: ViteDevServer) => (server.httpServer!.address() as AddressInfo).port

function get(server: ViteDevServer, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: portOf(server), path, headers: { host: 'localhost', ...headers } }
    request(options, (response) => {
      const { statusCode, headers: answered } = response
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: statusCode!, headers: answered, body }))
    })
      .on('error', reject)
      .end()
  })
}

describe('the dev server', () => {
  test('dev-001, dev-002: gives the module to no other host, and to no page of another origin', async () => {
    const server = await listen()
    expect((await get(server, MODULE)).status).toBe(200)
    expect((await get(server, MODULE, { host: 'evil.com' })).status).toBe(403)
    const { headers } = await get(server, MODULE, { origin: 'http://evil.com' })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test.each(['/__routes/../../../etc/passwd', '/__routes?file=/etc/passwd&raw??', `${MODULE}/../../../etc/passwd`])(
    'dev-005, dev-006: reads no file for %s',
    async (path) => {
      const server = await listen()
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(portOf(server), '127.0.0.1')
        let text = ''
        socket.on('data', (chunk) => (text += String(chunk)))
        socket.on('end', () => resolve(text))
        socket.on('error', reject)
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      })
      expect(answer).toMatch(/^HTTP\/1\.1 \d+/)
      expect(answer).not.toContain('root:')
    },
  )

  test('dev-014: serves the same module whatever the headers', async () => {
    const server = await listen()
    const plain = await get(server, MODULE)
    const other = await get(server, MODULE, { 'x-middleware-subrequest': 'middleware:middleware:middleware' })
    expect(other.body).toBe(plain.body)
  })

  test('dev-016: tells neither paths of the disk nor secrets', async () => {
    const server = await listen()
    const { status, body } = await get(server, MODULE)
    expect(status).toBe(200)
    const [, encoded] = /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(body)!
    const map = Buffer.from(encoded!, 'base64').toString('utf8')
    expect(JSON.parse(map)).toMatchObject({ sources: ['/config/routes.ts'] })
    const [, runtime] = /from "([^"]*runtime[^"]*)"/.exec(body)!
    const served = await get(server, runtime!)
    expect(served.status).toBe(200)
    // Of the runtime's package, the modules beside the entry are served, and nothing else.
    const folder = runtime!.slice(0, runtime!.lastIndexOf('/'))
    for (const path of ['/../package.json', '/..%2fpackage.json', '/..%2f..%2f..%2fpackage.json']) {
      expect((await get(server, folder + path)).body).not.toContain('"version"')
    }
    for (const text of [body, map, served.body]) {
      expect(text).not.toContain(process.cwd())
      expect(text).not.toContain('/@fs/')
      expect(text).not.toContain('do-not-tell')
    }
  })
})
