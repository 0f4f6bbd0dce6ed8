import { existsSync } from 'node:fs'
import type { CompileOptions, Diagnostic, Manifest, Severities } from '@turnout/compiler'
import {
  checkControllers,
  checkPublicFiles,
  checkRouteFiles,
  pagesOf,
  routesForPages,
  type ControllerFile,
  type PageFiles,
} from '@turnout/compiler/internal'
import type { ControllerReader } from './controllers.ts'
import { filesIn, realPathOf } from '../files/paths.ts'
import { publicFiles } from '../files/public-files.ts'
import { drawName } from '../files/route-files.ts'

/** Where the files of a project lie; absolute paths with forward slashes. */
export interface Folders {
  /** Of the controllers; null where the option is not set. */
  readonly controllers: string | null
  /** Of the client's pages; null where the option is not set. */
  readonly pages: string | null
  /** The file of the document of all pages; null where the server sends none. */
  readonly template: string | null
  /** In which `draw` looks. */
  readonly draw: readonly string[]
  /** Of the files that are published as they are; empty where the project has none. */
  readonly public: string
}

/** How an application calls its controllers, if the plugin does it: a build refuses what cannot be called. */
export type Serving = 'build' | 'dev' | null

/** What came of the comparison. */
export interface CheckedFiles {
  readonly diagnostics: readonly Diagnostic[]
  /** The controllers, by the names that routes know them by. */
  readonly controllers: ReadonlyMap<string, ControllerFile>
  readonly pages: PageFiles
  /** `controller#action` of the routes that have a page. */
  readonly paged: ReadonlySet<string>
}

/** What the comparison needs of a project. */
export interface CheckContext {
  readonly controllerReader: ControllerReader
  readonly pageReader: ControllerReader
  /** Makes a path relative to the project root. */
  readonly relative: (file: string) => string
  readonly compile: Pick<CompileOptions, 'severities' | 'clientRoutes'>
  readonly serving: Serving
}

/** With these a request finds nothing to call. In dev it is told so, and the other routes go on. */
const REFUSED: Severities = {
  'no-controllers': 'error',
  'no-document': 'error',
  'no-pages': 'error',
  'unknown-action': 'error',
  'unknown-controller': 'error',
  'unknown-page': 'error',
}

/**
 * Compares a table with the files of the project: its controllers, its pages, and route files that nothing draws.
 *
 * @param taken absolute paths of all files that took part in the compilation
 */
export async function checkFiles(
  manifest: Manifest,
  folders: Folders,
  taken: ReadonlySet<string>,
  { controllerReader, pageReader, relative, compile, serving }: CheckContext,
): Promise<CheckedFiles> {
  const { severities, clientRoutes } = compile
  const undrawn = [
    ...checkRouteFiles(undrawnFiles(folders.draw, taken, relative), severities),
    // Without `server`, the host of the client decides which files are served.
    ...(serving === null ? [] : checkPublicFiles(manifest, publicFiles(folders.public, relative), severities)),
  ]
  const read = async (reader: ControllerReader, folder: string | null) =>
    folder === null ? null : ((await reader.read(folder, relative)) ?? relative(folder))
  const controllers = await read(controllerReader, folders.controllers)
  const pages = await read(pageReader, folders.pages)
  const strict = serving === 'build' ? { ...REFUSED, ...severities } : severities
  const { template } = folders
  const checked =
    controllers === null && pages === null
      ? []
      : checkControllers(
          manifest,
          { controllers, pages },
          {
            ...(strict && { severities: strict }),
            ...(clientRoutes && { clientRoutes }),
            isServed: serving !== null,
            missingTemplate: template === null || existsSync(template) ? undefined : relative(template),
          },
        )
  const pageFiles = mapOf(pages)
  return {
    diagnostics: [...undrawn, ...checked],
    controllers: mapOf(controllers),
    pages: pageFiles,
    paged: pagesOf(routesForPages(manifest, clientRoutes), pageFiles),
  }
}

/** Empty where a folder does not exist, and where there is none. */
function mapOf(files: ReadonlyMap<string, ControllerFile> | string | null): ReadonlyMap<string, ControllerFile> {
  return files === null || typeof files === 'string' ? new Map() : files
}

/** The route files in the draw paths that took no part, relative to the root, with the names `draw` would be given. */
function undrawnFiles(
  folders: readonly string[],
  taken: ReadonlySet<string>,
  relative: (file: string) => string,
): Map<string, string> {
  const found = new Map<string, string>()
  for (const folder of folders) {
    for (const file of filesIn(folder)) {
      const name = drawName(folder, file)
      // A file that takes part may be known by a link or by its real path.
      if (name !== null && !taken.has(file) && !taken.has(realPathOf(file))) found.set(relative(file), name)
    }
  }
  return found
}
