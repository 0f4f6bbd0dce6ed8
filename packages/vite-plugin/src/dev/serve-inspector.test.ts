import { stripVTControlCharacters } from 'node:util'
import type { Connect, ViteDevServer } from 'vite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeConfig, fakeProject, makeFolder, recordLog, tableOf } from '../../test/fake-project.ts'
import { sampleProblem } from '../../test/sample-problem.ts'
import type { DevSession, SessionListener, SessionState } from './dev-session.ts'
import type { RequestLog } from './request-log.ts'
import { serveInspector } from './serve-inspector.ts'

const photos = tableOf((r) => r.resources('photos', { only: 'index' }))
const users = tableOf((r) => r.resources('users', { only: 'index' }))

/** Serves the inspector on a fake server below a base. */
function serve({
  withRequests = true,
  urls = { local: ['http://localhost:5173/app/'], network: [] as string[] } as object | null,
} = {}) {
  const root = makeFolder({ 'package.json': '{ "name": "my-app" }' })
  const { logger, lines } = recordLog()
  let state: SessionState = { manifest: photos, problems: [], isStale: false }
  const middlewares: Connect.NextHandleFunction[] = []
  let listener: SessionListener | null = null
  const requestListeners: (() => void)[] = []
  const requests = {
    entries: [{ id: 1 }],
    on: (run: () => void) => void requestListeners.push(run),
  } as unknown as RequestLog
  const server = {
    config: fakeConfig(root, { base: '/app/', logger }),
    resolvedUrls: urls,
    printUrls: () => void lines.push('addresses'),
    middlewares: { use: (middleware: Connect.NextHandleFunction) => void middlewares.push(middleware) },
  }
  const session = { state: async () => state, on: (events: SessionListener) => void (listener = events) }
  const controllerFiles = new Map([
    ['photos', { file: 'src/controllers/photos.ts', actions: [{ name: 'index', line: 3, kind: 'function' }] }],
    ['broken', { file: 'src/controllers/broken.ts', actions: null }],
  ])
  const project = fakeProject(root, photos, {}, { controllerFiles } as never)
  serveInspector(
    session as unknown as DevSession,
    project,
    server as unknown as ViteDevServer,
    withRequests ? requests : null,
  )

  const written: string[] = []
  /** Sends a request of a page on this machine, and returns its response; null if it is passed on. */
  const get = (url: string) =>
    new Promise<{ status: number; body: string } | null>((resolve, reject) => {
      let body = ''
      const response = {
        statusCode: 200,
        headersSent: false,
        setHeader: () => response,
        removeHeader: () => response,
        getHeader: () => undefined,
        writeHead(status: number) {
          response.statusCode = status
          return response
        },
        flushHeaders: () => {},
        write(part: string | Buffer) {
          written.push(part.toString())
          body += part.toString()
          return true
        },
        end(part: string | Buffer = '') {
          resolve({ status: response.statusCode, body: body + part.toString() })
          return response
        },
        on: () => response,
        once: () => response,
      }
      const request = {
        url,
        originalUrl: url,
        method: 'GET',
        headers: { host: 'localhost:5173', 'sec-fetch-site': 'same-origin' },
        socket: { remoteAddress: '127.0.0.1' },
        on: () => request,
        once: () => request,
      }
      middlewares[0]!(request as never, response as never, (error?: unknown) =>
        error === undefined ? resolve(null) : reject(error as Error),
      )
    })
  return {
    root,
    project,
    server,
    middleware: middlewares[0]!,
    lines,
    get,
    /** The parts of responses that have been sent. */
    written,
    listener: () => listener!,
    requestListeners,
    change: (next: Partial<SessionState>) => void (state = { ...state, ...next }),
  }
}

describe('the address of the inspector', () => {
  test('is printed below the addresses of the server', () => {
    const { server, lines } = serve()
    server.printUrls()
    expect(lines[0]).toBe('addresses')
    expect(lines.slice(1).map((line) => stripVTControlCharacters(line))).toEqual([
      'info:   ➜  Routes:  http://localhost:5173/app/__turnout/',
    ])
  })

  test('may be one of the network, or without a port', () => {
    const address = (urls: object | null) => {
      const { server, lines } = serve({ urls })
      server.printUrls()
      return lines.slice(1).map((line) => stripVTControlCharacters(line).split('  ').at(-1))
    }
    expect(address({ local: [], network: ['http://10.0.0.1:80/'] })).toEqual(['http://10.0.0.1:80/__turnout/'])
    expect(address({ local: ['https://app.test/'], network: ['http://10.0.0.1:80/'] })).toEqual([
      'https://app.test/__turnout/',
    ])
    expect(address({ local: [], network: [] })).toEqual([])
    expect(address(null)).toEqual([])
  })
})

test('the port of the address is bold on a terminal', () => {
  const { NO_COLOR, FORCE_COLOR } = process.env
  onTestFinished(() => {
    if (NO_COLOR !== undefined) process.env['NO_COLOR'] = NO_COLOR
    if (FORCE_COLOR === undefined) delete process.env['FORCE_COLOR']
    else process.env['FORCE_COLOR'] = FORCE_COLOR
  })
  delete process.env['NO_COLOR']
  process.env['FORCE_COLOR'] = '1'
  const printed = (url: string) => {
    const { server, lines } = serve({ urls: { local: [url], network: [] } })
    server.printUrls()
    return lines[1]!.split(':  ').at(-1)
  }
  expect(printed('http://localhost:5173/a:7/')).toBe(
    '\u001B[36mhttp://localhost:\u001B[1m5173\u001B[22m/a:7/__turnout/\u001B[39m',
  )
  expect(printed('https://app.test/a:7/')).toBe('\u001B[36mhttps://app.test/a:7/__turnout/\u001B[39m')
})

describe('requests', () => {
  test.each([['/app/'], ['/app/__turnoutx'], ['/__turnout/'], ['/app/x/__turnout/']])(
    '%s are passed on',
    async (url) => {
      expect(await serve().get(url)).toBeNull()
    },
  )

  test('are passed on at once, without the package of the page', () => {
    const { middleware } = serve()
    const next = vi.fn()
    middleware({ url: '/app/photos' } as never, {} as never, next)
    expect(next).toHaveBeenCalledExactlyOnceWith()
  })

  test.each(['/app/__turnout/data.json', '/app/__turnout/data.json?x', '/app/__turnout/data.json#x'])(
    '%s get the data of the page',
    async (url) => {
      const { get, root } = serve()
      const { status, body } = (await get(url))!
      expect(status).toBe(200)
      const text = JSON.stringify(JSON.parse(body))
      expect(text).toContain('my-app')
      expect(text).toContain('/photos')
      expect(text).toContain('src/controllers/photos.ts')
      expect(text).toContain('{"name":"index","line":3}')
      expect(text).toContain('"src/controllers/broken.ts","actions":[]')
      expect(text).toContain(`${root.split('/').at(-1)!}/"`)
      expect(text).toContain('/app/__open-in-editor')
      expect(text).toContain(root.split('/').at(-1)!)
    },
  )

  test('get the same data until the routes or the problems change', async () => {
    const { project, get, change } = serve()
    const outcome = vi.spyOn(project, 'outcome')
    const first = (await get('/app/__turnout/data.json'))!.body
    expect((await get('/app/__turnout/data.json'))!.body).toBe(first)
    // The data were computed once.
    expect(outcome).toHaveBeenCalledTimes(1)
    change({ problems: [sampleProblem] })
    expect((await get('/app/__turnout/data.json'))!.body).toContain('missing-via')
    change({ manifest: users })
    expect((await get('/app/__turnout/data.json'))!.body).toContain('/users')
    change({ manifest: null })
    expect(JSON.parse((await get('/app/__turnout/data.json'))!.body)).toMatchObject({ manifest: null })
  })
})

test('events before the first request are ignored', () => {
  const { listener, requestListeners } = serve()
  expect(() => {
    listener().updated()
    listener().closed()
    for (const run of requestListeners) run()
  }).not.toThrow()
})

test('the inspector does not listen to requests that the server does not handle', () => {
  expect(serve({ withRequests: false }).requestListeners).toEqual([])
})

test('an open page ends with the server, also if the server ends first', async () => {
  const { get, listener } = serve()
  await get('/app/__turnout/data.json')
  const page = get('/app/__turnout/events')
  await new Promise((resolve) => setImmediate(resolve))
  listener().closed()
  expect((await page)!.body).toContain('retry')
  const late = serve()
  late.listener().closed()
  expect((await late.get('/app/__turnout/events'))!.body).toContain('retry')
})

test('an open page hears of edits and of requests', async () => {
  const { get, listener, requestListeners, written } = serve()
  await get('/app/__turnout/data.json')
  const page = get('/app/__turnout/events')
  await vi.waitFor(() => expect(written.join('')).toContain('retry'))
  expect(written.join('')).not.toContain('event:')
  listener().updated()
  await vi.waitFor(() => expect(written.at(-1)).toContain('event: change'))
  for (const run of requestListeners) run()
  await vi.waitFor(() => expect(written.at(-1)).toContain('event: request'))
  listener().closed()
  await page
})

test('the folder itself is an address of the inspector', async () => {
  expect(await serve().get('/app/__turnout')).not.toBeNull()
})

test('the data contain requests only if the server handles them', async () => {
  const { get } = serve()
  expect((await get('/app/__turnout/requests.json'))!.body).toBe('[{"id":1}]')
  expect(JSON.parse((await get('/app/__turnout/data.json'))!.body)).toMatchObject({ handlesRequests: true })
  const without = serve({ withRequests: false })
  expect((await without.get('/app/__turnout/requests.json'))!.status).toBe(404)
  expect(JSON.parse((await without.get('/app/__turnout/data.json'))!.body)).toMatchObject({ handlesRequests: false })
})
