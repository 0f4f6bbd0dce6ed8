// Builds an application of this folder, and serves it with its data.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const articles = Array.from({ length: 60 }, (_, index) => ({ id: index + 1, title: `Article ${index + 1}` }))

/** Returns the files of an application by their paths. */
export async function buildApplication(name) {
  const root = fileURLToPath(new URL(name, import.meta.url))
  const { output } = await build({
    root,
    logLevel: 'error',
    // The components need no plugin of React.
    oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
    build: { write: false, modulePreload: { polyfill: false } },
  })
  return new Map(output.map((file) => [`/${file.fileName}`, file.code ?? file.source]))
}

/** Serves the files on a free port. Other paths get the document. */
export async function serveApplication(files) {
  const server = createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const [, id] = /^\/api\/articles\/(\d+)$/.exec(pathname) ?? []
    const article = articles.find((article) => String(article.id) === id)
    const isApi = pathname.startsWith('/api/')
    const file = files.get(pathname)
    if (isApi) {
      response.writeHead(id && !article ? 404 : 200, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      })
      const query = searchParams.get('q') ?? ''
      response.end(JSON.stringify(id ? (article ?? null) : articles.filter(({ title }) => title.includes(query))))
    } else if (file !== undefined && pathname.startsWith('/assets/')) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(file)
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(files.get('/index.html'))
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${server.address().port}`, close }
}

export const readSource = (file) => readFileSync(new URL(file, import.meta.url), 'utf8')
