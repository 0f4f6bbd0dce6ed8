import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { clientManifest, writeOutput, type OutputSettings } from '@turnout/compiler/internal'
import { relativeTo } from '../files/paths.ts'
import type { Consumer } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { callableId } from './callable-modules.ts'
import { exportedNames, withLiveExports } from './live-module.ts'
import { hasServerOnly, isServerOnly, standInId } from './server-only.ts'

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
type SourceOfModule = Pick<Project, 'options' | 'root' | 'readShown'>

/** How the emitted module is made. */
type EmitSettings = Pick<OutputSettings, 'positions' | 'live'> & { readonly consumer: Consumer }

/**
 * The text of `virtual:routes`. The map names the route files by their absolute paths; what a client gets has none where
 * routes are left out, as the text of route files tells them.
 */
export function emittedModule(
  { manifest, importCallable }: Outcome & { readonly manifest: Manifest },
  { options, root, readShown }: SourceOfModule,
  { consumer, ...settings }: EmitSettings,
): EmittedModule {
  const { helpers, clientRoutes, base } = options.compile
  const hidden = consumer === 'client' ? clientRoutes : undefined
  const [{ content: code, map }] = writeOutput('module', manifest, {
    ...(helpers && { helpers }),
    ...(base && { base }),
    ...(hidden && { clientRoutes: hidden }),
    importCallable: (reference) =>
      consumer === 'client' && isServerOnly(reference) ? standInId(reference) : callableId(importCallable(reference)),
    ...settings,
  })
  if (hidden && !settings.live)
    return { code, map: { version: 3, sources: [], sourcesContent: [], names: [], mappings: '' } }
  const { sources: named, names, mappings } = map!
  const files = named.map((file) => file ?? '')
  // Vite takes the sources of a module that is not a file as they are.
  const sources = files.map((file) => path.resolve(root, file))
  const sourcesContent = files.map((file) => readShown(file))
  return { code, map: { version: 3, sources, sourcesContent, names: [...names], mappings } }
}

/** The emitted module as a dev server serves it. */
export interface LiveModule extends EmittedModule {
  /** The same for two modules that differ in nothing but the places of declarations. */
  readonly table: string
  /** What it exports, beside the default export. */
  readonly names: ReadonlySet<string>
}

/** The emitted modules of a dev server: one and the same where clients may have what servers have. */
export type LiveModules = Readonly<Record<Consumer, LiveModule>>

/**
 * The texts of `virtual:routes` for a dev server.
 *
 * @param last those that were served before; each is returned again if the new one would be the same
 */
export function liveModules(
  outcome: Outcome & { readonly manifest: Manifest },
  project: SourceOfModule,
  last: LiveModules | null,
): LiveModules {
  const of = (consumer: Consumer) => liveModule(outcome, project, consumer, last?.[consumer] ?? null)
  const server = of('server')
  const isSame = project.options.compile.clientRoutes === undefined && !hasServerOnly(outcome.manifest)
  return { server, client: isSame ? server : of('client') }
}

function liveModule(
  outcome: Outcome & { readonly manifest: Manifest },
  project: SourceOfModule,
  consumer: Consumer,
  last: LiveModule | null,
): LiveModule {
  const { code, map } = emittedModule(outcome, project, { positions: true, live: true, consumer })
  const whole = withLiveExports(code, true)
  if (last?.code === whole) return last
  const { clientRoutes } = project.options.compile
  const { routes, resolves, directs } = clientManifest(
    outcome.manifest,
    consumer === 'client' ? clientRoutes : undefined,
  )
  const table = JSON.stringify(
    [routes, resolves, directs].map((list) => list.map((each) => ({ ...each, location: null }))),
  )
  return { code: whole, map, table, names: exportedNames(code) }
}

/**
 * The module for a browser: the map names the route files by the addresses that the dev server has for them. Those of
 * the disk must not be exposed.
 *
 * @param base the public base path of the server
 */
export function forBrowser({ code, map }: EmittedModule, root: string, base: string): EmittedModule {
  const sources = map.sources.map((file) => {
    return base + relativeTo(root)(file).split('/').map(encodeURIComponent).join('/')
  })
  return { code, map: { ...map, sources } }
}
