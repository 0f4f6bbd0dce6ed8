// Links in single-file components of Vue.
import type { SFCTemplateBlock } from 'vue/compiler-sfc'
import type { Node } from '../evaluate.ts'
import { Finder, type Attribute } from '../find-in-program.ts'
import type { Range } from '../link.ts'
import { nodesIn, parseAt, tryParseAt } from './parse-at.ts'
import type { FindLinks } from './source-file.ts'

type VueCompiler = typeof import('vue/compiler-sfc')
type RootNode = NonNullable<SFCTemplateBlock['ast']>
type ElementNode = Extract<RootNode['children'][number], { tag: string }>
type Prop = ElementNode['props'][number]
type Directive = Extract<Prop, { exp: unknown }>
type Expression = Extract<Directive['exp'], { isStatic: boolean }>
/** Parses an expression that begins at an offset of the file. Returns null if it is not valid. */
type ParseExpression = (text: string, offset: number) => Promise<Node | null>

/** Finds the links in a component: in its scripts, its attributes, and the expressions of its directives. */
export const findInVue: FindLinks = async (source, { parseScript, loadPackage, settings }) => {
  const compiler = await loadPackage<VueCompiler>('vue/compiler-sfc', 'vue')
  const { descriptor, errors } = compiler.parse(source, { sourceMap: false, ignoreEmpty: false })
  if (errors.length > 0) throw errors[0]!
  const { script, scriptSetup, template } = descriptor
  const language = scriptSetup?.lang ?? script?.lang ?? 'js'
  const parseExpression: ParseExpression = (text, offset) => tryParseAt(text, offset, language, parseScript)
  const finder = new Finder(settings)
  for (const block of [script, scriptSetup]) {
    if (block === null) continue
    const isSetup = block === scriptSetup
    finder.collect(await parseAt(block.content, block.loc.start.offset, language, parseScript), isSetup)
  }
  for (const node of template?.ast === undefined ? [] : nodesIn<object>(template.ast, childrenOf)) {
    if (!('tag' in node)) continue
    const { tag, props } = node as ElementNode
    const attributes: Attribute[] = []
    for (const prop of props) {
      const attribute = 'exp' in prop ? await boundAttribute(prop, parseExpression) : staticAttribute(prop)
      if (attribute !== null) attributes.push(attribute)
      else if (prop.name === 'on') {
        const statements = await parseDirective(prop as Directive, '', parseExpression)
        if (statements !== null) finder.collect(statements, false)
      }
    }
    const isComplete = !props.some((prop) => prop.name === 'bind' && 'arg' in prop && prop.arg === undefined)
    finder.addElement(tag, attributes, isComplete)
  }
  return finder.found()
}

function childrenOf(node: object): readonly object[] {
  return 'children' in node ? (node.children as (object | string)[]).filter((child) => typeof child === 'object') : []
}

function rangeOf({ start, end }: Prop['loc']): Range {
  return [start.offset, end.offset]
}

function staticAttribute({ name, value, loc }: Exclude<Prop, Directive>): Attribute {
  const form = { around: ['"', '"'], colonAt: loc.start.offset } as const
  return { name, value: value === undefined ? null : [value.content], range: rangeOf(value?.loc ?? loc), form }
}

/** Returns `:href="…"` as an attribute; null for other directives, and for arguments that are computed. */
async function boundAttribute(prop: Directive, parse: ParseExpression): Promise<Attribute | null> {
  const arg = prop.arg as Expression | undefined
  if (prop.name !== 'bind' || arg?.isStatic !== true || prop.exp === undefined) return null
  // As a statement, `{ path: '/photos' }` would be a block.
  const program = await parseDirective(prop, '(', parse)
  const [statement] = (program?.['body'] ?? []) as readonly Node[]
  const value = statement?.type === 'ExpressionStatement' ? (statement['expression'] as Node) : null
  return { name: arg.content, value, range: rangeOf(prop.loc), form: null }
}

/** Parses a directive's expression. Null if there is none, or if it is not valid: Vue reports such mistakes. */
async function parseDirective({ exp }: Directive, open: '' | '(', parse: ParseExpression): Promise<Node | null> {
  if (exp === undefined) return null
  const { content, loc } = exp as Expression
  // The content equals the source only if the source contains no character references.
  if (content !== loc.source) return null
  return parse(open + content + (open && '\n)'), loc.start.offset - open.length)
}
