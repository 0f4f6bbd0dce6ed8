/**
 * The packages that extend the core. The core imports them here and nowhere else, and each only when it is needed: a build
 * without the option `exports` never loads `@turnout/exports`. `npm run imports` checks this.
 */
export type { PageHost } from './dev-pages/index.ts'
export type { Contracts, OpenApi } from '@turnout/exports'
export type { ImportedRoutes } from '@turnout/rails'
export type { Inspector, PageController, PageRequest, PageSource } from '@turnout/inspector'

/** Loads the package that writes the routes as an OpenAPI document. */
export const loadExports = () => import('@turnout/exports')

/** Loads the package that reads the routes of a Rails server. */
export const loadRails = () => import('@turnout/rails')

/** Loads the pages of a dev server: errors, requests without a route, and the element of the dev bar. */
export const loadDevPages = () => import('./dev-pages/index.ts')

/** Loads the package that shows the routes as a page. */
export const loadInspector = () => import('@turnout/inspector')
