// Ends a process that serves with srvx: it finishes the requests in flight, then the application closes its resources.
import { logError } from './log-error.ts'

/** How a server stops on SIGTERM and SIGINT. */
export interface ShutdownOptions {
  /** On SIGTERM, the time for requests in flight, and then for `onShutdown`, in milliseconds. Default: 10,000. */
  readonly shutdownTimeout?: number
  /** Closes resources of the application, such as database connections, when no request is in flight. */
  readonly onShutdown?: () => unknown
}

/** The part of an srvx server that this module uses. */
export interface StoppableServer {
  readonly options: { gracefulShutdown?: unknown }
  readonly node?: { readonly server?: NodeServer | undefined }
  close(closeAll?: boolean): Promise<unknown>
}

/** The members of Node's server and its connections that this module uses. */
interface NodeServer {
  on(event: 'connection' | 'secureConnection', listener: (connection: Connection) => void): unknown
  on(event: 'request', listener: (request: { readonly socket: Connection }, response: Closable) => void): unknown
}
interface Closable {
  once(event: 'close', listener: () => void): unknown
}
interface Connection extends Closable {
  readonly bytesWritten: number
  destroy(): unknown
}

/** The members of `process` that this module uses. Workers have no `process`. */
interface Process {
  on(signal: string, listener: () => void): unknown
  exit(code: number): void
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const DEFAULT_TIMEOUT = 10_000

/** In milliseconds. A terminal and a package manager may both send the signal for one Ctrl+C. */
const SAME_SIGNAL = 500

/**
 * Makes an srvx server shut down gracefully on SIGTERM or SIGINT. This replaces srvx's own handling:
 *
 * 1. It accepts no new connections, and finishes the requests in flight, for at most `shutdownTimeout`.
 * 2. It calls `onShutdown`, which may take as long again.
 * 3. It ends the process, even if timers and connections of the application are still open: with 0 if steps 1 and 2
 *    succeeded, otherwise with 1. A later signal ends the process at once.
 *
 * @throws RangeError if the timeout is not a number of milliseconds
 */
export function stopGracefully(
  server: StoppableServer,
  { shutdownTimeout = DEFAULT_TIMEOUT, onShutdown }: ShutdownOptions,
): void {
  if (!(shutdownTimeout >= 0)) throw new RangeError('`shutdownTimeout` must be a number of milliseconds, 0 or more.')
  const { process } = globalThis as { readonly process?: Process }
  if (typeof process?.on !== 'function' || server.options.gracefulShutdown === false) return
  server.options.gracefulShutdown = false
  let stoppingSince: number | null = null
  let closeIdle = () => {}
  // srvx creates Node's server after it has called its plugins.
  queueMicrotask(() => {
    if (server.node?.server !== undefined) closeIdle = watchConnections(server.node.server)
  })

  const stop = async (signal: string) => {
    if (stoppingSince !== null) {
      if (Date.now() - stoppingSince < SAME_SIGNAL) return
      console.error(`turnout: ${signal} again: stopped at once.`)
      return process.exit(1)
    }
    stoppingSince = Date.now()
    console.error(`turnout: ${signal}: requests in flight have ${shutdownTimeout} ms to finish.`)
    // A connection that is kept open becomes idle after the response to its request.
    const idle = setInterval(closeIdle, 50)
    const closing = finishesInTime('the server did not close', () => server.close(), shutdownTimeout)
    closeIdle()
    const isClosed = await closing
    clearInterval(idle)
    if (!isClosed) server.close(true).catch(() => {})
    const isShutDown = await finishesInTime('`onShutdown` did not finish', () => onShutdown?.(), shutdownTimeout)
    console.error(isClosed && isShutDown ? 'turnout: stopped.' : 'turnout: stopped, but not in order.')
    process.exit(isClosed && isShutDown ? 0 : 1)
  }
  for (const signal of SIGNALS) process.on(signal, () => void stop(signal))
}

/**
 * Returns a function that closes the connections without a request in flight. Node's `closeIdleConnections` does not close
 * connections on which no complete request has arrived yet, so one silent client would delay the shutdown.
 */
function watchConnections(server: NodeServer): () => void {
  /** The number of requests in flight; null before the first one. */
  const requests = new Map<Connection, number | null>()
  const open = (connection: Connection) => {
    requests.set(connection, null)
    connection.once('close', () => requests.delete(connection))
  }
  const count = (connection: Connection, difference: number) => {
    if (requests.has(connection)) requests.set(connection, (requests.get(connection) ?? 0) + difference)
  }
  server.on('connection', open)
  server.on('secureConnection', open)
  server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  return () => {
    for (const [connection, inFlight] of requests) {
      // A connection that has carried bytes but no request is a WebSocket, or the TCP connection below TLS.
      if (inFlight === 0 || (inFlight === null && connection.bytesWritten === 0)) connection.destroy()
    }
  }
}

/** Returns true if a task succeeds in time; otherwise logs the failure. */
async function finishesInTime(failure: string, task: () => unknown, timeout: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeout, false)
  })
  try {
    const isInTime = await Promise.race([(async () => (await task(), true))(), late])
    if (!isInTime) console.error(`turnout: ${failure} in ${timeout} ms.`)
    return isInTime
  } catch (error) {
    logError(`turnout: ${failure}:`, error)
    return false
  } finally {
    clearTimeout(timer)
  }
}
