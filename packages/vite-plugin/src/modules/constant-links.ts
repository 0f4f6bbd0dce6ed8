import type { CallExpression, Identifier, Node, Program } from 'estree'
import { walk } from 'estree-walker'
import MagicString from 'magic-string'
import type { Manifest } from '@turnout/compiler'
import { clientManifest, constantHelpers, quote } from '@turnout/compiler/internal'
import { bindingsOf, importedFromRoutes, memberCalled } from '../checks/used-helpers.ts'
import { ROUTES } from '../ids.ts'
import type { Consumer, ResolvedOptions } from '../options.ts'

/** Made once for all modules of a build. */
const made = {
  client: new WeakMap<Manifest, ReadonlyMap<string, string>>(),
  server: new WeakMap<Manifest, ReadonlyMap<string, string>>(),
}

/**
 * The helpers that always return the same text, with that text. All builds of one table name helpers alike.
 *
 * @param consumer whom the module is built for: clients have the helpers of the routes that they see
 */
export function constantsOf(
  manifest: Manifest,
  { compile: { helpers, clientRoutes, base } }: Pick<ResolvedOptions, 'compile'>,
  consumer: Consumer,
): ReadonlyMap<string, string> {
  let constants = made[consumer].get(manifest)
  if (constants === undefined) {
    const seen = clientManifest(manifest, consumer === 'client' ? clientRoutes : undefined)
    constants = constantHelpers(seen, helpers, base)
    made[consumer].set(manifest, constants)
  }
  return constants
}

/** A module in which links have become texts. */
interface Replaced {
  readonly code: string
  readonly map: ReturnType<MagicString['generateMap']>
}

/**
 * Puts the text in place of each call of a helper that always returns it: `photosPath()`, `routes.photosPath()`. Only of
 * what is imported from `virtual:routes` under a name that the module binds nowhere else, and only of calls without
 * arguments. What is imported and no longer used goes the way of everything unused.
 *
 * @param id of the module
 * @param constants the text of each helper that has one
 * @returns null where there is no such call
 */
export function replaceConstantLinks(
  code: string,
  parse: () => Program,
  id: string,
  constants: ReadonlyMap<string, string>,
): Replaced | null {
  // To parse takes longer than to look for a name.
  if (!(code.match(/[\w$]+(?=\s*\(\s*\))/g) ?? []).some((name) => constants.has(name)) && !/ as /.test(code))
    return null
  let program: Program
  try {
    program = parse()
  } catch {
    // Whoever needs it as JavaScript says so.
    return null
  }
  const links = findLinks(program, constants)
  if (links.length === 0) return null
  const text = new MagicString(code)
  for (const { start, end, value } of links) text.overwrite(start, end, quote(value))
  return { code: text.toString(), map: text.generateMap({ source: id, includeContent: true, hires: 'boundary' }) }
}

interface Link {
  readonly start: number
  readonly end: number
  readonly value: string
}

function findLinks(program: Program, constants: ReadonlyMap<string, string>): readonly Link[] {
  const { locals, wholes } = importedFromRoutes(program)
  /** Calls by the local name on which they rest. */
  const found: { readonly local: string; readonly link: Link }[] = []
  const bound = new Set<string>()
  try {
    walk(program, {
      enter(node) {
        const called = node.type === 'CallExpression' && node.arguments.length === 0 ? calledIn(node) : null
        if (called !== null) {
          const { local, helper } = called
          const value = constants.get(helper ?? locals.get(local) ?? '')
          const isOurs = helper === null ? locals.has(local) : wholes.get(local) === ROUTES
          if (isOurs && value !== undefined) found.push({ local, link: { ...placeOf(node), value } })
        }
        for (const name of bindingsOf(node)) bound.add(name)
      },
    })
  } catch (error) {
    // The walker recurses; a text of some thousand pieces that are added up is deeper than the stack.
    if (error instanceof RangeError) return []
    throw error
  }
  return found.flatMap(({ local, link }) => (bound.has(local) ? [] : [link]))
}

/** `photosPath()` and `routes.photosPath()`: the local name, and the helper where it is a property. */
function calledIn(call: CallExpression): { readonly local: string; readonly helper: string | null } | null {
  const { callee, optional } = call as CallExpression & { readonly optional?: boolean }
  if (optional !== true && callee.type === 'Identifier') return { local: (callee as Identifier).name, helper: null }
  const member = memberCalled(call)
  return member && { local: member.whole, helper: member.name }
}

/** Parsers of Vite and Rollup tell where a node stands. */
function placeOf(node: Node): { readonly start: number; readonly end: number } {
  const { start, end } = node as Node & { readonly start: number; readonly end: number }
  return { start, end }
}
