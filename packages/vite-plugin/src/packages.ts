import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The packages that extend the core. The core imports them here and nowhere else, and each only when it is needed: a build
 * without the option `exports` never loads `@turnout/exports`. `npm run imports` checks this.
 */
export type { PageHost } from './dev-pages/index.ts'
export type { CompiledRouter, RouterName } from '@turnout/adapters'
export type Adapters = typeof import('@turnout/adapters')
export type { Contracts, OpenApi } from '@turnout/exports'
export type { LinkChecker, LinkOptions, ProjectReport } from '@turnout/links'
export type { ImportedRoutes } from '@turnout/rails'
export type { Inspector, PageController, PageRequest, PageSource } from '@turnout/inspector'

/** Thrown if an option or a command needs a package that the project has not installed. */
export class PackageNotInstalled extends Error {}

/**
 * Loads the package that checks links. It is no part of the plugin: the project installs it.
 *
 * @throws PackageNotInstalled
 */
export async function loadLinks(root: string): Promise<typeof import('@turnout/links')> {
  let file: string
  try {
    file = createRequire(path.join(root, 'package.json')).resolve('@turnout/links')
  } catch {
    throw new PackageNotInstalled(
      'To check links, Turnout needs the package `@turnout/links`: `npm install --save-dev @turnout/links`.',
    )
  }
  return (await import(pathToFileURL(file).href)) as typeof import('@turnout/links')
}

/** Loads the package that writes the routes as the table of another router. */
export const loadAdapters = () => import('@turnout/adapters')

/** Loads the package that writes the routes as an OpenAPI document. */
export const loadExports = () => import('@turnout/exports')

/** Loads the package that reads the routes of a Rails server. */
export const loadRails = () => import('@turnout/rails')

/** Loads the pages of a dev server: errors, requests without a route, and the element of the dev bar. */
export const loadDevPages = () => import('./dev-pages/index.ts')

/** Loads the package that shows the routes as a page. */
export const loadInspector = () => import('@turnout/inspector')

/**
 * Loads srvx when the first request needs it. Its classes extend `Request` and `Response`, for which Node loads `fetch`. That takes
 * 12 ms, and a build needs neither.
 */
export const loadSrvx = () => import('srvx/node')
