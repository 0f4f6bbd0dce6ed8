// The entrance of a dev or preview server. Every request passes it before Vite, and it ends every request that fails.
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Socket } from 'node:net'
import path from 'node:path'
import { handleThrownPromise, isHost, waitForTurn } from '@turnout/server'
import type { Connect, ResolvedConfig } from 'vite'
import { loadDevPages } from '../packages.ts'
import { logReport } from '../problems/log.ts'
import { pageHost } from './page-host.ts'

/** The parts of a dev or preview server that the entrance concerns. */
interface Server {
  readonly middlewares: Connect.Server
  /** Null in middleware mode. */
  readonly httpServer: object | null
  readonly config: ResolvedConfig
}

type Emit = (this: unknown, event: string | symbol, ...values: unknown[]) => boolean

/**
 * Guards a server against requests that would end its process. Connect, Vite and middlewares of other plugins parse the
 * target outside every `catch`, and Connect ignores promises that middlewares return.
 *
 * - A target that is no path and no URL, and a malformed host, get 400 (RFC 9112, section 3.2), as in production.
 * - A request starts when its connection has sent the responses to earlier requests.
 * - An error of any middleware ends the response.
 * - A malformed frame on Vite's WebSocket for pings is ignored.
 */
export function guardEntrance({ middlewares, httpServer, config }: Server): void {
  const { handle } = middlewares
  const guarded = new WeakSet<Connect.ServerHandle>()
  /** The unfinished responses of each connection. */
  const responses = new WeakMap<object, Set<ServerResponse>>()

  const start = (req: IncomingMessage, res: ServerResponse, next: Connect.NextFunction) => {
    if (!isTarget(req.url) || !hasValidHost(req)) return void res.writeHead(400).end('Bad Request')
    // As in production, `*` has the path `/*`, and a fragment, which only a faulty client sends, is no part of the path.
    // Connect skips every middleware for `*`, and Vite refuses a fragment.
    req.url = req.url === '*' ? '/*' : req.url?.replace(/#.*/, '')
    try {
      // Plugins may add middlewares at any time.
      for (const layer of middlewares.stack) {
        if (!guarded.has(layer.handle)) guarded.add((layer.handle = catchRejections(layer.handle)))
      }
      handle.call(middlewares, req, res, next)
    } catch (error) {
      void endWithError(req, res, error, config)
    }
  }
  middlewares.handle = (req: IncomingMessage, res: ServerResponse, next: Connect.NextFunction) => {
    const unfinished = responses.get(req.socket) ?? new Set()
    responses.set(req.socket, unfinished.add(res))
    res.once('close', () => unfinished.delete(res))
    const turn = waitForTurn(req, res)
    if (turn === null) start(req, res, next)
    else void turn.then(() => start(req, res, next))
  }
  if (httpServer === null) return

  const { emit } = httpServer as { emit: Emit }
  const emitUpgrade = (server: unknown, values: unknown[]) => {
    const [request, socket] = values as [IncomingMessage, Socket]
    if (socket.destroyed) return
    try {
      const isPing = request.headers['sec-websocket-protocol'] === 'vite-ping' && isForVite(httpServer, request, config)
      emit.call(server, 'upgrade', ...values)
      if (isPing) endInput(socket)
    } catch (error) {
      socket.destroy()
      void logFailure(config, request, error)
    }
  }
  const guardedEmit: Emit = function (event, ...values) {
    if (event !== 'upgrade') return emit.call(this, event, ...values)
    const [request, socket] = values as [IncomingMessage, Socket]
    // Node leaves errors of the connection to those who handle the upgrade.
    socket.on('error', () => socket.destroy())
    const unfinished = [...(responses.get(socket) ?? [])]
    if (!isTarget(request.url)) refuse(socket, '400 Bad Request')
    else if (unfinished.length === 0) emitUpgrade(this, values)
    else {
      // Node does not notify these responses any more when the connection can send more of a long body.
      socket.on('drain', () => unfinished.find((response) => response.socket === socket)?.emit('drain'))
      unfinished.at(-1)!.once('close', () => emitUpgrade(this, values))
    }
    return true
  }
  Object.assign(httpServer, { emit: guardedEmit })
}

/** The name of Vite's own listener, which responds to the pages of a dev server and to nothing else. */
export const VITE_LISTENER = 'hmrServerWsListener'

/** True if Vite's WebSocket takes an upgrade. Vite compares the protocol and the whole path. */
export function isForVite(
  httpServer: object,
  { url = '', headers }: IncomingMessage,
  { base, server }: Pick<ResolvedConfig, 'base' | 'server'>,
): boolean {
  if (!/^vite-(?:hmr|ping)$/.test(headers['sec-websocket-protocol'] ?? '')) return false
  if (!(httpServer as HttpServer).listeners('upgrade').some(({ name }) => name === VITE_LISTENER)) return false
  const { ws, hmr } = server
  // Vite 8 has the path under `ws`, Vite 7 under `hmr`.
  const paths = [ws, hmr].map((options) => (Object(options) as { path?: string }).path)
  const socketPath = paths.find((name) => name !== undefined)
  const { pathname } = new URL(`http://localhost${url}`)
  return pathname === (socketPath === undefined ? base : path.posix.join(base, socketPath))
}

/**
 * Drops everything that the client of a ping sends. Vite has closed the WebSocket already, and has no listener for its errors,
 * so that a malformed frame would end the process.
 */
function endInput(socket: Socket): void {
  socket.removeAllListeners('data')
  socket.resume()
  // Vite would wait for the client's reply.
  socket.end()
}

/** True for a path, an absolute URL, and `*`. The rule is that of srvx in production. */
function isTarget(target = '/'): boolean {
  if (target.startsWith('/') || target === '*') return true
  if (!URL.canParse(target)) return false
  return /^https?:$/.test(new URL(target).protocol)
}

/** True for a request with no `Host`, or one that is valid. Node ignores a second one. */
function hasValidHost({ rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && /^host$/i.test(rawHeaders[index - 1]!))
  return hosts.length < 2 && hosts.every(isHost)
}

/** Returns the same middleware, whose rejections go to the next one. Connect reads the name and the number of parameters. */
function catchRejections(handle: Connect.ServerHandle): Connect.ServerHandle {
  const call = handle as (...values: unknown[]) => unknown
  const run = (values: unknown[], next: Connect.NextFunction) => {
    const result = call(...values)
    if (result instanceof Promise) result.catch(next)
  }
  const isForErrors = (handle as { readonly length: number }).length === 4
  const wrapped: Connect.ServerHandle = isForErrors
    ? (error: unknown, req: unknown, res: unknown, next: Connect.NextFunction) => run([error, req, res, next], next)
    : (req: unknown, res: unknown, next: Connect.NextFunction) => run([req, res, next], next)
  return Object.defineProperty(wrapped, 'name', { value: (handle as { readonly name?: string }).name })
}

/** Logs an error and ends the response: with 500, or without its end if its status has been sent. Never throws. */
export async function endWithError(
  req: IncomingMessage | Http2ServerRequest,
  res: ServerResponse,
  error: unknown,
  config: ResolvedConfig,
): Promise<void> {
  await logFailure(config, req, error).catch(() => {})
  try {
    // As in production, the client does not learn what was thrown.
    if (res.headersSent) res.destroy()
    else res.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('Internal Server Error')
  } catch {
    // A header that was set before is not valid.
    res.destroy()
  }
}

/** Ends the connection of an upgrade with a status. */
export function refuse(socket: Socket, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Logs an error of a request, with its stack and its causes. */
export async function logFailure(
  config: ResolvedConfig,
  { method, url }: Pick<IncomingMessage, 'method' | 'url'>,
  error: unknown,
): Promise<void> {
  handleThrownPromise(error)
  const { printError } = await loadDevPages()
  logReport(config.logger, 'error', `turnout: ${method} ${url}: ${printError(error, pageHost(config))}`)
}
