import { pageNames } from '@turnout/runtime'
import type { Manifest } from '../../manifest.ts'
import { loadKey, pageKey } from '../../names/page-key.ts'
import type { PagesOptions } from './emit-pages.ts'
import { quote, quoteKey } from './literal.ts'

/** Settings of `emitNavigation`. */
export interface NavigationOptions extends PagesOptions {
  /** `controller#action` of each route with a page. */
  readonly paged: ReadonlySet<string>
}

/** The module with the layout around all pages. */
const APPLICATION = 'application'

/** The exports of a module of pages that configure navigation, unless an action has the name. */
const SETTINGS = ['load', 'search', 'title', 'error', 'pending', 'layout']

/** Functions that the module exports without the table. */
const EXPORTS = [
  'SearchError',
  'beforeLeave',
  'current',
  'navigate',
  'prefetch',
  'prefetchLinks',
  'setSearch',
  'subscribe',
  'viewTransition',
]

/**
 * Writes the module `virtual:routes/navigation`. It connects the navigation to `match` and to the modules of pages. A page
 * has the module of its controller, the module of its component, or both. Each may have a file that loads its data.
 */
export function emitNavigation(manifest: Pick<Manifest, 'routes'>, options: NavigationOptions): string {
  const { pages, paged, dev = false } = options
  const loaders = new Map<string, string>()
  const loaderOf = (source: string) => {
    const loader = loaders.get(source) ?? `load${loaders.size}`
    loaders.set(source, loader)
    return loader
  }
  const application = pages.get(APPLICATION)
  const applicationField = `  application: ${application === undefined ? null : loaderOf(application)},`
  const entries = pagesIn(manifest, pages, (key) => paged.has(key)).map(
    ({ key, controller, component, data, reserved }) => {
      const fields = [
        ...(controller === undefined ? [] : [`controller: ${loaderOf(controller)}`]),
        ...(component === undefined ? [] : [`component: ${loaderOf(component)}`]),
        ...(data.length === 0 ? [] : [`data: [${data.map(loaderOf).join(', ')}]`]),
        ...(reserved.length === 0 ? [] : [`reserved: { ${reserved.map((name) => `${name}: undefined`).join(', ')} }`]),
      ]
      return `    [${quote(key)}]: { ${fields.join(', ')} },`
    },
  )
  return [
    `import { match } from 'virtual:routes'`,
    `import { pageOf } from '@turnout/runtime/pages'`,
    `import { openWith, ${dev ? 'refresh, ' : ''}startWith } from '@turnout/navigation'`,
    `export { ${EXPORTS.join(', ')} } from '@turnout/navigation'`,
    '',
    ...Array.from(loaders, ([source, loader]) => `const ${loader} = () => import(${quote(source)})`),
    'const table = {',
    '  match,',
    '  pageOf,',
    applicationField,
    '  pages: {',
    ...entries,
    '  },',
    '}',
    ...(dev ? [LIVE] : []),
    `export const start = (options) => startWith(${dev ? 'live' : 'table'}, options)`,
    `export const open = (url, options) => openWith(${dev ? 'live' : 'table'}, url, options)`,
    '',
  ].join('\n')
}

/** Later instances change the table of the first instance, and the page is drawn again. Vitest's `hot` has no data. */
const LIVE = `const live = Object.assign(import.meta.hot?.data?.table ?? {}, table)
if (import.meta.hot?.data) {
  import.meta.hot.data.table = live
  import.meta.hot.accept()
  refresh()
}`

/** The modules of one page, by their import specifiers. */
interface PageModules {
  readonly key: string
  readonly names: readonly string[]
  readonly controller: string | undefined
  readonly component: string | undefined
  /** The files that load the data, that of the component first. */
  readonly data: readonly string[]
  /** Exports of the controller's module that are no settings, because an action has their name. */
  readonly reserved: readonly string[]
}

/** @param isPaged false for actions without a page */
function pagesIn(
  { routes }: Pick<Manifest, 'routes'>,
  pages: ReadonlyMap<string, string>,
  isPaged: (key: string) => boolean,
): readonly PageModules[] {
  const actions = new Map<string, Set<string>>()
  for (const { controller, action } of routes) {
    if (controller === null || action === null) continue
    const names = actions.get(controller) ?? new Set()
    actions.set(controller, names.add(action))
  }
  return [...actions]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([controller, names]) => {
      const module = pages.get(controller)
      const exports = new Set(Array.from(names, pageNames).flat())
      const reserved = module === undefined ? [] : SETTINGS.filter((name) => exports.has(name))
      return [...names].toSorted().flatMap((action): PageModules[] => {
        const key = `${controller}#${action}`
        const component = pages.get(pageKey(controller, action))
        if (!isPaged(key) || (component ?? module) === undefined) return []
        const data = [pageKey(controller, action), controller].flatMap((name) => pages.get(loadKey(name)) ?? [])
        return [{ key, names: [...new Set(pageNames(action))], controller: module, component, data, reserved }]
      })
    })
}

/**
 * The declarations of `virtual:routes/navigation`.
 *
 * @param pages how TypeScript imports each module, from the file of the declarations
 */
export function navigationTypes(manifest: Pick<Manifest, 'routes'>, pages: ReadonlyMap<string, string>): string {
  const moduleType = (source: string) => `typeof import(${quote(source)})`
  const types = pagesIn(manifest, pages, () => true).map(({ key, names, controller, component, data, reserved }) => {
    const omitted = reserved.map(quote).join(' | ')
    const module = controller === undefined ? '{}' : moduleType(controller)
    const exports = component === undefined ? module : moduleType(component)
    const ofController = omitted === '' ? module : `Omit<${module}, ${omitted}>`
    const ofPage = component === undefined ? ofController : `${exports} & ${ofController}`
    const [first, second] = data.map(moduleType)
    const settings =
      first === undefined ? ofPage : second === undefined ? first : `${first} & Omit<${second}, keyof ${first}>`
    const actions = names.map(quote).join(' | ')
    const parameters = [
      exports,
      component === undefined ? actions : quote('default'),
      ...(settings === exports && component === undefined ? [] : [settings, actions]),
    ]
    return `    ${quoteKey(key)}: PageTypes<${parameters.join(', ')}>\n`
  })
  return `\
declare module 'virtual:routes/navigation' {
  import type { Actions } from 'virtual:routes'
  import type { LoadArguments as AnyLoadArguments, OpenedDocument, OpenOptions, OtherPage, PageTypes, ReadyPage, StartOptions } from 'vite-plugin-turnout/navigation'

  export { beforeLeave, navigate, prefetch, prefetchLinks, SearchError, setSearch, subscribe, viewTransition } from 'vite-plugin-turnout/navigation'
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
   * that stops it. Throws an error if it has started already.
   */
  export function start(options?: StartOptions): () => void

  /** Loads the code and the data of a page, for a server that draws it. It changes no state, so requests can overlap. */
  export function open(url: string, options?: OpenOptions): Promise<OpenedDocument>
}`
}
