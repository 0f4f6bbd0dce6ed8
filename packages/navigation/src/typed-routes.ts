// The types that components use. They come from the declarations of the application, through `virtual:routes/navigation`.
import type { Pages, Ready } from 'virtual:routes/navigation'
import type { NavigateOptions, Snapshot, Target } from './types.ts'
import type { SearchChanges } from './navigate.ts'

/** `controller#action` of a page. */
export type PageName = keyof Pages

/** The current location with the parameters of its route, if the page is that of the action. */
export type Route<Action extends PageName> = Ready<Action> & {
  readonly params: Ready<Action>['match']['params']
}

/** The current location of any page. Its parameters depend on the route. */
export type AnyRoute = Snapshot & { readonly params: Readonly<Record<string, unknown>> }

/** The properties of a page. */
export interface PageProps<Action extends PageName> {
  /** The path, the query and the fragment. */
  readonly url: string
  readonly action: Action
  readonly params: Ready<Action>['match']['params']
  /** The result of the page's `load`. */
  readonly data: Pages[Action]['data']
  /** The output of the page's `search` schema. */
  readonly search: Pages[Action]['search']
}

/** The properties of a page for errors, or for URLs without a route. */
export interface ErrorProps {
  readonly url: string
  readonly error: unknown
}

/** The properties of a page that is shown while data is loading. */
export interface PendingProps {
  readonly url: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Changes search parameters of the current URL, and keeps the other parameters. See `setSearch`. */
export type SetSearch<Search> = (
  changes: { readonly [Name in keyof Search]?: SearchChanges[string] },
  options?: NavigateOptions,
) => Promise<boolean>

/** The options of a link. */
export interface LinkOptions {
  /** A path, a URL, or a link of `virtual:routes/actions/…` with the method GET. */
  readonly to: Target
  /** Loads the code of the page before the click: on hover and focus, or when the link is visible. */
  readonly prefetch?: 'hover' | 'visible' | undefined
  /** Replaces the current history entry instead of adding an entry. Default: false. */
  readonly replace?: boolean | undefined
  /** Any serialisable value for the state of the location. */
  readonly state?: unknown
  /** False changes neither scroll position nor focus. Default: true. */
  readonly scroll?: boolean | undefined
}
