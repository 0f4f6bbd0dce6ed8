import path from 'node:path'
import { callableSource, isCallableId, sourceOfCallable } from './callable-modules.ts'
import { emittedSource, RESOLVED_ROUTES, ROUTES, PAGES, SERVER, SERVER_ENTRY, TEMPLATE_MODULE } from '../ids.ts'
import { isStandInId } from './server-only.ts'
import {
  RUNTIME,
  RUNTIME_PAGES,
  RUNTIME_SERVER,
  runtimeEntry,
  runtimeImport,
  runtimeFileAt,
  servedRuntime,
} from './runtime-modules.ts'

/** The imports that concern this plugin. */
export const IMPORTED = [/^virtual:routes(?:\/|$)/, /^@turnout\/runtime(?:\/(?:server|pages))?$/, /^srvx\/static$/]

/** The library that a built server serves files with. */
export const STATIC_FILES = 'srvx/static'

/** Imports that look like one of this plugin's, and are none: `virtual:route`, `virtual:router/server`, `virtual:turnout`. */
export const MISSPELT =
  /^virtual:(?!routes(?:\/|$))(?:[Rr]ou?t|[Tt]urnout)[a-z-]*(?:\/(?:routes|server|pages|actions\/.*))?$/

/**
 * The ids of the modules that the application has for servers: clients must not load them.
 *
 * @param folder of the controllers, relative to the root or absolute
 */
export function inFolder(folder: string): RegExp {
  const end = path.posix.normalize(folder.replaceAll('\\', '/')).replace(/^(?:\.\.?\/)+|\/$/g, '')
  return new RegExp(`(?:^|/)${end.replace(/^\//, '').replace(/[^\w/]/g, '\\$&')}/`)
}

/** The ids of the modules that it loads; in dev it also looks at files whose paths hold a `#` or a `?`. */
export const LOADED = [/^\0?virtual:routes(?:\/|$)/, /^\0turnout:runtime\//, /[#?]/]

/** Where an import is resolved. */
interface Surroundings {
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
 * installed even under a strict layout of `node_modules`; modules that export callables from the project.
 *
 * Whatever a dev server resolves for an importer it serves from then on, wherever it lies. So nothing is resolved here
 * for an importer that a request can name, other than the emitted module, whose text the route files decide.
 */
export async function resolveRoutesImport(
  context: Resolver,
  source: string,
  importer: string | undefined,
  { root, resolved, isBuild }: Surroundings,
): Promise<string | { id: string; moduleSideEffects?: boolean; external?: boolean | 'absolute' | 'relative' } | null> {
  if (source === ROUTES) return resolved
  if (source === SERVER || source === PAGES || source === TEMPLATE_MODULE) return source
  // A name that only the build's own entry has: a request to a dev server gets nothing for it.
  if (source === SERVER_ENTRY) return isBuild ? source : null
  if (source === RUNTIME_SERVER) {
    return importer === SERVER || importer === SERVER_ENTRY ? runtimeFileAt('server/index.js') : null
  }
  // The host has it. Where files are served by a platform, nothing loads it, and it need not be installed.
  if (source === STATIC_FILES) return importer === SERVER_ENTRY ? { id: source, external: true } : null
  if (source === RUNTIME_PAGES) {
    if (importer !== PAGES) return null
    return resolved === RESOLVED_ROUTES ? servedRuntime('pages.js') : runtimeFileAt('pages.js')
  }
  if (!isBuild) {
    const id = runtimeImport(source)
    if (id !== null) return id
  }
  // Aliases and plugins see the imports of callables as if a page of the project had them.
  const page = `${root}/index.html`
  if (isBuild && importer !== undefined && isCallableId(importer)) {
    const own = sourceOfCallable(source)
    return own === null ? null : context.resolve(own, page, { skipSelf: true })
  }
  if (importer === undefined || emittedSource(importer) === null) return null
  if (source === RUNTIME) return resolved === RESOLVED_ROUTES ? servedRuntime() : runtimeEntry()
  if (importer !== resolved) return null
  if (isStandInId(source)) return { id: source, moduleSideEffects: false }
  if (!isCallableId(source)) return null
  const found = await context.resolve(callableSource(source), page, { skipSelf: true })
  return !isBuild || found === null || found.external ? found : { id: source, moduleSideEffects: false }
}

/**
 * Resolves an import that looks like a misspelt one of this plugin, if another plugin knows it.
 *
 * @throws Error with the name that was meant, where no plugin does; a request has no importer, and gets none
 */
export async function refuseMisspelt(
  context: Resolver,
  source: string,
  importer: string | undefined,
): Promise<{ id: string } | null> {
  const resolved = await context.resolve(source, importer, { skipSelf: true })
  if (resolved !== null || importer === undefined) return resolved
  const [, rest = ''] = /^[^/]*(\/(?:server|pages|actions\/.*))$/.exec(source) ?? []
  throw new Error(`There is no module \`${source}\`. Did you mean \`${ROUTES}${rest}\`?`)
}
