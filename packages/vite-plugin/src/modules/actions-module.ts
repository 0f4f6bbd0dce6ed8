// The virtual modules `virtual:routes/actions/…`, one for each controller.
import type { Manifest } from '@turnout/compiler'
import { actionLinks } from '@turnout/compiler/internal/names/action-links'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { emitActions } from '@turnout/compiler/internal/phases/5-emit/outputs'
import { controllerOf } from '../ids.ts'
import type { Consumer } from '../options.ts'
import { sharedState, withLiveExports } from './live-module.ts'
import { withSources, type EmittedModule, type LiveModule, type SourceOfModule } from './routes-module.ts'

/** True if `source` names an existing module of actions. The name may come from the URL of a request. */
export function hasActions(
  source: string,
  manifest: Manifest,
  { options }: SourceOfModule,
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
  project: SourceOfModule,
  settings: ActionSettings,
): EmittedModule | null {
  const emitted = emit(source, manifest, project, settings)
  if (emitted === null) return null
  const hasMap = settings.live || settings.consumer === 'server' || project.options.compile.clientRoutes === undefined
  return withSources(emitted, hasMap, project)
}

/** Returns the module of actions for a dev server. */
export function liveActions(
  source: string,
  manifest: Manifest,
  project: SourceOfModule,
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
  { options }: SourceOfModule,
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
