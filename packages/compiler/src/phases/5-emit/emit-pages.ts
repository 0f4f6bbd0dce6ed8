// Writes the module that loads pages, and the types of pages.
import { pageExportNames } from '@turnout/runtime'
import type { Manifest } from '../../manifest/manifest.ts'
import { pageKey } from '../../names/file-names.ts'
import { quote, quoteKey } from './literal.ts'
import { lazyImport, liveTable, type DevModule } from './live-table.ts'

/** Settings of `emitPages`. */
export interface PagesOptions {
  /**
   * The import specifiers of the modules of pages. The key is the name of the controller, `pageKey` if the default export
   * is a page, or the `loadKey` of either for the file that loads the data.
   */
  readonly pages: ReadonlyMap<string, string>
  /** For dev servers: the module keeps itself current, and notifies its subscribers. Null in builds. */
  readonly dev?: DevModule | null
}

/**
 * Writes the module `virtual:routes/pages`: `load` and `subscribe`. There is one lazy import for each module of pages that a
 * route names:
 *
 *     const pages = {
 *       ['photos']: () => import('/src/pages/photos.ts'),
 *       ['photos#show']: () => import('/src/pages/photos/show.vue'),
 *     }
 */
export function emitPages({ routes }: Pick<Manifest, 'routes'>, { pages, dev = null }: PagesOptions): string {
  const specifiers = new Map<string, string | undefined>()
  for (const { controller, action } of routes) {
    if (controller === null || action === null) continue
    specifiers.set(controller, pages.get(controller))
    specifiers.set(`${controller}#${action}`, pages.get(pageKey(controller, action)))
  }
  const lines = [...specifiers.keys()].toSorted().flatMap((name) => {
    const specifier = specifiers.get(name)
    return specifier === undefined ? [] : [`  [${quote(name)}]: ${lazyImport(specifier, dev)},`]
  })
  return [
    `import { match } from 'virtual:routes'`,
    `import { createPageLoader } from '@turnout/runtime/pages'`,
    '',
    ...(dev === null
      ? [
          'const pages = {',
          ...lines,
          '}',
          'export const load = /* @__PURE__ */ createPageLoader(match, pages)',
          'export const subscribe = () => () => {}',
        ]
      : [...liveTable('virtual:routes/pages', lines, dev), LIVE]),
    '',
  ].join('\n')
}

const LIVE = `export async function load(path, request) {
  await renew()
  return createPageLoader(match, table())(path, request)
}
const listeners = (state.listeners ??= new Set())
import.meta.hot?.on('vite:afterUpdate', ({ updates }) => {
  if (!updates.some(({ path }) => /virtual:routes(?:\\/pages)?(?:\\?|$)/.test(path))) return
  for (const listener of [...listeners]) listener()
})
export function subscribe(listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}`

/**
 * Returns the declarations of `virtual:routes/pages`.
 *
 * @param pages as in `PagesOptions`, but with specifiers that are relative to the file of the declarations
 */
export function pagesTypes({ routes }: Pick<Manifest, 'routes'>, pages: ReadonlyMap<string, string>): string {
  const typesByPage = new Map<string, string>()
  for (const { controller, action } of routes) {
    if (controller === null || action === null) continue
    const key = `${controller}#${action}`
    const single = pages.get(pageKey(controller, action))
    const source = single ?? pages.get(controller)
    if (source === undefined) continue
    const names = single === undefined ? [...new Set(pageExportNames(action))] : ['default']
    typesByPage.set(key, `Exported<typeof import(${quote(source)}), ${names.map(quote).join(' | ')}>`)
  }
  return `\
// prettier-ignore
declare module 'virtual:routes/pages' {
  import type { Actions, RequestAttributes, RequestLike, RouteMatch } from 'virtual:routes'

  type Exported<Module, Name> = [Name & keyof Module] extends [never] ? null : Module[Name & keyof Module]

  /** The exports of the modules of pages, by \`controller#action\`; null if the export does not exist. */
  export interface Pages {
${[...typesByPage].map(([key, type]) => `    ${quoteKey(key)}: ${type}\n`).join('')}  }

  /** The page of a path. Compare \`action\` to narrow the type. It is null if the route has no page. */
  export type LoadedPage =
    | {
        [Name in keyof Pages]: {
          readonly action: Name
          readonly match: Actions[Name]
          readonly page: NonNullable<Pages[Name]>
        }
      }[keyof Pages]
    | { readonly action: null; readonly match: RouteMatch; readonly page: null }

  /**
   * Finds the page of a path, and loads its module. Resolves with null if no route matches a GET request for the path.
   * Rejects if the module cannot be loaded. \`const loaded = await load(location.pathname)\`
   */
  export function load(path: string, request?: RequestLike | RequestAttributes): Promise<LoadedPage | null>

  /** Calls the listener when the routes or the pages change in dev, and never in production. Returns a function that removes it. */
  export function subscribe(listener: () => void): () => void
}`
}
