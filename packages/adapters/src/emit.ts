// Writes `virtual:routes/react-router` and `virtual:routes/vue-router`.
import { LazyImports } from '@turnout/compiler/internal/phases/5-emit/emit-navigation'
import { quote } from '@turnout/compiler/internal/phases/5-emit/literal'
import type { OtherRouter } from './other-router.ts'
import type { TableNode } from './router-table.ts'

/** The imports and the exports of each module, before and after its table. */
const MODULES: Readonly<Record<OtherRouter['name'], readonly [imports: string, exports: string]>> = {
  'react-router': [
    `import { createElement } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { match } from 'virtual:routes'
import { createRoutes, createUseRoute } from 'vite-plugin-turnout/react-router'
`,
    `export const routes = /* @__PURE__ */ createRoutes(table, { match, createElement, Outlet })
export const useRoute = /* @__PURE__ */ createUseRoute({ match, basename, useLocation, useMatches })
`,
  ],
  'vue-router': [
    `import { h } from 'vue'
import { createRouter as createVueRouter, createWebHistory, RouterView } from 'vue-router'
import { match } from 'virtual:routes'
import { createGuard, createRoutes } from 'vite-plugin-turnout/vue-router'
`,
    `export const routes = /* @__PURE__ */ createRoutes(table, { h, RouterView })
export const guard = /* @__PURE__ */ createGuard({ match, basename, table })
export function createRouter(options) {
  const router = createVueRouter({ history: createWebHistory(basename), ...options, routes })
  router.beforeEach(guard)
  return router
}
`,
  ],
}

/**
 * Writes the module of a router.
 *
 *     const load0 = () => import('/src/pages/photos.tsx')
 *     const table = [
 *     { "id": "layout:photos", …, load: load0, children: [
 *       { "id": "photo", "path": "photos/:id", "name": "photo", "action": "photos#show", "exports": ["show", "Show"], … },
 *     ] },
 *     ]
 *
 * @param base the base path, empty for none
 */
export function emitRouterModule(table: readonly TableNode[], { name }: OtherRouter, base: string): string {
  const [imports, exports] = MODULES[name]
  const basename = `export const basename = ${quote(base === '' ? '/' : base)}`
  const lazyImports = new LazyImports(null)
  const list = listOf(table, '', lazyImports)
  return [imports, ...lazyImports.declarations(), `const table = ${list}`, basename, exports].join('\n')
}

function listOf(nodes: readonly TableNode[], indent: string, lazyImports: LazyImports): string {
  const lines = nodes.map(({ load, children, route: _route, module: _module, ...fields }) => {
    const loadField = `load: ${load === null ? null : lazyImports.nameOf(load)}`
    const childrenField = `children: ${children === null ? null : listOf(children, `${indent}  `, lazyImports)}`
    return `${indent}  { ${JSON.stringify(fields).slice(1, -1)}, ${loadField}, ${childrenField} },\n`
  })
  return `[\n${lines.join('')}${indent}]`
}
