// The only module that creates a request from another request.

/** The parts of a derived request that differ from the original. */
export interface RequestChanges {
  /** An absolute URL. */
  readonly url?: string
  readonly method?: string
  /** Null for no body. Without this property the derived request reads the body of the original. */
  readonly body?: RequestInit['body']
}

/** TypeScript's DOM library lacks `duplex`, which fetch requires for streams, and `cf` of Cloudflare Workers. */
type Init = RequestInit & { readonly duplex: 'half'; readonly cf: unknown }

/**
 * Copies a request, with changes to its URL, method or body.
 *
 * The copy has the same headers and signal, and every property that the host or middleware has attached to the original:
 * `ip`, `runtime`, `waitUntil`, `cf`, and all others that a plain `Request` does not have. If such a property is a getter
 * or a method of the host's class, it runs on the original.
 *
 * @throws TypeError if the URL is not absolute, if no `Request` can have the method (CONNECT, TRACE, TRACK), or if the body
 *   of the original has been read and `changes` has no other
 */
export function deriveRequest(request: Request, changes: RequestChanges): Request {
  const { url = request.url, method = request.method } = changes
  const { headers, signal, redirect } = request
  const { cf } = request as { readonly cf?: unknown }
  const sentBody = changes.body === undefined ? request.body : changes.body
  // workerd passes on the body of a GET, but no `Request` can be created with one (fetch standard).
  const body = /^(?:get|head)$/i.test(method) ? null : sentBody
  const init: Init = { method, headers, signal, redirect, body, duplex: 'half', cf }
  const derived = new Request(url, init)
  // The constructor writes some methods in upper case. Methods are case-sensitive (RFC 9110, section 9.1).
  if (derived.method !== method) Object.defineProperty(derived, 'method', { value: method, configurable: true })
  attachAll(request, derived)
  return derived
}

/** Methods that no `Request` can have (fetch standard, "forbidden method"). */
const FORBIDDEN = /^(?:CONNECT|TRACE|TRACK)$/i

/** Methods that a `Request` can have only in upper case (fetch standard, "normalize a method"). */
const NORMALIZED = /^(?:DELETE|GET|HEAD|OPTIONS|POST|PUT)$/i

/** True if a copy of a request can have the request's method, in the same case. */
export function canDerive(method: string): boolean {
  return !FORBIDDEN.test(method) && (!NORMALIZED.test(method) || method === method.toUpperCase())
}

/** Attaches the properties of `request` that a plain `Request` does not have to `derived`. */
function attachAll(request: Request, derived: Request): void {
  for (
    let level: object = request;
    !Object.prototype.isPrototypeOf.call(level, derived);
    level = Object.getPrototypeOf(level) as object
  ) {
    for (const key of Reflect.ownKeys(level)) {
      // srvx stores the underlying plain request in `_request`, which belongs to the original only.
      const isInternal = level !== request && String(key).startsWith('_')
      if (key in derived || isInternal) continue
      Object.defineProperty(derived, key, attached(request, level, key))
    }
  }
}

/** Binds getters and methods to the original, because they may read private fields, which only the original has. */
function attached(request: Request, level: object, key: string | symbol): PropertyDescriptor {
  const descriptor = Object.getOwnPropertyDescriptor(level, key)!
  const { value, get, set } = descriptor as { value?: unknown; get?: () => unknown; set?: (value: unknown) => void }
  if (get !== undefined) descriptor.get = get.bind(request)
  if (set !== undefined) descriptor.set = set.bind(request)
  if (level !== request && typeof value === 'function') descriptor.value = value.bind(request)
  return descriptor
}
