// Reads the targets of clicks and forms.
import { attempt } from './attempt.ts'
import { isSameDocument, urlOf } from './target.ts'

/** Returns the URL of a plain click on a link in this site; null if the browser handles the click, as for fragments. */
export function targetOfClick(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return null
  }
  // The link may be in a shadow root.
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement || node instanceof HTMLAreaElement)
  if (!link?.href || link.hasAttribute('target') || link.hasAttribute('download')) return null
  const url = readUrl(link.href)
  return url?.href.includes('#') && isSameDocument(url, location) ? null : url
}

/** Returns the URL of a GET form in this site, with the values of the form; null if the browser handles the form. */
export function targetOfForm({ defaultPrevented, target, submitter }: SubmitEvent): URL | null {
  const form = target as HTMLFormElement
  // A field with the name of a property replaces the property of the form.
  const read = (name: string) =>
    submitter?.getAttribute(`form${name}`) ?? Element.prototype.getAttribute.call(form, name)
  if (defaultPrevented || !/^get$/i.test(read('method') ?? 'get') || read('target') !== null) return null
  const url = readUrl(read('action') || location.href)
  if (url === null) return null
  // A file has its name in a query, as in browsers.
  const fields = Array.from(new FormData(form, submitter), ([name, value]) => [name, (value as File).name ?? value])
  url.search = `${new URLSearchParams(fields)}`
  return url
}

const readUrl = (href: string): URL | null => attempt(() => urlOf(href)) ?? null
