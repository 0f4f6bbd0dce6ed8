// The virtual modules `virtual:routes/actions/…`, one for each controller.
import type { Manifest } from '@turnout/compiler'
import { emitActions } from '@turnout/compiler/internal/phases/5-emit/outputs'
import { controllerOf } from '../ids.ts'
import { withSources, type EmitSettings, type EmittedModule, type SourceOfModule } from './routes-module.ts'

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
