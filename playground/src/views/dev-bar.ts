import path from 'node:path'
import { manifest } from 'virtual:routes'
import type { Middleware } from 'virtual:routes/server'
import { html, type Html } from '../html.ts'

type Route = NonNullable<Parameters<Middleware>[2]['route']>
type DeclaredRoute = (typeof manifest.routes)[number]
type Segment = DeclaredRoute['segments'][number]

const ROOT = path.join(import.meta.dirname, '../..')

/** Returns a page of dev with a bar that shows its route. Returns a response that is not a page as it is. */
export async function addDevBar(response: Response, request: Request, route: Route): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const page = await response.text()
  const end = page.lastIndexOf('</body>')
  const text = end === -1 ? page : `${page.slice(0, end)}${renderBar(request, route).html}${page.slice(end)}`
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(text, { status: response.status, headers })
}

function renderBar(request: Request, route: Route): Html {
  const { controller, action, name, params } = route
  const { pathname, search } = new URL(request.url)
  const declared = declarationOf(request.method, route)
  const question = new URLSearchParams({ verb: request.method, path: `${pathname}${search}` })
  return html`<aside class="dev-bar" aria-label="The route of this page">
    <details open>
      <summary><strong>${request.method}</strong> <code>${declared?.pattern ?? route.path}</code></summary>
      <p>
        <code>${controller ?? ''}#${action ?? ''}</code>
        <span>${name === null ? 'no helper' : html`helper <code>${name}</code>`}</span>
        <span>params <code>${JSON.stringify(params)}</code></span>
        ${declared?.location ? editorLink(declared.location) : ''}
        <a href="${import.meta.env.BASE_URL}__turnout/#/who?${question.toString()}">Why this route?</a>
      </p>
    </details>
  </aside>`
}

/** Returns the declaration of a matched route. Names are unique. Routes without a name differ in their pattern or verb. */
function declarationOf(
  method: string,
  { controller, action, name, path: requested }: Route,
): DeclaredRoute | undefined {
  const verb = method === 'HEAD' ? 'GET' : method
  return manifest.routes.find(
    (route) =>
      route.controller === controller &&
      route.action === action &&
      route.name === name &&
      (route.verbs.length === 0 || route.verbs.includes(verb)) &&
      new RegExp(`^${route.segments.map(sourceOf).join('')}$`, 's').test(requested),
  )
}

function sourceOf(segment: Segment): string {
  if (segment.kind === 'static') return segment.text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  if (segment.kind === 'optional') return `(?:${segment.segments.map(sourceOf).join('')})?`
  return segment.kind === 'glob' ? '.+' : '[^/]+?'
}

function editorLink({ file, line, column }: NonNullable<DeclaredRoute['location']>): Html {
  const question = new URLSearchParams({ file: `${path.join(ROOT, file)}:${line}:${column}` })
  return html`<a data-editor href="${import.meta.env.BASE_URL}__open-in-editor?${question.toString()}"
    >${file}:${line}</a
  >`
}
