import type { CallExpression, Identifier, Literal, Node, Program } from 'estree'
import { walk } from 'estree-walker'
import { ROUTES, sourceOf } from '../ids.ts'

/**
 * What a module takes of the routes, by the name of the module that has it (`virtual:routes`, `virtual:routes/actions/…`):
 * what it imports or exports again, and what it calls on the default export or the namespace. Only what is surely taken; a
 * name that is bound twice is left alone.
 */
export function usedHelpers(program: Program): UsedHelpers {
  const { used, wholes } = importedFromRoutes(program)
  if (wholes.size === 0) return used
  const called: { readonly whole: string; readonly name: string }[] = []
  const bound = new Set<string>()
  try {
    walk(program, {
      enter(node) {
        const call = node.type === 'CallExpression' ? memberCalled(node) : null
        if (call !== null && wholes.has(call.whole)) called.push(call)
        for (const binding of bindingsOf(node)) bound.add(binding)
      },
    })
  } catch (error) {
    // The walker recurses; a text of some thousand pieces that are added up is deeper than the stack.
    if (error instanceof RangeError) return used
    throw error
  }
  for (const { whole, name } of called) if (!bound.has(whole)) used.get(wholes.get(whole)!)!.add(name)
  return used
}

/** Names by the module that has them; none, where the whole of a module is imported. */
type UsedHelpers = Map<string, Set<string>>

/** What a module imports or exports again of the routes. */
interface Imported {
  readonly used: UsedHelpers
  /** The modules that it knows as a whole, by its name for them. */
  readonly wholes: ReadonlyMap<string, string>
  /** What it imports from `virtual:routes`, by its name for it. */
  readonly locals: ReadonlyMap<string, string>
}

/** The imports of a module, and what it exports again, as far as they are of the routes. */
export function importedFromRoutes({ body }: Program): Imported {
  const used: UsedHelpers = new Map()
  const wholes = new Map<string, string>()
  const locals = new Map<string, string>()
  const namesOf = (source: string): Set<string> => {
    const names = used.get(source) ?? new Set()
    used.set(source, names)
    return names
  }
  for (const statement of body) {
    const source = 'source' in statement ? sourceOf(statement.source?.value) : null
    if (source === null) continue
    const names = namesOf(source)
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        const taken = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default'
        if (taken === 'default') wholes.set(specifier.local.name, source)
        else {
          names.add(taken)
          if (source === ROUTES) locals.set(specifier.local.name, taken)
        }
      }
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const { local } of statement.specifiers) if (nameOf(local) !== 'default') names.add(nameOf(local))
    }
  }
  return { used, wholes, locals }
}

/** `routes.photoPath(…)`, but not `routes.photoPath?.(…)`, `routes?.photoPath(…)` and `routes[name](…)`. */
export function memberCalled({ callee, optional }: CallExpression & { readonly optional?: boolean }) {
  if (optional === true || callee.type !== 'MemberExpression' || callee.optional || callee.computed) return null
  const { object, property } = callee
  if (object.type !== 'Identifier' || property.type !== 'Identifier') return null
  return { whole: object.name, name: property.name }
}

/** The names that a node binds by itself, imports aside. */
export function bindingsOf(node: Node): string[] {
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

/** All names in a pattern; a few more than it binds do no harm. */
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
