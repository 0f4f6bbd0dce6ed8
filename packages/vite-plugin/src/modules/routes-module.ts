// Emits the virtual modules that contain the table, for servers and clients.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { emitActions } from '@turnout/compiler/internal/phases/5-emit/emit-actions'
import { emitManifest } from '@turnout/compiler/internal/phases/5-emit/emit-manifest'
import { emitModule, type EmittedText } from '@turnout/compiler/internal/phases/5-emit/emit-module'
import { relativeTo } from '../files/paths.ts'
import type { Consumer } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { callableId } from './callable-modules.ts'
import { withLiveExports } from './live-module.ts'
import { isServerOnly, standInId } from './server-only.ts'
import { controllerOf, MANIFEST } from '../ids.ts'

/** The result of the hook `load` for an emitted module. */
export interface LoadedModule {
  readonly code: string
  readonly map: {
    readonly version: 3
    readonly sources: string[]
    readonly sourcesContent: (string | null)[]
    readonly names: string[]
    readonly mappings: string
  }
}

/** An emitted module with its exports. */
export interface EmittedModule extends LoadedModule {
  /** The names of its exports, except the default export. */
  readonly names: readonly string[]
}

/** The part of a project on which the emitted module depends, in addition to an outcome. */
export type SourceOfModule = Pick<Project, 'options' | 'root' | 'readAllowedSource'>

/** The source map of a module without code from route files. */
const NO_MAP = { version: 3 as const, sources: [], sourcesContent: [], names: [], mappings: '' }

/** How a module is emitted. */
interface EmitSettings {
  readonly consumer: Consumer
  /** True if errors of helpers name the location of the declaration. */
  readonly positions?: boolean
  /** For a dev server, whose modules follow the table: the result of `sharedState`. Null in builds. */
  readonly live?: { readonly state: string | null } | null
}

/**
 * Returns a module that is emitted from the table: `virtual:routes`, `virtual:routes/manifest` or
 * `virtual:routes/actions/…`.
 *
 * @param source its import name, which may come from the URL of a request
 * @returns null if there is no such module: no route in the consumer's table links to the controller
 */
export function emittedModule(
  source: string,
  { manifest, importCallable }: Pick<Outcome, 'importCallable'> & { readonly manifest: Manifest },
  project: SourceOfModule,
  { consumer, positions = false, live = null }: EmitSettings,
): EmittedModule | null {
  const { helpers, clientRoutes, base } = project.options.compile
  const hidden = consumer === 'client' ? clientRoutes : undefined
  if (source === MANIFEST) {
    return { code: emitManifest(clientManifest(manifest, hidden), live?.state ?? null), map: NO_MAP, names: [] }
  }
  const options = {
    ...(helpers && { helpers }),
    ...(base && { base }),
    ...(hidden && { clientRoutes: hidden }),
    positions,
    live: live !== null,
  }
  const controller = controllerOf(source)
  const emitted =
    controller !== null
      ? emitActions(manifest, controller, options)
      : emitModule(manifest, {
          ...options,
          forBrowser: consumer === 'client',
          importCallable: (callable) =>
            consumer === 'client' && isServerOnly(callable)
              ? standInId(callable)
              : callableId(importCallable(callable)),
        })
  if (emitted === null) return null
  const { names } = emitted
  const hasDefault = controller !== null && names.includes('default')
  const code = live === null ? emitted.code : withLiveExports(emitted.code, live.state, hasDefault)
  // In a build, the source of the route files would reveal the routes that `clientRoutes` excludes.
  const map = hidden !== undefined && live === null ? NO_MAP : withSources(emitted.map, project)
  return { code, map, names }
}

/** Names the route files by their absolute paths, because Vite does not change the `sources` of a module that is not a file. */
function withSources(
  { sources, names, mappings }: EmittedText['map'],
  { root, readAllowedSource }: SourceOfModule,
): LoadedModule['map'] {
  const files = sources.map((file) => file ?? '')
  return {
    version: 3,
    sources: files.map((file) => path.resolve(root, file)),
    sourcesContent: files.map((file) => readAllowedSource(file)),
    names: [...names],
    mappings,
  }
}

/**
 * Returns the module for a browser. Its map names the route files by their URLs on the dev server, because paths on disk
 * must not be exposed.
 *
 * @param base the public base path of the server
 */
export function forBrowser({ code, map }: LoadedModule, root: string, base: string): LoadedModule {
  const sources = map.sources.map((file) => {
    return base + relativeTo(root)(file).split('/').map(encodeURIComponent).join('/')
  })
  return { code, map: { ...map, sources } }
}
