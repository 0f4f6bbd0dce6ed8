// The routes of a project as the table of React Router or vue-router.
import type { Diagnostic } from '@turnout/compiler'
import { checkRouter } from './check.ts'
import { emitRouterModule } from './emit.ts'
import { ROUTERS, type OtherRouter } from './other-router.ts'
import { routerTable, type RouterSource } from './router-table.ts'

export { routerTypes } from './types.ts'

/** The name of a router's package. */
export type RouterName = OtherRouter['name']

/** The result of `compileRouter`. */
export interface CompiledRouter {
  /** The source of `virtual:routes/react-router` or `virtual:routes/vue-router`. */
  readonly code: string
  readonly diagnostics: readonly Diagnostic[]
}

/** Writes the module of a router, and compares the order of its routes with that of the table. */
export function compileRouter(name: RouterName, source: RouterSource): CompiledRouter {
  const router = ROUTERS[name]
  const table = routerTable(source, router)
  return { code: emitRouterModule(table, router, source.base), diagnostics: checkRouter(table, router, source) }
}
