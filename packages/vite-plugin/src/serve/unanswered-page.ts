import { explainRequest, type Manifest } from '@turnout/compiler'
import { formatExplanation } from '../print/format-explanation.ts'
import { formatRoutes } from '../print/format-routes.ts'
import { plain } from '../print/style.ts'
import { pageResponse } from './page.ts'

/** Of a larger table the page shows no more lines: who looks for a route has `turnout routes -g`. */
const ROUTES_SHOWN = 500

/**
 * The page for a request that no route answers: why each near route does not, and the table.
 *
 * @param response what production would send; its status and `Allow` stay
 * @param method the verb that routes were asked for; a form may have said another than that of the request
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
