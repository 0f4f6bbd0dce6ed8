// Decides which clicks and form submissions the navigation handles, and returns their URLs.
import { attempt } from './attempt.ts'
import { isSameDocument, urlOf } from './target.ts'

/** Returns the URL of an unmodified click on a link in this site; null if the browser handles the click, as for fragments. */
export function targetOfClick(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return null
  }
  // The link may be in a shadow root. A checkbox or a summary in a link takes the click, and the browser decides for all fields.
  const link = event.composedPath().find((node) => CLICKABLE.test((node as Element).localName)) as HTMLElement
  // A click in editable content places the cursor.
  if (
    !link?.localName.startsWith('a') ||
    link.matches('[target],[download]') ||
    link.isContentEditable ||
    hasBaseTarget()
  )
    return null
  const href = hrefOf(link)
  const url = href ? readUrl(href) : null
  return url?.href.includes('#') && isSameDocument(url, location) ? null : url
}

const CLICKABLE = /^(a|area|input|label|summary)$/

/** Returns the URL of a link, which may be relative in SVG; empty if there is none. */
export function hrefOf(link: Element): string {
  const { href } = link as Partial<HTMLAnchorElement | SVGAElement>
  return (typeof href === 'string' ? href : href?.baseVal) ?? ''
}

/** True if `<base target>` makes links and forms without a target open in another window. */
const hasBaseTarget = (): boolean => document.querySelector('base[target]') !== null

/** Returns the URL of a GET form in this site, with the values of the form; null if the browser handles the form. */
export function targetOfForm({ defaultPrevented, target, submitter }: SubmitEvent): URL | null {
  const form = target as HTMLFormElement
  // Attributes are read in place of properties, because a field named `method` replaces the property `form.method`.
  const read = (name: string) =>
    submitter?.getAttribute(`form${name}`) ?? Element.prototype.getAttribute.call(form, name)
  // Every other value means GET.
  const isGet = !/^(post|dialog)$/i.test(read('method') ?? '')
  if (defaultPrevented || !isGet || read('target') !== null || hasBaseTarget()) return null
  const url = readUrl(read('action') || location.href)
  if (url === null) return null
  // As in browsers, a query contains the name of a file, and lines end with CR and LF.
  const fields = Array.from(new FormData(form, submitter), (field) =>
    field.map((value) => ((value as File).name ?? value).replace(/\r\n?|\n/g, '\r\n')),
  )
  return new URL(`?${new URLSearchParams(fields)}${url.hash}`, url)
}

const readUrl = (href: string): URL | null => attempt(() => urlOf(href)) ?? null
