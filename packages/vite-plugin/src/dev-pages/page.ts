// The frame of the dev server's pages: the response in the requested form, the policy, and tables.
import { randomBytes } from 'node:crypto'
import { preferredType } from '@turnout/server'
import { markup, Html, type HtmlPart } from './html.ts'
import type { PageContext } from './page-host.ts'
import { STYLE } from './page-style.ts'

/** The content of a dev server's page, in the three forms that a client can ask for. */
export interface Page {
  readonly status: number
  readonly title: string
  readonly body: Html
  /** The content for terminals and scripts. */
  readonly text: string
  /** Members of the problem details (RFC 9457), in addition to `status`. */
  readonly problem: object
}

/**
 * Returns a page of the dev server itself: HTML, problem details (JSON) or plain text, as the request prefers.
 *
 * All of its content may come from a request. The page runs one constant script, and for `GET` also Vite's client, which
 * reloads it. Nothing else runs: the policy has a nonce, and every string is escaped. A reload of another method would send
 * a form again, so these pages do not reload.
 */
export function pageResponse(page: Page, request: Request, context: PageContext, headers: Headers): Response {
  const { status } = page
  headers.set('cache-control', 'no-store')
  headers.set('x-content-type-options', 'nosniff')
  headers.append('vary', 'accept')
  const type = preferredType(request.headers.get('accept'))
  if (type === 'json') {
    headers.set('content-type', 'application/problem+json')
    return new Response(JSON.stringify({ ...page.problem, status }), { status, headers })
  }
  if (type === 'text') {
    headers.set('content-type', 'text/plain; charset=utf-8')
    return new Response(`${page.text}\n`, { status, headers })
  }
  const nonce = randomBytes(16).toString('base64')
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', policy(nonce))
  return new Response(documentOf(page, request.method === 'GET' ? context : null, nonce).markup, { status, headers })
}

/**
 * Returns a table with a row for each list of cells.
 *
 * @param id of the table, for the script of the page
 */
export function table(headings: readonly string[], rows: readonly (readonly HtmlPart[])[], id?: string): Html {
  return markup`<div class="card">
    <table ${id !== undefined && markup`id="${id}"`}>
      <thead>
        <tr>
          ${headings.map((heading) => markup`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`
}

/** The imports of a script with the nonce may run too: that is Vite's client. Its socket may have its own port. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self' ws: wss:",
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** @param reloads the server of a page that reloads; null for a page that does not */
function documentOf({ title, body }: Page, reloads: PageContext | null, nonce: string): Html {
  const client = reloads && markup` data-client="${reloads.host.base}@vite/client" data-version="${reloads.version}"`
  return markup`<!doctype html>
    <html lang="en" ${client}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta property="csp-nonce" nonce="${nonce}" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        ${body}
        <p id="announcer" role="status"></p>
        <script type="module" nonce="${nonce}">
          ${new Html(SCRIPT)}
        </script>
      </body>
    </html> `
}

/**
 * The script of dev pages. The text is constant: no value of a request or an error is ever part of it. It reads addresses from
 * `data-` attributes, and writes no markup.
 *
 * - A link with `data-editor` opens a file in the editor instead of a page.
 * - A button with `data-copy` copies its text to the clipboard.
 * - `#search` hides the rows of `#routes` without its words.
 * - Vite's client reloads the page after a change of the code, if `<html>` has `data-client`.
 */
const SCRIPT = `
document.documentElement.classList.add('has-script')
document.addEventListener('click', (event) => {
  const link = event.target.closest('[data-editor]')
  if (link !== null) {
    event.preventDefault()
    fetch(link.href).then(() => flash(link, 'opened'), () => flash(link, 'failed'))
  }
  const button = event.target.closest('[data-copy]')
  if (button !== null) navigator.clipboard.writeText(button.dataset.copy).then(() => flash(button, 'copied'), () => flash(button, 'failed'))
})
function flash(element, state) {
  element.dataset.state = state
  document.querySelector('#announcer').textContent = state
  setTimeout(() => delete element.dataset.state, 1500)
}
const search = document.querySelector('#search')
search?.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let count = 0
  for (const row of document.querySelectorAll('#routes tbody tr')) {
    const text = row.textContent.toLowerCase()
    row.hidden = !words.every((word) => text.includes(word))
    if (!row.hidden) count += 1
  }
  document.querySelector('#announcer').textContent = count + (count === 1 ? ' route' : ' routes')
  document.querySelector('#none').hidden = count > 0
})
const { client, version } = document.documentElement.dataset
if (client !== undefined) {
  import(client).then(({ createHotContext }) => {
    const hot = createHotContext('/@turnout/page')
    hot.on('turnout:changed', () => location.reload())
    hot.send('turnout:opened', Number(version))
  })
}
`
