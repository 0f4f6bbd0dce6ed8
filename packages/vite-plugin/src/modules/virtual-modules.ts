import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { emitModule, printManifest, type Manifest, type ModuleOptions } from '@turnout/compiler'
import { withLiveExports } from './live-module.ts'
import type { Outcome, Project } from '../project/project.ts'
import { relativeTo, slashed } from '../files/route-files.ts'

/** What applications import. */
export const ROUTES = 'virtual:routes'

/** The null byte keeps other plugins from treating it as a file. */
const RESOLVED_ROUTES = `\0${ROUTES}`

const RUNTIME = '@turnout/runtime'

/** Prefix of the ids of the runtime's modules in a browser's dev server, which then tells no path of the disk. */
const RUNTIME_PREFIX = '\0turnout:runtime/'

/**
 * Prefix of the ids of modules that stand, in builds only, between the emitted module and those that export callables. They are
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

/** Where an import is resolved. */
interface Place {
  /** The project root. */
  readonly root: string
  /** The id of the emitted module. */
  readonly resolved: string
  readonly isBuild: boolean
}

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
 *
 * Whatever a dev server resolves for an importer it serves from then on, wherever it lies. So nothing is resolved here
 * for an importer that a request can name, other than the emitted module, whose text the route files decide.
 */
export async function resolveRoutesImport(
  context: Resolver,
  source: string,
  importer: string | undefined,
  { root, resolved, isBuild }: Place,
): Promise<string | { id: string; moduleSideEffects?: boolean } | null> {
  if (source === ROUTES) return resolved
  const page = `${root}/index.html`
  if (isBuild && importer !== undefined && isCallableId(importer)) {
    return context.resolve(source, page, { skipSelf: true })
  }
  if (importer !== resolved) return null
  if (source === RUNTIME) {
    return resolved === RESOLVED_ROUTES ? RUNTIME_PREFIX + path.basename(runtimeEntry()) : runtimeEntry()
  }
  if (!isBuild || !isCallableId(source)) return context.resolve(source, page, { skipSelf: true })
  const found = await context.resolve(callableSource(source), page, { skipSelf: true })
  return found === null || found.external ? found : { id: source, moduleSideEffects: false }
}

/**
 * The text of a module of such an id: what the routes take from the module that it stands before.
 *
 * @returns undefined where the routes take nothing from it
 */
export function callableModule(
  id: string,
  { manifest, importCallable }: Pick<Outcome, 'manifest' | 'importCallable'>,
): string | undefined {
  const source = callableSource(id)
  const names = (manifest?.routes ?? [])
    .flatMap(({ constraints, endpoint }) => (endpoint?.kind === 'callable' ? [...constraints, endpoint] : constraints))
    .filter((reference) => importCallable(reference) === source)
    .map(({ export: name }) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)))
  if (names.length === 0) return undefined
  return `export { ${[...new Set(names)].join(', ')} } from ${JSON.stringify(source)}`
}

/** How the emitted module is made. */
interface EmitSettings extends Pick<ModuleOptions, 'positions' | 'live'> {
  /** Callables are imported by way of the modules that builds have for them. */
  readonly callablesApart?: boolean
}

/** The text of `virtual:routes`. The map names the route files by their absolute paths. */
export function emittedModule(
  { manifest, importCallable }: Outcome & { readonly manifest: Manifest },
  { options, root, readSource }: SourceOfModule,
  { callablesApart = false, ...settings }: EmitSettings,
): EmittedModule {
  const { code, map } = emitModule(manifest, {
    ...(options.compile.helpers && { helpers: options.compile.helpers }),
    importCallable: callablesApart
      ? (reference) => CALLABLE_PREFIX + importCallable(reference) + CALLABLE_SUFFIX
      : importCallable,
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
  if (!importer?.startsWith(RUNTIME_PREFIX) || !source.startsWith('./')) return null
  const id = RUNTIME_PREFIX + source.slice(2)
  return runtimeFile(id) === undefined ? null : id
}

/** The text of a module of the runtime by such an id; undefined for any other id. */
export function runtimeModule(id: string): string | undefined {
  const file = runtimeFile(id)
  return file && readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
}

/** Ids come from the addresses that a browser asks for: they name the modules beside the runtime's entry, and no other file. */
function runtimeFile(id: string): string | undefined {
  if (!id.startsWith(RUNTIME_PREFIX)) return undefined
  const name = id.slice(RUNTIME_PREFIX.length)
  if (!/^[\w-]+\.js$/.test(name)) return undefined
  const file = path.join(path.dirname(runtimeEntry()), name)
  return existsSync(file) ? file : undefined
}

/** The module that the name of the runtime package stands for, as Node resolves it from this very module. */
function runtimeEntry(): string {
  const file = fileURLToPath(import.meta.resolve('@turnout/runtime'))
  // Vite names modules by their real path, and pnpm installs links.
  return slashed(existsSync(file) ? realpathSync(file) : file)
}
