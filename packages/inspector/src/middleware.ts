// Serves the page of the inspector in dev: its files, its data, and requests that arrive while it is open.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isCrossOrigin } from '@turnout/server'
import { isPageFile, readPageFile, type PageFile, type PageFileName } from './page-files.ts'

/** Paths that the page requests in addition to its files. */
const DATA = 'data.json'
const EVENTS = 'events'
const REQUESTS = 'requests.json'

/** The open pages learn of new requests at most this often, in milliseconds. */
const REQUESTS_MS = 200

/** Content security policy: the page runs only its own files, and connects only to its own server. */
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

/** The options of `makeInspector`. */
export interface InspectorHost {
  /** The address of the page's folder on the server, without a slash at its end: `/__turnout`. */
  readonly folder: string
  /** Returns the current data of the page, as JSON. */
  readonly data: () => Promise<string>
  /** Returns the recent requests, as JSON; null if the server does not handle requests. */
  readonly requests: () => string | null
}

/** The inspector on a server. */
export interface Inspector {
  readonly middleware: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void
  /** Notifies the open pages that the data changed. */
  readonly announce: () => void
  /** Notifies the open pages of new requests. Several calls in a short time cause one notification. */
  readonly announceRequests: () => void
  /** Ends the connections of the open pages. */
  readonly close: () => void
}

/**
 * Serves the page in its folder. The middleware must run after Vite's check of the host. Vite places middleware from
 * `configureServer` there.
 *
 * - A request never chooses a file: the middleware serves the files of `page-files.ts`, and three responses that are not files.
 * - Only the methods `GET` and `HEAD` are allowed.
 * - Pages of other sites get no response. A link on another site may open the page itself, which contains no data.
 */
export function makeInspector({ folder, data, requests }: InspectorHost): Inspector {
  const listeners = new Set<ServerResponse>()
  const files = new Map<PageFileName, PageFile>()
  let pending: NodeJS.Timeout | undefined

  const serve = async (name: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (name === EVENTS) return listen(request, response)
    if (name === DATA) return send(request, response, 'application/json; charset=utf-8', await data())
    if (name === REQUESTS) {
      const json = requests()
      return json === null ? refuse(response, 404) : send(request, response, 'application/json; charset=utf-8', json)
    }
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
      const name = nameOf(request.url ?? '', folder)
      if (name === null) return next()
      // Vite sets the header for pages of every local address. The table is only for the inspector's own page.
      response.removeHeader('access-control-allow-origin')
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET, HEAD')
        return refuse(response, 405)
      }
      if (isFromElsewhere(request) && !(name === 'index.html' && isVisit(request))) return refuse(response, 403)
      if (name === '') {
        response.writeHead(302, { ...HEADERS, location: `${folder}/` })
        return void response.end()
      }
      serve(name, request, response).catch(next)
    },
    announce() {
      for (const response of listeners) response.write('event: change\ndata:\n\n')
    },
    announceRequests() {
      if (listeners.size === 0) return
      pending ??= setTimeout(() => {
        pending = undefined
        for (const response of listeners) response.write('event: request\ndata:\n\n')
      }, REQUESTS_MS)
    },
    close() {
      clearTimeout(pending)
      for (const response of listeners) response.end()
      listeners.clear()
    },
  }
}

/** Returns the name after the folder in a URL; empty for the folder without its slash; null for other URLs. */
function nameOf(url: string, folder: string): string | null {
  const [path] = url.split(/[?#]/, 1) as [string]
  if (path === folder) return ''
  if (!path.startsWith(`${folder}/`)) return null
  return path.slice(folder.length + 1) || 'index.html'
}

/** True for a request from a page of another site. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { host = headers[':authority'] } = headers
  const get = (name: string) => headers[name]?.toString() ?? null
  return isCrossOrigin({ url: `http://${String(host)}`, headers: { get } })
}

/** True if a person opens the address by a link; false if a page embeds or fetches it. */
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
