// Links in single-file components of Vue.
import type { Node } from '../evaluate.ts'
import { Finder, type Attribute } from '../find-in-program.ts'
import type { Range } from '../link.ts'
import { MissingPackage, type FindLinks, type ParseScript } from './source-file.ts'

interface VueLocation {
  readonly start: { readonly offset: number }
  readonly end: { readonly offset: number }
  readonly source: string
}

interface VueExpression {
  readonly content: string
  readonly isStatic: boolean
  readonly loc: VueLocation
}

/** An attribute (type 6) or a directive (type 7). */
interface VueProp {
  readonly type: number
  readonly name: string
  readonly loc: VueLocation
  readonly nameLoc?: VueLocation
  readonly value?: { readonly content: string; readonly loc: VueLocation }
  readonly arg?: VueExpression
  readonly exp?: VueExpression
}

interface VueNode {
  readonly tag?: string
  readonly props?: readonly VueProp[]
  readonly children?: readonly (VueNode | string)[]
}

interface VueBlock {
  readonly content: string
  readonly lang?: string
  readonly loc: VueLocation
}

interface VueCompiler {
  readonly parse: (
    source: string,
    options: { readonly sourceMap: false; readonly ignoreEmpty: false },
  ) => {
    readonly descriptor: {
      readonly template: (VueBlock & { readonly ast?: VueNode }) | null
      readonly script: VueBlock | null
      readonly scriptSetup: VueBlock | null
    }
    readonly errors: readonly (Error & { readonly loc?: VueLocation })[]
  }
}

/** Finds the links in a component: in its scripts, its attributes, and the expressions of its directives. */
export const findInVue: FindLinks = async (source, { parseScript, loadPackage, settings }) => {
  const compiler = await loadPackage<VueCompiler>('vue/compiler-sfc')
  if (compiler === null) throw new MissingPackage('vue')
  const { descriptor, errors } = compiler.parse(source, { sourceMap: false, ignoreEmpty: false })
  if (errors.length > 0) throw errors[0]!
  const { script, scriptSetup, template } = descriptor
  const language = scriptSetup?.lang ?? script?.lang ?? 'js'
  const finder = new Finder(settings)
  for (const block of [script, scriptSetup]) {
    if (block === null) continue
    const isSetup = block === scriptSetup
    finder.collect(await parseAt(block.content, block.loc.start.offset, language, parseScript), isSetup)
  }
  for (const { tag = '', props = [] } of template?.ast === undefined ? [] : elementsIn(template.ast)) {
    const attributes: Attribute[] = []
    for (const prop of props) {
      const attribute = prop.type === 6 ? staticAttribute(prop) : await boundAttribute(prop, language, parseScript)
      if (attribute !== null) attributes.push(attribute)
      else if (prop.name === 'on' && prop.exp !== undefined) {
        const statements = await tryParse(prop.exp, '', language, parseScript)
        if (statements !== null) finder.collect(statements, false)
      }
    }
    finder.addElement(tag, attributes, !props.some(({ name, arg }) => name === 'bind' && arg === undefined))
  }
  return finder.found()
}

function* elementsIn(root: VueNode): Generator<VueNode> {
  const stack: (VueNode | string)[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') continue
    if (node.tag !== undefined) yield node
    stack.push(...(node.children ?? []))
  }
}

function rangeOf({ start, end }: VueLocation): Range {
  return [start.offset, end.offset]
}

function staticAttribute({ name, value, loc, nameLoc }: VueProp): Attribute {
  const nameRange: Range = nameLoc === undefined ? [loc.start.offset, loc.start.offset + name.length] : rangeOf(nameLoc)
  return {
    name,
    value: value === undefined ? null : [value.content],
    range: rangeOf(value?.loc ?? loc),
    form: { kind: 'vue-attribute', name: nameRange },
  }
}

/** Returns `:href="…"` as an attribute; null for other directives, and for arguments that are computed. */
async function boundAttribute(
  { name, arg, exp, loc }: VueProp,
  language: string,
  parseScript: ParseScript,
): Promise<Attribute | null> {
  if (name !== 'bind' || arg?.isStatic !== true || exp === undefined) return null
  // As a statement, `{ path: '/photos' }` would be a block.
  const program = await tryParse(exp, '(', language, parseScript)
  const [statement] = (program?.['body'] ?? []) as readonly Node[]
  const value = statement?.type === 'ExpressionStatement' ? (statement['expression'] as Node) : null
  return { name: arg.content, value, range: rangeOf(loc), form: null }
}

/** Parses an expression. Null if it is none, because Vue reports such mistakes. */
async function tryParse({ content, loc }: VueExpression, open: '' | '(', language: string, parseScript: ParseScript) {
  const close = open === '' ? '' : '\n)'
  // The content equals the source only if the source contains no character references.
  if (content !== loc.source) return null
  try {
    return await parseAt(`${open}${content}${close}`, loc.start.offset - open.length, language, parseScript)
  } catch {
    return null
  }
}

/** Parses a part of a file. Spaces before the part give the nodes their places in the file. */
export async function parseAt(
  content: string,
  offset: number,
  language: string,
  parseScript: ParseScript,
): Promise<Node> {
  return shifted(await parseScript(content, language === 'js' ? 'jsx' : language), offset)
}

/** Adds an offset to the places of a tree. */
function shifted(root: Node, offset: number): Node {
  const stack: unknown[] = [root]
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    const place = value as { start?: unknown; end?: unknown }
    if (typeof place.start === 'number' && typeof place.end === 'number') {
      place.start += offset
      place.end += offset
    }
    stack.push(...Object.values(value))
  }
  return root
}
