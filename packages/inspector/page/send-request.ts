// Sends a request to the dev server of the page, and reads a bounded part of the response.
import { canonicalPath } from '@turnout/runtime'

/** A request to the dev server of the page. */
export interface SentRequest {
  readonly method: string
  /** Path and query, with the base. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Null for no body. */
  readonly body: string | null
}

/** A response, as a page can read it. */
export interface SentResponse {
  /** Null for a redirect: the browser hides its status from pages. */
  readonly status: number | null
  readonly statusText: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ResponseBody
  readonly ms: number
}

type ResponseBody =
  | { readonly kind: 'text'; readonly text: string; readonly size: number; readonly isCut: boolean }
  | { readonly kind: 'binary'; readonly size: number; readonly isCut: boolean }

/** At most this much of a body is read, in bytes. */
const MAX_BYTES = 512 * 1024

/** A response that takes longer is given up; the body of a stream is cut. In milliseconds. */
const MAX_MS = 30_000
const MAX_BODY_MS = 5_000

/** Methods that `fetch` sends. Browsers forbid CONNECT, TRACE and TRACK. */
const METHOD = /^(?!CONNECT$|TRACE$|TRACK$)[!#$%&'*+.^_`|~\w-]{1,40}$/

/** Addresses of the dev server itself, which are no routes: `/@vite/client`, `/__open-in-editor`. */
const INTERNAL = /^\/+(?:@|__)/

/**
 * Returns the URL of a request on the server of the page.
 *
 * @param base the base of the dev server, without a slash at its end
 * @throws Error with the reason if the request must not be sent: another server, an address of the dev server itself, or a
 *   method that browsers do not send
 */
export function sendableUrl(method: string, target: string, origin: string, base: string): URL {
  if (!METHOD.test(method)) throw new Error(`Browsers do not send the method ${method.slice(0, 40)}.`)
  if (!target.startsWith('/')) throw new Error('Enter a path that begins with a slash.')
  const url = new URL(origin + target)
  if (url.origin !== origin) throw new Error('The page sends requests to its own server only.')
  const canonical = canonicalPath(url.pathname)
  if (typeof canonical === 'string') {
    const decoded = decodePath(canonical)
    const pathInBase = base !== '' && decoded.startsWith(`${base}/`) ? decoded.slice(base.length) : decoded
    if (INTERNAL.test(decoded) || INTERNAL.test(pathInBase)) {
      throw new Error('This is an address of the dev server itself, not of a route.')
    }
  }
  return url
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Sends a request with the browser's own `fetch`, so that the browser adds `Origin` and `Sec-Fetch-Site` as for each page
 * of the application. It does not follow redirects, and reads a part of a large or endless body.
 *
 * @param token the header `x-turnout-inspector`, with which the list of requests names this request
 * @throws Error if the request must not be sent, or if no response arrives
 */
export async function sendRequest(
  { method, target, headers, body }: SentRequest,
  token: string,
  signal: AbortSignal,
): Promise<SentResponse> {
  // The page is in a folder below the base: `/app/__turnout/`.
  const url = sendableUrl(method, target, location.origin, location.pathname.replace(/\/[^/]*\/[^/]*$/, ''))
  const started = performance.now()
  const response = await fetch(url, {
    method,
    headers: [...headers.map(([name, value]): [string, string] => [name, value]), ['x-turnout-inspector', token]],
    ...(body !== null && { body }),
    redirect: 'manual',
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]),
  })
  const ms = Math.round(performance.now() - started)
  const isHidden = response.type === 'opaqueredirect'
  return {
    status: isHidden ? null : response.status,
    statusText: response.statusText.slice(0, 200),
    headers: [...response.headers].slice(0, 100),
    body: await readBody(response),
    ms,
  }
}

async function readBody({ body, headers }: Response): Promise<ResponseBody> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let isCut = false
  if (body !== null) {
    const reader = body.getReader()
    const timer = setTimeout(() => {
      isCut = true
      void reader.cancel()
    }, MAX_BODY_MS)
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(part.value.subarray(0, MAX_BYTES - size))
        size += parts.at(-1)!.length
        if (size < MAX_BYTES) continue
        isCut = true
        void reader.cancel()
        break
      }
    } finally {
      clearTimeout(timer)
    }
  }
  const type = headers.get('content-type') ?? ''
  const isText = type === '' || /^text\/|[/+](?:json|xml|javascript|x-www-form-urlencoded)\b/i.test(type)
  if (!isText) return { kind: 'binary', size, isCut }
  return { kind: 'text', text: await new Blob(parts).text(), size, isCut }
}

/** Parses `name: value` lines. Names are in lower case; lines without a name or a colon are left out. */
export function headerLines(text: string): [name: string, value: string][] {
  return text.split('\n').flatMap((line) => {
    const [name, value] = line.split(/:(.*)/s) as [string, string?]
    return value === undefined || name.trim() === '' ? [] : [[name.trim().toLowerCase(), value.trim()]]
  })
}
