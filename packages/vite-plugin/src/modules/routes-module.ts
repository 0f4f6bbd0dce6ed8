// Emits the virtual modules `virtual:routes` and `virtual:routes/actions/…` for servers and clients.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { emitActions } from '@turnout/compiler/internal/phases/5-emit/emit-actions'
import { emitModule, type ModuleOptions } from '@turnout/compiler/internal/phases/5-emit/emit-module'
import { relativeTo } from '../files/paths.ts'
import type { Consumer } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { callableId } from './callable-modules.ts'
import { isServerOnly, standInId } from './server-only.ts'
import { controllerOf } from '../ids.ts'

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
export const NO_MAP = { version: 3 as const, sources: [], sourcesContent: [], names: [], mappings: '' }

/** How the emitted module is made. */
type EmitSettings = Pick<ModuleOptions, 'positions' | 'live'> & { readonly consumer: Consumer }

/** Returns the code and source map of `virtual:routes`. */
export function emittedModule(
  { manifest, importCallable }: Outcome & { readonly manifest: Manifest },
  project: SourceOfModule,
  { consumer, ...settings }: EmitSettings,
): EmittedModule {
  const { helpers, clientRoutes, base } = project.options.compile
  const hidden = consumer === 'client' ? clientRoutes : undefined
  const emitted = emitModule(manifest, {
    ...(helpers && { helpers }),
    ...(base && { base }),
    ...(hidden && { clientRoutes: hidden }),
    forBrowser: consumer === 'client',
    importCallable: (reference) =>
      consumer === 'client' && isServerOnly(reference) ? standInId(reference) : callableId(importCallable(reference)),
    ...settings,
  })
  return withSources(emitted, hidden === undefined || settings.live === true, project)
}

/**
 * Returns an emitted module whose map names the route files by their absolute paths, because Vite does not change the
 * `sources` of a module that is not a file.
 *
 * @param hasMap false for clients from which `clientRoutes` excludes routes: the source of the route files would reveal them
 */
function withSources(
  { code, map, names }: ReturnType<typeof emitActions> & object,
  hasMap: boolean,
  { root, readAllowedSource }: SourceOfModule,
): EmittedModule {
  if (!hasMap) return { code, map: NO_MAP, names }
  const files = map.sources.map((file) => file ?? '')
  const sources = files.map((file) => path.resolve(root, file))
  const sourcesContent = files.map((file) => readAllowedSource(file))
  return { code, map: { version: 3, sources, sourcesContent, names: [...map.names], mappings: map.mappings }, names }
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

/**
 * Returns the code and source map of `virtual:routes/actions/<controller>`.
 *
 * @param source the name of the module. It may come from the URL of a request
 * @returns null if no route in the consumer's table links to the controller
 */
export function actionsModule(
  source: string,
  manifest: Manifest,
  project: SourceOfModule,
  { consumer, ...settings }: EmitSettings,
): EmittedModule | null {
  const controller = controllerOf(source)
  if (controller === null) return null
  const { helpers, clientRoutes, base } = project.options.compile
  const hidden = consumer === 'client' ? clientRoutes : undefined
  const emitted = emitActions(manifest, controller, {
    ...(helpers && { helpers }),
    ...(base && { base }),
    ...(hidden && { clientRoutes: hidden }),
    ...settings,
  })
  return emitted && withSources(emitted, hidden === undefined || settings.live === true, project)
}
