import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { actionLinks, clientManifest, emitActions } from '@turnout/compiler/internal'
import { controllerOf } from '../ids.ts'
import type { Consumer } from '../options.ts'
import type { Project } from '../project/project.ts'
import { withLiveExports } from './live-module.ts'
import type { EmittedModule, LiveModule } from './routes-module.ts'

type SourceOfActions = Pick<Project, 'options' | 'root' | 'readShown'>

/** True for the source of a module of actions that there is. Sources come from addresses as well. */
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

/**
 * The text of `virtual:routes/actions/<controller>`.
 *
 * @param source the name of the module
 * @returns null where no route leads to the controller, or clients do not see one that does
 */
export function actionsModule(
  source: string,
  manifest: Manifest,
  { options, root, readShown }: SourceOfActions,
  { consumer, ...settings }: { readonly consumer: Consumer; readonly positions: boolean; readonly live?: boolean },
): (EmittedModule & { readonly names: readonly string[] }) | null {
  const controller = controllerOf(source)
  if (controller === null) return null
  const { helpers, clientRoutes, base } = options.compile
  const hidden = consumer === 'client' ? clientRoutes : undefined
  const emitted = emitActions(manifest, controller, {
    ...(helpers && { helpers }),
    ...(base && { base }),
    ...(hidden && { clientRoutes: hidden }),
    ...settings,
  })
  if (emitted === null) return null
  const { code, map, names } = emitted
  // As for `virtual:routes`: the text of route files tells what is left out.
  const files = hidden && !settings.live ? [] : map.sources.map((file) => file ?? '')
  const sources = files.map((file) => path.resolve(root, file))
  const sourcesContent = files.map((file) => readShown(file))
  const mappings = files.length === 0 ? '' : map.mappings
  return { code, map: { version: 3, sources, sourcesContent, names: [...map.names], mappings }, names }
}

/** The same for a dev server. */
export function liveActions(
  source: string,
  manifest: Manifest,
  project: SourceOfActions,
  consumer: Consumer,
): LiveModule | null {
  const emitted = actionsModule(source, manifest, project, { consumer, positions: true, live: true })
  if (emitted === null) return null
  const { code, map, names } = emitted
  // Places stand at the end of a line, and nowhere else.
  const table = code.replace(/, at: '[^\n]*$/gm, '')
  return { code: withLiveExports(code), map, table, names: new Set(names) }
}
