// The files that a dev server must not send, and the conditions of requests for those that it sends.
import { statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import type { Connect, ViteDevServer } from 'vite'
import { expect, test } from 'vitest'
import { fakeConfig, makeFolder } from '../../test/fake-project.ts'
import { controllerTest, restrictFiles } from './claimed-files.ts'

/** Returns the tests of a project with controllers, a link to their folder, and an alias of it, as functions of a URL. */
function makeProject(controllers: string | null = 'src/controllers') {
  const root = makeFolder({
    'src/controllers/photos.ts': '',
    'src/controllers/admin/users.ts': '',
    'src/other.ts': '',
  })
  symlinkSync(path.join(root, 'src'), path.join(root, 'linked'))
  const alias = [{ find: '~', replacement: path.join(root, 'src/controllers') }]
  const config = fakeConfig(root, { resolve: { alias } }) as ViteDevServer['config']
  const { isFile, isUnguardedModule } = controllerTest({ config }, controllers && path.join(root, controllers))
  const request = (url: string) => ({ url: url.replace('ROOT', root) }) as Connect.IncomingMessage
  return {
    isFile: (url: string) => isFile(request(url)),
    isUnguardedModule: (url: string) => isUnguardedModule(request(url)),
  }
}

test.each([
  '/src/controllers/photos.ts',
  '/src/controllers/photos.ts?raw',
  '/src/controllers/photos.ts#a',
  '/src/controllers/photos.ts/',
  '/src/controllers/photos.ts\\',
  '/src/controllers/photos.ts\\\\/',
  '/src/controllers/admin/users.ts?import&t=1',
  '/src/controllers/%70hotos.ts',
  '/src/./controllers/../controllers/photos.ts',
  '/src/missing/../controllers/photos.ts',
  '/@fsROOT/src/controllers/photos.ts',
  '/@fs/ROOT/src/controllers/photos.ts',
  '/@FSROOT/src/controllers/photos.ts',
  'ROOT/src/controllers/photos.ts',
  '/~/photos.ts',
  '~/photos.ts',
  '/linked/controllers/photos.ts',
])('%s is the source of a controller', (url) => {
  expect(makeProject().isFile(url)).toBe(true)
})

test.each([
  '/src/other.ts',
  '/src/controllers/missing.ts',
  '/src/controllers',
  '/controllers/photos.ts',
  '/a/@fsROOT/src/controllers/photos.ts',
  '/%E0%A4%A',
  // Vite does not decode a slash.
  '/src%2Fcontrollers%2Fphotos.ts',
  '/src/controllers/photos.ts%00',
  '/',
])('%s is not', (url) => {
  expect(makeProject().isFile(url)).toBe(false)
})

test('the path of a link is a module that no other guard sees', () => {
  const { isUnguardedModule } = makeProject()
  expect(isUnguardedModule('/linked/controllers/photos.ts')).toBe(true)
  expect(isUnguardedModule('/src/controllers/photos.ts')).toBe(false)
  expect(isUnguardedModule('/linked/other.ts')).toBe(false)
})

test('no file is a controller in a project without controllers', () => {
  const { isFile, isUnguardedModule } = makeProject(null)
  expect([isFile, isUnguardedModule].map((isOne) => isOne('/src/controllers/photos.ts'))).toEqual([false, false])
})

/** Makes a project with public files. Returns what Vite's middleware of a name receives for a request. */
function serveFiles(name: string, publicDir = 'public') {
  const root = makeFolder({
    'public/a.txt': '0123456789',
    'public/.hidden': '',
    'public/noextension': '',
    'src/controllers/photos.ts': '',
  })
  symlinkSync(path.join(root, 'src'), path.join(root, 'linked'))
  const config = fakeConfig(root, { resolve: { alias: [] }, publicDir: publicDir && path.join(root, publicDir) })
  const seen: object[] = []
  const handle: Connect.NextHandleFunction = (req, _res, next) => {
    seen.push({ url: req.url, ...(req.headers.range !== undefined && { range: req.headers.range }) })
    next('from Vite')
  }
  const layer = { route: '', handle: Object.defineProperty(handle, 'name', { value: name }) as Connect.HandleFunction }
  const settings = { middlewares: { stack: [layer] }, config } as unknown as ViteDevServer
  restrictFiles(settings, async () => false, controllerTest(settings, path.join(root, 'src/controllers')))
  const send = async (url: string, headers: Connect.IncomingMessage['headers'] = {}) => {
    const request = { url, headers, method: 'GET' } as Connect.IncomingMessage
    seen.length = 0
    const end = await new Promise<unknown>((resolve) => {
      const response = { writeHead: (status: number) => ({ end: () => resolve(status) }) }
      ;(layer.handle as Connect.NextHandleFunction)(request, response as never, (error) => resolve(error ?? 'next'))
    })
    return { seen: [...seen], end, request }
  }
  return { root, send }
}

test('Vite transforms no controller by the path of a link, and no public file that a build does not publish', async () => {
  const { send } = serveFiles('viteTransformMiddleware')
  expect((await send('/linked/controllers/photos.ts')).end).toBe('next')
  expect((await send('/.hidden?v=1')).end).toBe('next')
  for (const url of ['/src/main.ts', '/src/controllers/photos.ts', '/a.txt', '/.missing'])
    expect((await send(url)).end).toBe('from Vite')
  expect((await serveFiles('viteTransformMiddleware', '').send('/.hidden')).end).toBe('from Vite')
})

test('a public file has the conditions and the range of production', async () => {
  const { root, send } = serveFiles('viteServePublicMiddleware')
  const mtime = statSync(path.join(root, 'public/a.txt')).mtime.toUTCString()
  expect(await send('/a.txt?v', { 'if-modified-since': mtime })).toMatchObject({ seen: [], end: 304 })
  expect((await send('/b.txt', { 'if-modified-since': mtime })).end).toBe('from Vite')
  const { seen, request } = await send('/a.txt', { range: 'bytes=-2' })
  expect(seen).toEqual([{ url: '/a.txt', range: 'bytes=8-' }])
  // Later middlewares see the original.
  expect(request.headers.range).toBe('bytes=-2')
  expect((await send('/a.txt', { range: 'bytes=5-1' })).seen).toEqual([{ url: '/a.txt' }])
  const doubled = await send('//a.txt?b=//c', {})
  expect(doubled.seen).toEqual([{ url: '/a.txt?b=//c' }])
  expect(doubled.request.url).toBe('//a.txt?b=//c')
  expect((await send('//')).seen).toEqual([])
})

test('another file has no conditions, and a range only with a first byte', async () => {
  const { send } = serveFiles('viteServeStaticMiddleware')
  const future = new Date(Date.now() + 1e9).toUTCString()
  expect((await send('/public/a.txt', { 'if-modified-since': future })).end).toBe('from Vite')
  expect((await send('/a.txt', { 'if-modified-since': future })).end).toBe('from Vite')
  expect((await send('/a.txt', { range: 'bytes=-2' })).seen).toEqual([{ url: '/a.txt' }])
  expect((await send('/a.txt', { range: 'bytes=2-' })).seen).toEqual([{ url: '/a.txt', range: 'bytes=2-' }])
  expect('range' in (await send('/a.txt')).request.headers).toBe(false)
  // Vite would read the first segment as a host.
  expect((await send('//a/b')).seen).toEqual([])
  expect((await send('/a//b')).seen).toEqual([{ url: '/a//b' }])
})

test('a project without public files has no conditions for the files of the machine', async () => {
  const { root, send } = serveFiles('viteServePublicMiddleware', '')
  const future = new Date(Date.now() + 1e9).toUTCString()
  expect((await send(`${root}/public/a.txt`, { 'if-modified-since': future })).end).toBe('from Vite')
})
