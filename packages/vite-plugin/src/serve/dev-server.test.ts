// The wiring of a dev server: which middlewares it adds, in which order, and what they know of the project.
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { createFetchableDevEnvironment, createRunnableDevEnvironment, resolveConfig, type ViteDevServer } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_RESPONSE_HEADER, reportMatch } from '@turnout/server'
import { fakeConfig, fakeProject, makeFolder, recordLog, tableOf } from '../../test/fake-project.ts'
import { sampleProblem } from '../../test/sample-problem.ts'
import { SERVER } from '../ids.ts'
import type { TurnoutOptions } from '../options.ts'
import { DevServer } from './dev-server.ts'

const table = tableOf((r) => {
  r.get('robots.txt', { to: 'pages#robots' })
  r.get('about', { to: 'pages#about', as: 'about' })
})
const otherTable = tableOf((r) => r.get('contact', { to: 'pages#contact', as: 'contact' }))

const configured = resolveConfig({ configFile: false, logLevel: 'silent' }, 'serve')

type Handle = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => unknown

/** The middlewares of a server, which run in order, as those of Connect do. */
function makeMiddlewares() {
  const stack: { route: string; handle: Handle }[] = []
  return {
    stack,
    use: (handle: Handle) => void stack.push({ route: '', handle }),
    handle(req: IncomingMessage, res: ServerResponse) {
      Object.assign(req, { originalUrl: req.url })
      const run = (index: number, error?: unknown): void => {
        if (error !== undefined) return void res.writeHead(598).end(String(error))
        const layer = stack[index]
        if (layer === undefined) return void res.writeHead(599).end('no middleware responds')
        layer.handle(req, res, (thrown) => run(index + 1, thrown))
      }
      run(0)
    },
  }
}

/** Vite's middlewares for files, and the addresses to which they respond. */
const VITE_LAYERS: readonly (readonly [name: string, files: RegExp])[] = [
  ['viteServePublicMiddleware', /\.txt|direct/],
  ['viteTransformMiddleware', /\.ts|\.v2/],
]

interface Settings {
  readonly options?: TurnoutOptions
  readonly appType?: string
  readonly base?: string
  readonly plugins?: readonly { readonly name: string }[]
  readonly files?: Readonly<Record<string, string>>
  /** What the application responds; by default its name and the address. */
  readonly fetch?: (request: Request) => Response
  /** `elsewhere`: only another plugin can run the application. */
  readonly runs?: 'here' | 'fetchable' | 'elsewhere'
}

/** Starts a dev server with fakes of Vite's own middlewares, which respond with their names and the address. */
async function startServer(settings: Settings = {}) {
  const { runs = 'here', base = '/', plugins = [] } = settings
  const root = makeFolder({ 'index.html': '<head></head>', 'package.json': '{}', ...settings.files })
  const { logger, lines } = recordLog()
  const fetch = settings.fetch ?? ((request) => new Response(`application: ${new URL(request.url).pathname}`))
  const imports: string[] = []
  const sent: unknown[] = []
  const listeners = new Map<string, (...values: never[]) => void>()
  const hot = {
    send: (...payload: unknown[]) => void sent.push(...payload),
    on: (event: string, run: () => void) => void listeners.set(event, run),
  }
  const graph = {
    idToModuleMap: new Map(),
    getModuleById: () => undefined,
    getModuleByUrl: async () => undefined,
    getModulesByFile: () => undefined,
  }
  const client = { name: 'client', config: { consumer: 'client', base }, hot, moduleGraph: graph, logger }
  const environments: Record<string, object> = { client }
  if (runs === 'here') {
    const ssr = createRunnableDevEnvironment('ssr', await configured, { hot: false })
    const load = async (name: string) => {
      imports.push(name)
      return { default: { fetch } }
    }
    environments['ssr'] = Object.defineProperty(ssr, 'runner', { value: { import: load, evaluatedModules: {} } })
  } else if (runs === 'fetchable') {
    const handleRequest = async (request: Request) => fetch(request)
    environments['ssr'] = createFetchableDevEnvironment('ssr', await configured, { hot: false, handleRequest })
  } else environments['workerd'] = { ...client, name: 'workerd', config: { consumer: 'server' } }

  const middlewares = makeMiddlewares()
  const http = createServer((req, res) => middlewares.handle(req, res))
  const vite = {
    config: fakeConfig(root, {
      base,
      plugins,
      logger,
      appType: settings.appType ?? 'custom',
      publicDir: `${root}/public`,
      build: {},
      resolve: { alias: [] },
      server: { hmr: true, middlewareMode: true, fs: { strict: true, allow: [root], deny: [] } },
    }),
    environments,
    middlewares,
    httpServer: http,
    printUrls: () => {},
    transformIndexHtml: async (_url: string, html: string) => html,
    watcher: { on: (event: string, run: () => void) => void listeners.set(event, run), add: () => {} },
    ws: { on: () => {} },
  }
  const project = fakeProject(root, table, { types: false, ...settings.options })
  const server = new DevServer(project, vite as unknown as ViteDevServer)
  const addLast = server.addMiddlewares()
  const layers = middlewares.stack.length
  for (const [name, files] of VITE_LAYERS) {
    const handle: Handle = (req, res, next) =>
      files.test(req.url!) ? res.writeHead(200).end(`${name}: ${req.url}`) : next()
    middlewares.use(Object.defineProperty(handle, 'name', { value: name }))
  }
  middlewares.use((req, _res, next) => {
    // Vite's own middleware for single-page applications.
    if (settings.appType === 'spa' && req.url === '/lost') req.url = '/index.html'
    next()
  })
  addLast?.()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.session.close()
    http.closeAllConnections()
    http.close()
  })
  const { port } = http.address() as AddressInfo
  const get = (target: string, headers: Readonly<Record<string, string>> = {}) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const outgoing = sendRequest({ host: '127.0.0.1', port, path: target, headers, agent: false }, (response) => {
        let body = ''
        response.on('data', (part: Buffer) => (body += part.toString()))
        response.on('end', () => resolve({ status: response.statusCode!, body }))
      })
      outgoing.on('error', reject)
      outgoing.end()
    })
  /** Compiles another table, and waits until it is applied. */
  const changeRoutes = async () => {
    const outcome = fakeProject(root, otherTable).outcome()
    project.outcome = () => outcome
    await server.session.state()
  }
  return { root, port, server, project, lines, imports, sent, listeners, layers, get, changeRoutes }
}

const VISIT = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const unanswered = () =>
  new Response('not found', { status: 404, headers: { [DEFAULT_RESPONSE_HEADER]: '404 GET', allow: 'GET' } })

test('with `server`, the application responds to requests for which Vite has no file', async () => {
  const { server, imports, get } = await startServer({ options: { server: true } })
  expect(server.handlesRequests).toBe(true)
  expect(await get('/about')).toEqual({ status: 200, body: 'application: /about' })
  expect(imports).toEqual([SERVER])
  expect((await get('/main.ts')).body).toBe('viteTransformMiddleware: /main.ts')
})

test('the application is the module of the option `entry`, or the project has its own environment for it', async () => {
  const { root, imports, get } = await startServer({ options: { server: { entry: 'src/own.ts' } } })
  expect((await get('/about')).body).toBe('application: /about')
  expect(imports).toEqual([`${root}/src/own.ts`])
  const fetchable = await startServer({ options: { server: true }, runs: 'fetchable' })
  expect((await fetchable.get('/about')).body).toBe('application: /about')
  expect(fetchable.server.handlesRequests).toBe(true)
})

test('without `server`, Vite responds to everything, but the entrance refuses malformed targets', async () => {
  const { server, get, layers, listeners } = await startServer({ options: { inspector: false } })
  expect(server.handlesRequests).toBe(false)
  expect(layers).toBe(0)
  // No page of the dev server waits for changes.
  expect(listeners.has('turnout:opened')).toBe(false)
  expect((await get('/about')).status).toBe(599)
  expect((await get('/about', { host: '127.0.0.1:99999' })).status).toBe(400)
})

test('a malformed path, and a file that a route hides, are requests for the application', async () => {
  const { get } = await startServer({
    options: { server: true },
    files: { 'public/robots.txt': '', 'public/other.txt': '' },
  })
  expect((await get('/%E0%A4%A.txt')).body).toBe('application: /%E0%A4%A.txt')
  expect((await get('/robots.txt')).body).toBe('application: /robots.txt')
  expect((await get('/other.txt')).body).toBe('viteServePublicMiddleware: /other.txt')
})

test('Vite receives a query that it can decode, and a base with its slash', async () => {
  const { get } = await startServer({ options: { server: true }, base: '/app.v2/', files: { 'src/a.ts': '' } })
  expect((await get('/a.ts?b=%zz')).body).toBe('viteTransformMiddleware: /a.ts?b=%25zz')
  expect((await get('/app.v2?c')).body).toBe('viteTransformMiddleware: /app.v2/?c')
})

test('the source of a controller is not served as a file, also if another plugin responds to requests', async () => {
  const files = { 'src/controllers/photos.ts': '', 'public/robots.txt': '' }
  for (const runs of ['here', 'elsewhere'] as const) {
    const { server, get } = await startServer({ options: { server: true, inspector: false }, files, runs })
    expect(server.handlesRequests).toBe(runs === 'here')
    const last = runs === 'here' ? 'application: ' : 'no middleware responds'
    expect((await get('/src/other.ts?direct')).body).toContain('viteServePublicMiddleware')
    // The `load` hook refuses the module.
    expect((await get('/src/controllers/photos.ts?direct')).body).toContain('viteTransformMiddleware')
    expect((await get('/robots.txt')).body).toContain(last)
    expect((await get('/about')).body).toContain(last)
  }
})

test('an upgrade is a request for the application', async () => {
  const { port } = await startServer({ options: { server: true } })
  const response = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n'),
    )
    socket.on('data', (part) => (text += part.toString()))
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
  expect(response).toContain('application: /chat')
})

test('the page of an unmatched request lists routes, and links to the inspector', async () => {
  const { get } = await startServer({ options: { server: true }, fetch: unanswered })
  const { status, body } = await get('/abuot', VISIT)
  expect(status).toBe(404)
  expect(body).toContain('No route matches GET /abuot')
  expect(body).toContain('/about')
  expect(body).toContain('Open this request in the inspector')
  const without = await startServer({ options: { server: true, inspector: false }, fetch: unanswered })
  expect((await without.get('/abuot', VISIT)).body).not.toContain('Open this request in the inspector')
})

test('the inspector lists the requests that the application has received, and no others', async () => {
  const { get } = await startServer({ options: { server: true } })
  await get('/about?a=1')
  await get('/main.ts')
  const { body } = await get('/__turnout/requests.json')
  expect((JSON.parse(body) as { target: string }[]).map(({ target }) => target)).toEqual(['/about?a=1'])
  // Without `server`, there is no list.
  const without = await startServer()
  expect((await without.get('/__turnout/requests.json')).status).toBe(404)
  expect((await without.get('/__turnout/data.json')).status).toBe(200)
  const hidden = await startServer({ options: { server: true, inspector: false } })
  expect((await hidden.get('/__turnout/data')).body).toBe('application: /__turnout/data')
})

test('open pages reload after a change of the routes', async () => {
  const { sent, server, changeRoutes } = await startServer({ options: { server: true } })
  await server.session.state()
  expect(sent).not.toContain('turnout:changed')
  await changeRoutes()
  await vi.waitFor(() => expect(sent).toContain('turnout:changed'))
})

const PAGES = { options: { pages: 'src/pages' }, appType: 'spa' } as const

test('the browser sees a page for visits that no route matches, if it draws the pages', async () => {
  const { get } = await startServer(PAGES)
  const { status, body } = await get('/lost', VISIT)
  expect(status).toBe(404)
  expect(body).toContain('No route matches GET /lost')
  const served = await startServer({ ...PAGES, options: { pages: 'src/pages', server: true }, fetch: unanswered })
  expect((await served.get('/lost', VISIT)).body).toContain('No route matches GET /lost')
})

test.each<[string, Settings]>([
  ['there are no pages', { appType: 'spa' }],
  ['the server draws them', { ...PAGES, appType: 'custom' }],
  ['the server is that of Vitest', { ...PAGES, plugins: [{ name: 'vitest' }] }],
])('the browser does not see it if %s', async (_reason, settings) => {
  const { get } = await startServer(settings)
  expect((await get('/lost', VISIT)).status).toBe(599)
})

/** Returns properties of the code with which the server of an application starts. */
async function serverCode(settings: Settings) {
  const { server } = await startServer(settings)
  const code = await server.session.loadLazy({ config: { consumer: 'server' } } as never, SERVER)
  return { showsBar: code.includes('report: reportMatch'), sharesState: code.includes("Symbol.for('turnout')") }
}

test('pages have a bar if the option asks for it, but not in Vitest, and not if another plugin runs the application', async () => {
  const shows = async (settings: Settings) => (await serverCode(settings)).showsBar
  expect(await shows({ options: { server: true, devBar: true } })).toBe(true)
  expect(await shows({ options: { server: true } })).toBe(false)
  expect(await shows({ options: { server: true, devBar: true }, plugins: [{ name: 'vitest' }] })).toBe(false)
  expect(await shows({ options: { server: true, devBar: true }, runs: 'elsewhere' })).toBe(false)
})

test('the bar shows the number of problems', async () => {
  const fetch = () => {
    const page = new Response('<html>', { headers: { 'content-type': 'text/html' } })
    const match = { name: 'about', controller: 'pages', action: 'about', params: {} }
    return reportMatch(page, { method: 'GET', position: 0, match } as never)
  }
  const { project, get } = await startServer({ options: { server: true, devBar: true }, fetch })
  const outcome = { ...(await project.outcome()), problems: [{ ...sampleProblem, severity: 'warning' }] as const }
  project.outcome = async () => outcome
  expect((await get('/about', VISIT)).body).toContain('&#34;problems&#34;:1')
})

test('instances of a module share their state, except in Vitest', async () => {
  const shares = async (settings: Settings) => (await serverCode(settings)).sharesState
  expect(await shares({ options: { server: true } })).toBe(true)
  expect(await shares({ options: { server: true }, plugins: [{ name: 'vitest:mocks' }] })).toBe(false)
})

test('errors of pages are printed, unless the overlay shows that they name a helper which is missing', async () => {
  const { listeners, lines, server } = await startServer({ options: { pages: 'src/pages' } })
  const report = () => {
    const error = { message: 'Error: no data', stack: 'Error: no data', url: '/about', action: null }
    listeners.get('turnout:client-error')!(...([error, { send: () => {} }] as never[]))
  }
  report()
  await vi.waitFor(() => expect(lines.join('\n')).toContain('turnout: /about: Error: no data'))
  lines.length = 0
  vi.spyOn(server.session, 'hasMissingHelpers', 'get').mockReturnValue(true)
  listeners.get('all')!()
  report()
  await new Promise((resolve) => setImmediate(resolve))
  expect(lines).toEqual([])
})

test('an error of Node names the package that imports the routes', async () => {
  const { get, lines } = await startServer({
    options: { server: true },
    files: {
      'package.json': '{ "dependencies": { "links": "1" } }',
      'node_modules/links/package.json': '{ "name": "links", "main": "index.js" }',
      'node_modules/links/index.js': "export { aboutPath } from 'virtual:routes'",
    },
    fetch: () => {
      throw new Error("Only URLs with a scheme in: file, data are supported. Received protocol 'virtual:'")
    },
  })
  expect((await get('/about')).status).toBe(500)
  expect(lines.join('\n')).toContain('links')
})
