import path from 'node:path'
import type { CallableReference, Diagnostic, Manifest } from '@turnout/compiler'
import { callableUses, makeDiagnostic, type CallableUse } from '@turnout/compiler/internal'
import { ROUTES } from '../ids.ts'
import type { ResolvedOptions } from '../options.ts'

/**
 * In clients, what stands for a callable of a module named `*.server.*`: a module that exports a function which throws.
 * The module itself is neither resolved nor loaded there.
 */
const PREFIX = `${ROUTES}/server-only/`

/** True for a callable that clients must not have. */
export function isServerOnly({ module }: CallableReference): boolean {
  return /[^/]\.server\.[^./]+$/.test(module)
}

/** True for a table in which clients have a stand-in. */
export function hasServerOnly(manifest: Manifest): boolean {
  return callableUses(manifest).some(({ callables }) => callables.some(isServerOnly))
}

/** What the emitted module of a client imports for such a callable: text that neither a URL nor a file name changes. */
export function standInId({ module, export: name }: CallableReference): string {
  return PREFIX + Buffer.from(JSON.stringify([module, name])).toString('base64url')
}

/** True for such an import, or id. */
export const isStandInId = (id: string): boolean => id.startsWith(PREFIX)

/**
 * The text of a module of such an id.
 *
 * @returns undefined where the routes have no such callable
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

/** What of a chunk, as bundlers give it to `generateBundle`, tells the modules that it has code of. Assets have none. */
interface Chunk {
  readonly modules: Readonly<Record<string, { readonly renderedLength: number }>>
}

/** What is wrong with the bundle of a client: `server-module-in-client`, for each stand-in that code has come to need. */
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
      const shown = uses.map(nameOf)
      const location = uses[0]?.location ?? null
      const args = { name, file, routes: shown }
      return makeDiagnostic('server-module-in-client', args, { location }, compile.severities) ?? []
    })
  })
}

/** The callable of a stand-in, with what takes it. */
function usesOf(manifest: Manifest | null, id: string): ReadonlyMap<CallableReference, readonly CallableUse[]> {
  const isOwn = (each: CallableReference) => standInId(each) === id
  const uses = (manifest === null ? [] : callableUses(manifest)).filter(({ callables }) => callables.some(isOwn))
  const reference = uses[0]?.callables.find(isOwn)
  return new Map(reference === undefined ? [] : [[reference, uses]])
}

function nameOf({ route, call }: CallableUse): string {
  return route === null ? call! : (route.name ?? `${route.verbs.join('|') || 'any verb'} ${route.pattern}`)
}
