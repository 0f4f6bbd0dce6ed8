// Works around faults of Node's HTTP server and streams, through which one request could end the process or fill its memory.
import { errorResponse } from './error-response.ts'
import { handleThrownPromise, logError } from './log-error.ts'
import type { SrvxServer } from './request-target.ts'
import { usedBody } from './response-of.ts'

/** The members of Node's request and response that this module uses. */
interface NodeExchange {
  readonly req: { readonly socket: { destroy(): void } | null; readonly headers: Readonly<Record<string, unknown>> }
  readonly res: NodeResponse
}

/** Node's response. `socket` is null while the connection sends the response to an earlier request. */
export interface NodeResponse {
  readonly destroyed?: boolean
  readonly socket: object | null
  once(event: 'socket', listener: () => void): unknown
}

/** The host's own request and response, which srvx attaches on Node; null on other hosts. */
function exchangeOf(request: Request): NodeExchange | null {
  const { runtime } = request as { readonly runtime?: { readonly node?: Partial<NodeExchange> } }
  const { req, res } = runtime?.node ?? {}
  return req === undefined || res === undefined ? null : { req, res }
}

/** The number of requests that may wait on one connection. Browsers do not send a request before the last response. */
const MAX_WAITING = 100

/** The number of waiting requests by connection. */
const waitingCounts = new WeakMap<object, number>()

/**
 * Waits until a connection has sent the responses to its earlier requests. A client may send many requests at once
 * (pipelining), and Node starts them all. If the client then disconnects, Node 20 and 22 notify only the first of them, so the
 * others would run for ever. A request that waits has not started, and is dropped with its connection.
 *
 * @returns null if the request may start at once. The promise of a dropped request never resolves
 */
export function waitForTurn(
  { socket: connection }: Pick<NodeExchange['req'], 'socket'>,
  res: NodeResponse,
): Promise<void> | null {
  if (res.socket !== null || connection === null) return null
  const count = (waitingCounts.get(connection) ?? 0) + 1
  waitingCounts.set(connection, count)
  if (count > MAX_WAITING) connection.destroy()
  return new Promise((resolve) => {
    res.once('socket', () => {
      waitingCounts.set(connection, waitingCounts.get(connection)! - 1)
      resolve()
    })
  })
}

/**
 * True for a request that offers an upgrade and has chunks as its body. Node ignores errors in the body of such a request, so
 * code that reads the body could wait for ever.
 */
export function isUnreadableUpgrade({ headers }: NodeExchange['req']): boolean {
  const offersUpgrade = headers['upgrade'] !== undefined && /\bupgrade\b/i.test(String(headers['connection']))
  return offersUpgrade && headers['transfer-encoding'] !== undefined
}

/** Makes an srvx server start each request, including requests for files, only when it is the request's turn. */
export function takeTurns({ options }: SrvxServer): void {
  options.middleware?.unshift((request, next) => {
    const exchange = exchangeOf(request)
    if (exchange === null) return next()
    if (isUnreadableUpgrade(exchange.req)) return errorResponse(request, 400, 'Bad Request', { connection: 'close' })
    const turn = waitForTurn(exchange.req, exchange.res)
    return turn === null ? next() : turn.then(next)
  })
}

/**
 * Makes it safe to stop reading the body of a request on Node: after `cancel()`, the rest of the body is read and dropped.
 * Otherwise, Node 20 throws outside every `catch` if more data arrives, and later versions close the connection before the
 * response.
 */
export function makeBodyCancellable(request: Request): void {
  if (exchangeOf(request) === null || request.method === 'GET' || request.method === 'HEAD') return
  let source: ReadableStream<Uint8Array> | null | undefined
  let body: ReadableStream<Uint8Array> | null = null
  const get = () => {
    // srvx creates the stream when it is first read.
    const current = Reflect.get(Object.getPrototypeOf(request) as object, 'body', request) as typeof body
    if (source === undefined) {
      source = current
      body = current && cancellable(current)
    }
    return current === source ? body : current
  }
  Object.defineProperty(request, 'body', { get, configurable: true })
}

function cancellable(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  const read = () => (reader ??= source.getReader()).read()
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => passChunk(read, controller),
      cancel() {
        void dropRest(read)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Passes one chunk of a stream, or its end, to another. */
async function passChunk(
  read: ReadableStreamDefaultReader<Uint8Array>['read'],
  controller: ReadableStreamDefaultController<Uint8Array>,
): Promise<void> {
  const { done: isDone, value } = await read()
  if (isDone) controller.close()
  else controller.enqueue(value)
}

async function dropRest(read: () => Promise<{ readonly done: boolean }>): Promise<void> {
  try {
    while (!(await read()).done);
  } catch {
    // The client has disconnected, or other code reads the rest.
  }
}

/**
 * Guards the body of a response on Node. If its stream fails half-way, the error is logged, because the status has been sent
 * already. The connection closes before the end of the response, so that the client detects the failure too.
 *
 * srvx receives a plain `Error` in place of the stream's own error. It passes the error to Node, which reads its properties
 * outside every `catch`, and which ignores `undefined` and `null`. If the client disconnects, nothing is logged.
 *
 * @throws TypeError if other code has a reader of the body
 */
export function guardBody(request: Request, response: Response): Response {
  const exchange = exchangeOf(request)
  // srvx sends its own responses without a stream of this kind. Reading their `body` would convert them.
  if (exchange === null || !(response instanceof Response) || '_toNodeResponse' in response) return response
  const { body } = response
  if (body === null) return response
  if (body.locked) throw usedBody()
  let isLogged = false
  const logAndReplace = (error: unknown): Error => {
    handleThrownPromise(error)
    if (!isLogged && exchange.res.destroyed !== true) {
      const path = request.url.replace(/[^!-~]/g, '?')
      logError(`turnout: ${request.method} ${path}: the body of the response failed half-way:`, error)
    }
    isLogged = true
    return new Error('The body of the response failed half-way.')
  }
  const getReader = () => {
    const reader = ReadableStream.prototype.getReader.call(body) as ReadableStreamDefaultReader<Uint8Array>
    const rethrow = (error: unknown) => Promise.reject(logAndReplace(error))
    return {
      read: () => reader.read().catch(rethrow),
      closed: reader.closed.catch(rethrow),
      cancel: (reason: unknown = disconnected()) => reader.cancel(reason),
      releaseLock: () => reader.releaseLock(),
    }
  }
  Object.defineProperty(body, 'getReader', { value: getReader, configurable: true, writable: true })
  return response
}

/** Creates the reason to cancel a stream with. Without a reason, Node 20 throws outside every `catch` for some streams. */
const disconnected = () => new DOMException('Nobody reads the response.', 'AbortError')

/**
 * Reads the body of a response from now on, and returns a copy of the response with the same chunks. If the stream fails with a
 * promise that rejects, the rejection is handled at once. A dev server may wait before it reads a body, and until then an
 * unhandled rejection would end the process. The built server reads each body at once, so it saves the copy.
 *
 * @returns the response itself if it has no body, or if its body has been read
 * @throws TypeError if other code has a reader of the body
 */
export function watchBody(request: Request, response: Response): Response {
  const isStream = response instanceof Response && !('_toNodeResponse' in response) && response.body !== null
  if (!isStream || response.bodyUsed) return response
  const source = response.body
  if (source.locked) throw usedBody()
  // `guardBody` may have replaced the stream's `getReader` by one that logs. The copy is guarded instead.
  const reader = ReadableStream.prototype.getReader.call(source) as ReadableStreamDefaultReader<Uint8Array>
  reader.closed.catch(handleThrownPromise)
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => passChunk(() => reader.read(), controller),
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return guardBody(request, new Response(body, response))
}

/** Cancels the body of a response that is not sent. Errors of its stream are ignored, because nothing reads it. */
export function discardBody({ body }: Response): void {
  body?.cancel(disconnected()).catch(handleThrownPromise)
}
