import { explainRequest, type Manifest } from '@turnout/compiler'
import { formatExplanation } from '../print/format-explanation.ts'
import { formatRoutes } from '../print/format-routes.ts'
import { plain } from '../print/style.ts'
import { pageResponse } from './page.ts'

/** The largest number of routes on the page. `turnout routes -g` searches larger tables. */
const ROUTES_SHOWN = 500

/**
 * Returns the page for an unmatched request: it explains why each similar route does not match, and shows the table.
 *
 * @param response the response in production; the page keeps its status and `Allow`
 * @param method the verb for matching; a form field can override that of the request
 * @param target path and query of the request
 */
export function unansweredPage(
  response: Response,
  request: Request,
  method: string,
  target: string,
  manifest: Manifest,
  base?: string,
): Response {
  const headers = Object.fromEntries(request.headers)
  const { protocol, host } = new URL(request.url)
  const explanation = explainRequest(manifest, method, target, { headers, protocol, host }, base)
  const why = formatExplanation(explanation, { all: false, isCommand: false, width: undefined, style: plain })
  const { routes } = manifest
  const table = formatRoutes(routes.slice(0, ROUTES_SHOWN), {})
  const more = routes.length > ROUTES_SHOWN ? `\n… and ${routes.length - ROUTES_SHOWN} more: \`turnout routes\`` : ''
  const page = {
    status: response.status,
    title: `${response.status}: no route answers ${method} ${target}`,
    parts: [
      { heading: '', text: why },
      { heading: 'Routes', text: table + more },
    ],
  }
  return pageResponse(page, request, new Headers(response.headers))
}
