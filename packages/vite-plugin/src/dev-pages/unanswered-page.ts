// The page of the dev server for a request that no route matches.
import { explainRequest, type Explanation } from '@turnout/compiler/internal/manifest/explain'
import { suggestRequests, type Suggestion } from '@turnout/compiler/internal/manifest/explain/suggest'
import type { Manifest, ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { describeEndpoint } from '@turnout/compiler/internal/manifest/print/describe'
import { reasonOf, SHOWN_ROUTES, similarRoutes } from '@turnout/compiler/internal/manifest/print/misses'
import { formatExplanation } from '@turnout/compiler/internal/terminal/format-explanation'
import { formatRoutes } from '@turnout/compiler/internal/terminal/format-routes'
import { plain } from '@turnout/compiler/internal/terminal/style'
import { markup, type Html } from './html.ts'
import { declarationLink, inspectorAddress, methodBadges, patternMarkup } from './page-parts.ts'
import type { PageContext } from './page-host.ts'
import { pageResponse, table } from './page.ts'

/** The largest number of routes on the page. `turnout routes -g` searches larger tables. */
const ROUTES_SHOWN = 500

const TITLES: Readonly<Record<number, string>> = { 404: 'Not Found', 405: 'Method Not Allowed' }

/** A request that no route matches. */
interface UnansweredRequest {
  readonly request: Request
  /** The verb for matching. A form field can override that of the request. */
  readonly method: string
  /** Path and query of the request. */
  readonly target: string
  /** The address of the page that the application itself shows for such requests; omitted if it shows none. */
  readonly ownPage?: string | undefined
}

/**
 * Returns the page for an unmatched request: similar requests, why each similar route does not match, and the table.
 *
 * @param response the response in production; the page keeps its status and `Allow`
 */
export function unansweredPage(
  response: Response,
  { request, method, target, ownPage }: UnansweredRequest,
  context: PageContext & { readonly manifest: Manifest },
): Response {
  const { manifest, base } = context
  const { protocol, host } = new URL(request.url)
  const attributes = { headers: Object.fromEntries(request.headers), protocol, host }
  const explanation = explainRequest(manifest, method, target, { ...attributes, base })
  const suggestions = suggestRequests(manifest, explanation, attributes)
  const { status } = response
  const title = `No route matches ${method} ${target}`
  const page = {
    status,
    title: `${status}: ${title}`,
    body: bodyOf({ status, target, ownPage }, explanation, suggestions, context),
    text: textOf(`${status}: ${title}`, explanation, suggestions, manifest),
    problem: {
      title: TITLES[status] ?? 'Error',
      detail: `${title}.`,
      ...(explanation.allowedMethods.length > 0 && { allowedMethods: explanation.allowedMethods }),
      suggestions: suggestions.map((suggestion) => ({
        method: suggestion.method,
        path: addressOf(suggestion.path, context),
        endpoint: describeEndpoint(suggestion.route),
      })),
    },
  }
  return pageResponse(page, request, context, new Headers(response.headers))
}

/** Returns a path of a route as a client requests it: with the base. */
function addressOf(path: string, { base = '' }: PageContext): string {
  return base.replace(/\/$/, '') + path
}

function bodyOf(
  { status, target, ownPage }: Pick<UnansweredRequest, 'target' | 'ownPage'> & { readonly status: number },
  explanation: Explanation,
  suggestions: readonly Suggestion[],
  context: PageContext & { readonly manifest: Manifest },
): Html {
  const { method, allowedMethods, outsideOf } = explanation
  const { host, hasInspector, manifest } = context
  return markup`<header>
      <p class="top">
        <span class="status">${status}</span> ${methodBadges([method])} <span class="mono">${target}</span>
      </p>
      <h1>No route matches this request</h1>
      ${outsideOf !== null && markup`<p>The path is outside the base <code>${outsideOf}</code>.</p>`}
      ${allowedMethods.length > 0 && markup`<p>The path supports ${methodBadges(allowedMethods)}.</p>`}
      ${hasInspector && markup`<p><a href="${inspectorAddress(method, target, host)}">Open this request in the inspector</a></p>`}
      ${ownPage !== undefined && markup`<p><a href="${safeAddress(ownPage)}">Show the application's own page for this path</a></p>`}
    </header>
    <main>
      ${suggestions.length > 0 && suggestionList(suggestions, context)} ${reasonTable(explanation)}
      ${routeTable(manifest.routes, context)}
    </main>`
}

/** Only `GET` requests are links: a page must not send another request by itself. */
function suggestionList(suggestions: readonly Suggestion[], context: PageContext): Html {
  const items = suggestions.map(({ method, path, route }) => {
    const address = addressOf(path, context)
    const request =
      method === 'GET'
        ? markup`<a class="go" href="${safeAddress(address)}">Go to <span class="mono">${address}</span></a>`
        : markup`<span class="mono">${address}</span>`
    return markup`<li>${methodBadges([method])} ${request} <span class="soft">${describeEndpoint(route)}</span></li>`
  })
  return markup`<div class="did">
    <h2>Did you mean?</h2>
    <ul class="list">
      ${items}
    </ul>
  </div>`
}

/** A path that begins with two slashes would be another host. */
function safeAddress(path: string): string {
  return path.replace(/^\/{2,}/, '/')
}

function reasonTable(explanation: Explanation): Html | null {
  const { method, path } = explanation
  if (path === null) return null
  const rows = similarRoutes(explanation)
    .routes.slice(0, SHOWN_ROUTES)
    .map(({ route, miss }) => [
      methodBadges(route.verbs),
      patternMarkup(route.pattern),
      reasonOf(route, miss, method, path),
    ])
  if (rows.length === 0) return null
  return markup`<h2>Similar routes</h2>
    ${table(['Method', 'Path', 'Why it does not match'], rows)}`
}

function routeTable(routes: readonly ManifestRoute[], context: PageContext): Html {
  const rows = routes.slice(0, ROUTES_SHOWN).map((route) => {
    const path = visitablePath(route)
    const pattern = patternMarkup(route.pattern)
    const address = path === null ? pattern : markup`<a href="${safeAddress(addressOf(path, context))}">${pattern}</a>`
    return [methodBadges(route.verbs), address, describeEndpoint(route), declarationLink(route, context.host)]
  })
  const omitted = routes.length - ROUTES_SHOWN
  return markup`<div class="tools">
      <h2>${routes.length} ${routes.length === 1 ? 'route' : 'routes'}</h2>
      <label>Search <input id="search" type="search" spellcheck="false" autocomplete="off" /></label>
    </div>
    ${table(['Method', 'Path', 'Endpoint', 'Declared at'], rows, 'routes')}
    <p id="none" class="soft" hidden>No route contains these words.</p>
    ${omitted > 0 && markup`<p class="soft">${omitted} more: <code>npx turnout routes -g …</code> searches them.</p>`}`
}

/** Returns the path of a route for `GET` whose parameters are all optional: a person can visit it. */
function visitablePath({ verbs, segments, conditions }: ManifestRoute): string | null {
  if (!verbs.includes('GET') || Object.keys(conditions).length > 0) return null
  const required = segments.filter(({ kind }) => kind !== 'optional')
  const path = required.map((segment) => (segment.kind === 'static' ? segment.text : null))
  return path.includes(null) ? null : path.join('') || '/'
}

function textOf(
  title: string,
  explanation: Explanation,
  suggestions: readonly Suggestion[],
  { routes }: Manifest,
): string {
  const reasons = formatExplanation(explanation, {
    all: false,
    isCommand: false,
    width: undefined,
    style: plain,
    suggestions,
  })
  const omitted = routes.length - ROUTES_SHOWN
  const table = formatRoutes(routes.slice(0, ROUTES_SHOWN), {})
  const end = omitted > 0 ? `\n… and ${omitted} more: \`turnout routes\`` : ''
  return [title, reasons, `Routes\n\n${table}${end}`].join('\n\n')
}
