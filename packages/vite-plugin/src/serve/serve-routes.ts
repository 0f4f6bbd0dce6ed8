import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { isCrossOrigin, UNANSWERED } from '@turnout/runtime/server'
import { NodeRequest, sendNodeResponse, serve } from 'srvx/node'
import type { Connect, ViteDevServer } from 'vite'
import { textFileOrNull } from '../files/read-file.ts'
import { TEMPLATE } from '../ids.ts'
import { transformTemplate } from '../modules/template-module.ts'
import { logTo } from '../problems/log.ts'
import { errorPage, printed } from './error-page.ts'
import type { ServerEnvironment } from './find-server.ts'
import { transformPage } from './transform-page.ts'
import { unansweredPage } from './unanswered-page.ts'

type Answer = (request: Request) => Response | Promise<Response>

/** What requests are given to, and how long their bodies may be. */
export interface Host {
  readonly fetch: Answer
  readonly maxRequestBodySize?: number
}

/** What a module that answers requests exports: for srvx, for workers, and for the dev server. */
export interface ServerModule extends ServerOptions {
  readonly default?: ServerOptions | Answer
}

/** Options of srvx that count in dev as well. */
interface ServerOptions {
  readonly fetch?: Answer
  readonly middleware?: NonNullable<Parameters<typeof serve>[0]['middleware']>
  readonly maxRequestBodySize?: number
}

/** Requests that no route answers go on to Vite's own pages, where it has any. */
export interface ServeSettings {
  readonly server: ViteDevServer
  readonly target: ServerEnvironment
  /** The module that requests are given to. */
  readonly entry: () => string
  /** The table that is served. */
  readonly manifest: () => Promise<Manifest | null>
  /** What stands before the paths of all routes. */
  readonly base: string | undefined
}

/**
 * Answers the requests that Vite itself has no file for, with the application's own modules: as they are on disk, since
 * the runner asks for what has changed at each request.
 *
 * It stands behind Vite's checks of who may ask (`server.allowedHosts`, `server.cors`).
 */
export function serveRoutes({ server, target, entry, manifest, base }: ServeSettings): Connect.NextHandleFunction {
  const { config } = server
  const hosts = new WeakMap<object, Host>()

  async function host(): Promise<Host> {
    if (target.kind === 'fetchable') return { fetch: (request) => target.environment.dispatchFetch(request) }
    const name = entry()
    const module = await target.environment.runner.import<ServerModule>(name)
    let found = hosts.get(module)
    if (found === undefined) hosts.set(module, (found = hostOf(module, name)))
    return found
  }

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<Response | null> {
    let request: Request = new NodeRequest({ req, res })
    let response: Response
    try {
      const { fetch, maxRequestBodySize } = await host()
      if (maxRequestBodySize !== undefined) request = new NodeRequest({ req, res, maxRequestBodySize })
      response = await fetch(request)
      // Node could send nothing, and would not answer. Production does not ask: it takes a tenth of a request's time.
      if (response.bodyUsed)
        throw new TypeError('The body of the Response is used up. Make a new one for each request.')
    } catch (error) {
      // Whoever asked has gone, and takes what it threw along.
      if (request.signal.aborted) return null
      logTo(config.logger, 'error', `turnout: ${request.method} ${req.url}: ${printed(error)}`, { timestamp: true })
      return maySeePages(request)
        ? errorPage(error, request, config)
        : new Response('Internal Server Error', { status: 500 })
    }
    const [unanswered, method] = response.headers.get(UNANSWERED)?.split(' ') ?? []
    if (unanswered !== undefined) {
      if (config.appType !== 'custom' && unanswered === '404' && /^(?:GET|HEAD)$/.test(request.method)) return null
      const headers = new Headers(response.headers)
      headers.delete(UNANSWERED)
      // A browser asks whether a page may ask: `server.cors` has said so in the headers already.
      if (isPreflight(request)) return new Response(null, { status: 204, headers })
      const own = new Response(response.body, { status: response.status, headers })
      const table = unanswered === '404' || unanswered === '405' ? await manifest() : null
      return table === null || request.method === 'HEAD' || !maySeePages(request)
        ? own
        : unansweredPage(own, request, method ?? request.method, req.url ?? '/', table, base)
    }
    return transformed(response, request, server)
  }

  return (req, res, next) => {
    // Vite has taken off its base, and put an `index.html` in place of what may be a page of ours.
    const rewritten = req.url
    req.url = req.originalUrl ?? req.url
    respond(req, res)
      .then((response) => {
        if (response !== null) return send(res, response)
        if (res.destroyed || res.writableEnded) return undefined
        req.url = rewritten
        return next()
      })
      .catch((error: unknown) => {
        logTo(config.logger, 'error', `turnout: ${req.method} ${req.url}: ${printed(error)}`, { timestamp: true })
        if (res.headersSent) res.destroy()
        else res.writeHead(500).end()
      })
  }
}

/** Sends a response. Vite has set headers already, and then Node keeps the last one only of several with a name. */
export function send(res: ServerResponse, response: Response): Promise<void> {
  const cookies = response.headers.getSetCookie()
  const vary = [res.getHeader('vary'), response.headers.get('vary')].filter((names) => names != null)
  if (cookies.length === 0 && vary.length < 2) return sendNodeResponse(res, response)
  const sent = withMutableHeaders(response)
  sent.headers.delete('set-cookie')
  sent.headers.delete('vary')
  if (cookies.length > 0) res.setHeader('set-cookie', cookies)
  if (vary.length > 0) res.setHeader('vary', vary.join(', '))
  return sendNodeResponse(res, sent)
}

/**
 * The response itself if its headers can be changed. A copy would read a file of srvx by way of undici, which throws where
 * nobody can catch it, and ends the process, if the client goes away (Node 20).
 */
function withMutableHeaders(response: Response): Response {
  try {
    response.headers.delete('x-turnout-none')
    return response
  } catch {
    const { status, statusText, headers, body } = response
    return new Response(body, { status, statusText, headers })
  }
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method')
}

/**
 * True if the pages of the dev server go to who has sent the request. They show code and routes, so a page of another site
 * gets none of them. A person who follows a link from another site does.
 */
function maySeePages(request: Request): boolean {
  const { method, headers } = request
  const isVisit = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
  return !isCrossOrigin(request) || (isVisit && method === 'GET')
}

/**
 * Refuses a path that Vite cannot decode, which would be an error of its own: 500. The query is not judged, as in
 * production: if it is malformed, Vite sees it escaped, and the application as it is.
 */
export const refuseMalformed: Connect.NextHandleFunction = (req, res, next) => {
  const { url = '/' } = req
  const [path] = url.split('?', 1) as [string]
  if (!isDecodable(path)) {
    res.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('Bad Request')
    return
  }
  if (!isDecodable(url)) req.url = path + url.slice(path.length).replaceAll('%', '%25')
  next()
}

function isDecodable(url: string): boolean {
  try {
    decodeURI(url)
    return true
  } catch {
    return false
  }
}

/**
 * Takes the base without its slash, `/app`, for the root, as `match` does. Vite would say that it is none of its own.
 *
 * @param base Vite's, which ends with a slash
 */
export const withSlash =
  (base: string): Connect.NextHandleFunction =>
  (req, _res, next) => {
    const { url = '' } = req
    const end = base.length - 1
    if (base !== '/' && /^[?#]?$/.test(url.charAt(end)) && url.startsWith(base.slice(0, -1))) {
      req.url = base + url.slice(end)
    }
    next()
  }

/** What answers requests, with the middleware and the limits that srvx would put around it in production. */
export function hostOf(module: ServerModule, name: string): Host {
  const own = module.default
  const options = typeof own === 'object' && own !== null ? own : {}
  const fetch = module.fetch ?? (typeof own === 'function' ? own : options.fetch?.bind(options))
  if (typeof fetch !== 'function') {
    throw new TypeError(`\`${name}\` has no default export with \`fetch\`: nothing answers requests.`)
  }
  // As srvx does: an export of the module itself comes before what the default export has.
  const middleware = module.middleware ?? options.middleware ?? []
  const maxRequestBodySize = module.maxRequestBodySize ?? options.maxRequestBodySize
  const server = serve({ fetch, middleware: [...middleware], manual: true, gracefulShutdown: false, silent: true })
  return { fetch: server.fetch as Answer, ...(maxRequestBodySize !== undefined && { maxRequestBodySize }) }
}

/** True for the text of `index.html`, whose addresses are without the base. */
function isTemplate(text: string, { config }: ViteDevServer): boolean {
  return textFileOrNull(path.join(config.root, TEMPLATE)) === text
}

/** A whole page gets what Vite adds to pages: its client, and what plugins put in. Parts of pages stay as they are. */
async function transformed(response: Response, request: Request, server: ViteDevServer): Promise<Response> {
  const { headers, status, body } = response
  const isHtml = /^text\/html\b/i.test(headers.get('content-type') ?? '')
  if (body === null || !isHtml || headers.has('content-encoding')) return response
  const text = await response.text()
  const changed = new Headers(headers)
  changed.delete('content-length')
  const { pathname } = new URL(request.url)
  const html = isTemplate(text, server)
    ? await transformTemplate(server, text)
    : /<(?:!doctype\s+html|html|head)[\s>]/i.test(text)
      ? await transformPage(server, pathname, text)
      : text
  return new Response(html, { status, statusText: response.statusText, headers: changed })
}
