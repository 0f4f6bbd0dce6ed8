// Links in Markdown.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { Finder } from '../find-in-program.ts'
import { addHtml } from './html.ts'
import type { FindLinks } from './source-file.ts'

interface MarkdownNode {
  readonly type: string
  readonly url?: string
  readonly value?: string
  readonly children?: readonly MarkdownNode[]
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } }
}

/** Finds the links in a document: its links, their definitions, and its HTML. Code is no link. */
export const findInMarkdown: FindLinks = async (source, { settings }) => {
  const finder = new Finder(settings)
  const stack: MarkdownNode[] = [fromMarkdown(source) as MarkdownNode]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const { type, url, value, children = [], position } = node
    const [start, end] = [position?.start.offset ?? 0, position?.end.offset ?? 0]
    if (type === 'html') addHtml(value!, start, finder)
    else if (type === 'link' || type === 'definition') {
      finder.addElement('a', [{ name: 'href', value: [url!], range: [start, end], form: null }], true)
    }
    stack.push(...children)
  }
  return finder.found()
}
