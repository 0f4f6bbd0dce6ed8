import type { parseAst } from 'vite'

type Program = ReturnType<typeof parseAst>
type Statement = Program['body'][number]

/** Something that a module exports and that may be called. */
interface Export {
  readonly name: string
  /** Where the name stands, in UTF-16 code units. */
  readonly offset: number
}

/** A node as far as it is looked at here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/**
 * The functions that a module exports, by their names; the methods of a class or of an object that is its default
 * export are among them. Null where that cannot be told without running it: `export * from …`, a class that extends
 * another, the answer of a call as the default export.
 */
export function exportsOf(program: Program): readonly Export[] | null {
  const declared = new Map<string, Node>()
  for (const statement of program.body) {
    const inner = 'declaration' in statement ? statement.declaration : statement
    for (const [name, value] of declarationsOf(inner as Node | null)) declared.set(name.text, value)
  }
  const found: Export[] = []
  for (const statement of program.body) {
    const own = exportsOfStatement(statement, declared)
    if (own === null) return null
    for (const each of own) found.push(each)
  }
  return found
}

function exportsOfStatement(statement: Statement, declared: ReadonlyMap<string, Node>): Export[] | null {
  if (statement.type === 'ExportAllDeclaration') {
    if (statement.exported === null) return null
    return []
  }
  if (statement.type === 'ExportDefaultDeclaration') {
    let value = statement.declaration as unknown as Node
    if (value.type === 'Identifier') value = declared.get(value['name'] as string) ?? value
    return membersOf(value)
  }
  if (statement.type !== 'ExportNamedDeclaration') return []
  const found: Export[] = []
  for (const [{ text, offset }, value] of declarationsOf(statement.declaration as unknown as Node | null)) {
    if (mayBeCalled(value)) found.push({ name: text, offset })
  }
  for (const { local, exported } of statement.specifiers as unknown as { local: Node; exported: Node }[]) {
    const name = nameOf(exported)
    const value = declared.get(nameOf(local))
    if (name === 'default') {
      const members = membersOf(value ?? local)
      if (members === null) return null
      for (const member of members) found.push(member)
    } else if (value === undefined || mayBeCalled(value)) {
      found.push({ name, offset: exported.start })
    }
  }
  return found
}

/** The names that a declaration declares, each with its value. */
function declarationsOf(node: Node | null): [{ text: string; offset: number }, Node][] {
  if (node === null) return []
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
    const id = node['id'] as Node | null
    return id === null ? [] : [[{ text: nameOf(id), offset: id.start }, node]]
  }
  if (node.type !== 'VariableDeclaration') return []
  return (node['declarations'] as { id: Node; init: Node | null }[]).flatMap(({ id, init }) =>
    boundBy(id).map((name): [{ text: string; offset: number }, Node] => [
      { text: nameOf(name), offset: name.start },
      id.type === 'Identifier' ? (init ?? name) : name,
    ]),
  )
}

/** The names that a pattern binds: `{ index, show: other, ...rest }`. */
function boundBy(pattern: Node | null): Node[] {
  if (pattern === null) return []
  switch (pattern.type) {
    case 'ObjectPattern':
      return (pattern['properties'] as Node[]).flatMap((each) => boundBy((each['value'] ?? each['argument']) as Node))
    case 'ArrayPattern':
      return (pattern['elements'] as (Node | null)[]).flatMap(boundBy)
    case 'AssignmentPattern':
      return boundBy(pattern['left'] as Node)
    case 'RestElement':
      return boundBy(pattern['argument'] as Node)
    default:
      return [pattern]
  }
}

/** The methods of a class or of an object; null where there may be more than can be seen. */
function membersOf(value: Node): Export[] | null {
  if (/Function|^Literal$/.test(value.type)) return []
  const isClass = value.type.startsWith('Class')
  if (!isClass && value.type !== 'ObjectExpression') return null
  if (isClass && value['superClass'] != null) return null
  const members = (isClass ? (value['body'] as { body: Node[] }).body : value['properties']) as Node[]
  const found: Export[] = []
  for (const member of members) {
    const key = member['key'] as Node | undefined
    if (key === undefined || member['computed'] === true) return null
    if (key.type === 'PrivateIdentifier' || member['static'] === true || member['kind'] === 'constructor') continue
    const inner = member['value'] as Node | null
    if (inner !== null && mayBeCalled(inner)) found.push({ name: nameOf(key), offset: key.start })
  }
  return found
}

/** False for what is surely no function. */
function mayBeCalled({ type }: Node): boolean {
  return !/^(?:Literal|TemplateLiteral|ArrayExpression|ObjectExpression|UnaryExpression|Class.*|NewExpression)$/.test(
    type,
  )
}

function nameOf(node: Node): string {
  return String(node['name'] ?? node['value'])
}
