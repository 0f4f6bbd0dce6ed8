// The responses that a server sends by itself: small, without details, and in the form that the client prefers.
import { preferredType } from './accept.ts'

/**
 * Creates a response for an error: a small page, problem details (RFC 9457) or plain text, as the Accept header prefers.
 *
 * @param title a phrase for people. It must not contain values of the request, because the page does not escape it
 */
export function errorResponse(
  request: Pick<Request, 'headers'>,
  status: number,
  title: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const type = preferredType(request.headers.get('accept'))
  const init = { status, headers: { ...headers, 'content-type': TYPES[type], vary: 'Accept' } }
  if (type === 'json') return new Response(JSON.stringify({ title, status }), init)
  return new Response(type === 'html' ? pageOf(status, title) : title, init)
}

const TYPES = {
  html: 'text/html; charset=utf-8',
  json: 'application/problem+json',
  text: 'text/plain; charset=utf-8',
} as const

const pageOf = (status: number, title: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${status} ${title}</title><style>:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}` +
  `main{max-width:32rem;margin:18vh auto;padding:0 1rem}</style></head>` +
  `<body><main><h1>${status}</h1><p>${title}</p></main></body></html>`
