import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isCrossOrigin } from '@turnout/runtime/server'
import type { Connect } from 'vite'
import { isPageFile, readPageFile, type PageFile, type PageFileName } from './page-files.ts'

/** The folder of the page below the server's base. */
export const INSPECTOR = '__turnout'

/** What the page asks for beside its files. */
const DATA = 'data.json'
const EVENTS = 'events'

/** The page runs what is in its files, and talks to its own server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
}

/** What the page is served from. */
export interface InspectorHost {
  /** The base of the server's addresses, with a slash at its end. */
  readonly base: string
  /** What the page shows now, as JSON. */
  readonly data: () => Promise<string>
}

/** The doors of the inspector. */
export interface Inspector {
  readonly middleware: Connect.NextHandleFunction
  /** Tells the open pages that there is something new. */
  readonly announce: () => void
  /** Ends the connections of the open pages. */
  readonly close: () => void
}

/**
 * Serves the page below `/__turnout/`. It must stand behind Vite's check of the host, which is where Vite puts what
 * `configureServer` adds.
 *
 * - It reads no file that a request names: there are four, and two answers that are not files.
 * - It takes nothing but `GET` and `HEAD`.
 * - Pages of other sites get none of it. A link from elsewhere may open the page itself, which holds nothing.
 */
export function makeInspector({ base, data }: InspectorHost): Inspector {
  const listeners = new Set<ServerResponse>()
  const files = new Map<PageFileName, PageFile>()

  const serve = async (name: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (name === EVENTS) return listen(request, response)
    if (name === DATA) return send(request, response, 'application/json; charset=utf-8', await data())
    if (!isPageFile(name)) return refuse(response, 404)
    let file = files.get(name)
    if (file === undefined) files.set(name, (file = readPageFile(name)))
    send(request, response, file.type, file.content)
  }

  const listen = (request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    if (request.method === 'HEAD') return void response.end()
    // A browser counts a connection as open from the first byte.
    response.write('retry: 1000\n\n')
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
  }

  return {
    middleware(request, response, next) {
      const name = doorOf(request.url ?? '', base)
      if (name === null) return next()
      // Vite gives it to pages of every local address. This table is for its own page.
      response.removeHeader('access-control-allow-origin')
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET, HEAD')
        return refuse(response, 405)
      }
      if (isFromElsewhere(request) && !(name === 'index.html' && isVisit(request))) return refuse(response, 403)
      if (name === '') {
        response.writeHead(302, { ...HEADERS, location: `${base}${INSPECTOR}/` })
        return void response.end()
      }
      serve(name, request, response).catch(next)
    },
    announce() {
      for (const response of listeners) response.write('event: change\ndata:\n\n')
    },
    close() {
      for (const response of listeners) response.end()
      listeners.clear()
    },
  }
}

/** The door that an address leads to: the name of a file, empty for the folder without its slash; null for none of ours. */
function doorOf(url: string, base: string): string | null {
  const [path] = url.split(/[?#]/, 1) as [string]
  const folder = `${base}${INSPECTOR}`
  if (path === folder) return ''
  if (!path.startsWith(`${folder}/`)) return null
  return path.slice(folder.length + 1) || 'index.html'
}

/** True for a request that a page of another site has made. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { host = headers[':authority'] } = headers
  const get = (name: string) => headers[name]?.toString() ?? null
  return isCrossOrigin({ url: `http://${String(host)}`, headers: { get } })
}

/** True where a person follows a link, as against a page that embeds or reads the address. */
function isVisit({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

function send(request: IncomingMessage, response: ServerResponse, type: string, content: string): void {
  const etag = `"${createHash('sha1').update(content).digest('base64url')}"`
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { ...HEADERS, etag })
    return void response.end()
  }
  response.writeHead(200, { ...HEADERS, etag, 'content-type': type, 'content-length': Buffer.byteLength(content) })
  response.end(request.method === 'HEAD' ? undefined : content)
}

function refuse(response: ServerResponse, status: 403 | 404 | 405): void {
  const text = `${{ 403: 'Forbidden', 404: 'Not found', 405: 'Method not allowed' }[status]}\n`
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', 'content-length': text.length })
  response.end(text)
}
