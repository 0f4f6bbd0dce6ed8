// `send` while a server renders a page. It calls `dispatch` in the same process, with the cookies of the page's request, and the
// page's response passes the cookies that `send` received to the browser.
import { logWarning } from './log-error.ts'
import { copyResponse, isResponse } from './response-of.ts'
import type { Dispatch, MaybePromise } from './types.ts'

/** A request whose page the server is rendering. */
interface Rendering {
  readonly request: Request
  readonly context: unknown
  /** The `Set-Cookie` headers of the responses to `send`, by the identity of the cookie. A later one replaces an earlier one. */
  readonly cookies: Map<string, string>
  /** True after the head of the document has been returned. */
  isSent: boolean
}

/** The part of Node's `AsyncLocalStorage` that is used here. It holds a value for each request, even if requests overlap. */
interface AsyncStorage {
  run<Result>(value: Rendering | undefined, run: () => Result): Result
  getStore(): Rendering | undefined
}

/** Null if the platform has no such storage. It is created for the first page, because it slows promises on some platforms. */
let storage: AsyncStorage | null | undefined

/** `getBuiltinModule` needs no import, which would fail on platforms without the module. */
function createStorage(): AsyncStorage | null {
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => { AsyncLocalStorage: new () => AsyncStorage } }
  }
  const hooks = process?.getBuiltinModule?.('node:async_hooks')
  return hooks === undefined ? null : new hooks.AsyncLocalStorage()
}

/** The cookies that responses set while a request's page was rendered. */
const cookiesByRequest = new WeakMap<Request, Rendering['cookies']>()

/**
 * Renders the page of a request, and adds the cookies that responses to `send` have set meanwhile. If rendering throws, the
 * caller adds them to the error response with `withCookies`.
 */
export async function renderFor(
  request: Request,
  context: unknown,
  render: () => MaybePromise<unknown>,
): Promise<unknown> {
  if (storage === undefined) storage = createStorage()
  const rendering: Rendering = { request, context, cookies: new Map(), isSent: false }
  cookiesByRequest.set(request, rendering.cookies)
  const value = await (storage === null ? render() : storage.run(rendering, render))
  if (!isResponse(value)) return value
  rendering.isSent = true
  return withCookies(request, value)
}

/**
 * Adds the cookies that responses set while the request's page was rendered. It changes a copy of the response, because an
 * application may return the same response for several requests.
 */
export function withCookies(request: Request, response: Response): Response {
  const cookies = cookiesByRequest.get(request)
  if (!cookies?.size) return response
  const copy = copyResponse(response)
  for (const cookie of cookies.values()) copy.headers.append('set-cookie', cookie)
  return copy
}

/** Settings of `sendInProcess`. */
export interface InProcessSettings {
  /** The second argument of `dispatch`. Default: the context of the request whose page is being rendered. */
  readonly context?: unknown
  /** The origin of relative URLs. Default: the origin of the request whose page is being rendered, or `http://localhost`. */
  readonly origin?: string
  /** Names of further headers to copy from the request whose page is being rendered. Default: none. */
  readonly forward?: readonly string[]
}

/**
 * Passes a request to `dispatch` in the same process, as `fetch` of a browser would send it. While a page is rendered, the
 * request has the cookies of the page's request. Like `fetch`, it sends no cookies to another site.
 */
export async function sendInProcess(
  dispatch: Dispatch,
  url: string,
  { credentials, ...init }: RequestInit,
  { context, origin, forward = [] }: InProcessSettings,
): Promise<Response> {
  if (storage === null) warnOnce()
  const rendering = storage?.getStore()
  const base = origin ?? (rendering === undefined ? 'http://localhost' : new URL(rendering.request.url).origin)
  const target = new URL(url, base)
  const request = new Request(target, init)
  if (rendering === undefined) return dispatch(request, context)
  // Hosts are compared without the scheme, because a proxy may change the scheme.
  const isOwnSite = target.host === new URL(base).host || target.host === new URL(rendering.request.url).host
  const hasCookies = isOwnSite && credentials !== 'omit'
  if (hasCookies) addHeader(request, 'cookie', cookieHeader(rendering))
  for (const name of isOwnSite ? forward : []) addHeader(request, name, rendering.request.headers.get(name))
  // An action that calls `send` has no cookies, as if its request had come through the network.
  const response = await storage!.run(undefined, () => dispatch(request, context ?? rendering.context))
  if (hasCookies) for (const cookie of response.headers.getSetCookie()) storeCookie(rendering, cookie)
  return response
}

/** Adds a header, unless the caller of `send` has set it. */
function addHeader({ headers }: Request, name: string, value: string | null): void {
  if (value && !headers.has(name)) headers.set(name, value)
}

/** Returns the cookies that the browser would send now: those of the request, and those that responses have set. */
function cookieHeader({ request, cookies }: Rendering): string {
  let pairs = request.headers.get('cookie')?.split(/;\s*/) ?? []
  for (const cookie of cookies.values()) {
    pairs = pairs.filter((pair) => nameOf(pair) !== nameOf(cookie))
    if (!hasExpired(cookie)) pairs.push(cookie.split(';', 1)[0]!)
  }
  return pairs.join('; ')
}

const nameOf = (cookie: string): string => cookie.split(/[=;]/, 1)[0]!.trim()

/** True if the response removes the cookie. `Max-Age` precedes `Expires` (RFC 6265, section 5.3). */
function hasExpired(cookie: string): boolean {
  const [, age] = /;\s*max-age=([^;]*)/i.exec(cookie) ?? []
  const [, date = ''] = /;\s*expires=([^;]*)/i.exec(cookie) ?? []
  return age === undefined ? Date.parse(date) <= Date.now() : Number(age) <= 0
}

/** Stores a cookie by its identity: its name, its domain and its path (RFC 6265, section 5.3). */
function storeCookie({ cookies, isSent }: Rendering, cookie: string): void {
  const scope = cookie.match(/;\s*(?:domain|path)=[^;]*/gi)?.sort() ?? []
  const key = nameOf(cookie) + scope.join('').toLowerCase()
  cookies.delete(key)
  cookies.set(key, cookie)
  if (isSent) {
    logWarning(
      `The browser does not receive the cookie \`${nameOf(cookie)}\`, because a component called \`send\` after the document had begun. Call \`send\` in \`load\`.`,
    )
  }
}

let hasWarned = false

function warnOnce(): void {
  if (hasWarned) return
  hasWarned = true
  logWarning(
    '`send` carries no cookies while a page is rendered, because this platform has no `AsyncLocalStorage`. On Cloudflare Workers, set the compatibility flag `nodejs_compat`.',
  )
}
