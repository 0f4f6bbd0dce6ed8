import { ROUTES } from '../ids.ts'

/** A module as Vite's or Rollup's parser has it (ESTree). */
export interface Program {
  readonly type: 'Program'
  readonly body: readonly unknown[]
}

/** A node as far as it is looked at here. */
interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/**
 * What a module takes from `virtual:routes`, by name: what it imports or exports again, and what it calls on the
 * default export or the namespace. Only what is surely taken; a name that is bound twice is left alone.
 */
export function usedHelpers(program: Program): string[] {
  const used = new Set<string>()
  /** Names under which the whole of the module is known. */
  const wholes = new Set<string>()
  for (const statement of program.body as readonly Node[]) {
    if ((statement['source'] as Node | null | undefined)?.['value'] !== ROUTES) continue
    for (const specifier of (statement['specifiers'] ?? []) as Node[]) {
      const taken = (specifier['imported'] ??
        (statement.type === 'ImportDeclaration' ? null : specifier['local'])) as Node
      const local = nameOf(specifier['local'] as Node)
      if (specifier.type === 'ImportDefaultSpecifier' || specifier.type === 'ImportNamespaceSpecifier')
        wholes.add(local)
      else if (nameOf(taken) === 'default') wholes.add(local)
      else used.add(nameOf(taken))
    }
  }
  if (wholes.size === 0) return [...used]
  const called: { readonly whole: string; readonly name: string }[] = []
  const bound = new Set<string>()
  walk(program as Program & Node, (node) => {
    if (node.type === 'CallExpression' && node['optional'] !== true) {
      const callee = node['callee'] as Node
      const object = callee['object'] as Node | undefined
      if (callee.type !== 'MemberExpression' || callee['optional'] === true || object?.type !== 'Identifier') return
      if (callee['computed'] !== true && wholes.has(nameOf(object))) {
        called.push({ whole: nameOf(object), name: nameOf(callee['property'] as Node) })
      }
      return
    }
    for (const binding of bindingsOf(node)) bound.add(binding)
  })
  for (const { whole, name } of called) if (!bound.has(whole)) used.add(name)
  return [...used]
}

/** The names that a node binds by itself, imports aside. */
function bindingsOf(node: Node): string[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return namesIn(node['id'] as Node)
    case 'CatchClause':
      return namesIn(node['param'] as Node | null)
    case 'ClassDeclaration':
    case 'ClassExpression':
      return namesIn(node['id'] as Node | null)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [...namesIn(node['id'] as Node | null), ...(node['params'] as Node[]).flatMap(namesIn)]
    default:
      return []
  }
}

/** All names in a pattern; a few more than it binds do no harm. */
function namesIn(pattern: Node | null | undefined): string[] {
  const names: string[] = []
  if (pattern != null) {
    walk(pattern, (node) => {
      if (node.type === 'Identifier') names.push(nameOf(node))
    })
  }
  return names
}

function walk(node: Node, visit: (node: Node) => void): void {
  const waiting: unknown[] = [node]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    if (typeof (next as Partial<Node>).type === 'string') visit(next as Node)
    for (const value of Object.values(next)) if (typeof value === 'object') waiting.push(value)
  }
}

function nameOf(node: Node): string {
  return String(node['name'] ?? node['value'])
}
