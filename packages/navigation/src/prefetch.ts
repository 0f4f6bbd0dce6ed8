// `prefetch` and `prefetchLinks`: pages that load before the navigation.
import { connection } from './connection.ts'
import { hrefOf } from './events.ts'
import { loadModules } from './modules.ts'
import { findPage } from './find-page.ts'
import { openPage, type OpenedPage } from './open-page.ts'
import { urlOf } from './target.ts'
import { prefetched } from './visit.ts'
import type { Target } from './types.ts'

/** Data that is older is loaded again, in milliseconds. */
const MAX_AGE = 30_000

/** The number of pages whose data is kept. */
const MAX_PAGES = 20

/** Options of `prefetch`. */
export interface PrefetchOptions {
  /** Also calls `load`, and keeps the data for 30 seconds, for one navigation. Default: false. */
  readonly data?: boolean
}

/**
 * Loads the code of a link's page, and its data on request. It does nothing if the user saves data, before `start`, and for
 * links without a page. A failure is dropped, because the navigation tries again.
 *
 * @example
 * ```ts
 * import { photoPath } from 'virtual:routes'
 * import { prefetch } from 'virtual:routes/navigation'
 *
 * await prefetch(photoPath(7), { data: true })
 * ```
 *
 * @throws TypeError (as a rejection) for the targets that `navigate` refuses
 */
export async function prefetch(target: Target, { data = false }: PrefetchOptions = {}): Promise<void> {
  const url = urlOf(target)
  const { connection: network } = navigator as { connection?: { saveData?: boolean } }
  if (connection === null || network?.saveData) return
  if (data) return prefetchData(url)
  try {
    const { source } = findPage(connection.table, url)
    if (source !== null) await loadModules(connection.table, source)
  } catch {
    // The navigation shows the error.
  }
}

async function prefetchData(url: URL): Promise<void> {
  const { href } = url
  if (prefetched.has(href)) return
  const [oldest] = prefetched.keys()
  if (prefetched.size >= MAX_PAGES) prefetched.delete(oldest!)
  const opening = openPage(connection!, { url, signal: new AbortController().signal })
  prefetched.set(href, opening)
  const { view } = await opening
  if (view.status === 'ready') setTimeout(forget, MAX_AGE, href, opening)
  else forget(href, opening)
}

function forget(href: string, opening: Promise<OpenedPage>): void {
  if (prefetched.get(href) === opening) prefetched.delete(href)
}

/**
 * Prefetches the links with the attribute `data-prefetch`: when the pointer or the focus is on them, or, with the value
 * `visible`, when they are on the screen.
 *
 * @example
 * ```ts
 * import { prefetchLinks } from 'virtual:routes/navigation'
 *
 * const stop = prefetchLinks()
 * ```
 *
 * @returns a function that stops it
 */
export function prefetchLinks(options: PrefetchOptions = {}): () => void {
  const controller = new AbortController()
  const { signal } = controller
  // `prefetch` refuses links to other sites.
  const load = (link: Element | false | null) => {
    if (link) prefetch(hrefOf(link), options).catch(() => {})
  }
  const onPoint = ({ target }: Event) => load(target instanceof Element && target.closest('a[data-prefetch]'))
  document.addEventListener('pointerover', onPoint, { signal, passive: true })
  document.addEventListener('focusin', onPoint, { signal })
  const screen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      screen.unobserve(target)
      load(target)
    }
  })
  const observeLinks = () => {
    for (const link of document.querySelectorAll('a[data-prefetch=visible]')) screen.observe(link)
  }
  const changes = new MutationObserver(observeLinks)
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['data-prefetch'] })
  observeLinks()
  return () => {
    controller.abort()
    screen.disconnect()
    changes.disconnect()
  }
}
