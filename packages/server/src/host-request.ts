// Adds to a request what srvx adds on Node, for hosts that run a server module without srvx: Bun, Deno and workerd.
import { deriveRequest } from './derive-request.ts'
import { logError } from './log-error.ts'
import { makeBodyCancellable } from './node-host.ts'

/** The second argument of `fetch`: the server on Bun, details of the connection on Deno, bindings on Workers. */
interface HostArgument {
  readonly requestIP?: unknown
  readonly remoteAddr?: { readonly hostname?: string }
}

/** The third argument of `fetch` on Workers. */
interface WorkerContext {
  readonly waitUntil?: unknown
}

/** A request with the properties that hosts attach to it. */
type HostRequest = Request & {
  readonly runtime?: {
    readonly name?: string
    readonly node?: { readonly req?: { readonly headers: Record<string, unknown> } }
  }
  readonly cf?: unknown
}

/** The hosts on which srvx limits bodies. */
const LIMITED_BY_SRVX = /^(?:node|bun|deno)$/

/**
 * Attaches the client's address as `ip`, attaches `waitUntil`, and limits the body, unless the host has done so. srvx does
 * these things on Node, Bun and Deno. On Workers, it does not limit the body, and takes the address from a header, which the
 * client may have written outside Cloudflare.
 *
 * @param host the other arguments of `fetch`
 * @param maxRequestBodySize in bytes; reading a longer body fails with the code `ERR_BODY_TOO_LARGE`
 */
export function completeRequest(request: HostRequest, host: readonly unknown[], maxRequestBodySize: number): Request {
  const runtime = request.runtime?.name ?? ''
  if (!('ip' in request) || runtime === 'cloudflare') {
    const get = () => addressOf(request, Object(host[0]) as HostArgument)
    Object.defineProperty(request, 'ip', { get, enumerable: true, configurable: true })
  }
  attachWaitUntil(request, Object(host[1]) as WorkerContext)
  // HTTP/2 has a pseudo-header instead of `Host` (RFC 9113, section 8.3.1).
  const nodeHeaders = request.runtime?.node?.req?.headers
  if (nodeHeaders?.[':authority'] !== undefined) nodeHeaders['host'] ??= nodeHeaders[':authority']
  if (LIMITED_BY_SRVX.test(runtime)) {
    makeBodyCancellable(request)
    return request
  }
  const { headers, body } = request
  // A host ends a body at its Content-Length, unless the body has Transfer-Encoding (RFC 9112, section 6.3).
  const isBounded = headers.has('content-length') && !headers.has('transfer-encoding')
  // Requests with TRACE have no body (RFC 9110, section 9.3.8), and none can be created.
  const mayHaveBody = body !== null && !/^(?:CONNECT|TRACE|TRACK)$/i.test(request.method)
  if (maxRequestBodySize === Infinity || isBounded || !mayHaveBody) return request
  return deriveRequest(request, { body: limitBody(body, maxRequestBodySize) })
}

/**
 * Attaches a function `waitUntil` that logs the rejection of its promise, and passes the promise on to the host's own function.
 * An unhandled rejection would end the process, as would one that the host cannot print.
 *
 * Bun and Deno with srvx keep the host's function, because it cannot be replaced. It is not even read: on Deno, srvx wraps
 * requests with a body in a proxy that throws when a program reads one of its methods.
 */
function attachWaitUntil(request: Request, context: WorkerContext): void {
  const descriptor = Object.getOwnPropertyDescriptor(request, 'waitUntil')
  if (descriptor?.configurable === false) return
  // In some requests of srvx on Node, the property is undefined.
  const [host, owner] =
    typeof descriptor?.value === 'function' ? [descriptor.value, request] : [context.waitUntil, context]
  const value = (promise: unknown) => {
    const logged = Promise.resolve(promise).catch((error: unknown) =>
      logError('turnout: a promise for `waitUntil` was rejected:', error),
    )
    if (typeof host === 'function') host.call(owner, logged)
  }
  Object.defineProperty(request, 'waitUntil', { value, configurable: true })
}

/** Returns the client's address; undefined if the host does not provide it. */
function addressOf(request: HostRequest, host: HostArgument): string | undefined {
  if (typeof host.requestIP === 'function') {
    const peer = host.requestIP(request) as { readonly address: string } | null
    // Bun listens on IPv6 for IPv4 as well.
    return peer?.address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  }
  // Cloudflare overwrites the header. Without `cf`, workerd runs elsewhere, and the client may have written it.
  return host.remoteAddr?.hostname ?? (request.cf ? (request.headers.get('cf-connecting-ip') ?? undefined) : undefined)
}

function limitBody(body: ReadableStream<Uint8Array>, maxRequestBodySize: number): ReadableStream<Uint8Array> {
  let size = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > maxRequestBodySize) {
          const message = `The body is longer than ${maxRequestBodySize} bytes.`
          throw Object.assign(new Error(message), { code: 'ERR_BODY_TOO_LARGE' })
        }
        controller.enqueue(chunk)
      },
    }),
  )
}

/**
 * Records whether code reads a client's address that the host does not provide.
 *
 * @returns a function that throws if code has read the missing address
 */
export function watchAddress(request: Request): () => void {
  let hasReadMissingAddress = false
  if ((request as { readonly ip?: unknown }).ip == null) {
    const get = () => void (hasReadMissingAddress = true)
    Object.defineProperty(request, 'ip', { get, enumerable: true, configurable: true })
  }
  return () => {
    if (!hasReadMissingAddress) return
    throw new TypeError(
      'A route has a condition on the address of the client, which this host does not provide. Use `defineServer`, or set `request.ip`.',
    )
  }
}
