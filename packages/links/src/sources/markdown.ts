// Links in Markdown.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { Finder } from '../find-in-program.ts'
import { addHtml } from './html.ts'
import { nodesIn } from './parse-at.ts'
import type { FindLinks } from './source-file.ts'

type Root = ReturnType<typeof fromMarkdown>

/** Finds the links in a document: its links, their definitions, and its HTML. Code is no link. */
export const findInMarkdown: FindLinks = async (source, { settings }) => {
  const finder = new Finder(settings)
  const childrenOf = (node: Root | Root['children'][number]) => ('children' in node ? node.children : [])
  for (const node of nodesIn(fromMarkdown(source), childrenOf)) {
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]
    if (node.type === 'html') addHtml(node.value, start, finder)
    else if (node.type === 'link' || node.type === 'definition') {
      finder.addElement('a', [{ name: 'href', value: [node.url], range: [start, end], form: null }], true)
    }
  }
  return finder.found()
}
