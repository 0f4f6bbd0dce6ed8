// Shows the page of the dev server for visits that no route matches, if the browser draws the pages.
import type { Manifest } from '@turnout/compiler'
import { explainRequest } from '@turnout/compiler/internal/manifest/explain'
import type { Connect, ResolvedConfig } from 'vite'
import type { PageContext } from '../dev-pages/page-host.ts'
import { TEMPLATE } from '../ids.ts'
import { loadDevPages, loadSrvx } from '../packages.ts'
import { endWithError } from './entrance.ts'
import { maySeePages, send } from './serve-routes.ts'

/** With this query parameter, an unmatched visit shows the page of the application: its export `notFound`. */
const OWN_PAGE = '__turnout-own-page'

/**
 * Responds with 404 to a visit of a path that no route matches. Without it, Vite would send the `index.html` of a single-page
 * application, whose page for unmatched paths names no route.
 *
 * The middleware runs after Vite has replaced the path of a visit by `/index.html`, so paths of files do not arrive here.
 */
export function showUnmatchedVisits(
  pageContext: () => Promise<PageContext>,
  config: ResolvedConfig,
): Connect.NextHandleFunction {
  return (req, res, next) => {
    const target = req.originalUrl ?? '/'
    if (req.url !== `/${TEMPLATE}` || req.method !== 'GET' || target.includes(OWN_PAGE)) return next()
    respond().catch((error: unknown) => endWithError(req, res, error, config))

    async function respond(): Promise<void> {
      const { NodeRequest } = await loadSrvx()
      const request: Request = new NodeRequest({ req, res })
      const context = await pageContext()
      const { manifest } = context
      if (manifest === null || !maySeePages(request) || isMatched(manifest, request, target, context)) return next()
      const { isVisit, unansweredPage } = await loadDevPages()
      if (!isVisit(request)) return next()
      const ownPage = `${target}${target.includes('?') ? '&' : '?'}${OWN_PAGE}`
      const response = new Response(null, { status: 404 })
      await send(res, unansweredPage(response, { request, method: 'GET', target, ownPage }, { ...context, manifest }))
    }
  }
}

function isMatched(manifest: Manifest, request: Request, target: string, { base }: PageContext): boolean {
  const { protocol, host } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  return explainRequest(manifest, 'GET', target, { headers, protocol, host, base }).status !== 'no-match'
}
