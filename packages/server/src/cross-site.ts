// Recognises requests from pages of other sites, by the headers that browsers add and that no page can change.

/** True for the methods that change nothing (RFC 9110, section 9.2.1). Methods are case-sensitive. */
const isSafe = (method: string): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'TRACE'

/**
 * The content types that a page can send to another site without a preflight (fetch standard, "CORS-safelisted"): the types
 * of forms, and no type, as in `fetch(url, { method: 'POST', mode: 'no-cors' })`.
 */
const SENT_BY_FORMS = /^\s*(?:(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:[;,]|$)|$)/i

/** The parts of a `Request` that show where it comes from. */
export interface Sender {
  readonly url: string
  readonly headers: Pick<Headers, 'get'>
}

/**
 * True for a request that a form of another origin may have sent: an unsafe method, a content type of forms, and headers
 * that show another origin.
 *
 * `methodOverride` turns a POST into other unsafe methods only and keeps the headers, so the result is the same before and
 * after it.
 *
 * @param trustedOrigins origins whose forms are accepted, such as `https://pay.example.com`; `*` accepts all
 */
export function isCrossSiteForm(
  request: Pick<Request, 'method'> & Sender,
  trustedOrigins: readonly string[] = [],
): boolean {
  return (
    !isSafe(request.method) &&
    SENT_BY_FORMS.test(request.headers.get('content-type') ?? '') &&
    isCrossOrigin(request) &&
    !trustedOrigins.includes('*') &&
    !trustedOrigins.includes(request.headers.get('origin') ?? '')
  )
}

/**
 * True if the headers of a browser show that a page of another origin made the request.
 *
 * Browsers send `Sec-Fetch-Site` to https and to localhost. `same-site` counts as another origin: a sibling subdomain, or
 * another port of localhost. Without that header, `Origin` decides. A request without both headers is accepted, because
 * programs send neither, and current browsers send at least one of them with an unsafe method to another site.
 */
export function isCrossOrigin({ url, headers }: Sender): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && !isOriginOf(origin, url)
}

/**
 * True if the URL has this origin. An `https:` origin of the same host also counts: after a proxy that ends TLS, the server
 * itself sees `http:`.
 */
function isOriginOf(origin: string, url: string): boolean {
  if (!URL.canParse(origin) || !URL.canParse(url)) return false
  const page = new URL(origin)
  const server = new URL(url)
  return page.host === server.host && (page.protocol === server.protocol || page.protocol === 'https:')
}
