import { pageExportNames } from '@turnout/runtime'
import { getOrCreate } from '../../collections.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import { loadKey, pageKey } from '../../names/file-names.ts'
import { quote, quoteKey } from './literal.ts'

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
    getOrCreate(actionsByController, controller, () => new Set<string>()).add(action)
  }
  return actionsByController
}

/**
 * Returns the declarations of `virtual:routes/navigation`.
 *
 * @param pages as in `PagesOptions`, but with specifiers that are relative to the file of the declarations
 */
export function navigationTypes(manifest: Pick<Manifest, 'routes'>, pages: ReadonlyMap<string, string>): string {
  const types = navigationPages(manifest, pages).map((page) => `    ${quoteKey(page.key)}: ${typeOfPage(page)}\n`)
  return `\
// prettier-ignore
declare module 'virtual:routes/navigation' {
  import type { Actions } from 'virtual:routes'
  import type { LoadArguments as AnyLoadArguments, OpenedDocument, OpenOptions, OtherPage, PageTypes, ReadyPage, StartOptions } from 'vite-plugin-turnout/navigation'

  export { beforeLeave, messageElement, navigate, prefetch, prefetchLinks, reload, SearchError, setSearch, showError, subscribe, viewTransition } from 'vite-plugin-turnout/navigation'
  export type { NavigateOptions, OpenedDocument, OpenOptions, Pending, PrefetchOptions, SearchChanges, StartOptions, Target } from 'vite-plugin-turnout/navigation'

  /** The types of the modules of pages, by \`controller#action\`. */
  export interface Pages {
${types.join('')}  }

  /** The current location, if its page is that of the action. */
  export type Ready<Action extends keyof Pages> = ReadyPage<Action, Actions[Action], Pages[Action]>

  /** The current location. Compare \`action\` to narrow the type. */
  export type Current = { [Action in keyof Pages]: Ready<Action> }[keyof Pages] | OtherPage

  /** The argument of \`load\` in a module of pages. */
  export type LoadArguments<Action extends keyof Pages> = AnyLoadArguments<Action, Actions[Action], Pages[Action]>

  /** Returns the current location. Two calls return the same object if nothing has changed. */
  export function current(): Current

  /**
   * Shows the page of the current URL, and then handles links, forms and the history of the document. Returns a function
   * that stops it. Throws an error if it has started already. \`start({ transition: viewTransition })\`
   */
  export function start(options?: StartOptions): () => void

  /**
   * Loads the code and the data of a page, for a server that draws it: \`await open(request.url, { signal: request.signal })\`.
   * It changes no state, so requests can overlap.
   */
  export function open(url: string, options?: OpenOptions): Promise<OpenedDocument>
}`
}

/**
 * Returns the type of a page: the module and the names of its export, and the module of its settings if it is another one.
 *
 *     PageTypes<typeof import('./pages/photos'), 'show' | 'show_' | 'Show'>
 *     PageTypes<typeof import('./pages/photos/show.vue'), 'default', typeof import('./pages/photos/show.vue') & {}, 'show' | 'show_' | 'Show'>
 */
function typeOfPage(page: NavigationPage): string {
  const { exportNames, controllerModule, componentModule } = page
  const pageModule = componentModule ?? controllerModule
  const moduleType = pageModule === undefined ? '{}' : typeOfModule(pageModule)
  const actionNames = exportNames.map(quote).join(' | ')
  const settingsType = typeOfSettings(page)
  const parameters =
    componentModule === undefined && settingsType === moduleType
      ? [moduleType, actionNames]
      : [moduleType, componentModule === undefined ? actionNames : quote('default'), settingsType, actionNames]
  return `PageTypes<${parameters.join(', ')}>`
}

/** Returns the type of the exports that configure a page. Files that load data replace the modules of the page. */
function typeOfSettings({ controllerModule, componentModule, loadModules, reservedSettings }: NavigationPage): string {
  const [firstLoad, secondLoad] = loadModules.map(typeOfModule)
  if (firstLoad !== undefined) {
    return secondLoad === undefined ? firstLoad : `${firstLoad} & Omit<${secondLoad}, keyof ${firstLoad}>`
  }
  const controllerType = controllerModule === undefined ? '{}' : typeOfModule(controllerModule)
  const reservedNames = reservedSettings.map(quote).join(' | ')
  const controllerSettings = reservedNames === '' ? controllerType : `Omit<${controllerType}, ${reservedNames}>`
  return componentModule === undefined ? controllerSettings : `${typeOfModule(componentModule)} & ${controllerSettings}`
}

function typeOfModule(specifier: string): string {
  return `typeof import(${quote(specifier)})`
}
