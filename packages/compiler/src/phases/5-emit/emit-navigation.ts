import type { Manifest } from '../../manifest/manifest.ts'
import type { PagesOptions } from './emit-pages.ts'
import { quote } from './literal.ts'
import { lazyImport, liveTable, type DevModule } from './live-table.ts'
import { navigationPages, type NavigationPage } from './navigation-pages.ts'

/** Settings of `emitNavigation`. */
export interface NavigationOptions extends PagesOptions {
  /** `controller#action` of each route with a page. */
  readonly actionsWithPage: ReadonlySet<string>
}

/** Functions of the navigation that need no table. The module exports them again. */
const REEXPORTS = [
  'SearchError',
  'beforeLeave',
  'current',
  'messageElement',
  'navigate',
  'prefetch',
  'prefetchLinks',
  'reload',
  'setSearch',
  'showError',
  'subscribe',
  'viewTransition',
]

/** The name of the module with the layout around all pages. */
const APPLICATION = 'application'

/**
 * Writes the module `virtual:routes/navigation`. It connects the navigation to `match` and to the modules of pages. A page
 * has the module of its controller, the module of its component, or both. Each may have a file that loads its data.
 *
 *     const load0 = () => import('/src/pages/photos.ts')
 *     const load1 = () => import('/src/pages/photos/show.vue')
 *     const table = {
 *       …
 *       pages: {
 *         ['photos#index']: { controller: load0 },
 *         ['photos#show']: { controller: load0, component: load1 },
 *       },
 *     }
 */
export function emitNavigation(manifest: Pick<Manifest, 'routes'>, options: NavigationOptions): string {
  const { pages, actionsWithPage, dev = null } = options
  const imports = new LazyImports(dev)
  const application = pages.get(APPLICATION)
  const applicationField = `  application: ${application === undefined ? null : imports.nameOf(application)},`
  const pageLines = navigationPages(manifest, pages, (key) => actionsWithPage.has(key)).map((page) => {
    return `    [${quote(page.key)}]: { ${fieldsOf(page, imports).join(', ')} },`
  })
  const fields = [applicationField, '  pages: {', ...pageLines, '  },']
  return [
    `import { match } from 'virtual:routes'`,
    `import { pageOf } from '@turnout/runtime/pages'`,
    `import { openWith, ${dev === null ? '' : 'refresh, reportErrors, '}startWith } from '@turnout/navigation'`,
    `export { ${REEXPORTS.join(', ')} } from '@turnout/navigation'`,
    '',
    ...(dev === null
      ? [
          ...imports.declarations(),
          'const table = { match, pageOf,',
          ...fields,
          '}',
          'export const start = (options) => startWith(table, options)',
          'export const open = (url, options) => openWith(table, url, options)',
        ]
      : [...liveTable('virtual:routes/navigation', fields, dev), LIVE]),
    '',
  ].join('\n')
}

/** Returns the fields of a page in the table: `controller: load0`, `component: load1`. */
function fieldsOf(page: NavigationPage, imports: LazyImports): string[] {
  const { controllerModule, componentModule, loadModules, reservedSettings } = page
  const fields: string[] = []
  if (controllerModule !== undefined) fields.push(`controller: ${imports.nameOf(controllerModule)}`)
  if (componentModule !== undefined) fields.push(`component: ${imports.nameOf(componentModule)}`)
  if (loadModules.length > 0) fields.push(`data: [${loadModules.map((module) => imports.nameOf(module)).join(', ')}]`)
  if (reservedSettings.length > 0) {
    fields.push(`reserved: { ${reservedSettings.map((name) => `${name}: undefined`).join(', ')} }`)
  }
  return fields
}

/** The functions that import modules of pages on demand: one for each module in builds, and in dev one for each use. */
export class LazyImports {
  readonly #dev: DevModule | null
  readonly #namesBySpecifier = new Map<string, string>()

  constructor(dev: DevModule | null) {
    this.#dev = dev
  }

  /** Returns the name of the function that imports a module: `load0`. In dev, returns the function itself. */
  nameOf(specifier: string): string {
    if (this.#dev !== null) return lazyImport(specifier, this.#dev)
    const name = this.#namesBySpecifier.get(specifier) ?? `load${this.#namesBySpecifier.size}`
    this.#namesBySpecifier.set(specifier, name)
    return name
  }

  declarations(): string[] {
    return Array.from(
      this.#namesBySpecifier,
      ([specifier, name]) => `const ${name} = () => import(${quote(specifier)})`,
    )
  }
}

/** Every use of the table reads the latest one, and the page is drawn again after an update. Vitest's `hot` has no data. */
const LIVE = `const live = {
  match,
  pageOf,
  get application() {
    return table().application
  },
  get pages() {
    return table().pages
  },
}
if (import.meta.hot?.data) refresh()
reportErrors(import.meta.hot)
export const start = (options) => startWith(live, options)
export async function open(url, options) {
  await renew()
  return openWith(live, url, options)
}`
