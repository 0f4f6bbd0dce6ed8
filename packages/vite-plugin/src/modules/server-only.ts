import path from 'node:path'
import type { CallableReference, Diagnostic, Manifest } from '@turnout/compiler'
import { callableUses, makeDiagnostic, type CallableUse } from '@turnout/compiler/internal'
import { ROUTES } from '../ids.ts'
import type { ResolvedOptions } from '../options.ts'

/**
 * Prefix of the ids of replacement modules (`standIn`). In clients, a replacement module takes the place of a module named
 * `*.server.*` that exports a callable. The replacement exports a function that throws. The original module is neither resolved
 * nor loaded in clients.
 */
const PREFIX = `${ROUTES}/server-only/`

/** True for a callable that must not be in a client bundle. */
export function isServerOnly({ module }: CallableReference): boolean {
  return /[^/]\.server\.[^./]+$/.test(module)
}

/** True if the client's table uses at least one replacement module. */
export function hasServerOnly(manifest: Manifest): boolean {
  return callableUses(manifest).some(({ callables }) => callables.some(isServerOnly))
}

/** The id that a client's emitted module imports instead of a server-only callable. URLs and file names preserve it. */
export function standInId({ module, export: name }: CallableReference): string {
  return PREFIX + Buffer.from(JSON.stringify([module, name])).toString('base64url')
}

/** True for the import, or the id, of a replacement module. */
export const isStandInId = (id: string): boolean => id.startsWith(PREFIX)

/**
 * Returns the source of the replacement module with this id.
 *
 * @returns undefined if the routes use no such callable
 */
export function standInModule(id: string, manifest: Manifest | null): string | undefined {
  const [reference] = usesOf(manifest, id).keys()
  if (reference === undefined) return undefined
  const message = `\`${reference.export}\` of \`${reference.module}\` runs on servers only`
  return (
    `const standIn = () => {\n  throw new Error(${JSON.stringify(message)})\n}\n` +
    `export { standIn as ${JSON.stringify(reference.export)} }\n`
  )
}

/** The part of a chunk in `generateBundle` that lists the modules with code in the chunk. Assets have no `modules`. */
interface Chunk {
  readonly modules: Readonly<Record<string, { readonly renderedLength: number }>>
}

/** Reports `server-module-in-client` for each replacement module with code in a client's bundle. */
export function checkBundle(
  bundle: Readonly<Record<string, Chunk | object>>,
  manifest: Manifest | null,
  { compile }: Pick<ResolvedOptions, 'compile'>,
): readonly Diagnostic[] {
  const modules = Object.values(bundle).flatMap((output) => ('modules' in output ? Object.entries(output.modules) : []))
  const needed = new Set(modules.flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])))
  return [...needed].filter(isStandInId).flatMap((id) => {
    return [...usesOf(manifest, id)].flatMap(([{ module, export: name }, uses]) => {
      const file = path.posix.basename(module)
      const location = uses[0]?.location ?? null
      const args = { name, file, routes: uses.map(nameOf) }
      return makeDiagnostic('server-module-in-client', args, { location }, compile.severities) ?? []
    })
  })
}

/** Returns the callable behind a replacement module, with the routes and calls that use it; empty if none do. */
function usesOf(manifest: Manifest | null, id: string): ReadonlyMap<CallableReference, readonly CallableUse[]> {
  const isOwn = (callable: CallableReference) => standInId(callable) === id
  const uses = (manifest === null ? [] : callableUses(manifest)).filter(({ callables }) => callables.some(isOwn))
  const reference = uses[0]?.callables.find(isOwn)
  return new Map(reference === undefined ? [] : [[reference, uses]])
}

function nameOf({ route, call }: CallableUse): string {
  return route === null ? call! : (route.name ?? `${route.verbs.join('|') || 'any verb'} ${route.pattern}`)
}
