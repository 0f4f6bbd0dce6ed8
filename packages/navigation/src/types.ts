// The types of the navigation, which its modules and the components share.
import type { RouteMatch } from '@turnout/runtime'

export type { RouteMatch }

/** A target in this site: a path, a URL, or a link of `virtual:routes/actions/…` with the method GET. */
export type Target = string | URL | { readonly url: string; readonly method?: string }

/** Options of `navigate`. */
export interface NavigateOptions {
  /** Replaces the current history entry instead of adding an entry. Default: false. */
  readonly replace?: boolean
  /** Any serialisable value for `current().state`. The history entry keeps it, so it survives a reload. */
  readonly state?: unknown
  /** Any value for `current().info`, for this navigation only. */
  readonly info?: unknown
  /** False changes neither scroll position nor focus, for example when a page changes its own search. Default: true. */
  readonly scroll?: boolean
}

/** Options of `start`. All are optional. */
export interface StartOptions {
  /** The element whose links and forms are handled. Default: the document. */
  readonly root?: EventTarget
  /** Calls its argument to change the page. `viewTransition` animates the change. Default: no animation. */
  readonly transition?: (change: () => Promise<void>) => Promise<void>
  /** Asks whether to leave a page, with the message of a `beforeLeave` function. Default: `confirm` of the browser. */
  readonly confirmLeave?: (message: string) => boolean
  /** The page of URLs without a route. Default: the export `notFound` of the pages' `application` module. */
  readonly notFound?: unknown
  /** The page of errors without an error page of their own. */
  readonly error?: unknown
  /** Receives every error of the navigation and of its components, also those that a page shows. Default: `console.error`. */
  readonly onError?: (error: unknown) => unknown
  /** The data of the first page, if a server has loaded it: the page's `load` is not called. */
  readonly data?: unknown
  /** The status of the first page, if a server has rendered an error, or a page without data: `load` is not called. */
  readonly status?: number
}

/** A navigation that has begun and not ended. */
export interface Pending {
  /** The path, the query and the fragment. */
  readonly url: string
  readonly match: RouteMatch | null
  /** The export `pending` of the page's module, after the code arrived; null before, and if there is no such export. */
  readonly page: unknown
}

/** The current location: an immutable object, which is replaced by every change. */
export interface Snapshot {
  /** The path, the query and the fragment. */
  readonly url: string
  readonly match: RouteMatch | null
  /** `controller#action` of a page whose code and data have arrived; null otherwise. */
  readonly action: string | null
  /** The page to render. With the status `error` or `not-found`, the page for errors or missing routes. Null if there is none. */
  readonly page: unknown
  /** The layouts around the page, the outermost first. */
  readonly layouts: readonly unknown[]
  /** The result of the page's `load`. */
  readonly data: unknown
  /** The output of the page's `search` schema; without a schema, the query parameters by name. */
  readonly search: unknown
  readonly title: string | null
  /** The start page, for a link in the page for missing routes: the shortest path above with a page. Otherwise null. */
  readonly home: string | null
  readonly state: unknown
  readonly info: unknown
  /** `loading` before the first page. */
  readonly status: 'loading' | 'ready' | 'error' | 'not-found'
  /** The reason of the status `error` or `not-found`. */
  readonly error: unknown
  readonly pending: Pending | null
}

/** The argument of a page module's `load`. */
export interface LoadArguments<
  Action = string,
  Match extends RouteMatch = RouteMatch,
  Page extends { readonly search: unknown } = { readonly search: unknown },
> {
  /** `controller#action`. */
  readonly action: Action
  readonly params: Match['params']
  readonly search: Page['search']
  /** The path, the query and the fragment, as in `current()`. */
  readonly url: string
  /** Aborted if a later navigation replaces this one. */
  readonly signal: AbortSignal
  /** The `context` of `open` on a server; undefined in browsers. */
  readonly context: unknown
}

/** The location of a page that is ready. */
export interface ReadyPage<
  Action extends string,
  Match extends RouteMatch,
  Page extends { readonly page: unknown; readonly data: unknown; readonly search: unknown },
> extends Snapshot {
  readonly action: Action
  readonly match: Match
  readonly page: Page['page']
  readonly data: Page['data']
  readonly search: Page['search']
  readonly status: 'ready'
}

/** The location before the first page, of an error, of a missing route, and of a route without a page. */
export interface OtherPage extends Snapshot {
  readonly action: null
}

/** The types of a page: its export, the result of its `load`, and the output of its `search`. */
export interface PageTypes<Exports, Name, Settings = Exports, Action = Name> {
  readonly page: NonNullable<Exports[Name & keyof Exports]>
  readonly data: DataOf<SettingOf<Settings, 'load', Action>>
  readonly search: SearchOf<SettingOf<Settings, 'search', Action>>
}

/** The value for all actions, or the value of the action in an object of values by action. */
type SettingOf<Exports, Name, Action> = Name extends keyof Exports
  ? Exports[Name] extends ((...args: never) => unknown) | { readonly '~standard': unknown }
    ? Exports[Name]
    : ValueOf<Exports[Name], Action>
  : undefined

type ValueOf<Values, Action> = [Action & keyof Values] extends [never] ? undefined : Values[Action & keyof Values]

type DataOf<Load> = Load extends (...args: never) => infer Result ? Awaited<Result> : undefined

type SearchOf<Schema> = Schema extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : unknown
  : Readonly<Record<string, string | readonly string[] | undefined>>

/** The exports of a module. */
export type Module = Readonly<Record<string, unknown>>

type LoadModule = () => Promise<Module>

/** The modules of one page. */
export interface PageSource {
  /** The module of the controller. */
  readonly controller?: LoadModule
  /** The module whose default export is the page. */
  readonly component?: LoadModule
  /** The modules of `load` and `search`, if these have files of their own. The first module with an export wins. */
  readonly data?: readonly LoadModule[]
  /** Undefined for each export of the controller's module that is a page, so that it is not read as a setting. */
  readonly reserved?: Readonly<Record<string, undefined>>
}

/** The routes and pages of an application. `virtual:routes/navigation` creates it. */
export interface Table {
  readonly match: (method: string, path: string) => RouteMatch | null
  /** Returns an action's export of a module of pages, or an action's property of an object. */
  readonly pageOf: (exports: Module, action: string) => unknown
  /** By `controller#action`. */
  readonly pages: Readonly<Record<string, PageSource>>
  /** The module of the layout around all pages. */
  readonly application: LoadModule | null
}
