// Links in components of Svelte.
import { holeOf, isNode, joinParts, rangeOf, type Node } from '../evaluate.ts'
import { Finder, type Attribute } from '../find-in-program.ts'
import { BRACES, type Part } from '../link.ts'
import type { FindLinks } from './source-file.ts'

interface SvelteCompiler {
  readonly parse: (source: string, options: { readonly modern: true }) => Node
}

/** Finds the links in a component: in its scripts, its attributes, and the expressions of its template. */
export const findInSvelte: FindLinks = async (source, { loadPackage, settings }) => {
  const compiler = await loadPackage<SvelteCompiler>('svelte/compiler', 'svelte')
  const root = compiler.parse(source, { modern: true })
  const finder = new Finder(settings)
  for (const key of ['module', 'instance']) {
    const script = root[key]
    if (isNode(script)) finder.collect(script['content'] as Node, key === 'instance')
  }
  finder.collect(root['fragment'] as Node, false, (node) => {
    const { name, attributes } = node
    if (typeof name !== 'string' || !Array.isArray(attributes)) return
    const list = (attributes as readonly Node[]).flatMap((attribute) => attributeOf(attribute, source) ?? [])
    finder.addElement(name, list, !attributes.some(({ type }: Node) => type === 'SpreadAttribute'))
  })
  return finder.found()
}

/** Returns an attribute; null for directives and spreads. */
function attributeOf(node: Node, source: string): Attribute | null {
  if (node.type !== 'Attribute') return null
  const name = node['name'] as string
  const { value } = node
  if (value === true) return { name, value: null, range: rangeOf(node), form: null }
  const pieces = [value].flat() as readonly Node[]
  if (!Array.isArray(value) && pieces[0]!.type === 'ExpressionTag') {
    return { name, value: pieces[0]!['expression'] as Node, range: rangeOf(pieces[0]!), form: null }
  }
  let parts: readonly Part[] = []
  for (const piece of pieces) {
    parts = joinParts(parts, [piece.type === 'Text' ? (piece['data'] as string) : holeOf(piece['expression'] as Node)])
  }
  const [start, end] = [rangeOf(pieces[0]!)[0], rangeOf(pieces.at(-1)!)[1]]
  const isQuoted = /["']/.test(source[start - 1]!) && source[start - 1] === source[end]
  return { name, value: parts, range: isQuoted ? [start - 1, end + 1] : [start, end], form: BRACES }
}
