// Keeps callables of server files out of client bundles. A stand-in module replaces each of them.
import path from 'node:path'
import type { CallableReference, Diagnostic, Manifest } from '@turnout/compiler'
import { callableUses, type CallableUse } from '@turnout/compiler/internal/manifest/manifest'
import { makeDiagnostic } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import { ROUTES } from '../ids.ts'
import type { ResolvedOptions } from '../options.ts'

// In clients, a stand-in module replaces a module named `*.server.*` that exports a callable. It exports a function that
// throws. The original module is neither resolved nor loaded in clients.

/** Prefix of the ids of stand-in modules. */
const PREFIX = `${ROUTES}/server-only/`

/** True for a callable that must not be in a client bundle. */
export function isServerOnly({ module }: CallableReference): boolean {
  return /[^/]\.server\.[^./]+$/.test(module)
}

/** True if the client's table uses at least one stand-in module. */
export function hasServerOnly(manifest: Manifest): boolean {
  return callableUses(manifest).some(({ callables }) => callables.some(isServerOnly))
}

/**
 * Returns the id that a client's emitted module imports instead of a server-only callable. It is base64url, because ids
 * appear in URLs and file names.
 */
export function standInId({ module, export: name }: CallableReference): string {
  return PREFIX + Buffer.from(JSON.stringify([module, name])).toString('base64url')
}

/** True for the import, or the id, of a stand-in module. */
export const isStandInId = (id: string): boolean => id.startsWith(PREFIX)

/**
 * Returns the source of the stand-in module with this id.
 *
 * @returns undefined if the routes use no such callable
 */
export function standInModule(id: string, manifest: Manifest | null): string | undefined {
  const { callable } = standInUses(manifest, id) ?? {}
  if (callable === undefined) return undefined
  const message = `\`${callable.export}\` of \`${callable.module}\` runs on servers only`
  return (
    `const standIn = () => {\n  throw new Error(${JSON.stringify(message)})\n}\n` +
    `export { standIn as ${JSON.stringify(callable.export)} }\n`
  )
}

/** The part of a chunk in `generateBundle` that lists the modules with code in the chunk. Assets have no `modules`. */
interface Chunk {
  readonly modules: Readonly<Record<string, { readonly renderedLength: number }>>
}

/** Reports `server-module-in-client` for each stand-in module with code in a client's bundle. */
export function checkBundle(
  bundle: Readonly<Record<string, Chunk | object>>,
  manifest: Manifest | null,
  { compile }: Pick<ResolvedOptions, 'compile'>,
): readonly Diagnostic[] {
  const modules = Object.values(bundle).flatMap((output) => ('modules' in output ? Object.entries(output.modules) : []))
  const bundledIds = new Set(modules.flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])))
  return [...bundledIds].filter(isStandInId).flatMap((id) => {
    const standIn = standInUses(manifest, id)
    if (standIn === null) return []
    const { callable, uses } = standIn
    const args = { name: callable.export, file: path.posix.basename(callable.module), routes: uses.map(nameOf) }
    const location = uses[0]?.location ?? null
    return makeDiagnostic('server-module-in-client', args, { location }, compile.severities) ?? []
  })
}

/** A callable that a stand-in replaces. */
interface StandInUses {
  readonly callable: CallableReference
  /** The routes and calls that use the callable. */
  readonly uses: readonly CallableUse[]
}

/** Returns the callable that the stand-in module with this id replaces; null if the routes use no such callable. */
function standInUses(manifest: Manifest | null, id: string): StandInUses | null {
  if (manifest === null) return null
  const isReplaced = (callable: CallableReference) => standInId(callable) === id
  const uses = callableUses(manifest).filter(({ callables }) => callables.some(isReplaced))
  const callable = uses[0]?.callables.find(isReplaced)
  return callable === undefined ? null : { callable, uses }
}

function nameOf({ route, call }: CallableUse): string {
  return route === null ? call! : (route.name ?? `${route.verbs.join('|') || 'any verb'} ${route.pattern}`)
}
