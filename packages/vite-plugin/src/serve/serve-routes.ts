// Responds to the requests of a dev server by the routes.
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import {
  changeableResponse,
  errorResponse,
  HANDLED_HEADER,
  handleThrownPromise,
  isCrossOrigin,
  DEFAULT_RESPONSE_HEADER,
  refuseInvalidHosts,
  usedBody,
  watchBody,
} from '@turnout/server'
import type { serve as serveWithSrvx } from 'srvx/node'
import { normalizePath, type Connect, type ViteDevServer } from 'vite'
import type { PageContext } from '../dev-pages/page-host.ts'
import type { SentRequest } from '../dev-pages/sent-request.ts'
import { textFileOrNull } from '../files/read-file.ts'
import { TEMPLATE } from '../ids.ts'
import { transformTemplate } from '../modules/template-module.ts'
import { loadDevPages, loadSrvx } from '../packages.ts'
import { endWithError, logFailure } from './entrance.ts'
import { firstSinceEdit } from './first-since-edit.ts'
import { forgetterOf } from './forget-evaluated.ts'
import type { ServerEnvironment } from './find-server.ts'
import { pageHost } from './page-host.ts'
import type { PageReloads } from './page-reloads.ts'
import { transformPage } from './transform-page.ts'

type Answer = (request: Request) => Response | Promise<Response>

/** The function that handles requests, and the limit of their bodies in bytes. */
export interface Host {
  readonly fetch: Answer
  readonly maxRequestBodySize?: number
}

/** The exports of a module that handles requests: for srvx, for workers, and for the dev server. */
export interface ServerModule extends ServerOptions {
  readonly default?: ServerOptions | Answer
}

/** Options of srvx that count in dev as well. */
interface ServerOptions {
  readonly fetch?: Answer
  readonly middleware?: NonNullable<Parameters<typeof serveWithSrvx>[0]['middleware']>
  readonly maxRequestBodySize?: number
}

/** Settings of `serveRoutes`. Unmatched requests continue to Vite's own pages, if it has any. */
export interface ServeSettings {
  readonly vite: ViteDevServer
  /** The environment that runs the application. */
  readonly serverEnvironment: ServerEnvironment
  /** The name of the module that handles requests. */
  readonly entry: () => string
  /** Returns a better error in place of an error of the application, or the same. */
  readonly explain: (error: unknown) => unknown
  readonly reloads: PageReloads
  /** @param version the number of changes at the start of the request */
  readonly pageContext: (version: number) => Promise<PageContext>
}

/**
 * Handles requests for which Vite has no file, with the application's own modules. The modules are current, because the
 * module runner checks for changed modules at each request.
 *
 * The middleware runs after Vite's access checks (`server.allowedHosts`, `server.cors`).
 */
export function serveRoutes(settings: ServeSettings): Connect.NextHandleFunction {
  const { vite, serverEnvironment, entry, explain, reloads, pageContext } = settings
  const { config } = vite
  const hosts = new WeakMap<object, Promise<Host>>()
  let forget: ((file: string) => void) | null = null
  const host = pageHost(config)
  const isNewError = firstSinceEdit(vite.watcher)
  vite.watcher.on('all', (_event, file) => forget?.(normalizePath(file)))

  async function loadHost(): Promise<Host> {
    if (serverEnvironment.kind === 'fetchable') {
      return { fetch: (request) => serverEnvironment.environment.dispatchFetch(request) }
    }
    const name = entry()
    const { environment } = serverEnvironment
    forget ??= forgetterOf(environment)
    const module = await environment.runner.import<ServerModule>(name)
    let moduleHost = hosts.get(module)
    if (moduleHost === undefined) hosts.set(module, (moduleHost = hostOf(module, name)))
    return await moduleHost
  }

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<Response | null> {
    const body = recordBody(req)
    const { NodeRequest } = await loadSrvx()
    let request: Request = new NodeRequest({ req, res })
    let response: Response
    const version = reloads.version()
    const start = performance.now()
    try {
      const { fetch, maxRequestBodySize } = await loadHost()
      if (maxRequestBodySize !== undefined) request = new NodeRequest({ req, res, maxRequestBodySize })
      response = await fetch(request)
      // Node could send nothing, so the request would hang. Production skips this check, which takes a tenth of the time
      // of a request.
      if (response.bodyUsed) throw usedBody()
    } catch (thrown) {
      handleThrownPromise(thrown)
      // The client has disconnected: its abort causes errors that need no report.
      if (request.signal.aborted) return null
      const error = explain(thrown)
      reloads.noteError(error)
      const { errorPage, reportError } = await loadDevPages()
      const { plugin, message } = reportError(error, host)
      // The error of a module that Vite cannot transform comes with each request until a file changes.
      const isRepeated = plugin !== null && !isNewError(message)
      // If there is no table, the session has printed the reason.
      const isPrinted = plugin === 'turnout' && (await pageContext(version)).manifest === null
      if (!isRepeated && !isPrinted) await logFailure(config, req, error)
      if (!maySeePages(request)) return errorResponse(request, 500, 'Internal Server Error')
      return errorPage(error, { request, target: req.url!, ...(await body()) }, await pageContext(version))
    }
    const [unanswered, method] = response.headers.get(DEFAULT_RESPONSE_HEADER)?.split(' ') ?? []
    if (unanswered !== undefined) {
      if (config.appType !== 'custom' && unanswered === '404' && /^(?:GET|HEAD)$/.test(request.method)) return null
      const headers = new Headers(response.headers)
      headers.delete(DEFAULT_RESPONSE_HEADER)
      // For a preflight request, `server.cors` has set the response headers already.
      if (isPreflight(request)) return new Response(null, { status: 204, headers })
      const publicResponse = new Response(response.body, { status: response.status, headers })
      if (!/^40[45]$/.test(unanswered) || request.method === 'HEAD' || !maySeePages(request)) return publicResponse
      const context = await pageContext(version)
      if (context.manifest === null) return publicResponse
      const { unansweredPage } = await loadDevPages()
      return unansweredPage(
        publicResponse,
        { request, method: method ?? request.method, target: req.url! },
        { ...context, manifest: context.manifest },
      )
    }
    const ms = performance.now() - start
    const devBar = async () => {
      if (!response.headers.has(HANDLED_HEADER)) return ''
      const { devBarElement } = await loadDevPages()
      return devBarElement(response, request, { target: req.url!, ms }, await pageContext(version))
    }
    return transformed(response, request, vite, devBar)
  }

  return (req, res, next) => {
    // Vite has stripped its base, and may have replaced the path of a route by `index.html`.
    const rewritten = req.url
    req.url = req.originalUrl ?? req.url
    respond(req, res)
      .then((response) => {
        if (response !== null) return send(res, response)
        if (res.destroyed || res.writableEnded) return undefined
        req.url = rewritten
        return next()
      })
      .catch((error: unknown) => endWithError(req, res, error, config))
  }
}

/**
 * Sends a response. Vite has set some headers before, and of several headers with one name Node would keep only the last.
 * So `set-cookie` and `vary` are set on `res` itself.
 */
export async function send(res: ServerResponse, response: Response): Promise<void> {
  const { sendNodeResponse } = await loadSrvx()
  const cookies = response.headers.getSetCookie()
  const vary = [res.getHeader('vary'), response.headers.get('vary')].filter((names) => names != null)
  if (cookies.length === 0 && vary.length < 2) return sendNodeResponse(res, response)
  const sent = changeableResponse(response)
  sent.headers.delete('set-cookie')
  sent.headers.delete('vary')
  if (cookies.length > 0) res.setHeader('set-cookie', cookies)
  if (vary.length > 0) res.setHeader('vary', vary.join(', '))
  return sendNodeResponse(res, sent)
}

/** In bytes. The error page shows shorter bodies. */
const MAX_BODY = 16_384

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i
const JSON_BODY = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * Copies what the application reads of a form or of JSON, for the error page.
 *
 * @returns a function that reads the copy; nothing if it is not a whole body. If the application has read nothing, the
 * function reads what has arrived, and does not wait for more.
 */
function recordBody(req: IncomingMessage): () => Promise<Pick<SentRequest, 'form' | 'json'>> {
  const { 'content-type': type = '', 'content-length': length } = req.headers
  const isForm = FORM.test(type)
  const chunks: Buffer[] = []
  let size = 0
  if (!isForm && !JSON_BODY.test(type)) return async () => ({})
  // `req.on` would start the stream, and the application could miss its first chunks.
  EventEmitter.prototype.on.call(req, 'data', (chunk: Buffer | string) => {
    size += chunk.length
    if (size <= MAX_BODY) chunks.push(Buffer.from(chunk as string))
  })
  return async () => {
    if (!req.readableDidRead) req.read()
    if (size > MAX_BODY || !(req.readableEnded || size === Number(length))) return {}
    const copy = new Response(Buffer.concat(chunks), { headers: { 'content-type': type } })
    return isForm ? { form: await copy.formData().catch(() => null) } : { json: await copy.text() }
  }
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method')
}

/**
 * True if the sender of the request may see pages of the dev server. These pages show code and routes, so requests from
 * other sites do not get them. A visit by a link from another site does.
 */
export function maySeePages(request: Request): boolean {
  const { method, headers } = request
  const isVisit = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
  return !isCrossOrigin(request) || (isVisit && method === 'GET')
}

/** True for a path that cannot be decoded. Vite would fail with 500; the application responds as in production. */
export function isMalformed({ url = '/' }: Pick<IncomingMessage, 'url'>): boolean {
  return !isDecodable(url.split('?', 1)[0]!)
}

/** Escapes a malformed query for Vite. As in production it is no error, and the application sees the original. */
export const escapeMalformedQuery: Connect.NextHandleFunction = (req, _res, next) => {
  const { url = '/' } = req
  if (!isDecodable(url)) req.url = url.replace(/\?.*/s, (query) => query.replaceAll('%', '%25'))
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
 * Serves the base without its slash as the root, as `match` does. Vite would refuse it as outside its base.
 *
 *     /app       -> /app/
 *     /app?a=1   -> /app/?a=1
 *     /apple     -> /apple
 *
 * @param base Vite's base, which ends with a slash
 */
export const serveBaseWithoutSlash =
  (base: string): Connect.NextHandleFunction =>
  (req, _res, next) => {
    const { url } = req as { readonly url: string }
    const end = base.length - 1
    if (base !== '/' && /^[?#]?$/.test(url.charAt(end)) && url.startsWith(base.slice(0, -1))) {
      req.url = base + url.slice(end)
    }
    next()
  }

/**
 * Returns the request handler of a module, with the middleware and the limits that srvx would apply in production.
 *
 * @param name the name of the module, for the error message
 * @throws TypeError if the module exports no `fetch`
 */
export async function hostOf(module: ServerModule, name: string): Promise<Host> {
  const defaultExport = module.default
  const options = typeof defaultExport === 'object' && defaultExport !== null ? defaultExport : {}
  const fetch = module.fetch ?? (typeof defaultExport === 'function' ? defaultExport : options.fetch?.bind(options))
  if (typeof fetch !== 'function') {
    throw new TypeError(`\`${name}\` has no default export with \`fetch\`, so it cannot respond to requests.`)
  }
  // As in srvx, a named export of the module overrides the property of the default export.
  const middleware = module.middleware ?? options.middleware ?? []
  const maxRequestBodySize = module.maxRequestBodySize ?? options.maxRequestBodySize
  const { serve } = await loadSrvx()
  const server = serve({
    fetch,
    middleware: [...middleware],
    plugins: [refuseInvalidHosts],
    manual: true,
    gracefulShutdown: false,
    silent: true,
  })
  const watchedFetch: Answer = async (request) => watchBody(request, await server.fetch(request))
  return { fetch: watchedFetch, ...(maxRequestBodySize !== undefined && { maxRequestBodySize }) }
}

/** True if the response body is the project's `index.html`. The addresses in that file are without the base. */
function isTemplate(text: string, { config }: ViteDevServer): boolean {
  return textFileOrNull(path.join(config.root, TEMPLATE)) === text
}

/**
 * Lets Vite transform a complete page: Vite and its plugins add their tags. Fragments of pages stay unchanged.
 *
 * @param devBar returns markup to append to a complete page. It is called only for one
 * @returns null if the client has disconnected
 */
async function transformed(
  response: Response,
  request: Request,
  vite: ViteDevServer,
  devBar: () => Promise<string>,
): Promise<Response | null> {
  const { headers, status, body } = response
  const isHtml = /^text\/html\b/i.test(headers.get('content-type') ?? '')
  if (body === null || !isHtml || headers.has('content-encoding')) return response
  const text = await textUntilAbort(body, request.signal)
  if (text === null) return null
  const changed = new Headers(headers)
  changed.delete('content-length')
  changed.delete(HANDLED_HEADER)
  // The page may be that of an invalid host or a malformed path.
  const { pathname } = URL.canParse(request.url) ? new URL(request.url) : { pathname: '/' }
  const pagePath = isDecodable(pathname) ? pathname : '/'
  const html = isTemplate(text, vite)
    ? (await transformTemplate(vite, text)) + (await devBar())
    : /<(?:!doctype\s+html|html|head)[\s>]/i.test(text)
      ? (await transformPage(vite, pagePath, text)) + (await devBar())
      : text
  return new Response(html, { status, statusText: response.statusText, headers: changed })
}

/** Reads a body. If the client disconnects, it cancels the body, which may have no end, and returns null. */
async function textUntilAbort(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<string | null> {
  try {
    return await new Response(body.pipeThrough(new TransformStream(), { signal })).text()
  } catch (error) {
    if (!signal.aborted) throw error
    handleThrownPromise(error)
    return null
  }
}
