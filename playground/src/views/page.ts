import { aboutPath, adminRootPath, albumsPath, newSessionPath, rootPath, searchPath, sessionPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'
import { isKeeper, type Context } from '../context.ts'
import { writeCookie } from '../cookies.ts'
import { html, type Html } from '../html.ts'
import { assets } from './assets.ts'

/** The arguments of an action that pages read. */
export type Shown = Pick<Parameters<Action>[0], 'context'>

export interface Page {
  readonly title: string
  readonly body: Html
  /** Default: 200. */
  readonly status?: number
  /** The class of `<main>`. */
  readonly kind?: 'reading' | 'dark'
  /** The text in the search field. Default: empty. */
  readonly query?: string
}

/** A whole page of the site. */
export function page({ context }: Shown, { title, body, status = 200, kind, query = '' }: Page): Response {
  const { notice } = context
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Halide</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        ${assets()}
      </head>
      <body class="${kind ?? 'album'}">
        <a class="skip" href="#main">Skip to the page</a>
        ${header(context, query)} ${notice === null ? '' : html`<p class="notice" role="status">${notice}</p>`}
        <main id="main">${body}</main>
        <footer>
          <p>Halide is the playground of Turnout. <a href="${aboutPath()}">How it is made</a></p>
        </footer>
      </body>
    </html>`
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' })
  if (notice !== null) headers.append('set-cookie', 'notice=; Path=/; Max-Age=0')
  return new Response(whole.html, { status, headers })
}

function header(context: Context, query: string): Html {
  const { user } = context
  return html`<header class="bar">
    <a class="brand" href="${rootPath()}">Halide</a>
    <nav aria-label="Site">
      <a href="${albumsPath()}">Albums</a>
      <a href="${aboutPath()}">About</a>
      ${isKeeper(context) ? html`<a href="${adminRootPath()}">Comments</a>` : ''}
    </nav>
    <form class="search" role="search" action="${searchPath()}">
      <input
        type="search"
        name="q"
        value="${query}"
        aria-label="Search albums and photos"
        placeholder="Search"
        required
        maxlength="80"
      />
    </form>
    ${
      user === null
        ? html`<a class="who" href="${newSessionPath()}">Sign in</a>`
        : html`<form class="who" method="post" action="${sessionPath()}">
            <input type="hidden" name="_method" value="delete" />
            <span>${user.name}</span> <button class="plain">Sign out</button>
          </form>`
    }
  </header>`
}

/** Redirects to another page, which shows the notice. */
export function redirectTo(path: string, request: Request, notice?: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location: path })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (notice !== undefined) headers.append('set-cookie', writeCookie(request, 'notice', notice, 60))
  return new Response(null, { status: 303, headers })
}
