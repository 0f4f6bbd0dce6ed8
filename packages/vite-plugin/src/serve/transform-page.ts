import { randomUUID } from 'node:crypto'
import type { ViteDevServer } from 'vite'

/** Tags. Of a script the first one only: what is in it may hold anything. */
const TAGS = /(<script\b[^>]*>)[^]*?<\/script>|<[a-z][^>]*>/gi

/** What stands before an address in a tag; the last two in lists of them. */
const BEFORE = ['"', "'", '=', ' ', ',']

/**
 * What Vite makes of a whole page: its client is added, and what plugins put in.
 *
 * Vite takes a page for an `index.html`, whose addresses are without the base, and puts it in front of them. In a page of
 * an application it is there already, so that these addresses are hidden from Vite meanwhile.
 *
 * @param target the path of the page, with the base
 */
export async function transformPage(server: ViteDevServer, target: string, html: string): Promise<string> {
  const { base } = server.config
  if (base === '/') return server.transformIndexHtml(target, html)
  const mark = `//${randomUUID()}.invalid`
  const hide = (tag: string) =>
    BEFORE.reduce((text, character) => text.replaceAll(character + base, () => character + mark + base), tag)
  const hidden = html.replace(TAGS, (element, script: string | undefined) =>
    script === undefined ? hide(element) : hide(script) + element.slice(script.length),
  )
  const path = target.startsWith(base) ? target.slice(base.length - 1) : '/'
  return (await server.transformIndexHtml(path, hidden)).replaceAll(mark, '')
}
