import { pageOf } from '../../runtime/src/pages.ts'
import type { Module, PageSource, RouteMatch, Table } from '../src/index.ts'

/** A table with the routes of `photos` and some redirects, as `virtual:routes/navigation` creates it. `data` is a load file. */
export function tableOf(modules: Readonly<Record<string, Module | (() => Promise<Module>)>>): Table {
  const { application, photos = {}, data } = modules
  const source: PageSource = { controller: loaderOf(photos), ...(data && { data: [loaderOf(data)] }) }
  return {
    match,
    pageOf,
    application: application === undefined ? null : loaderOf(application),
    pages: { 'photos#index': source, 'photos#show': source },
  }
}

const loaderOf = (module: Module | (() => Promise<Module>)) =>
  typeof module === 'function' ? (module as () => Promise<Module>) : async () => module

const REDIRECTS: Readonly<Record<string, readonly [location: string, status?: number]>> = {
  '/old': ['/photos/7'],
  '/chain': ['/old', 308],
  '/brief': ['/chain', 307],
  '/loop': ['/pool'],
  '/pool': ['/loop'],
}

function match(_method: string, target: string): RouteMatch | null {
  const { pathname: path } = new URL(target)
  const [location, status = 301] = REDIRECTS[path] ?? []
  if (location !== undefined) return { name: null, params: {}, path, redirect: { location, status } }
  const [, id] = /^\/photos\/(\w+)$/.exec(path) ?? []
  if (id !== undefined) return { name: 'photo', controller: 'photos', action: 'show', params: { id }, path }
  if (path === '/photos') return { name: 'photos', controller: 'photos', action: 'index', params: {}, path }
  if (path === '/server') return { name: null, controller: 'server', action: 'index', params: {}, path }
  return null
}

/** The markup of the page for an error or a missing route if the application has none. */
export const messageMarkup = (title: string, url: string, link: string): string =>
  `<div><h1>${title}</h1><p><code>${url}</code></p><p>${link}</p></div>`

/** The same for an error. */
export const errorMarkup = (url: string): string =>
  messageMarkup('Something went wrong', url, `<a href="${url}">Try again</a>`)
