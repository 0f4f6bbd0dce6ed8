import { randomBytes } from 'node:crypto'

/** Escapes a string for HTML, in elements and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The content of a dev server's page: a title, and preformatted strings. */
export interface Page {
  readonly status: number
  readonly title: string
  /** The sections. A heading may be empty. */
  readonly parts: readonly { readonly heading: string; readonly text: string }[]
}

/**
 * Returns a page of the dev server itself: HTML if the request accepts it, otherwise plain text. The page runs no script
 * and loads nothing, because all its content may come from a request.
 */
export function pageResponse({ status, title, parts }: Page, request: Request, headers: Headers): Response {
  headers.set('cache-control', 'no-store')
  headers.set('x-content-type-options', 'nosniff')
  if (!acceptsHtml(request)) {
    headers.set('content-type', 'text/plain; charset=utf-8')
    const paragraphs = parts.map(({ heading, text }) => (heading === '' ? text : `${heading}\n\n${text}`))
    return new Response(`${[title, ...paragraphs].join('\n\n')}\n`, { status, headers })
  }
  const nonce = randomBytes(16).toString('base64')
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set(
    'content-security-policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  const sections = parts.map(
    ({ heading, text }) => `${heading === '' ? '' : `<h2>${escapeHtml(heading)}</h2>`}<pre>${escapeHtml(text)}</pre>`,
  )
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${sections.join('\n')}
</body>
</html>
`
  return new Response(html, { status, headers })
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.25rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin-top: 2rem; }
pre { font: 13px/1.5 ui-monospace, monospace; overflow-x: auto; padding: 1rem; border-radius: 6px; background: #8882; }
`

/** True if the request names HTML, as browsers do for a visit. Scripts and tools send any type, or no header. */
function acceptsHtml(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes('text/html')
}
