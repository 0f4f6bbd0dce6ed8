// The recent requests of a dev server, for the inspector.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageRequest } from '../packages.ts'

/** The number of requests in the list. The oldest ones are dropped. */
const MAX_REQUESTS = 200

/** The longest string of an entry, in characters. */
const MAX_TEXT = 2000

/** Headers that routes often have conditions on, and that contain no secret. No other header is kept. */
const KEPT_HEADERS = ['accept', 'content-type', 'user-agent'] as const

/**
 * The last requests that the dev server has handled, in memory. It contains no bodies, no cookies, and no headers except a
 * few harmless ones.
 */
export class RequestLog {
  readonly #entries: PageRequest[] = []
  readonly #listeners: (() => void)[] = []
  #count = 0

  /** The entries, oldest first. */
  get entries(): readonly PageRequest[] {
    return this.#entries
  }

  /** Calls a function after each new entry. */
  on(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Adds an entry when the response ends, or when the client disconnects. */
  record(request: IncomingMessage, response: ServerResponse): void {
    const at = Date.now()
    const started = performance.now()
    const about = describeRequest(request)
    const location = watchLocation(response)
    response.once('close', () => {
      this.#count += 1
      this.#entries.push({
        id: this.#count,
        at,
        ...about,
        status: response.writableFinished ? response.statusCode : null,
        ms: Math.round((performance.now() - started) * 10) / 10,
        location: location(),
      })
      if (this.#entries.length > MAX_REQUESTS) this.#entries.shift()
      for (const listener of this.#listeners) listener()
    })
  }
}

function describeRequest({
  method = 'GET',
  url = '/',
  headers,
  socket,
}: IncomingMessage): Omit<PageRequest, 'id' | 'at' | 'status' | 'ms' | 'location'> {
  const host = headers.host ?? headers[':authority']
  const kept = KEPT_HEADERS.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, cut(value, 300)] as const]
  })
  return {
    method: cut(method, 40),
    target: cut(url),
    protocol: 'encrypted' in socket ? 'https' : 'http',
    host: typeof host === 'string' ? cut(host, 300) : null,
    ip: socket.remoteAddress ?? null,
    headers: Object.fromEntries(kept),
  }
}

/** Returns a function that reads the header `location`. Node does not keep headers that only `writeHead` receives. */
function watchLocation(response: ServerResponse): () => string | null {
  const { writeHead } = response
  let written: unknown
  response.writeHead = function writeHeadOnce(this: ServerResponse, ...parameters: unknown[]) {
    written ??= locationIn(parameters.at(-1))
    return (writeHead as (...parameters: unknown[]) => ServerResponse).apply(this, parameters)
  } as ServerResponse['writeHead']
  return () => {
    const location = written ?? response.getHeader('location')
    return typeof location === 'string' ? cut(location) : null
  }
}

/** @param headers of `writeHead`: an object, a list of pairs, or names and values in turn */
function locationIn(headers: unknown): unknown {
  if (typeof headers !== 'object' || headers === null) return undefined
  const flat: unknown[] = Array.isArray(headers) ? headers.flat() : Object.entries(headers).flat()
  const index = flat.findIndex((name, at) => at % 2 === 0 && String(name).toLowerCase() === 'location')
  return index < 0 ? undefined : flat[index + 1]
}

function cut(text: string, length = MAX_TEXT): string {
  return text.length > length ? text.slice(0, length) : text
}
