import { pageExportNames } from '@turnout/runtime'
import type { Manifest } from '../../manifest/manifest.ts'
import { loadKey, pageKey } from '../../names/page-key.ts'

/**
 * The modules of one page, by their import specifiers. For `photos#show` with `pages/photos.ts`, `pages/photos/show.vue` and
 * `pages/photos/show.load.ts`:
 *
 *     {
 *       key: 'photos#show',
 *       exportNames: ['show', 'show_', 'Show'],
 *       controllerModule: '/src/pages/photos.ts',
 *       componentModule: '/src/pages/photos/show.vue',
 *       loadModules: ['/src/pages/photos/show.load.ts'],
 *       reservedSettings: [],
 *     }
 */
export interface NavigationPage {
  readonly key: string
  /** The names under which the module of the controller may export the page. */
  readonly exportNames: readonly string[]
  /** The module with the pages of the controller, and the settings for them. */
  readonly controllerModule: string | undefined
  /** The module whose default export is the page. */
  readonly componentModule: string | undefined
  /** The files that load the data, that of the component first. */
  readonly loadModules: readonly string[]
  /** Exports of the controller's module that are no settings, because an action has their name. */
  readonly reservedSettings: readonly string[]
}

/** The exports of a module of pages that configure navigation, unless an action has the name. */
const SETTINGS = ['load', 'search', 'title', 'error', 'pending', 'layout']

/**
 * Returns the pages of the actions that have a module, sorted by controller and action.
 *
 * @param pages as in `PagesOptions`
 * @param hasPage returns whether an action, by its key, has a page
 */
export function navigationPages(
  manifest: Pick<Manifest, 'routes'>,
  pages: ReadonlyMap<string, string>,
  hasPage: (key: string) => boolean = () => true,
): readonly NavigationPage[] {
  const actionsByController = [...groupActions(manifest)].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return actionsByController.flatMap(([controller, actionNames]) => {
    const controllerModule = pages.get(controller)
    const actionExports = new Set(Array.from(actionNames, pageExportNames).flat())
    const reservedSettings =
      controllerModule === undefined ? [] : SETTINGS.filter((setting) => actionExports.has(setting))
    return [...actionNames].toSorted().flatMap((action): NavigationPage[] => {
      const key = `${controller}#${action}`
      const componentKey = pageKey(controller, action)
      const componentModule = pages.get(componentKey)
      const hasModule = componentModule !== undefined || controllerModule !== undefined
      if (!hasPage(key) || !hasModule) return []
      const loadModules = [componentKey, controller].flatMap((name) => pages.get(loadKey(name)) ?? [])
      const exportNames = [...new Set(pageExportNames(action))]
      return [{ key, exportNames, controllerModule, componentModule, loadModules, reservedSettings }]
    })
  })
}

function groupActions({ routes }: Pick<Manifest, 'routes'>): ReadonlyMap<string, ReadonlySet<string>> {
  const actionsByController = new Map<string, Set<string>>()
  for (const { controller, action } of routes) {
    if (controller === null || action === null) continue
    const actionNames = actionsByController.get(controller) ?? new Set()
    actionsByController.set(controller, actionNames.add(action))
  }
  return actionsByController
}
