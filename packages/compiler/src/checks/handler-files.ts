import { pageExportNames } from '@turnout/runtime'
import { clientManifest, type ClientRoutes } from '../client-routes.ts'
import type { Manifest, ManifestRoute } from '../manifest/manifest.ts'
import { isLoadKey, pageKey } from '../names/file-names.ts'

/**
 * The modules of a client's pages. The key is the name of a controller, a `pageKey`, or the `loadKey` of either. The
 * exports of a controller's module are the pages of its actions. With a `pageKey`, the default export is the page
 * (components of Vue and Svelte). A file with a `loadKey` contains no page.
 *
 *     src/pages/photos.tsx         'photos'        exports Index, Show
 *     src/pages/photos/show.vue    'photos#show'   exports default
 *     src/pages/photos.load.ts     loadKey of 'photos'
 */
export type PageFiles = ReadonlyMap<string, ControllerFile>

/** The routes that a client sees and that may have a page: those that GET matches. */
export function routesForPages(manifest: Manifest, clientRoutes: ClientRoutes | undefined): readonly ManifestRoute[] {
  return clientManifest(manifest, clientRoutes).routes.filter(
    (route) => route.controller !== null && route.action !== null && isForGet(route),
  )
}

/** True if GET matches the route. */
export function isForGet({ verbs }: ManifestRoute): boolean {
  return verbs.length === 0 || verbs.includes('GET')
}

/**
 * Returns the routes that have a page.
 *
 * @returns `controller#action` of the routes that have a page. If the exports of a module are unknown (`export * from
 * …`), all of its routes have one.
 */
export function pagesOf(routes: readonly ManifestRoute[], pages: PageFiles): ReadonlySet<string> {
  const routeNames = routes.flatMap(({ controller, action }) => {
    const name = `${controller}#${action}`
    if (pages.has(pageKey(controller!, action!))) return [name]
    const file = pages.get(controller!)
    if (file === undefined) return []
    const names = pageExportNames(action!)
    return file.actions === null || file.actions.some((exported) => names.includes(exported.name)) ? [name] : []
  })
  return new Set(routeNames)
}

/** The controllers that have pages. */
export function controllersOfPages(pages: PageFiles): ReadonlySet<string> {
  const names = [...pages.keys()].filter((name) => !isLoadKey(name))
  return new Set(names.map((name) => name.replace(/#.*/, '')))
}

/** The result of reading a controller's file. */
export interface ControllerFile {
  /** Relative to the project root. */
  readonly file: string
  /** Names of its exports; null if they cannot be determined without running the file (`export * from …`). */
  readonly actions: readonly ControllerAction[] | null
  /** Other files with the same name in routes, relative to the project root. Default: none. */
  readonly duplicates?: readonly string[]
}

export interface ControllerAction {
  readonly name: string
  /** 1-based; null if unknown. */
  readonly line: number | null
  readonly column: number | null
}

/** The files in the folder of the controllers, or of the pages. */
export type FolderContent =
  /** The project does not specify the folder. */
  | { readonly kind: 'unset' }
  /** The folder does not exist. Its name is relative to the project root. */
  | { readonly kind: 'missing'; readonly folder: string }
  /** The files by their name in routes (`admin/photos`). */
  | { readonly kind: 'read'; readonly files: ReadonlyMap<string, ControllerFile> }

/** Returns the files of a folder; empty if there is no folder. */
export function filesOf(content: FolderContent): ReadonlyMap<string, ControllerFile> {
  return content.kind === 'read' ? content.files : new Map()
}
