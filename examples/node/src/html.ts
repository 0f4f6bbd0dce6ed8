import { notesPath, rootPath } from 'virtual:routes'
import styles from './style.css?inline'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a string for HTML. Use it for every value that comes from a user. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

interface PageOptions {
  /** Default: 200 */
  readonly status?: number
  /** The path of the page. The navigation marks its link. */
  readonly path?: string
}

/** Responds with a page. `body` is HTML. */
export function page(title: string, body: string, { status = 200, path }: PageOptions = {}): Response {
  const link = (to: string, label: string) => `<a href="${to}"${to === path ? ' aria-current="page"' : ''}>${label}</a>`
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escape(title)}</title>
    <link rel="icon" href="/icon.svg">
    <style>${styles}</style>
  </head>
  <body>
    <header>
      <nav>${link(rootPath(), 'Home')} ${link(notesPath(), 'Notes')}</nav>
    </header>
    <main>${body}</main>
  </body>
</html>`
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** A form with one button, for a request that changes data. */
export const button = (to: string, method: string, label: string): string =>
  `<form method="post" action="${to}"><input type="hidden" name="_method" value="${method}"><button>${label}</button></form>`
