// `navigate` and `setSearch`: navigations that code starts, rather than a click.
import { connection } from './connection.ts'
import { urlOf } from './target.ts'
import type { NavigateOptions, Target } from './types.ts'
import { openDocument, visit } from './visit.ts'

/**
 * Shows the page of a link. If this application has no page for the link, the browser loads a document.
 *
 * @example
 * ```ts
 * import { photoPath } from 'virtual:routes'
 * import { navigate } from 'virtual:routes/navigation'
 *
 * await navigate(photoPath(7), { info: 'The photo is saved.' })
 * ```
 *
 * @returns true if the page is shown, also if it shows an error; false if another navigation replaced this one, if the user
 *   stayed on the page, or if the browser loads a document
 * @throws TypeError (as a rejection) for another site, another scheme than http and https, another method than GET, and an
 *   invalid URL
 */
export async function navigate(target: Target, options: NavigateOptions = {}): Promise<boolean> {
  const url = urlOf(target)
  if (connection !== null) return visit(url, options.replace ? 'replace' : 'push', options)
  openDocument(url, options.replace)
  return false
}

/** New values by name. A list becomes repeated parameters `name[]`. Undefined and null remove a parameter. */
export type SearchChanges = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly (string | number | boolean)[]>
>

/**
 * Changes search parameters of the current URL, and keeps the other parameters. The position and the focus do not change.
 *
 * @example
 * ```ts
 * import { setSearch } from 'virtual:routes/navigation'
 *
 * await setSearch({ page: 2, tags: ['fog', 'sea'], q: null }) // ?page=2&tags[]=fog&tags[]=sea
 * ```
 *
 * @param options Default for `replace`: true
 * @returns as `navigate`
 */
export async function setSearch(changes: SearchChanges, options: NavigateOptions = {}): Promise<boolean> {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(changes)) {
    url.searchParams.delete(name)
    url.searchParams.delete(`${name}[]`)
    if (Array.isArray(value)) for (const element of value) url.searchParams.append(`${name}[]`, `${element}`)
    else if (value != null) url.searchParams.set(name, `${value as string}`)
  }
  return navigate(url, { replace: true, scroll: false, ...options })
}
