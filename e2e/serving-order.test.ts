// The same 400 requests, drawn with a seed, to a dev server, the preview, Node and the fetch handler of one application
// whose files and routes have paths in common. docs/serving.md lists the differences that are allowed for here.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { makeProject, routesFile, type Files } from '../packages/vite-plugin/test/fixture.ts'
import { ask } from '../packages/vite-plugin/test/serve.ts'
import { buildApplication, devHost, nodeHost, previewHost } from './serving/hosts.ts'
import { randomNumbers } from '../packages/runtime/test/random.ts'

const SEED = 20_261_123
const REQUESTS = 400

/** Paths of routes, of files, and of both; each file holds its own path. */
const PUBLIC = [
  'photos.html',
  'plain',
  'photos/index.html',
  'users/7.html',
  'users/7',
  'users/8.css',
  'users/8/edit.js',
  'about.html',
  'about/index.html',
  'robots.txt',
  'a b.txt',
  'docs/guide.html',
  'docs/image.png',
  'upload.json',
  'de/news.html',
  'team.json',
]

const FILES: Files = {
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ server: true, types: false })], build: { rollupOptions: {} },
  environments: { client: { build: { rollupOptions: { input: ['src/client.ts', 'index.html'] } } } } }`,
  'index.html': '<script type="module" src="/src/client.ts"></script>',
  'src/client.ts': `console.log('client')`,
  'config/routes.ts': routesFile(`  r.root('all#index')
  r.get('photos', { to: 'all#index' })
  r.get('users/:id', { to: 'all#index' })
  r.match('users/:id/edit', { to: 'all#index', via: ['get', 'post'] })
  r.get('about', { to: 'all#index', format: false })
  r.post('upload', { to: 'all#index' })
  r.get('docs/*path', { to: 'all#index', constraints: { path: /[a-z]+/ } })
  r.get(':locale/news', { to: 'all#index', constraints: { locale: /de|en/ } })
  r.get('moved', { to: redirect('/photos') })
  r.get(':team', { to: 'all#index' })`),
  'src/controllers/application.ts': `
export const middleware = [async (request, next, { route }) => {
  const response = await next()
  response.headers.set('x-route', route?.path ?? 'none')
  return response
}]`,
  'src/controllers/all.ts': `export const index = ({ params }) => Response.json(params)`,
  ...Object.fromEntries(PUBLIC.map((file) => [`public/${file}`, `the file ${file}`])),
}

interface RandomRequest {
  readonly method: string
  readonly target: string
}

function randomRequests(): RandomRequest[] {
  const random = randomNumbers(SEED)
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const words = ['photos', 'users', '7', '8', 'edit', 'about', 'docs', 'guide', 'index', 'de', 'en', 'news', 'upload']
  const endings = ['', '', '', '.html', '.json', '.txt', '.js', '.css', '.', '/']
  const paths = [...PUBLIC.map((file) => encodeURI(file)), 'index.html', 'moved', 'robots', 'team', '']
  return Array.from({ length: REQUESTS }, () => {
    const random = one([paths, paths, words])
    const count = random === words ? one([1, 2, 3]) : 1
    let target = `/${Array.from({ length: count }, () => one(random)).join('/')}`
    if (random === words) target += one(endings)
    if (one([0, 0, 0, 0, 1]) === 1)
      target = one([`/${target}`, target.replace('o', '%6f'), `${target}/`, target.toUpperCase()])
    if (one([0, 0, 0, 1]) === 1) target += one(['?', '?page=2', '?v=1&w=%20'])
    return { method: one(['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']), target }
  })
}

/** What must be the same everywhere. Vite and Turnout show pages of their own for errors in dev. */
interface Seen {
  readonly status: number
  readonly route: string | null
  readonly location: string | null
  readonly body: string | null
}

test('dev, preview, Node and the fetch handler respond alike', async () => {
  const root = makeProject(FILES, 'order')
  const dev = await devHost(root)
  await buildApplication(root)
  const [node, preview] = await Promise.all([nodeHost(root), previewHost(root)])
  const hosts = { node, preview, dev }
  try {
    const entry = path.join(root, 'dist/server/index.js')
    const { default: server } = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as {
      default: { fetch(request: Request): Promise<Response> }
    }
    const differences: unknown[] = []
    const counts = { files: 0, routes: 0, misses: 0 }
    const compare = async ({ method, target }: RandomRequest): Promise<void> => {
      const responses = await Promise.all(
        Object.values(hosts).map(async ({ port }): Promise<Seen> => {
          const { status, headers, body } = await ask(port, target, { method })
          const route = headers['x-route'] ?? null
          return { status, route, location: headers['location'] ?? null, body: status < 300 ? body : null }
        }),
      )
      const { status, headers, body } = await server
        .fetch(new Request(`http://127.0.0.1${target}`, { method }))
        .then(async (response) => ({ status: response.status, headers: response.headers, body: await response.text() }))
      const [node] = responses as [Seen]
      // The fetch handler serves no files.
      const isFile = node.status === 200 && node.route === null
      if (isFile) {
        const file = decodeURI(target).replace(/^\/+|\?.*$/g, '')
        expect(PUBLIC).toContain(file)
        expect(node.body).toBe(method === 'HEAD' ? '' : `the file ${file}`)
      } else {
        const [route, location] = ['x-route', 'location'].map((name) => headers.get(name)) as [string, string]
        responses.push({ status, route, location, body: status < 300 ? body : null })
      }
      counts[isFile ? 'files' : node.status === 404 ? 'misses' : 'routes'] += 1
      if (new Set(responses.map((response) => JSON.stringify(response))).size > 1) {
        differences.push({ method, target, responses })
      }
    }
    const requests = randomRequests()
    for (let at = 0; at < requests.length; at += 20) await Promise.all(requests.slice(at, at + 20).map(compare))
    expect(differences).toEqual([])
    // Each kind of request is there in numbers.
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(40)
  } catch (error) {
    console.log(
      Object.entries(hosts)
        .map(([n, h]) => `${n} ${h.port} ${h.printed().slice(-600)}`)
        .join('\n=====\n'),
    )
    throw error
  } finally {
    await Promise.all(Object.values(hosts).map((host) => host.close()))
  }
})
