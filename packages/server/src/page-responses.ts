// Decides between the document of a page and the response of an action, by the `Accept` header.
import { htmlPreference, type HtmlPreference } from './accept.ts'
import { errorResponse } from './error-response.ts'
import { renderFor } from './rendering.ts'
import { changeableResponse, copyResponse, responseOf } from './response-of.ts'
import type { PageResponders, DocumentArguments, PageResponses } from './types.ts'

/** The formats that are HTML (`Mime::Type.register "text/html", :html` of Rails). */
const HTML_FORMATS: readonly unknown[] = ['html', 'xhtml']

/**
 * Creates the functions that respond to requests for routes with pages.
 *
 * @param pages `controller#action` of the routes that have a page
 * @param loadTemplate imports the content of `index.html`; its default export is null if the file does not exist
 */
export function createPageResponses(
  pages: ReadonlySet<string>,
  loadTemplate: () => Promise<{ readonly default: string | null }>,
): PageResponses {
  async function documentOf(
    args: Omit<DocumentArguments, 'template'>,
    document: PageResponders['document'],
  ): Promise<Response> {
    const { default: template } = await loadTemplate()
    if (document !== undefined) {
      return responseOf(
        await renderFor(args.request, args.context, () => document({ ...args, template: template ?? '' })),
        '`document` of the controller `application`',
      )
    }
    if (template === null) {
      throw new TypeError(
        'The server has no document for pages: `index.html` does not exist, and the controller `application` does not export `document`.',
      )
    }
    return new Response(template, {
      headers: { 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' },
    })
  }

  return {
    preferenceOf({ controller, action, params: { format } }, { method, headers }) {
      if (!pages.has(`${controller}#${action}`)) return null
      // Pages exist for GET and HEAD only. For other methods, the action responds; `respond` refuses if there is none.
      if (method !== 'GET' && method !== 'HEAD') return { html: null, varies: false }
      if (format === undefined) return { html: htmlPreference(headers.get('accept')), varies: true }
      return { html: HTML_FORMATS.includes(format) ? 'preferred' : 'refused', varies: false }
    },
    async respond({ html, varies }, args, { action, document }) {
      // A client that accepts HTML among other types gets the action's response if there is an action.
      const isForPage = html === 'preferred' || (html === 'accepted' && action === null)
      let response: unknown
      if (isForPage) response = await documentOf(args, document)
      else if (action === null) response = refusal(html, args.request)
      else response = await action(args)
      return varies ? varyingByAccept(response) : response
    },
    notFound(request, context, document) {
      const { method, headers } = request
      if ((method !== 'GET' && method !== 'HEAD') || htmlPreference(headers.get('accept')) !== 'preferred') return null
      return documentOf({ request, params: {}, context, route: null }, document).then((response) =>
        response.status === 200 ? copyResponse(response, { status: 404, headers: response.headers }) : response,
      )
    },
  }
}

/** The response if a route has a page but no action: 406 for a type other than HTML, otherwise 405, or 204 for OPTIONS. */
function refusal(html: HtmlPreference | null, request: Request): Response {
  if (html !== null) return errorResponse(request, 406, 'Not Acceptable')
  const headers = { allow: 'GET, HEAD, OPTIONS' }
  return request.method === 'OPTIONS'
    ? new Response(null, { status: 204, headers })
    : errorResponse(request, 405, 'Method Not Allowed', headers)
}

/** Adds `Accept` to the header `Vary`: `Cookie` -> `Cookie, Accept`, `*` -> `*`. A value that is not a response is returned as it is; the caller reports it. */
function varyingByAccept(response: unknown): unknown {
  // `Object` makes null and undefined readable.
  const { headers } = Object(response) as Partial<Response>
  if (typeof headers?.get !== 'function' || /(?:^|,)\s*(?:\*|accept)\s*(?:,|$)/i.test(headers.get('vary') ?? '')) {
    return response
  }
  const changed = changeableResponse(response as Response)
  changed.headers.append('vary', 'Accept')
  return changed
}
