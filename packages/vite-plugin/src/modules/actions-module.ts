// The virtual modules `virtual:routes/actions/…`, one for each controller.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { actionLinks } from '@turnout/compiler/internal/names/action-links'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { emitActions } from '@turnout/compiler/internal/phases/5-emit/outputs'
import { controllerOf } from '../ids.ts'
import type { Consumer } from '../options.ts'
import type { Project } from '../project/project.ts'
import { sharedState, withLiveExports } from './live-module.ts'
import type { EmittedModule, LiveModule } from './routes-module.ts'

type SourceOfActions = Pick<Project, 'options' | 'root' | 'readAllowedSource'>

/** True if `source` names an existing module of actions. The name may come from the URL of a request. */
export function hasActions(
  source: string,
  manifest: Manifest,
  { options }: SourceOfActions,
  consumer: Consumer,
): boolean {
  const controller = controllerOf(source)
  if (controller === null) return false
  const { helpers = 'camelCase', clientRoutes } = options.compile
  return actionLinks(clientManifest(manifest, consumer === 'client' ? clientRoutes : undefined), helpers).has(
    controller,
  )
}

/** How a module of actions is emitted. */
interface ActionSettings {
  readonly consumer: Consumer
  readonly positions: boolean
  readonly live?: boolean
}

/**
 * Returns the code and source map of `virtual:routes/actions/<controller>`.
 *
 * @param source the name of the module
 * @returns null if no route in the consumer's table links to the controller
 */
export function actionsModule(
  source: string,
  manifest: Manifest,
  project: SourceOfActions,
  settings: ActionSettings,
): EmittedModule | null {
  const emitted = emit(source, manifest, project, settings)
  if (emitted === null) return null
  const { code, map, names } = emitted
  const { root, options, readAllowedSource } = project
  // As for `virtual:routes`, the source of route files would reveal the routes that `clientRoutes` excludes.
  const hasMap = settings.live || settings.consumer === 'server' || options.compile.clientRoutes === undefined
  const files = hasMap ? map.sources.map((file) => file ?? '') : []
  const sources = files.map((file) => path.resolve(root, file))
  const sourcesContent = files.map((file) => readAllowedSource(file))
  const mappings = files.length === 0 ? '' : map.mappings
  return { code, map: { version: 3, sources, sourcesContent, names: [...map.names], mappings }, names }
}

/** Returns the module of actions for a dev server. */
export function liveActions(
  source: string,
  manifest: Manifest,
  project: SourceOfActions,
  consumer: Consumer,
): LiveModule | null {
  const emitted = actionsModule(source, manifest, project, { consumer, positions: true, live: true })
  if (emitted === null) return null
  const withoutPlaces = emit(source, manifest, project, { consumer, positions: false, live: true })!
  return {
    ...emitted,
    code: withLiveExports(
      emitted.code,
      sharedState(project, `${consumer} ${source}`),
      emitted.names.includes('default'),
    ),
    declarationsKey: withoutPlaces.code,
  }
}

function emit(
  source: string,
  manifest: Manifest,
  { options }: SourceOfActions,
  { consumer, ...settings }: ActionSettings,
): ReturnType<typeof emitActions> {
  const controller = controllerOf(source)
  if (controller === null) return null
  const { helpers, clientRoutes, base } = options.compile
  return emitActions(manifest, controller, {
    ...(helpers && { helpers }),
    ...(base && { base }),
    ...(consumer === 'client' && clientRoutes && { clientRoutes }),
    ...settings,
  })
}
