// Loads the code and the data of a page, and follows redirects.
import { attempt } from './attempt.ts'
import type { Connection } from './connection.ts'
import { findPage, redirectedUrl, type Destination } from './find-page.ts'
import { loadFiles, loadModules, readExport, settingOf, type Modules } from './modules.ts'
import { reportUnlessAborted } from './report.ts'
import { parseSearch } from './search.ts'
import { INITIAL } from './snapshot.ts'
import { pathOf } from './target.ts'
import type { LoadArguments, Module, Pending, RouteMatch, Snapshot, StartOptions, Table } from './types.ts'

/** Default titles. Without one, a screen reader would announce the title of the previous page again. */
const TITLES = { error: 'Something went wrong', notFound: 'Page not found' }

/** A page whose code and data have arrived, or the reason why they have not. */
export interface OpenedPage extends Pick<Destination, 'url' | 'redirects'> {
  /** False if this application has no page for the URL. */
  readonly hasPage: boolean
  readonly view: Snapshot
  /** Returns the view of the page for errors that replaces the page, because its component has thrown an error. */
  readonly errorView: (error: unknown) => Snapshot
}

/** The request for a page. */
export interface PageRequest {
  readonly url: URL
  readonly signal: AbortSignal
  /** The result of `load` on the server that rendered the page. `load` is not called again. An error status is thrown. */
  readonly rendered?: Pick<StartOptions, 'data' | 'status'>
  /** A value for `load`. */
  readonly context?: unknown
  /** Called with the match before the code is loaded, and then with the export `pending` of the page's module. */
  readonly progress?: (pending: Pending) => void
  /** The statuses of the redirects that have been followed to reach the URL. Default: none. */
  readonly redirects?: readonly number[]
  /** The target of the last redirect, relative to the URL. */
  readonly location?: string
  /** The site that redirects of the table do not leave. Default: that of the URL. */
  readonly origin?: string
}

/**
 * Loads the code and the data of the page of a URL. It never rejects: a failure becomes a view with the status `error`.
 * If `load` throws a response, its `Location` is followed. If the thrown value has the status 404, the page is not found.
 */
export async function openPage({ table, options }: Connection, request: PageRequest): Promise<OpenedPage> {
  const { progress, rendered = {}, location, origin = request.url.origin } = request
  let { url, redirects = [] } = request
  let match: RouteMatch | null = null
  let hasPage = true
  let modules: Modules | undefined
  const viewIn = (settings: Modules['settings'], view: Partial<Snapshot>): Snapshot => {
    const layouts = [...settings, modules?.application].reverse().flatMap((module) => module?.['layout'] ?? [])
    return { ...INITIAL, url: pathOf(url), match, layouts, ...view }
  }
  const openedPage = (view: Partial<Snapshot>, settings: Modules['settings'] = []): OpenedPage => {
    return { url, redirects, hasPage, view: viewIn(settings, view), errorView }
  }
  /**
   * The view in place of a page. `title` of `application` may be an object with titles for `error` and `notFound`. A string,
   * the title of all pages, would not say that there is no page.
   */
  const replacementView = (name: 'error' | 'notFound', error?: unknown): Partial<Snapshot> => {
    const application = modules?.application ?? {}
    const titles = application['title']
    const title = typeof titles === 'object' ? settingOf(table, titles, name) : null
    return {
      status: name === 'error' ? name : 'not-found',
      page: application[name] ?? options[name] ?? null,
      title: typeof title === 'string' ? title : TITLES[name],
      home: name === 'error' ? null : homeOf(table, url),
      error,
    }
  }
  const errorView = (error: unknown): Snapshot => {
    const settings = modules?.settings ?? []
    const page = readExport(settings, 'error')
    // The default error page is not inside the controller's layout, because that may need the data that failed to load.
    return viewIn(page ? settings : [], { ...replacementView('error', error), ...(page ? { page } : {}) })
  }
  try {
    if (location) url = redirectedUrl(location, url)
    const destination = findPage(table, url, redirects, origin)
    const { source, action } = destination
    ;({ url, match, redirects } = destination)
    hasPage = source !== null
    const report = (page: unknown) => progress?.({ url: pathOf(url), match, page })
    report(null)
    const isFailed = rendered.status! >= 400
    const files = loadFiles(source)
    const earlyData =
      files.length > 0 && !isFailed
        ? Promise.all(files).then((data) => loadData(table, data, destination, request))
        : null
    // The result is awaited after the code has loaded, and a rejection before that must not count as unhandled.
    earlyData?.catch(() => {})
    modules = await loadModules(table, source, files)
    const { component, controller, application, settings, failure } = modules
    if (failure) {
      earlyData?.catch((error) => error !== failure.reason && reportUnlessAborted(error))
      throw failure.reason
    }
    if (!hasPage) return openedPage(match ? { status: 'ready' } : replacementView('notFound'))
    if (isFailed) throw rendered
    const setting = (name: string) => readExport([...settings, application], name)
    const pending = setting('pending')
    if (pending) report(pending)
    const { search, data } = await (earlyData ?? loadData(table, settings, destination, request))
    const { action: name, params } = match!
    const title = settingOf(table, setting('title'), name!)
    const titleText = typeof title === 'function' ? (title({ data, params, search }) as unknown) : title
    const page = component ? component['default'] : table.pageOf(controller!, name!)
    return openedPage(
      { status: 'ready', action, page, data, search, title: titleText == null ? null : String(titleText) },
      settings,
    )
  } catch (error) {
    // Any value can be thrown, also one whose properties throw.
    const status = attempt(() => Number((error as Response).status)) ?? 0
    const target = status > 299 && status < 400 && attempt(() => (error as Response).headers.get('location'))
    if (target) {
      return openPage(
        { table, options },
        { ...request, url, location: target, redirects: [...redirects, status], origin },
      )
    }
    modules ??= await loadModules(table, null)
    if (status === 404) return openedPage(replacementView('notFound', error))
    return { ...openedPage({}), view: errorView(error) }
  }
}

/** The most segments of a path whose start page is searched, so that the time is linear in the path. */
const MAX_SEGMENTS = 10

/** Returns the shortest path above a URL that has a page: `/`, or the base path; null if none has. Never throws. */
function homeOf(table: Table, { origin, pathname }: URL): string | null {
  const segments = pathname.split(/\/+/, MAX_SEGMENTS)
  const paths = segments.map((_, index) => segments.slice(0, index).join('/') || '/')
  return paths.find((path) => attempt(() => findPage(table, new URL(origin + path)).source)) ?? null
}

/** Reads the search of a page, and calls its `load`. */
async function loadData(
  table: Table,
  settings: readonly (Module | undefined)[],
  { url, match, action }: Destination,
  { signal, rendered = {}, context }: PageRequest,
): Promise<{ readonly search: unknown; readonly data: unknown }> {
  signal.throwIfAborted()
  const { action: name, params } = match!
  const setting = (key: string) => settingOf(table, readExport(settings, key), name!)
  const search = await parseSearch(setting('search'), url)
  if ('data' in rendered || rendered.status) return { search, data: rendered.data }
  const load = setting('load') as ((args: LoadArguments) => unknown) | undefined
  return { search, data: await load?.({ action, params, search, url: pathOf(url), signal, context }) }
}
