// Replaces calls of helpers by their results in a build, if the result is always the same string.
import type { CallExpression, Identifier, Node, Program } from 'estree'
import { MagicString } from 'magic-string'
import type { Manifest } from '@turnout/compiler'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { constantHelpers } from '@turnout/compiler/internal/phases/5-emit/constant-helpers'
import { quote } from '@turnout/compiler/internal/phases/5-emit/literal'
import { callsIn, importedFromRoutes, parseMemberCall } from '../checks/used-helpers.ts'
import { ROUTES } from '../ids.ts'
import type { Consumer, ResolvedOptions } from '../options.ts'

/** The constant helpers of each table, computed once for all modules of a build. */
const constantsByManifest = {
  client: new WeakMap<Manifest, ReadonlyMap<string, string>>(),
  server: new WeakMap<Manifest, ReadonlyMap<string, string>>(),
}

/**
 * Returns the helpers that always return the same string, with that string. All builds of one table use the same helper
 * names, so the result is cached by table.
 *
 * @param consumer the target of the module: clients get helpers only for the routes in the client bundle
 */
export function constantsOf(
  manifest: Manifest,
  { compile: { helpers, clientRoutes, base } }: Pick<ResolvedOptions, 'compile'>,
  consumer: Consumer,
): ReadonlyMap<string, string> {
  let constants = constantsByManifest[consumer].get(manifest)
  if (constants === undefined) {
    const consumerManifest = clientManifest(manifest, consumer === 'client' ? clientRoutes : undefined)
    constants = constantHelpers(consumerManifest, helpers, base)
    constantsByManifest[consumer].set(manifest, constants)
  }
  return constants
}

/** A module after its constant links were replaced by strings. */
export interface Replaced {
  readonly code: string
  readonly map: ReturnType<MagicString['generateMap']>
}

/**
 * Replaces calls of constant helpers, such as `photosPath()` and `routes.photosPath()`, by the string that they return.
 * Only calls without arguments are replaced, and only if the helper is imported from `virtual:routes` under a name that
 * the module binds nowhere else. The bundler removes imports that are no longer used.
 *
 * @param id the id of the module
 * @param constants the string of each constant helper
 * @returns null if the module contains no such call
 */
export function replaceConstantLinks(
  code: string,
  parse: () => Program,
  id: string,
  constants: ReadonlyMap<string, string>,
): Replaced | null {
  // Searching for a name is faster than parsing.
  if (!(code.match(/[\w$]+(?=\s*\(\s*\))/g) ?? []).some((name) => constants.has(name)) && !/ as /.test(code))
    return null
  let program: Program
  try {
    program = parse()
  } catch {
    // The bundler reports code that is not JavaScript.
    return null
  }
  const links = findLinks(program, constants)
  if (links.length === 0) return null
  const edited = new MagicString(code)
  for (const { start, end, value } of links) edited.overwrite(start, end, quote(value))
  return { code: edited.toString(), map: edited.generateMap({ source: id, includeContent: true, hires: 'boundary' }) }
}

interface Link {
  readonly start: number
  readonly end: number
  readonly value: string
}

function findLinks(program: Program, constants: ReadonlyMap<string, string>): readonly Link[] {
  const { importedByLocalName, modulesByNamespace } = importedFromRoutes(program)
  const { calls, bound } = callsIn(program)
  return calls.flatMap((call): Link[] => {
    const called = call.arguments.length === 0 ? calledIn(call) : null
    if (called === null || bound.has(called.local)) return []
    const { local, helper } = called
    const isOurs = helper === null ? importedByLocalName.has(local) : modulesByNamespace.get(local) === ROUTES
    const value = isOurs ? constants.get(helper ?? importedByLocalName.get(local)!) : undefined
    return value === undefined ? [] : [{ ...rangeOf(call), value }]
  })
}

/** Returns the local name in `photosPath()` or `routes.photosPath()`, and the helper's name if it is a property. */
function calledIn(call: CallExpression): { readonly local: string; readonly helper: string | null } | null {
  const { callee, optional } = call as CallExpression & { readonly optional?: boolean }
  if (optional !== true && callee.type === 'Identifier') return { local: (callee as Identifier).name, helper: null }
  const member = parseMemberCall(call)
  return member && { local: member.namespace, helper: member.name }
}

/** Returns the range of a node. The parsers of Vite and Rollup add `start` and `end` to each node. */
function rangeOf(node: Node): { readonly start: number; readonly end: number } {
  const { start, end } = node as Node & { readonly start: number; readonly end: number }
  return { start, end }
}
