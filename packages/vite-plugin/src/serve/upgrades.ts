import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { isUnreadableUpgrade } from '@turnout/server'
import type { ProxyOptions, ResolvedConfig } from 'vite'
import { isForVite, refuse, VITE_LISTENER } from './entrance.ts'

/** How long other listeners of a server may take to respond to an upgrade. */
const PATIENCE_MS = 3000

type Proxy = Readonly<Record<string, string | ProxyOptions>> | undefined

/** The parts of a dev or preview server that upgrades concern. */
interface UpgradeSettings {
  readonly httpServer: unknown
  readonly config: Pick<ResolvedConfig, 'base' | 'server'>
  readonly proxy: Proxy
}

/**
 * Makes a server handle requests for an upgrade (WebSockets) as Node does in production, where nothing listens for them:
 * they are requests, which the routes respond to. Without this, a server with Vite's listener never responds.
 *
 * Vite's own WebSocket and proxies come first. If a plugin listens too, it has three seconds to respond; then the upgrade
 * is refused.
 */
export function serveUpgrades({ httpServer, config, proxy }: UpgradeSettings): void {
  if (httpServer === null) return
  const server = httpServer as Server
  const listener = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    const listeners = server.listeners('upgrade').filter((candidate) => candidate !== listener)
    if (isForVite(server, request, config)) return
    if (isProxied(request.url ?? '/', proxy, (options) => isWebSocketProxy(options))) return
    // A proxy has one listener for all its paths.
    const strangers = listeners.filter(({ name }) => name !== VITE_LISTENER).length - (proxy === undefined ? 0 : 1)
    if (strangers > 0) {
      // The connection may have sent responses to earlier requests.
      const { bytesWritten } = socket
      const isSilent = () => socket.bytesWritten === bytesWritten && !socket.destroyed
      setTimeout(() => isSilent() && refuse(socket, '501 Not Implemented'), PATIENCE_MS).unref()
    } else if (isUnreadableUpgrade(request)) refuse(socket, '400 Bad Request')
    else readAgain(server, request, socket, head)
  }
  server.on('upgrade', listener)
}

/** Returns true if a proxy takes the URL, by the rules of Vite. */
export function isProxied(
  url: string,
  proxy: Proxy,
  isMeant: (options: string | ProxyOptions) => boolean = () => true,
): boolean {
  return Object.entries(proxy ?? {}).some(
    ([context, options]) =>
      isMeant(options) && (context.startsWith('^') ? new RegExp(context).test(url) : url.startsWith(context)),
  )
}

function isWebSocketProxy(options: string | ProxyOptions): boolean {
  if (typeof options === 'string') return /^wss?:/.test(options)
  return options.ws === true || /^wss?:/.test(String(options.target ?? ''))
}

/**
 * Lets the server read a request again, without `upgrade` in its `Connection` header. Node passes the connection of an
 * upgrade to the listener, and reads neither the request's body nor later requests. But HTTP/2 clients offer an upgrade with
 * every request (`Upgrade: h2c`).
 */
function readAgain(
  server: Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = rawHeaders.slice(index, index + 2) as [string, string]
    lines.push(`${name}: ${/^connection$/i.test(name) ? value.replace(/\bupgrade\b/gi, '') : value}`)
  }
  // Node limits the time for the next request after an earlier response.
  socket.setTimeout(0)
  socket.unshift(head)
  socket.unshift(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket)
}
