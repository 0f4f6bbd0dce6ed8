// The hostile cases of kind `dev-http` that concern the inspector's page, over a socket. What a browser makes of hostile
// texts (dev-009, dev-010, dev-012), and the socket for hot updates (dev-013), are tested in `e2e/inspector.test.ts`.
import { mkdirSync, symlinkSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import path from 'node:path'
import { createServer, version, type InlineConfig, type ViteDevServer } from 'vite'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { PageData } from '@turnout/inspector'
import type { TurnoutOptions } from '../../src/index.ts'
import { buildPage } from '../built.ts'
import { makeProject, routesFile, viteConfig, writeFiles } from '../fixture.ts'

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** The cases name the page `/__routes`, and its data `/__routes.json`. */
const PAGE = '/__turnout/'
const DATA = '/__turnout/data.json'
const REQUESTS = '/__turnout/requests.json'

/** An application whose requests the dev server handles and lists. */
const SERVED = {
  'config/routes.ts': routesFile(`  r.resources('photos', { only: 'show' })`),
  'src/controllers/photos.ts': `export const show = () => new Response('a photo')`,
}
const SERVER: TurnoutOptions = { server: true, controllers: 'src/controllers' }

const FILES = {
  'config/routes.ts': routesFile(`  r.resources('photos')`),
  '.env': 'SECRET=do-not-tell',
  'index.html': '<h1>Home</h1>',
}

async function listen(
  options: TurnoutOptions = {},
  inlineConfig: InlineConfig = {},
  files: Readonly<Record<string, string>> = FILES,
): Promise<ViteDevServer & { readonly root: string }> {
  const root = makeProject(files)
  const server = await createServer(
    viteConfig(root, options, {
      optimizeDeps: { noDiscovery: true },
      ...inlineConfig,
      server: { host: '127.0.0.1', port: 0, ...inlineConfig.server },
    }),
  )
  onTestFinished(() => server.close())
  return Object.assign(await server.listen(), { root })
}

/** Asks with a request line that no client has tidied up. */
function ask(server: ViteDevServer, path: string, { method = 'GET', headers = {} }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect((server.httpServer!.address() as AddressInfo).port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => (text += chunk))
    socket.on('error', reject)
    socket.on('end', () => {
      const [head, body] = text.split(/\r\n\r\n(.*)/s) as [string, string]
      const [line, ...lines] = head.split('\r\n') as [string, ...string[]]
      const entries = lines.map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string])
      resolve({ status: Number(line.split(' ')[1]), headers: new Headers(entries), body })
    })
    const allHeaders = Object.entries({ Host: 'localhost', Connection: 'close', ...headers })
    socket.write(
      `${method} ${path} HTTP/1.1\r\n${allHeaders.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    )
  })
}

/** What a test asks of an answer that shows the page. */
const isPage = ({ status, body }: Answer) => status === 200 && body.includes('<title>Routes · Turnout</title>')

export function testInspector(major: string): void {
  beforeAll(async () => {
    expect(version).toMatch(new RegExp(`^${major}\\.`))
    await buildPage()
  })

  describe('the inspector', () => {
    test('serves its page, what the page needs, and the table', async () => {
      const server = await listen()
      expect(isPage(await ask(server, PAGE))).toBe(true)
      for (const [file, type] of [
        ['inspector.js', 'text/javascript'],
        ['inspector.css', 'text/css'],
        ['icon.svg', 'image/svg+xml'],
      ] as const) {
        const { status, headers } = await ask(server, PAGE + file)
        expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(type)])
      }
      const { headers, body } = await ask(server, DATA)
      expect(headers.get('content-type')).toContain('application/json')
      const data = JSON.parse(body) as PageData
      expect(data.manifest!.routes.map(({ name }) => name)).toContain('edit_photo')
      expect(data).toMatchObject({ isStale: false, problems: [], findings: [], helpers: 'camelCase' })
      expect(body).not.toContain(server.root)
      const secondReply = await ask(server, DATA, { headers: { 'If-None-Match': headers.get('etag')! } })
      expect([secondReply.status, secondReply.body]).toEqual([304, ''])
      expect(await ask(server, '/__turnout')).toMatchObject({ status: 302 })
    })

    test('stands below the base of the server', async () => {
      const server = await listen({}, { base: '/app/' })
      expect(isPage(await ask(server, '/app/__turnout/'))).toBe(true)
      expect((await ask(server, '/app/__turnout')).headers.get('location')).toBe('/app/__turnout/')
      expect(isPage(await ask(server, PAGE))).toBe(false)
      const { editor } = JSON.parse((await ask(server, '/app/__turnout/data.json')).body) as PageData
      expect(editor!.address).toBe('/app/__open-in-editor')
    })

    test('is not there where the option says so', async () => {
      const server = await listen({ inspector: false })
      expect(isPage(await ask(server, PAGE))).toBe(false)
      expect((await ask(server, DATA)).body).not.toContain('edit_photo')
    })

    test('has a policy that allows its own files only', async () => {
      const server = await listen()
      const policy = (await ask(server, PAGE)).headers.get('content-security-policy')!.split('; ')
      expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'"]))
      expect(policy.join()).not.toMatch(/unsafe|\*|https?:|data:/)
      const { body } = await ask(server, PAGE)
      expect(body).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]* src=)/)
    })

    test('dev-001: is for no other host', async () => {
      const server = await listen()
      for (const path of [PAGE, DATA, '/__turnout/events']) {
        expect((await ask(server, path, { headers: { Host: 'evil.com' } })).status).toBe(403)
      }
    })

    test('dev-002: is not for pages of other origins', async () => {
      const server = await listen()
      for (const origin of ['http://evil.com', 'http://localhost:1', 'null', 'x']) {
        for (const path of [PAGE, DATA, '/__turnout/events']) {
          const { status, headers, body } = await ask(server, path, { headers: { Origin: origin } })
          expect(status).toBe(403)
          expect(headers.has('access-control-allow-origin')).toBe(false)
          expect(body).not.toContain('photos')
        }
      }
    })

    test('dev-003: is not for what pages of other sites embed', async () => {
      const server = await listen()
      for (const site of ['cross-site', 'same-site']) {
        for (const [dest, mode] of [
          ['script', 'no-cors'],
          ['iframe', 'navigate'],
          ['empty', 'cors'],
          ['image', 'no-cors'],
        ] as const) {
          for (const path of [PAGE, DATA, '/__turnout/inspector.js', '/__turnout/events']) {
            const { status, headers } = await ask(server, path, {
              headers: { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest },
            })
            expect(status).toBe(403)
            expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
            expect(headers.get('x-content-type-options')).toBe('nosniff')
          }
        }
      }
      // A colleague's link opens the page. It has nothing of the table in it.
      const visit = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
      const page = await ask(server, PAGE, { headers: visit })
      expect(isPage(page)).toBe(true)
      expect(page.body).not.toContain('photos')
      expect((await ask(server, DATA, { headers: visit })).status).toBe(403)
      expect((await ask(server, DATA, { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status).toBe(200)
    })

    test('dev-004: takes no other method', async () => {
      const server = await listen()
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const { status, headers } = await ask(server, PAGE, { method, headers: { Origin: 'http://evil.com' } })
        expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      }
      expect(await ask(server, PAGE, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
    })

    test('dev-005: reads no file', async () => {
      const server = await listen()
      for (const name of [
        '../../../etc/passwd',
        '..%2f..%2f..%2fetc/passwd',
        '%2e%2e/%2e%2e/etc/passwd',
        '/etc/passwd',
        'index.html/../../.env',
        '../.env',
        '.env',
        '\\..\\.env',
        '__proto__',
        'constructor',
        'inspector.js.map',
      ]) {
        expect(await ask(server, PAGE + name)).toMatchObject({ status: 404, body: 'Not found\n' })
      }
    })

    test('dev-006: takes no file from a query', async () => {
      const server = await listen()
      for (const query of ['?file=/etc/passwd&raw??', '?raw', '?import&raw??', '?url', '?/../../.env']) {
        const reply = await ask(server, PAGE + query)
        expect(isPage(reply)).toBe(true)
        expect(reply.body).not.toMatch(/root:|do-not-tell/)
      }
    })

    test('dev-008: leaves other addresses to others', async () => {
      const server = await listen()
      for (const path of ['/__turnoutX', '/__turnoutX/', '/x/__turnout/', '//__turnout/', '/__TURNOUT/']) {
        expect(isPage(await ask(server, path))).toBe(false)
      }
    })

    test('dev-014: answers the same whatever the headers', async () => {
      const server = await listen()
      const plainReply = await ask(server, DATA)
      const spoofedReply = await ask(server, DATA, { headers: { 'x-middleware-subrequest': 'middleware:middleware' } })
      expect(spoofedReply.body).toBe(plainReply.body)
    })

    test('shows lines of files of the project only', async () => {
      const throws = `export const broken: string = ((): string => { throw new Error('do-not-tell') })()\n`
      const server = await listen(
        {},
        {},
        {
          ...FILES,
          'config/routes.ts': `import { broken } from './outside/broken.ts'\nexport default () => broken\n`,
        },
      )
      const outsideFolder = makeProject({ 'broken.ts': throws }, 'outside')
      symlinkSync(outsideFolder, path.join(server.root, 'config/outside'))
      const textsOf = async () => {
        const { problems } = JSON.parse((await ask(server, DATA)).body) as PageData
        return problems.map(({ code, text }) => `${code}${text.includes(' | ') ? ' with lines' : ''}`)
      }
      await expect.poll(textsOf).toEqual(['module-threw'])
      mkdirSync(path.join(server.root, 'config/inside'))
      writeFiles(server.root, {
        'config/inside/broken.ts': throws,
        'config/routes.ts': `import { broken } from './inside/broken.ts'\nexport default () => broken\n`,
      })
      await expect.poll(textsOf).toEqual(['module-threw with lines'])
      // The server's own list of what nobody may have (`server.fs.deny`) counts as well.
      writeFiles(server.root, {
        'config/.env.ts': throws,
        'config/routes.ts': `import { broken } from './.env.ts'\nexport default () => broken\n`,
      })
      await expect.poll(textsOf).toEqual(['module-threw'])
    })

    test('lists recent requests for its own page only', async () => {
      const server = await listen(SERVER, { appType: 'custom' }, SERVED)
      const secret = { Cookie: 'session=do-not-tell', Authorization: 'do-not-tell' }
      expect((await ask(server, '/photos/private-1?x=%00', { headers: secret })).body).toContain('a photo')
      const { status, body, headers } = await ask(server, REQUESTS, { headers: { 'Sec-Fetch-Site': 'same-origin' } })
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')])
      expect(JSON.parse(body)).toEqual([expect.objectContaining({ target: '/photos/private-1?x=%00', status: 200 })])
      expect(body).not.toContain('do-not-tell')
      // The list does not contain the requests of the inspector itself.
      expect(JSON.parse((await ask(server, REQUESTS)).body)).toHaveLength(1)
      for (const attack of [
        // DNS rebinding: the name of another site that points to this server.
        { Host: 'evil.com' },
        { Host: 'evil.com:5173', Origin: 'http://evil.com:5173' },
        { Origin: 'http://evil.com' },
        { Origin: 'null' },
        { Origin: 'http://localhost:1' },
        { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
        { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
        { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
        { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
      ]) {
        const answer = await ask(server, REQUESTS, { headers: attack })
        expect([attack, answer.status]).toEqual([attack, 403])
        expect(answer.body).not.toContain('private')
        expect(answer.headers.has('access-control-allow-origin')).toBe(false)
      }
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        expect((await ask(server, REQUESTS, { method })).status).toBe(405)
      }
      expect((await ask(server, PAGE)).headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    })

    test('has no list of requests if the dev server does not handle them, or if it is off', async () => {
      expect((await ask(await listen(), REQUESTS)).status).toBe(404)
      const off = await listen({ ...SERVER, inspector: false }, { appType: 'custom' }, SERVED)
      await ask(off, '/photos/private-1')
      expect((await ask(off, REQUESTS)).body).not.toContain('private')
    })

    test('tells its listeners of a change, and ends when the server does', async () => {
      const server = await listen()
      const address = `http://127.0.0.1:${(server.httpServer!.address() as AddressInfo).port}/__turnout/events`
      const { body } = await fetch(address)
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
      expect((await reader.read()).value).toContain('retry')
      writeFiles(server.root, { 'config/routes.ts': routesFile(`  r.resources('albums')`) })
      expect((await reader.read()).value).toContain('event: change')
      const { manifest } = JSON.parse((await ask(server, DATA)).body) as PageData
      expect(manifest!.routes.map(({ name }) => name)).toContain('edit_album')
      await reader.cancel()
    })
  })
}
