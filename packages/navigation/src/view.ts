// The values that the components for React and Vue render: the page, and the state of links.
import { current } from './snapshot.ts'
import { pathOf } from './target.ts'
import type { Snapshot, Target } from './types.ts'

/** A component, and the values that a framework passes to it. */
export interface View {
  /** A component of the framework; null if there is none. */
  readonly page: unknown
  readonly props: Readonly<Record<string, unknown>>
  /** True for an error or an unknown URL for which the application has no page: `messagePage` creates one. */
  readonly isMessage: boolean
}

/** Creates an element: `createElement` of React, `h` of Vue, or a function for elements of the document. */
type CreateElement<Element> = (
  tag: string,
  attributes: Readonly<Record<string, string>> | null,
  ...children: (Element | string)[]
) => Element

/** Creates the page for an error or an unknown URL if the application has none: the title, the address and a link. */
export function messagePage<Element>(shown: Snapshot, create: CreateElement<Element>): Element {
  const { status, title, url, home } = shown
  const [href, label] = status === 'error' ? [url, 'Try again'] : [home, 'Go to the start page']
  return create(
    'div',
    null,
    create('h1', null, title ?? ''),
    create('p', null, create('code', null, url)),
    ...(href === null ? [] : [create('p', null, create('a', { href }, label))]),
  )
}

/**
 * Returns the page for an error or an unknown URL if the application has none, for code that draws pages without React and
 * Vue; null for other locations.
 */
export function messageElement(): HTMLElement | null {
  const shown = current()
  if (!viewOf(shown).isMessage) return null
  return messagePage<HTMLElement>(shown, (tag, attributes, ...children) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value)
    element.append(...children)
    return element
  })
}

/**
 * Returns the component to render inside the layouts.
 *
 * While another action's data is loading, this is the pending page of that action, if there is one. A navigation to other
 * parameters of the same action keeps the page, so that inputs in the page keep their focus.
 */
export function viewOf({ url, match, action, page, data, search, status, error, pending }: Snapshot): View {
  const next = pending?.match
  if (pending?.page && `${next?.controller}#${next?.action}` !== action) {
    return { page: pending.page, props: { url: pending.url, params: next?.params }, isMessage: false }
  }
  const isReplaced = status === 'error' || status === 'not-found'
  const props = isReplaced ? { url, error } : { url, action, params: match?.params, data, search }
  return { page, props, isMessage: isReplaced && page === null }
}

/**
 * Returns the location with the parameters of its route.
 *
 * @param action the action that the location must have. Default: any
 * @throws Error if the location has another action
 */
export function routeOf(snapshot: Snapshot, action?: string): Snapshot & { readonly params: unknown } {
  if (action !== undefined && snapshot.action !== action) {
    throw new Error(`useRoute('${action}') is in a component of the page '${snapshot.action}'`)
  }
  return { ...snapshot, params: snapshot.match?.params ?? {} }
}

/** The state of a link, for the attributes of its element. */
export interface LinkState {
  /** Undefined if the target is not a GET link with http or https. */
  readonly href: string | undefined
  /** `page` if the link's path is that of the current page, and `true` if the path of the page continues it. */
  readonly current: 'page' | 'true' | undefined
  /** True if the target is being loaded. */
  readonly isPending: boolean
}

const NO_LINK: LinkState = { href: undefined, current: undefined, isPending: false }

/** Returns the state of a link. It needs no document, so servers and tests can call it. It never throws. */
export function linkState(to: Target, { url, match, pending }: Snapshot): LinkState {
  const { url: target, method = 'GET' } = typeof to === 'string' || to instanceof URL ? { url: to } : to
  const href = String(target)
  const origin = currentOrigin()
  try {
    const next = new URL(href, origin + url)
    if (!/^https?:$/.test(next.protocol) || !/^get$/i.test(method)) return NO_LINK
    const isOwn = next.origin === origin
    return {
      href,
      current: isOwn && url !== '' ? currentOf(next.pathname, new URL(origin + url).pathname, match?.path) : undefined,
      isPending: isOwn && pending !== null && pathOf(next) === pending.url,
    }
  } catch {
    return NO_LINK
  }
}

/**
 * Compares the path of a link with that of the current page. The link to the root has no section, because the paths of all
 * pages continue it.
 *
 *     /photos, /photos    -> page
 *     /photos, /photos/7  -> true
 *     /app,    /app/photos -> undefined with the base path `/app`
 *
 * @param match the path of the current page without the base path
 */
function currentOf(link: string, page: string, match = page): LinkState['current'] {
  if (link === page) return 'page'
  const section = link.replace(/\/$/, '')
  const base = page.endsWith(match) ? page.slice(0, -match.length) : ''
  return section !== base && page.startsWith(`${section}/`) ? 'true' : undefined
}

/** On a server, any origin works, because links are compared by their paths. */
function currentOrigin(): string {
  const { protocol = '', origin = '' } = (globalThis as { location?: Partial<Location> }).location ?? {}
  return /^https?:$/.test(protocol) ? origin : 'http://localhost'
}
