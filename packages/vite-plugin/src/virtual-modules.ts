import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { emitModule, printManifest, type Manifest } from '@turnout/compiler'
import type { Outcome, Project } from './project.ts'
import { slashed } from './route-files.ts'

/** What applications import. */
export const ROUTES = 'virtual:routes'

/** The id of the emitted module; the null byte keeps other plugins from treating it as a file. */
export const RESOLVED_ROUTES = `\0${ROUTES}`

const RUNTIME = '@turnout/runtime'

/** What the emitted module is loaded as. */
export interface EmittedModule {
  readonly code: string
  readonly map: { readonly version: 3; readonly sources: string[]; readonly names: string[]; readonly mappings: string }
}

/** What of Rollup's plugin context is needed to resolve. */
interface Resolver {
  resolve(source: string, importer?: string, options?: { skipSelf?: boolean }): Promise<{ id: string } | null>
}

/**
 * Resolves `virtual:routes`, and what the emitted module imports: the runtime from beside this plugin, where it is
 * installed even under a strict layout of `node_modules`; packages that export callables from the project.
 */
export async function resolveRoutesImport(
  context: Resolver,
  source: string,
  importer: string | undefined,
  root: string,
): Promise<string | { id: string } | null> {
  if (source === ROUTES) return RESOLVED_ROUTES
  if (importer !== RESOLVED_ROUTES) return null
  if (source === RUNTIME) return runtimeEntry()
  return context.resolve(source, `${root}/index.html`, { skipSelf: true })
}

/**
 * The text of `virtual:routes`.
 *
 * @param positions whether the errors of helpers name the line that declared the route
 */
export function emittedModule(
  { manifest, importCallable }: Outcome & { readonly manifest: Manifest },
  { options, root }: Pick<Project, 'options' | 'root'>,
  positions: boolean,
): EmittedModule {
  const { code, map } = emitModule(manifest, {
    ...(options.compile.helpers && { helpers: options.compile.helpers }),
    importCallable,
    positions,
  })
  // Vite takes the sources of a module that is no file as they are.
  const sources = map.sources.map((file) => (file === null ? '' : path.resolve(root, file)))
  return { code, map: { version: 3, sources, names: [...map.names], mappings: map.mappings } }
}

/** The route table as an asset of the build. */
export function manifestAsset(manifest: Manifest): { type: 'asset'; fileName: string; source: string } {
  return { type: 'asset', fileName: 'routes-manifest.json', source: printManifest(manifest) }
}

/** The folder of the runtime package: the dev server must be allowed to serve it. */
export function runtimeFolder(): string {
  return slashed(path.dirname(path.dirname(runtimeEntry())))
}

/** The module that the name of the runtime package stands for, as Node resolves it from this very module. */
function runtimeEntry(): string {
  const file = fileURLToPath(import.meta.resolve('@turnout/runtime'))
  // Vite names modules by their real path, and pnpm installs links.
  return slashed(existsSync(file) ? realpathSync(file) : file)
}
