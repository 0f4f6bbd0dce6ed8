import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { emitModule, printManifest, type Manifest, type ModuleOptions } from '@turnout/compiler'
import { withLiveExports } from './live-module.ts'
import type { Outcome, Project } from './project.ts'
import { relativeTo, slashed } from './route-files.ts'

/** What applications import. */
export const ROUTES = 'virtual:routes'

/** The null byte keeps other plugins from treating it as a file. */
const RESOLVED_ROUTES = `\0${ROUTES}`

const RUNTIME = '@turnout/runtime'

/** Prefix of the ids of the runtime's modules in a browser's dev server, which then tells no path of the disk. */
const RUNTIME_PREFIX = '\0turnout:runtime/'

/**
 * Prefix of the ids of modules that stand in builds between the emitted module and those that export callables. They are
 * said to have no side effects, so that without `match` a bundle has nothing of a callable's module: it may be a server's.
 */
const CALLABLE_PREFIX = `${ROUTES}/callable:`

/** Ends these ids, so that no plugin takes them for files of its extension. */
const CALLABLE_SUFFIX = '!'

/** True for the id of such a module. */
export const isCallableId = (id: string) => id.startsWith(CALLABLE_PREFIX)

const callableSource = (id: string) => id.slice(CALLABLE_PREFIX.length, -CALLABLE_SUFFIX.length)

/**
 * The id of the emitted module in an environment. The null byte is for browsers' dev servers only: bundlers leave modules
 * with one out of source maps, and V8 does not keep it in the names of scripts, by which stacks are mapped.
 */
export function routesId({ mode, config }: RoutesEnvironment): string {
  return mode !== 'build' && config.consumer === 'client' ? RESOLVED_ROUTES : ROUTES
}

/** What of a Vite environment decides on the id. */
interface RoutesEnvironment {
  readonly mode: string
  readonly config: { readonly consumer: string }
}

/** What the emitted module is loaded as. */
export interface EmittedModule {
  readonly code: string
  readonly map: {
    readonly version: 3
    readonly sources: string[]
    readonly sourcesContent: (string | null)[]
    readonly names: string[]
    readonly mappings: string
  }
}

/** What of a project the emitted module depends on, beside an outcome. */
type SourceOfModule = Pick<Project, 'options' | 'root' | 'readSource'>

/** What of Rollup's plugin context is needed to resolve. */
interface Resolver {
  resolve(
    source: string,
    importer?: string,
    options?: { skipSelf?: boolean },
  ): Promise<{ id: string; external?: boolean | 'absolute' | 'relative' } | null>
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
  resolved: string,
): Promise<string | { id: string; moduleSideEffects?: boolean } | null> {
  if (source === ROUTES) return resolved
  const page = `${root}/index.html`
  if (importer !== undefined && isCallableId(importer)) return context.resolve(source, page, { skipSelf: true })
  if (importer !== resolved) return null
  if (source === RUNTIME) {
    return resolved === RESOLVED_ROUTES ? RUNTIME_PREFIX + path.basename(runtimeEntry()) : runtimeEntry()
  }
  if (!isCallableId(source)) return context.resolve(source, page, { skipSelf: true })
  const found = await context.resolve(callableSource(source), page, { skipSelf: true })
  return found === null || found.external ? found : { id: source, moduleSideEffects: false }
}

/** The text of a module of such an id: what the routes take from the module that it stands before. */
export function callableModule(
  id: string,
  { manifest, importCallable }: Pick<Outcome, 'manifest' | 'importCallable'>,
): string {
  const source = callableSource(id)
  const names = (manifest?.routes ?? [])
    .flatMap(({ constraints, endpoint }) => (endpoint?.kind === 'callable' ? [...constraints, endpoint] : constraints))
    .filter((reference) => importCallable(reference) === source)
    .map(({ export: name }) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)))
  return `export { ${[...new Set(names)].join(', ')} } from ${JSON.stringify(source)}`
}

/** The text of `virtual:routes`. The map names the route files by their absolute paths. */
export function emittedModule(
  { manifest, importCallable }: Outcome & { readonly manifest: Manifest },
  { options, root, readSource }: SourceOfModule,
  settings: Pick<ModuleOptions, 'positions' | 'live'>,
): EmittedModule {
  const { code, map } = emitModule(manifest, {
    ...(options.compile.helpers && { helpers: options.compile.helpers }),
    importCallable: settings.live
      ? importCallable
      : (reference) => CALLABLE_PREFIX + importCallable(reference) + CALLABLE_SUFFIX,
    ...settings,
  })
  const files = map.sources.map((file) => file ?? '')
  // Vite takes the sources of a module that is no file as they are.
  const sources = files.map((file) => path.resolve(root, file))
  const sourcesContent = files.map((file) => readSource(file))
  return { code, map: { version: 3, sources, sourcesContent, names: [...map.names], mappings: map.mappings } }
}

/** The emitted module as a dev server serves it. */
export interface LiveModule extends EmittedModule {
  /** The same for two modules that differ in nothing but the places of declarations. */
  readonly table: string
}

/**
 * The text of `virtual:routes` for a dev server.
 *
 * @param last the one that was served before; answered again if the new one would be the same
 */
export function liveModule(
  outcome: Outcome & { readonly manifest: Manifest },
  project: SourceOfModule,
  last: LiveModule | null,
): LiveModule {
  const { code, map } = emittedModule(outcome, project, { positions: true, live: true })
  const whole = withLiveExports(code)
  if (last?.code === whole) return last
  const { routes, resolves, directs } = outcome.manifest
  const table = JSON.stringify(
    [routes, resolves, directs].map((list) => list.map((each) => ({ ...each, location: null }))),
  )
  return { code: whole, map, table }
}

/**
 * The module for a browser: the map names the route files by the addresses that the dev server has for them. Those of
 * the disk are nobody's business.
 *
 * @param base the public base path of the server
 */
export function forBrowser({ code, map }: EmittedModule, root: string, base: string): EmittedModule {
  const sources = map.sources.map((file) => {
    return base + relativeTo(root)(file).split('/').map(encodeURIComponent).join('/')
  })
  return { code, map: { ...map, sources } }
}

/** The route table as an asset of the build. */
export function manifestAsset(manifest: Manifest): { type: 'asset'; fileName: string; source: string } {
  return { type: 'asset', fileName: 'routes-manifest.json', source: printManifest(manifest) }
}

/**
 * Resolves an import of a module of the runtime by another one of its modules, where the dev server of a browser serves
 * them under ids of their own.
 */
export function resolveRuntimeImport(source: string, importer: string | undefined): string | null {
  return importer?.startsWith(RUNTIME_PREFIX) ? RUNTIME_PREFIX + source.replace(/^\.\//, '') : null
}

/** The text of a module of the runtime by such an id; undefined for any other id. */
export function runtimeModule(id: string): string | undefined {
  if (!id.startsWith(RUNTIME_PREFIX)) return undefined
  const name = id.slice(RUNTIME_PREFIX.length)
  // Ids come from the addresses that a browser asks for.
  if (!/^[\w-]+\.js$/.test(name)) return undefined
  const code = readFileSync(path.join(path.dirname(runtimeEntry()), name), 'utf8')
  return code.replace(/^\/\/# sourceMappingURL=.*$/m, '')
}

/** The module that the name of the runtime package stands for, as Node resolves it from this very module. */
function runtimeEntry(): string {
  const file = fileURLToPath(import.meta.resolve('@turnout/runtime'))
  // Vite names modules by their real path, and pnpm installs links.
  return slashed(existsSync(file) ? realpathSync(file) : file)
}
