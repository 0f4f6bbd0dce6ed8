import type { Connection } from './connection.ts'
import { isMissingChunk } from './missing-chunk.ts'
import { loadFiles, loadModules, settingOf, settingsReader, type Modules, type SettingsReader } from './modules.ts'
import { parseSearch } from './search.ts'
import { INITIAL } from './snapshot.ts'
import { isHttp, pathOf } from './target.ts'
import type { LoadArguments, Module, PageSource, RouteMatch, Snapshot, StartOptions } from './types.ts'

/** As in browsers (Fetch, HTTP-redirect fetch). */
const MAX_REDIRECTS = 20

/** The end of a chain of redirects. */
interface Destination {
  readonly url: URL
  readonly match: RouteMatch | null
  /** The modules of the page; null if this application has no page for the URL. */
  readonly source: PageSource | null
  /** The statuses of all redirects. */
  readonly redirects: readonly number[]
}

/** A page whose code and data have arrived, or the reason why they have not. */
export interface OpenedPage {
  readonly url: URL
  /** False if this application has no page for the URL. */
  readonly hasPage: boolean
  /** True if the browser could not load a module, for example after a new deployment. */
  readonly isStale: boolean
  /** The statuses of the redirects that led to the page. */
  readonly redirects: readonly number[]
  readonly view: Snapshot
}

/** The request for a page. */
export interface PageRequest {
  readonly url: URL
  readonly signal: AbortSignal
  /** The result of a server. With data or the status of an error, `load` is not called. */
  readonly drawn?: Pick<StartOptions, 'data' | 'status'>
  /** A value for `load`. */
  readonly context?: unknown
  /** Called with the match before the code is loaded, and then with the export `pending` of the page's module. */
  readonly progress?: (url: URL, match: RouteMatch | null, page: unknown) => void
  /** The statuses of the redirects that led to the URL. Default: none. */
  readonly redirects?: readonly number[]
  /** The last of these redirects, relative to the URL. */
  readonly location?: string
  /** The site that redirects of the table do not leave. Default: that of the URL. */
  readonly origin?: string
}

/**
 * Finds the page of a URL. Redirects of the table are followed within the site.
 *
 * @throws TypeError if the location of a redirect is invalid
 * @throws Error if there are too many redirects. Functions of the table may throw, too
 */
export function findPage(
  { table }: Connection,
  { url: target, redirects: earlier = [], origin = target.origin }: Pick<PageRequest, 'url' | 'redirects' | 'origin'>,
): Destination {
  const redirects = [...earlier]
  let url = target
  while (redirects.length <= MAX_REDIRECTS) {
    if (url.origin !== origin) return { url, match: null, source: null, redirects }
    const match = table.match('GET', url.origin + url.pathname + url.search)
    if (match?.redirect === undefined) {
      const action = `${match?.controller}#${match?.action}`
      return { url, match, source: Object.hasOwn(table.pages, action) ? table.pages[action]! : null, redirects }
    }
    url = redirected(match.redirect.location, url)
    redirects.push(match.redirect.status)
  }
  throw new Error('Too many redirects')
}

/**
 * Returns the target of a redirect. A location without a fragment keeps the fragment of the URL (RFC 9110, section 10.2.2).
 *
 * @throws TypeError for another scheme than http and https, and for an invalid location
 */
function redirected(location: string, url: URL): URL {
  const next = new URL(location, url)
  if (!isHttp(next)) throw new TypeError('A redirect leads to another scheme than http and https')
  next.hash ||= url.hash
  return next
}

/**
 * Loads the code and the data of the page of a URL. It never rejects: a failure becomes a view with the status `error`.
 * If `load` throws a response, its `Location` is followed. If the thrown value has the status 404, the page is not found.
 */
export async function openPage(connection: Connection, request: PageRequest): Promise<OpenedPage> {
  const { progress, drawn = {}, origin = request.url.origin } = request
  const { options } = connection
  let { url, redirects = [] } = request
  let match: RouteMatch | null = null
  let modules: Modules | null = null
  let setting: SettingsReader = () => undefined
  const opened = (view: Partial<Snapshot>, { hasPage = true, isStale = false } = {}): OpenedPage => ({
    url,
    hasPage,
    isStale,
    redirects,
    view: {
      ...INITIAL,
      url: pathOf(url),
      match,
      layouts: [modules?.application, modules?.controller, modules?.component].flatMap(
        (module) => module?.['layout'] ?? [],
      ),
      status: 'ready',
      ...view,
    },
  })
  const notFound = (error?: unknown) => ({
    status: 'not-found' as const,
    page: modules?.application?.['notFound'] ?? options.notFound ?? null,
    error,
  })
  try {
    if (request.location) url = redirected(request.location, url)
    const destination = findPage(connection, { url, redirects, origin })
    const { source } = destination
    ;({ url, match, redirects } = destination)
    const isFailed = drawn.status! >= 400
    const files = loadFiles(source)
    const early = files.length > 0 && !isFailed ? loadEarly(connection, files, destination, request) : null
    progress?.(url, match, null)
    modules = await loadModules(connection, source, files)
    setting = settingsReader(modules, source ?? {})
    if (modules.failure) {
      const { reason } = modules.failure as { readonly reason: unknown }
      early?.catch((error) => error !== reason && reportUnlessAborted(error))
      throw reason
    }
    if (source === null) return opened(match === null ? notFound() : {}, { hasPage: false })
    if (isFailed) throw { status: drawn.status }
    const pending = setting('pending')
    if (pending != null) progress?.(url, match, pending)
    const { controller, action, params } = match as Required<RouteMatch>
    const { search, data } = await (early ?? loadData(connection, setting, destination, request))
    const { component, controller: exports = {} } = modules
    const title = settingOf(connection, setting('title'), action)
    const page = component ? component['default'] : connection.table.pageOf(exports, action)
    const text = typeof title === 'function' ? (title({ data, params, search }) as unknown) : title
    return opened({
      action: `${controller}#${action}`,
      page,
      data,
      search,
      title: text == null ? null : String(text),
    })
  } catch (error) {
    const { status = 0, headers } = Object(error) as Partial<Response>
    const location = status > 299 && status < 400 && headers?.get('location')
    if (location) return openPage(connection, { ...request, url, location, redirects: [...redirects, status], origin })
    if (modules === null) {
      modules = await loadModules(connection, null)
      setting = settingsReader(modules, {})
    }
    const page = status === 404 ? null : setting('error', false)
    // A layout of the controller may need the data that is missing.
    if (page == null) modules = { application: modules.application }
    if (status === 404) return opened(notFound(error))
    return opened(
      { status: 'error', page: page ?? modules.application?.['error'] ?? options.error ?? null, error },
      { isStale: isMissingChunk(error) },
    )
  }
}

/** Reads the search of a page, and calls its `load`. */
async function loadData(
  connection: Connection,
  setting: SettingsReader,
  { url, match }: Destination,
  { signal, drawn = {}, context }: PageRequest,
): Promise<{ readonly search: unknown; readonly data: unknown }> {
  signal.throwIfAborted()
  const { controller, action, params } = match as Required<RouteMatch>
  const ofAction = (name: string) => settingOf(connection, setting(name, false), action)
  const search = await parseSearch(ofAction('search'), url)
  if ('data' in drawn) return { search, data: drawn.data }
  const load = ofAction('load') as ((args: LoadArguments) => unknown) | undefined
  return { search, data: await load?.({ action: `${controller}#${action}`, params, search, url, signal, context }) }
}

/** Calls `load` as soon as the files of `load` and `search` have arrived. A rejection waits until somebody handles it. */
function loadEarly(
  connection: Connection,
  files: readonly Promise<Module>[],
  destination: Destination,
  request: PageRequest,
): ReturnType<typeof loadData> {
  const loaded = Promise.all(files).then((data) =>
    loadData(connection, settingsReader({ data }, {}), destination, request),
  )
  loaded.catch(() => {})
  return loaded
}

/** Reports an error that no page shows, unless it is the abort of a visit. */
export function reportUnlessAborted(error: unknown): void {
  if ((Object(error) as Partial<Error>).name === 'AbortError') return
  // Node has no `reportError`.
  const report = globalThis.reportError ?? console.error
  report(error)
}
