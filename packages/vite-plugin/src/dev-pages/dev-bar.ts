// The bar that shows the route of a page. The server adds one script element, and the script creates the bar.
import type { BarData } from '@turnout/inspector'
import { describeEndpoint } from '@turnout/compiler/internal/manifest/print/describe'
import { HANDLED_HEADER, isCrossOrigin, readMatch } from '@turnout/server'
import { findHandledRoutes } from './handled-routes.ts'
import { markup } from './html.ts'
import type { PageContext } from './page-host.ts'
import { editorAddress, inspectorAddress } from './page-parts.ts'

/**
 * Returns the script element of the bar, to append to the page. Returns an empty string if the response contains no match,
 * if a script requested the page, or if the policy of the page forbids the script.
 *
 * The bar shows only values of the route table and of this request, never of the header, which applications can set.
 *
 * @param target path and query of the request
 * @param ms the time until the response began, in milliseconds
 */
export function devBarElement(
  { headers, status }: Response,
  request: Request,
  { target, ms }: { readonly target: string; readonly ms: number },
  { manifest, base, host, problems }: PageContext,
): string {
  const handled = readMatch(headers.get(HANDLED_HEADER))
  if (handled === null || manifest === null || !isVisit(request)) return ''
  const permission = scriptPermission(headers.get('content-security-policy'))
  if (permission === null) return ''
  const routes = findHandledRoutes(manifest, handled, { request, target, base })
  if (routes.length === 0) return ''
  const data: BarData = {
    method: handled.method,
    routes: routes.map(({ route, params }) => ({
      pattern: route.pattern,
      name: route.name,
      endpoint: describeEndpoint(route),
      params: Object.entries(params).map(([name, value]) => [name, String(value)]),
      place: route.location && {
        text: `${route.location.file}:${route.location.line}`,
        address: editorAddress(route.location, host),
      },
    })),
    status,
    ms: Math.round(ms),
    problems,
    inspector: inspectorAddress(handled.method, target, host),
    diagnostics: `${host.inspector}#/diagnostics`,
  }
  const nonce = permission.nonce ?? host.scriptNonce
  return markup`<script type="module" src="${host.inspector}bar.js" data-turnout-bar="${JSON.stringify(data)}"${nonce !== null && markup` nonce="${nonce}"`}></script>`
    .markup
}

/** True if a person opens the page. On plain HTTP, browsers send `Sec-Fetch-Dest` only to this machine. */
export function isVisit(request: Request): boolean {
  const { headers } = request
  const destination = headers.get('sec-fetch-dest')
  if (destination !== null) return destination === 'document'
  return !isCrossOrigin(request) && /\btext\/html\b/i.test(headers.get('accept') ?? '')
}

/**
 * Reads from the header `Content-Security-Policy` if a page may load a script of its own server. Directives that only some
 * browsers know count as well: no page logs a violation because of the dev server.
 *
 * @param header the policies of the page, separated by commas; null if it has none
 * @returns the nonce that the script needs, or null for none; null if the script is forbidden
 */
export function scriptPermission(header: string | null): { readonly nonce: string | null } | null {
  let nonce: string | null = null
  for (const policy of header?.split(',') ?? []) {
    const sources = scriptSources(policy)
    if (sources === null) continue
    const policyNonce = sources.flatMap((source) => /^'nonce-([\w+/=-]+)'$/i.exec(source)?.[1] ?? [])[0]
    if (policyNonce !== undefined) {
      // No element can have two nonces.
      if (nonce !== null && nonce !== policyNonce) return null
      nonce = policyNonce
      continue
    }
    const words = new Set(sources.map((source) => source.toLowerCase()))
    if (words.has("'strict-dynamic'") || !(words.has("'self'") || words.has('*'))) return null
  }
  return { nonce }
}

/** Returns the sources of scripts that a policy allows; null if it does not restrict scripts. */
function scriptSources(policy: string): string[] | null {
  const directives = new Map<string, string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    // Browsers ignore a directive that occurs again.
    if (!directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  if (directives.has('sandbox') && !directives.get('sandbox')!.includes('allow-scripts')) return []
  return directives.get('script-src-elem') ?? directives.get('script-src') ?? directives.get('default-src') ?? null
}
