// Links in pages of HTML, and in the HTML of Markdown.
import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { Finder, type Attribute } from '../find-in-program.ts'
import { nodesIn, tryParseAt } from './parse-at.ts'
import type { FindLinks } from './source-file.ts'

/** Finds the links in a page: in its attributes and scripts. */
export const findInHtml: FindLinks = async (source, { parseScript, settings }) => {
  const finder = new Finder(settings)
  const document = parse(source, { sourceCodeLocationInfo: true })
  for (const element of elementsIn(document)) {
    addElement(element, 0, finder)
    const [text] = element.childNodes
    if (element.tagName !== 'script' || text?.nodeName !== '#text') continue
    const { value, sourceCodeLocation } = text as DefaultTreeAdapterTypes.TextNode
    const program = await tryParseAt(value, sourceCodeLocation!.startOffset, 'js', parseScript)
    if (program !== null) finder.collect(program, false)
  }
  return finder.found()
}

/** Adds the links of a part of Markdown that is HTML. */
export function addHtml(html: string, offset: number, finder: Finder): void {
  for (const element of elementsIn(parseFragment(html, { sourceCodeLocationInfo: true })))
    addElement(element, offset, finder)
}

function addElement(
  { tagName, attrs, sourceCodeLocation }: DefaultTreeAdapterTypes.Element,
  offset: number,
  finder: Finder,
): void {
  const attributes = attrs.map(({ name, value }): Attribute => {
    const { startOffset = 0, endOffset = 0 } = sourceCodeLocation?.attrs?.[name] ?? {}
    return { name, value: [value], range: [startOffset + offset, endOffset + offset], form: null }
  })
  finder.addElement(tagName, attributes, true)
}

function* elementsIn(root: DefaultTreeAdapterTypes.Node): Generator<DefaultTreeAdapterTypes.Element> {
  for (const node of nodesIn(root, childrenOf)) if ('tagName' in node) yield node
}

function childrenOf(node: DefaultTreeAdapterTypes.Node): readonly DefaultTreeAdapterTypes.Node[] {
  const children = 'childNodes' in node ? node.childNodes : []
  return 'content' in node ? [...children, node.content] : children
}
