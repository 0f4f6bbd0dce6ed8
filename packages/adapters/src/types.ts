// Writes the declarations of `virtual:routes/react-router` and `virtual:routes/vue-router`.
import type { Manifest } from '@turnout/compiler'
import { quote, quoteKey } from '@turnout/compiler/internal/phases/5-emit/literal'
import { ROUTERS, type OtherRouter } from './other-router.ts'
import { nodesIn } from './router-node.ts'
import { routerTable } from './router-table.ts'

/**
 * Returns the declarations of a router's module.
 *
 * @param specifiers the imports of the modules of pages, relative to the file of the declarations
 */
export function routerTypes(
  name: OtherRouter['name'],
  manifest: Manifest,
  specifiers: ReadonlyMap<string, string>,
): string {
  const files = new Map([...specifiers].map(([key, file]) => [key, { file, actions: null }]))
  const pages = nodesIn(routerTable({ manifest, files, specifiers }, ROUTERS[name])).flatMap((node) => {
    if (node.load === null || (node.path === null && name === 'vue-router')) return []
    const route = node.path === null ? 'never' : quote(node.name ?? node.action!)
    const exported = node.exports.map(quote).join(' | ') || 'never'
    return `    ${quoteKey(node.id)}: Page<${route}, typeof import(${quote(node.load)}), ${exported}>\n`
  })
  return `\
// prettier-ignore
declare module 'virtual:routes/${name}' {
  import type { Actions, RouteMatch, Routes } from 'virtual:routes'
${TYPES[name]}
  /** The routes with a page and the layouts, by their ids. */
  export interface Pages {
${pages.join('')}  }

  /** The base path of the application: \`/\` without one. */
  export const basename: string
}`
}

const TYPES: Readonly<Record<OtherRouter['name'], string>> = {
  'react-router': `\
  import type { ActionFunctionArgs, LoaderFunctionArgs, RouteObject, useLoaderData } from 'react-router'

  type Setting<Module, Key, Names> = Key extends keyof Module
    ? Module[Key] extends (...args: never) => unknown ? Module[Key]
    : [Names] extends [never] ? Module[Key] : Module[Key][Names & keyof Module[Key]]
    : never
  type Data<Loader> = [Loader] extends [never] ? null : ReturnType<typeof useLoaderData<Loader>>
  type Page<Name extends keyof Actions | keyof Routes, Module, Names> = {
    readonly params: RouteMatch<Name>['params']
    /** The result of the loader; null without one. */
    readonly data: Data<Setting<Module, 'loader', Names>>
    readonly handle: Setting<Module, 'handle', Names>
  }
  type ArgumentsOf<Args, Action extends keyof Actions> = Omit<Args, 'params'> & {
    readonly params: Actions[Action]['params']
    readonly match: Actions[Action]
  }

  /** The arguments of a loader, with the parameters of its route in the table. */
  export type LoaderArgs<Action extends keyof Actions> = ArgumentsOf<LoaderFunctionArgs, Action>
  /** The arguments of an export \`action\` for the action of the table that the method and the path of a form have. */
  export type ActionArgs<Action extends keyof Actions> = ArgumentsOf<ActionFunctionArgs, Action>

  /**
   * The routes for \`createBrowserRouter\`.
   *
   * @example
   * \`\`\`ts
   * import { createBrowserRouter } from 'react-router'
   * import { basename, routes } from 'virtual:routes/react-router'
   *
   * export const router = createBrowserRouter(routes, { basename })
   * \`\`\`
   */
  export const routes: RouteObject[]

  /**
   * Returns the parameters and the data of a route on the page.
   *
   * @throws Error if the route is not on the page
   */
  export function useRoute<Id extends keyof Pages>(id: Id): Pages[Id]
`,
  'vue-router': `\
  import type { NavigationGuard, ParamValue, RouteRecordInfo, RouteRecordRaw, Router, RouterOptions } from 'vue-router'

  type Raw<Params> = { [Name in keyof Params]: Params[Name] extends string ? ParamValue<true> : Params[Name] }
  type Page<Name extends keyof Actions | keyof Routes, Module, Names> =
    RouteRecordInfo<Name, string, Raw<RouteMatch<Name>['params']>, RouteMatch<Name>['params']>

  /** The records for \`createRouter\` of vue-router. They need \`guard\`. */
  export const routes: RouteRecordRaw[]

  /** The guard for \`beforeEach\` that compares the choice of vue-router with that of the table. */
  export const guard: NavigationGuard

  /**
   * Creates the router of an application, with the routes and the guard. \`history\` is that of the browser by default.
   *
   * @example
   * \`\`\`ts
   * import { createRouter } from 'virtual:routes/vue-router'
   *
   * export const router = createRouter()
   * \`\`\`
   */
  export function createRouter(options?: Partial<Omit<RouterOptions, 'routes'>>): Router
`,
}
