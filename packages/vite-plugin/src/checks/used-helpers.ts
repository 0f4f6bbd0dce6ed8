// Finds the helpers that a module uses, in its syntax tree.
import type { CallExpression, Identifier, Literal, Node, Program } from 'estree'
import { walk } from 'estree-walker'
import { ROUTES, sourceOf } from '../ids.ts'

/**
 * Returns the names that a module uses from the routes, by their module (`virtual:routes`, `virtual:routes/actions/…`).
 * These are imports, re-exports, and calls of members of the default export or the namespace. Uncertain uses are omitted:
 * a local name that is bound twice counts for nothing.
 */
export function usedHelpers(program: Program): UsedHelpers {
  const { namesByModule, modulesByNamespace } = importedFromRoutes(program)
  if (modulesByNamespace.size === 0) return namesByModule
  const { calls, bound } = callsIn(program)
  for (const { namespace, name } of calls.flatMap((call) => parseMemberCall(call) ?? []))
    if (modulesByNamespace.has(namespace) && !bound.has(namespace))
      namesByModule.get(modulesByNamespace.get(namespace)!)!.add(name)
  return namesByModule
}

/** The calls in a module, and the names that it binds itself, without imports. */
interface CallsAndBindings {
  readonly calls: readonly CallExpression[]
  readonly bound: ReadonlySet<string>
}

/** Returns the calls in a module. None if the module is nested deeper than the stack, because the walker recurses. */
export function callsIn(program: Program): CallsAndBindings {
  const calls: CallExpression[] = []
  const bound = new Set<string>()
  try {
    walk(program, {
      enter(node) {
        if (node.type === 'CallExpression') calls.push(node)
        for (const name of bindingsOf(node)) bound.add(name)
      },
    })
  } catch (error) {
    // A concatenation of some thousand operands is deeper than the stack.
    if (error instanceof RangeError) return { calls: [], bound }
    throw error
  }
  return { calls, bound }
}

/** Used names by module; the set is empty if only the default export or the namespace is imported. */
type UsedHelpers = Map<string, Set<string>>

/** A module's imports and re-exports from the routes. */
interface Imported {
  readonly namesByModule: UsedHelpers
  /** Modules that are imported as default export or namespace, by their local names. */
  readonly modulesByNamespace: ReadonlyMap<string, string>
  /** Named imports from `virtual:routes`, by their local names. */
  readonly importedByLocalName: ReadonlyMap<string, string>
}

/** Returns the imports and re-exports of a module that come from the routes. */
export function importedFromRoutes({ body }: Program): Imported {
  const namesByModule: UsedHelpers = new Map()
  const modulesByNamespace = new Map<string, string>()
  const importedByLocalName = new Map<string, string>()
  const namesOf = (source: string): Set<string> => {
    const names = namesByModule.get(source) ?? new Set()
    namesByModule.set(source, names)
    return names
  }
  for (const statement of body) {
    const source = 'source' in statement ? sourceOf(statement.source?.value) : null
    if (source === null) continue
    const names = namesOf(source)
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        const imported = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default'
        if (imported === 'default') modulesByNamespace.set(specifier.local.name, source)
        else {
          names.add(imported)
          if (source === ROUTES) importedByLocalName.set(specifier.local.name, imported)
        }
      }
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const { local } of statement.specifiers) if (nameOf(local) !== 'default') names.add(nameOf(local))
    }
  }
  return { namesByModule, modulesByNamespace, importedByLocalName }
}

/** Parses `routes.photoPath(…)`; null for `routes.photoPath?.(…)`, `routes?.photoPath(…)` and `routes[name](…)`. */
export function parseMemberCall({ callee, optional }: CallExpression & { readonly optional?: boolean }) {
  if (optional === true || callee.type !== 'MemberExpression' || callee.optional || callee.computed) return null
  const { object, property } = callee
  if (object.type !== 'Identifier' || property.type !== 'Identifier') return null
  return { namespace: object.name, name: property.name }
}

/** Returns the names that a node binds itself, without imports. */
function bindingsOf(node: Node): string[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return namesIn(node.id)
    case 'CatchClause':
      return namesIn(node.param)
    case 'ClassDeclaration':
    case 'ClassExpression':
      return namesIn(node.id)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return [...namesIn(node.id), ...node.params.flatMap(namesIn)]
    case 'ArrowFunctionExpression':
      return node.params.flatMap(namesIn)
    default:
      return []
  }
}

/** Returns all names in a pattern. Some may not be bound by it, which does no harm. */
function namesIn(pattern: Node | null | undefined): string[] {
  const names: string[] = []
  if (pattern != null) {
    walk(pattern, {
      enter(node) {
        if (node.type === 'Identifier') names.push(node.name)
      },
    })
  }
  return names
}

function nameOf(node: Identifier | Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value)
}
