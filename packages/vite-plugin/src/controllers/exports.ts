// Determines the exports of a module from its syntax tree.
import type {
  ArrayExpression,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  ExportSpecifier,
  Identifier,
  Literal,
  Node,
  Pattern,
  Program,
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
 * Which exports count: `actions`, functions; `named actions`, functions, and `use`, which may be an array with elements;
 * `pages`, named exports of any value.
 */
export type ExportKind = 'actions' | 'named actions' | 'pages'

/**
 * Returns the exports of a module. Returns null if they cannot be determined without running the module: `export * from …`,
 * and, for `actions`, an object or a class as the default export.
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
    case 'ExportDefaultDeclaration':
      return defaultActions(valueOf(statement.declaration, declared), kind)
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
      if (defaultActions(value ?? local, kind) === null) return null
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

/**
 * Returns the actions of a default export: none, or null if its properties and methods may be actions. `dispatch` calls named
 * exports only. Without it, the application may call the methods of a class or of an object.
 */
function defaultActions({ type }: Value, kind: ExportKind): Export[] | null {
  if (kind !== 'actions') return []
  return /Function/.test(type) || type === 'Literal' ? [] : null
}

/** Returns the declared value of a name, or the node itself. */
function valueOf(node: Value, declared: Declared): Value {
  return node.type === 'Identifier' ? (declared.get(node.name) ?? node) : node
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
