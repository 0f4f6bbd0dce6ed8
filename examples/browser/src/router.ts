import { adminRootPath, aboutPath, albumsPath, match, photosPath, rootPath } from 'virtual:routes'
import { controllers } from './controllers/index.ts'
import { html } from './html.ts'
import type { Answer } from './page.ts'

/** A redirect that leads back to itself ends here. */
const MAX_REDIRECTS = 10

/** Shows the current page, and from now on every page that a link or a form leads to. */
export function start(): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element
    const role = target.closest<HTMLElement>('[data-role]')?.dataset['role']
    if (role !== undefined) {
      localStorage.setItem('role', role)
      return visit('GET', location.pathname + location.search)
    }
    const link = target.closest('a')
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (link === null || !isPlain || link.origin !== location.origin || link.hasAttribute('download')) return
    event.preventDefault()
    visit('GET', link.pathname + link.search + link.hash, 'push')
  })
  document.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const values = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    const path = form.getAttribute('action')!
    const verb = form.dataset['verb'] ?? 'GET'
    if (verb === 'GET') visit('GET', `${path}?${values}`, 'push')
    else visit(verb, path, 'push', values)
  })
  addEventListener('popstate', () => visit('GET', location.pathname + location.search))
  visit('GET', location.pathname + location.search + location.hash)
  // While it is developed, the routes may change under an open page.
  import.meta.hot?.on('vite:afterUpdate', () => visit('GET', location.pathname + location.search + location.hash))
}

/**
 * Asks the routes who answers, and shows the answer.
 *
 * @param address a path, with a query and an anchor if need be
 * @param history whether the page is a new one in the browser's history
 * @param values what a form holds; the query, unless given
 */
function visit(verb: string, address: string, history: 'push' | 'replace' = 'replace', values?: URLSearchParams): void {
  let next = { verb, address, values }
  for (let step = 0; step < MAX_REDIRECTS; step += 1) {
    const url = new URL(next.address, location.origin)
    const answer = ask(next.verb, url.pathname, next.values ?? url.searchParams)
    if (answer === null || 'title' in answer) {
      if (history === 'push') window.history.pushState(null, '', url)
      else window.history.replaceState(null, '', url)
      return show(answer, url)
    }
    next = { verb: 'GET', address: answer.location, values: undefined }
  }
  throw new Error(`${address} redirects without end.`)
}

function ask(verb: string, path: string, values: URLSearchParams): Answer {
  const { host, protocol } = location
  const found = match(verb, path, { host, protocol })
  if (found === null) return null
  if (found.redirect !== undefined) return { location: found.redirect.location }
  const action = controllers[found.controller]?.[found.action]
  return action?.({ params: found.params as Record<string, string>, values }) ?? null
}

function show(answer: Exclude<Answer, { location: string }>, url: URL): void {
  const page = answer ?? {
    title: 'Not found',
    body: html`<p>There is nothing at <code>${url.pathname}</code>. <a href="${rootPath()}">Go home</a>.</p>`,
  }
  document.title = page.title
  document.querySelector('#header')!.innerHTML = header(url.pathname).html
  document.querySelector('#main')!.innerHTML = html`<h1>${page.title}</h1>
    ${page.body}`.html
  const anchor = url.hash === '' ? null : document.getElementById(decodeURIComponent(url.hash.slice(1)))
  if (anchor === null) window.scrollTo(0, 0)
  else anchor.scrollIntoView()
}

function header(path: string) {
  const link = (to: string, label: string) =>
    html`<a href="${to}" ${path === to ? html`aria-current="page"` : ''}>${label}</a>`
  const name = localStorage.getItem('site-name') ?? 'Photo album'
  return html`<strong>${link(rootPath(), name)}</strong> ${link(albumsPath(), 'Albums')} ${link(photosPath(), 'Photos')}
    ${link(adminRootPath(), 'Admin')} ${link(aboutPath(), 'About')}`
}
