import { renderToReadableStream } from 'react-dom/server.edge'
import { open } from 'virtual:routes/navigation'
import type { Document } from 'virtual:routes/server'
import { Routes } from 'vite-plugin-turnout/react'
import { escapeHtml, surround } from '../html.ts'

/** Draws the page of a request. Its data is in the document, so that the browser does not load it again. */
export const document: Document = async ({ request, template }) => {
  const { signal } = request
  const { status, location, snapshot, error, payload } = await open(request.url, { signal })
  if (location !== null) return new Response(null, { status, headers: { location } })
  if (status >= 500) console.error(error)
  const html = await renderToReadableStream(<Routes snapshot={snapshot} />, { signal })
  const [before, after] = template
    .replace('<title></title>', () => `<title>${escapeHtml(snapshot.title ?? '')}</title>`)
    .replace('</body>', () => `<script type="application/json" id="payload">${payload}</script></body>`)
    .split('<!--app-->') as [string, string]
  return new Response(surround(html, before, after), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}
