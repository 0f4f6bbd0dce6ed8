// Resolves the imports of virtual modules and of the runtime.
import path from 'node:path'
import { isCallableId, specifierOfCallableId, specifierOfSourceImport } from './callable-modules.ts'
import { CLIENT, emittedSource, MANIFEST, NAVIGATION, PAGES, RESOLVED_ROUTES, ROUTES } from '../ids.ts'
import { SERVER, SERVER_ENTRY, TEMPLATE_MODULE } from '../ids.ts'
import { isLazyId } from './lazy-modules.ts'
import { isStandInId } from './server-only.ts'
import {
  CLIENT_FILE,
  NAVIGATION_PACKAGE,
  entryFileOf,
  RUNTIME,
  RUNTIME_PAGES,
  resolveRuntimeImport,
  runtimeId,
  SERVER_CLIENT,
  SERVER_PACKAGE,
} from './runtime-modules.ts'

/** Imports that this plugin resolves. */
export const IMPORTED = [
  /^virtual:routes(?:\/|$)/,
  /^@turnout\/runtime(?:\/pages)?$/,
  /^@turnout\/server(?:\/client)?$/,
  /^@turnout\/navigation$/,
  /^srvx\/static$/,
]

/** The library with which a built server serves files. */
export const STATIC_FILES = 'srvx/static'

/**
 * Imports that look like misspelt imports of this plugin: `virtual:route`, `virtual:router/server`, `virtual:turnout`. The
 * group is the part behind `virtual:routes` in the probable name.
 */
export const MISSPELT =
  /^virtual:(?!routes(?:\/|$))(?:[Rr]ou?t|[Tt]urnout)[a-z-]*(?:\/routes|(\/(?:server|pages|navigation|react-router|vue-router|client|actions\/.*)))?$/

/**
 * Returns a filter for the ids of server modules of the application. Clients must not load these modules. Some file systems
 * find a file by its name in other letters.
 *
 * @param folder the folder of the controllers, relative to the root or absolute
 */
export function inFolder(folder: string): RegExp {
  const end = path.posix.normalize(folder.replaceAll('\\', '/')).replace(/^(?:\.\.?\/)+|\/$/g, '')
  return new RegExp(`(?:^|/)${end.replace(/^\//, '').replace(/[^\w/]/g, '\\$&')}/`, 'i')
}

/** Filters for the ids that this plugin loads. The last is for dev: files with a `#` or a `?` in their paths. */
export const LOADED = [/^\0?virtual:routes(?:\/|$)/, /^\0turnout:runtime\//, /[#?]/]

/** Packages that only some virtual modules may import, with the file for a browser in dev, whose id reveals no path on disk. */
const PACKAGES: ReadonlyMap<string, { readonly importers: readonly unknown[]; readonly servedFile: string | null }> =
  new Map([
    [SERVER_PACKAGE, { importers: [SERVER, SERVER_ENTRY], servedFile: null }],
    [RUNTIME_PAGES, { importers: [PAGES, NAVIGATION], servedFile: 'pages.js' }],
    [SERVER_CLIENT, { importers: [CLIENT], servedFile: CLIENT_FILE }],
  ])

/** The context in which an import is resolved. */
interface Surroundings {
  readonly root: string
  /** The id of the emitted module. */
  readonly resolved: string
  readonly isBuild: boolean
}

/** The part of Rollup's plugin context that resolves imports. */
export interface Resolver {
  resolve(
    source: string,
    importer?: string,
    options?: { skipSelf?: boolean },
  ): Promise<{ id: string; external?: boolean | 'absolute' | 'relative' } | null>
}

/**
 * Resolves `virtual:routes` and the imports of the emitted module. The runtime is resolved from this plugin, which can
 * reach it even with a strict layout of `node_modules`. Modules that export callables are resolved from the project.
 *
 * A dev server serves every file that it has resolved for an importer, wherever the file is. A request can name an
 * importer. So this function resolves nothing for such importers, except for the emitted module: the route files
 * determine its contents.
 */
export async function resolveRoutesImport(
  context: Resolver,
  source: string,
  importer: string | undefined,
  { root, resolved, isBuild }: Surroundings,
): Promise<string | { id: string; moduleSideEffects?: boolean; external?: boolean | 'absolute' | 'relative' } | null> {
  if (source === ROUTES) return resolved
  const isInBrowser = resolved === RESOLVED_ROUTES
  if (source === MANIFEST) return isInBrowser ? `\0${MANIFEST}` : MANIFEST
  // Aliases and plugins resolve imports of files as if a page of the project imported them.
  const page = `${root}/index.html`
  if (isLazyId(source) || source === CLIENT || source === TEMPLATE_MODULE) return source
  // Only builds have this entry: a dev server does not resolve it for requests.
  if (source === SERVER_ENTRY) return isBuild ? source : null
  const rule = PACKAGES.get(source)
  if (rule !== undefined) {
    if (!rule.importers.includes(importer)) return null
    return isInBrowser && rule.servedFile !== null ? runtimeId(rule.servedFile) : entryFileOf(source)
  }
  // The host provides the library. If a platform serves the files, nothing loads it, and it need not be installed.
  if (source === STATIC_FILES) return importer === SERVER_ENTRY ? { id: source, external: true } : null
  // Vite's own resolver gives the file the version of its dependencies, as for the imports of components.
  if (source === NAVIGATION_PACKAGE) {
    return importer === NAVIGATION ? context.resolve(entryFileOf(source), page, { skipSelf: true }) : null
  }
  if (!isBuild) {
    const id = resolveRuntimeImport(source)
    if (id !== null) return id
  }
  if (isBuild && importer !== undefined && isCallableId(importer)) {
    const callableModule = specifierOfSourceImport(source)
    return callableModule === null ? null : context.resolve(callableModule, page, { skipSelf: true })
  }
  if (importer === undefined || emittedSource(importer) === null) return null
  if (source === RUNTIME) return isInBrowser ? runtimeId() : entryFileOf(source)
  if (importer !== resolved) return null
  if (isStandInId(source)) return { id: source, moduleSideEffects: false }
  if (!isCallableId(source)) return null
  const resolution = await context.resolve(specifierOfCallableId(source), page, { skipSelf: true })
  return !isBuild || resolution === null || resolution.external ? resolution : { id: source, moduleSideEffects: false }
}

/**
 * Resolves an import that looks like a misspelt import of this plugin, if another plugin resolves it.
 *
 * @returns null if no plugin resolves a request, which has no importer
 * @throws Error with the probable name if no plugin resolves the import
 */
export async function refuseMisspelt(
  context: Resolver,
  source: string,
  importer: string | undefined,
): Promise<{ id: string } | null> {
  const resolved = await context.resolve(source, importer, { skipSelf: true })
  if (resolved !== null || importer === undefined) return resolved
  const [, rest = ''] = MISSPELT.exec(source) ?? []
  throw new Error(`There is no module \`${source}\`. Did you mean \`${ROUTES}${rest}\`?`)
}
