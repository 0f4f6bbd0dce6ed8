// The components and hooks for React.
import {
  Component,
  createContext,
  createElement,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
  type AnchorHTMLAttributes,
  type ComponentType,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import type { Pages } from 'virtual:routes/navigation'
import { followLink, prefetchMarkedLinks } from './follow-link.ts'
import { navigate, setSearch } from './navigate.ts'
import { reportsComponentErrors, report } from './report.ts'
import { current, subscribe } from './snapshot.ts'
import type { AnyRoute, LinkOptions, PageName, Route, SetSearch } from './typed-routes.ts'
import type { Pending, Snapshot } from './types.ts'
import { linkState, messagePage, routeOf, viewOf } from './view.ts'
import { showErrorPage } from './visit.ts'

export type { AnyRoute, ErrorProps, LinkOptions, PageName, PageProps, PendingProps } from './typed-routes.ts'
export type { Route, SetSearch } from './typed-routes.ts'

/** The property `snapshot` of `Routes`; null for the location of the document. */
const FixedSnapshot = createContext<Snapshot | null>(null)

function useSnapshot(): Snapshot {
  const live = useSyncExternalStore(subscribe, current, current)
  return useContext(FixedSnapshot) ?? live
}

/** The properties of `Routes`. */
export interface RoutesProps {
  /** The element to render before the first page. Default: nothing. */
  readonly fallback?: ReactNode
  /** The location to render, on servers and in tests. Default: the location of the document. */
  readonly snapshot?: Snapshot | undefined
}

/**
 * Renders the current page inside its layouts. A layout that two pages share stays mounted.
 *
 * A page receives `PageProps`, an error page `ErrorProps`, a pending page `PendingProps`, a layout `children`.
 *
 * @example
 * ```tsx
 * import { Routes } from 'vite-plugin-turnout/react'
 *
 * export const App = () => <Routes fallback={<p>Loading …</p>} />
 * ```
 */
export function Routes({ fallback = null, snapshot }: RoutesProps): ReactElement {
  const live = useSnapshot()
  const shown = snapshot ?? live
  const { page, props, isMessage } = viewOf(shown)
  const pageElement =
    page !== null
      ? createElement(page as ComponentType<object>, props)
      : isMessage
        ? messagePage<ReactNode>(shown, createElement)
        : shown.status === 'loading'
          ? fallback
          : null
  const bounded = (isLayout: boolean, children: ReactNode) =>
    createElement(ErrorBoundary, { snapshot: shown, isLive: snapshot === undefined, isLayout }, children)
  const tree = shown.layouts.reduceRight<ReactNode>(
    (children, layout) => createElement(layout as ComponentType<{ children: ReactNode }>, null, children),
    bounded(false, pageElement),
  )
  return createElement(FixedSnapshot.Provider, { value: snapshot ?? null }, bounded(true, tree))
}

interface ErrorBoundaryProps {
  readonly snapshot: Snapshot
  /** False for a location that a server or a test has fixed. */
  readonly isLive: boolean
  /** True around the layouts, false around the page. */
  readonly isLayout: boolean
  readonly children?: ReactNode
}

/**
 * Replaces a page or a layout that throws while it draws by the page for errors. It rethrows the error to the next error
 * boundary outside, or to the root, if there is no page for errors to show.
 */
class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { readonly hasFailed: boolean; readonly snapshot?: Snapshot }
> {
  static getDerivedStateFromError = () => ({ hasFailed: true })

  /** The next location is drawn again. */
  static getDerivedStateFromProps = ({ snapshot }: ErrorBoundaryProps, state: { readonly snapshot?: Snapshot }) =>
    snapshot === state.snapshot ? null : { snapshot, hasFailed: false }

  override state = { hasFailed: false }

  override componentDidCatch(error: unknown): void {
    const { snapshot, isLive, isLayout } = this.props
    if (isLive && showErrorPage(error, snapshot, isLayout)) {
      if (reportsComponentErrors()) void report(error)
      return
    }
    this.setState(() => {
      throw error
    })
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}

/** The properties of `Link`: its options, and the attributes of the element `a`. */
export interface LinkProps extends LinkOptions, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly ref?: Ref<HTMLAnchorElement> | undefined
}

/**
 * Renders a link. It has `aria-current="page"` if its path is that of the current page, `aria-current="true"` if the page is
 * in its section, as `/photos/7` is in `/photos`, and `data-pending` while its target is being loaded. The element has no `href` if the target is not a GET link with http or https, for example `javascript:`.
 *
 * @example
 * ```tsx
 * import { photoPath } from 'virtual:routes'
 * import { Link } from 'vite-plugin-turnout/react'
 *
 * export const Next = ({ id }: { id: number }) => (
 *   <Link to={photoPath(id)} prefetch="hover">
 *     Next photo
 *   </Link>
 * )
 * ```
 */
export function Link({ to, prefetch, replace, state, scroll, onClick, ...attributes }: LinkProps): ReactElement {
  const { href, current: currency, isPending } = linkState(to, useSnapshot())
  useEffect(() => {
    if (prefetch !== undefined) prefetchMarkedLinks()
  }, [prefetch])
  return createElement('a', {
    'aria-current': currency,
    'data-pending': isPending ? '' : undefined,
    'data-prefetch': prefetch,
    ...attributes,
    href,
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      onClick?.(event)
      followLink(event.nativeEvent, { to, replace, state, scroll })
    },
  })
}

/**
 * Returns the current location with the parameters of its route.
 *
 * @example
 * ```tsx
 * // src/pages/photos.tsx
 * import { useRoute } from 'vite-plugin-turnout/react'
 *
 * export function Show() {
 *   const { params } = useRoute('photos#show')
 *   return <h1>Photo {params.id}</h1>
 * }
 *
 * export const Index = () => <h1>Photos</h1>
 * ```
 *
 * @param action the action of the page that contains the component. It selects the type
 * @throws Error if the page of another action contains the component
 */
export function useRoute(): AnyRoute
export function useRoute<Action extends PageName>(action: Action): Route<Action>
export function useRoute(action?: PageName): unknown {
  const snapshot = useSnapshot()
  return useMemo(() => routeOf(snapshot, action as string | undefined), [snapshot, action])
}

/**
 * Returns the search parameters of the current page, and the function that changes them.
 *
 * @example
 * ```tsx
 * import { useSearch } from 'vite-plugin-turnout/react'
 *
 * export function NextPage() {
 *   const [search, setSearch] = useSearch('photos#index')
 *   return <button onClick={() => void setSearch({ page: Number(search.page ?? 1) + 1 })}>More</button>
 * }
 * ```
 *
 * @param action as in `useRoute`
 */
export function useSearch<Action extends PageName>(
  action: Action,
): readonly [search: Pages[Action]['search'], setSearch: SetSearch<Pages[Action]['search']>] {
  return [useRoute(action).search, setSearch as SetSearch<Pages[Action]['search']>]
}

/**
 * Returns the function that shows the page of a link. It is the same function in all components.
 *
 * @example
 * ```tsx
 * import { photosPath } from 'virtual:routes'
 * import { useNavigate } from 'vite-plugin-turnout/react'
 *
 * export function Close() {
 *   const navigate = useNavigate()
 *   return <button onClick={() => void navigate(photosPath())}>Close</button>
 * }
 * ```
 */
export const useNavigate = (): typeof navigate => navigate

/**
 * Returns the navigation that has begun and not ended; null if there is none.
 *
 * @example
 * ```tsx
 * import { usePending } from 'vite-plugin-turnout/react'
 *
 * export const Progress = () => (usePending() ? <progress aria-label="Loading" /> : null)
 * ```
 */
export const usePending = (): Pending | null => useSnapshot().pending
