import { open } from 'virtual:routes/navigation'
import type { Document } from 'virtual:routes/server'
import { Routes } from 'vite-plugin-turnout/vue'
import { createSSRApp } from 'vue'
import { renderToWebStream } from 'vue/server-renderer'
import { escapeHtml, surround } from '../html.ts'

/** Draws the page of a request. Its data is in the document, so that the browser does not load it again. */
export const document: Document = async ({ request, template }) => {
  const { status, location, snapshot, error, payload } = await open(request.url, { signal: request.signal })
  if (location !== null) return new Response(null, { status, headers: { location } })
  if (status >= 500) console.error(error)
  const app = createSSRApp(Routes, { snapshot })
  const errors: unknown[] = []
  app.config.errorHandler = (error) => errors.push(error)
  const [first, html] = renderToWebStream(app).tee()
  await first.getReader().read()
  // A component that throws before the response begins makes its status 500. Later, the status has been sent.
  if (errors.length > 0) throw errors[0]
  app.config.errorHandler = (error) => console.error(error)
  const [before, after] = template
    .replace('<title></title>', () => `<title>${escapeHtml(snapshot.title ?? '')}</title>`)
    .replace('</body>', () => `<script type="application/json" id="payload">${payload}</script></body>`)
    .split('<!--app-->') as [string, string]
  return new Response(surround(html, before, after), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}
