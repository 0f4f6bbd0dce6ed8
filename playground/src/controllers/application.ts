import type { Middleware } from 'virtual:routes/server'
import { notFound } from '../views/errors.ts'

/** A page where there is none, in place of bare text. */
const pages: Middleware = async (request, next, { context, route }) => {
  const response = await next()
  const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false
  return route === null && response.status === 404 && wantsPage && !import.meta.env.DEV ? notFound(context) : response
}

/** Scripts and styles are the site's own. In dev, Vite puts some of its own into the page. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' blob:",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const secured: Middleware = async (_request, next) => {
  const response = await next()
  const { headers } = response
  if (!import.meta.env.DEV && !headers.has('content-security-policy')) headers.set('content-security-policy', POLICY)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'same-origin')
  return response
}

export const middleware: Middleware[] = [secured, pages]
