// Runs an emitted module with the real routers, and the emitted `match`.
import type { Manifest } from '@turnout/compiler'
import { emitModule } from '@turnout/compiler/internal/phases/5-emit/emit-module'
import type { Match } from '@turnout/runtime'
import { loadModule } from '../../compiler/test/load-module.ts'
import { compileRouter, type RouterName } from '../src/index.ts'
import { createGuard, createRoutes as createRecords } from '../src/vue-router.ts'
import { createRoutes } from '../src/react-router.ts'
import type { RouterNode } from '../src/router-node.ts'

/** The modules of pages, by the name of their controller. */
export type PageModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Compiles the table of a router, and evaluates the emitted module. */
export function runRouter(name: RouterName, manifest: Manifest, modules: PageModules) {
  const files = new Map(
    Object.entries(modules).map(([key, module]) => {
      const actions = Object.keys(module).map((exported) => ({ name: exported, line: 1, column: 1 }))
      return [key, { file: `src/pages/${key}.tsx`, actions }]
    }),
  )
  const specifiers = new Map(Object.keys(modules).map((key) => [key, key]))
  const root = import.meta.dirname
  const project = { manifest, table: manifest, files, specifiers, root, base: '', severities: undefined }
  const { code, diagnostics } = compileRouter(name, project)
  const [source = ''] = /^const (?:load0|table) = [^]*(?=\nexport const basename)/m.exec(code)!
  const evaluate = new Function('load', `${source.replace(/import\(/g, 'load(')}\nreturn table`)
  const table = evaluate(async (key: string) => modules[key]) as RouterNode[]
  const match = loadModule(emitModule(manifest).code)['match'] as Match
  return { table, match, diagnostics, code }
}

/** Returns the route objects for React Router. */
export function reactRoutes({ table, match }: ReturnType<typeof runRouter>) {
  return createRoutes(table, { match, createElement: (type: unknown) => ({ type }), Outlet: null })
}

/** Returns the route records and the guard for vue-router. */
export function vueRoutes({ table, match }: ReturnType<typeof runRouter>) {
  const records = createRecords(table, { h: () => null, RouterView: null })
  return { records, guard: createGuard({ match, basename: '/', table }) }
}
