// Determines the exports of a module from its syntax tree.
import type {
  ArrayExpression,
  ClassDeclaration,
  ClassExpression,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  ExportSpecifier,
  Expression,
  Identifier,
  Literal,
  MethodDefinition,
  Node,
  ObjectExpression,
  Pattern,
  PrivateIdentifier,
  Program,
  PropertyDefinition,
} from 'estree'

/** An export of a module. */
interface Export {
  readonly name: string
  /** The offset of the name, in UTF-16 code units. */
  readonly offset: number
}

/** A node, or a function or class without a name: `export default function () {}`. */
type Value = Node | ExportDefaultDeclaration['declaration']

/** The declared names of a module, each with its value. */
type Declared = ReadonlyMap<string, Value>

/**
 * Which exports count: `actions`, functions, the methods of a class or of an object that is the default export among them;
 * `named actions`, the same without those of the default export, and `use`, which may be an array with elements; `pages`, named exports of
 * any value.
 */
export type ExportKind = 'actions' | 'named actions' | 'pages'

/**
 * Returns the exports of a module. Returns null if they cannot be determined without running the module: `export * from …`,
 * a class that extends another, or a call as the default export.
 */
export function exportsOf(program: Program, kind: ExportKind = 'actions'): readonly Export[] | null {
  const declared = new Map<string, Value>()
  for (const statement of program.body) {
    const isExport = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
    for (const [name, value] of declarationsOf(isExport ? statement.declaration : statement)) {
      declared.set(name.name, value)
    }
  }
  const moduleExports: Export[] = []
  for (const statement of program.body) {
    const statementExports = exportsOfStatement(statement, declared, kind)
    if (statementExports === null) return null
    for (const statementExport of statementExports) moduleExports.push(statementExport)
  }
  return moduleExports
}

function exportsOfStatement(statement: Program['body'][number], declared: Declared, kind: ExportKind): Export[] | null {
  switch (statement.type) {
    case 'ExportAllDeclaration':
      return statement.exported === null ? null : kind === 'pages' ? [exported(statement.exported)] : []
    case 'ExportDefaultDeclaration': {
      if (kind !== 'actions') return []
      const { declaration } = statement
      return membersOf(
        declaration.type === 'Identifier' ? (declared.get(declaration.name) ?? declaration) : declaration,
      )
    }
    case 'ExportNamedDeclaration':
      return namedExports(statement, declared, kind)
    default:
      return []
  }
}

function namedExports(
  { declaration, specifiers }: ExportNamedDeclaration,
  declared: Declared,
  kind: ExportKind,
): Export[] | null {
  const counts = (name: Identifier | Literal, value: Value) =>
    kind === 'pages' ||
    mayBeCalled(value) ||
    (kind === 'named actions' && nameOf(name) === 'use' && value.type === 'ArrayExpression' && !isEmpty(value))
  const exportList = declarationsOf(declaration).flatMap(([name, value]) =>
    counts(name, value) ? [exported(name)] : [],
  )
  for (const { local, exported: exportedAs } of specifiers) {
    const value = declared.get(nameOf(local))
    if (nameOf(exportedAs) === 'default') {
      if (kind !== 'actions') continue
      const members = membersOf(value ?? local)
      if (members === null) return null
      for (const member of members) exportList.push(member)
    } else if (value === undefined || counts(exportedAs, value)) {
      exportList.push(exported(exportedAs))
    }
  }
  return exportList
}

/** Returns the names that a declaration declares, each with its value. */
function declarationsOf(node: Value | null | undefined): [Identifier, Value][] {
  switch (node?.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id === null ? [] : [[node.id, node]]
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id, init }) =>
        boundBy(id).map((name): [Identifier, Value] => [name, id === name ? (init ?? name) : name]),
      )
    default:
      return []
  }
}

/** The names that a pattern binds: `{ index, show: other, ...rest }`. */
function boundBy(pattern: Pattern | null): Identifier[] {
  switch (pattern?.type) {
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundBy(property.type === 'RestElement' ? property : property.value),
      )
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundBy)
    case 'AssignmentPattern':
      return boundBy(pattern.left)
    case 'RestElement':
      return boundBy(pattern.argument)
    case 'Identifier':
      return [pattern]
    default:
      return []
  }
}

/** Returns the methods of a class or of an object; null if there may be further methods. */
function membersOf(value: Value): Export[] | null {
  switch (value.type) {
    case 'ClassDeclaration':
    case 'ClassExpression':
      return methodsOf(value)
    case 'ObjectExpression':
      return propertiesOf(value)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'Literal':
      return []
    default:
      return null
  }
}

function methodsOf({
  superClass,
  body,
}: Pick<ClassDeclaration | ClassExpression, 'superClass' | 'body'>): Export[] | null {
  if (superClass != null) return null
  const methods: Export[] = []
  for (const member of body.body) {
    if (member.type === 'StaticBlock') continue
    if (member.computed) return null
    if (member.static || isConstructor(member)) continue
    addMember(methods, member.key, member.value)
  }
  return methods
}

function isConstructor(member: MethodDefinition | PropertyDefinition): boolean {
  return member.type === 'MethodDefinition' && member.kind === 'constructor'
}

function propertiesOf({ properties }: ObjectExpression): Export[] | null {
  const members: Export[] = []
  for (const property of properties) {
    if (property.type === 'SpreadElement' || property.computed) return null
    addMember(members, property.key, property.value)
  }
  return members
}

function addMember(members: Export[], key: Expression | PrivateIdentifier, value: Value | null | undefined): void {
  if (key.type !== 'Identifier' && key.type !== 'Literal') return
  if (value != null && mayBeCalled(value)) members.push(exported(key))
}

const isEmpty = ({ elements }: ArrayExpression): boolean => elements.every((element) => element === null)

/** False if the value is certainly not a function. */
function mayBeCalled({ type }: Value): boolean {
  switch (type) {
    case 'Literal':
    case 'TemplateLiteral':
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'UnaryExpression':
    case 'ClassDeclaration':
    case 'ClassExpression':
    case 'NewExpression':
      return false
    default:
      return true
  }
}

/** Returns an export by its name node. All parsers used here add `start` to nodes, which ESTree does not define. */
function exported(name: ExportSpecifier['exported'] & { readonly start?: number }): Export {
  return { name: nameOf(name), offset: name.start! }
}

function nameOf(node: Identifier | Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value)
}
