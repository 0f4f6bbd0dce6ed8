// Collects the routes of a client router: pages, redirects, and the layouts around them.
import type { Manifest, ManifestRoute, Severities } from '@turnout/compiler'
import { isForGet, type PageFiles } from '@turnout/compiler/internal/checks/handler-files'
import { getOrCreate } from '@turnout/compiler/internal/collections'
import { isApplication } from '@turnout/compiler/internal/names/file-names'
import { navigationPages } from '@turnout/compiler/internal/phases/5-emit/navigation-pages'
import type { OtherRouter } from './other-router.ts'
import type { RouterNode } from './router-node.ts'
import { routerSegments } from './router-path.ts'

/** A line of the table, while it is made. */
export type TableNode = RouterNode<string> & {
  /** Null for a layout. */
  readonly route: ManifestRoute | null
  /** The module, by its name in `PageFiles`. Null for a redirect, and for a page that is the default export of its own file. */
  readonly module: string | null
  readonly children: TableNode[] | null
}

/** The part of a project that determines the table of a client router. */
export interface TableSource {
  /** The table that clients see. */
  readonly manifest: Manifest
  readonly files: PageFiles
  /** The import specifiers of the files. */
  readonly specifiers: ReadonlyMap<string, string>
}

/** The part of a project that determines the module of its router, and its problems. */
export interface RouterSource extends TableSource {
  /** Absolute. */
  readonly root: string
  /** The base path, empty for none. */
  readonly base: string
  readonly severities: Severities | undefined
  /** The table of servers, whose routes come before and between those of clients. */
  readonly table: Manifest
}

/** The exports for which the module of a controller, or of an application, becomes a layout. */
const LAYOUT = /^layout$/
const APPLICATION_SETTING = /^(?:layout|ErrorBoundary|notFound|loader|handle)$/

/**
 * Returns the routes that show a page or redirect, inside the layouts of the application, of the namespaces and of the
 * controller. A layout is where its first page is, and its pages are in the order of declaration. The layout of the application
 * contains redirects too, because it ends with the route for all other paths.
 */
export function routerTable({ manifest, files, specifiers }: TableSource, router: OtherRouter): readonly TableNode[] {
  const pages = new Map(navigationPages(manifest, specifiers).map((page) => [page.key, page]))
  const root: TableNode[] = []
  const layouts = new Map<string, TableNode>()
  const ids = new Set<string>()
  for (const route of manifest.routes) {
    const { name, controller, endpoint } = route
    const page = pages.get(`${controller}#${route.action}`)
    if (!isForGet(route) || (page === undefined && endpoint?.kind !== 'redirect')) continue
    let list = root
    for (const module of layoutModules(controller ?? '', files)) {
      const layout: TableNode = getOrCreate(layouts, module, () => {
        const exports = isApplication(module) ? [] : ['layout']
        const fields = { id: `layout:${module}`, path: null, name: null, action: null, route: null, module }
        const created: TableNode = { ...fields, exports, load: specifiers.get(module)!, children: [] }
        list.push(created)
        return created
      })
      list = layout.children!
    }
    const action = page?.key ?? null
    const path = router.writePath(routerSegments(route))
    const load = page?.componentModule ?? page?.controllerModule ?? null
    const hasOwnFile = page?.componentModule !== undefined
    const exports = hasOwnFile ? ['default'] : (page?.exportNames ?? [])
    const module = page === undefined || hasOwnFile ? null : controller
    list.push({
      id: uniqueId(name ?? action ?? path, ids),
      path,
      name,
      action,
      exports,
      load,
      children: null,
      route,
      module,
    })
  }
  return root
}

/** `application`, `admin/application` and `admin/photos` for `admin/photos`, as far as they have a layout. */
function layoutModules(controller: string, files: PageFiles): readonly string[] {
  const folders = controller.split('/').map((_, index, names) => names.slice(0, index).join('/'))
  const applications = folders.map((folder) => (folder === '' ? 'application' : `${folder}/application`))
  return [...applications, controller].filter((module) => {
    const file = files.get(module)
    const setting = isApplication(module) ? APPLICATION_SETTING : LAYOUT
    return file !== undefined && (file.actions === null || file.actions.some(({ name }) => setting.test(name)))
  })
}

function uniqueId(wanted: string, ids: Set<string>): string {
  let id = wanted
  for (let count = 2; ids.has(id); count += 1) id = `${wanted} ${count}`
  ids.add(id)
  return id
}
