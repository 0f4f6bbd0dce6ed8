import { randomUUID } from 'node:crypto'
import type { ViteDevServer } from 'vite'

/** Matches tags. A script element matches up to its end tag, because its content may contain anything. */
const TAGS = /(<script\b[^>]*>)[^]*?<\/script>|<[a-z][^>]*>/gi

/** The possible characters before an address in a tag; the last two occur in lists of addresses. */
const BEFORE = ['"', "'", '=', ' ', ',']

/**
 * Lets Vite transform a complete page: Vite adds its client, and plugins add their tags.
 *
 * Vite prepends the base to addresses, because the addresses in an `index.html` have no base. An application's page
 * contains addresses with the base already. So this function hides these addresses from Vite during the transformation.
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
