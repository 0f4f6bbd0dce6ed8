// Compares a table with the files of the project.
import { existsSync } from 'node:fs'
import type { CompileOptions, Diagnostic, Manifest, Severities } from '@turnout/compiler'
import { checkControllers } from '@turnout/compiler/internal/checks/check-controllers'
import { checkLoadFiles, checkRouteFiles } from '@turnout/compiler/internal/checks/check-unused-files'
import { checkPublicFiles } from '@turnout/compiler/internal/checks/check-public-files'
import {
  pagesOf,
  routesForPages,
  type PageFiles,
  filesOf,
  type ControllerFile,
  type FolderContent,
} from '@turnout/compiler/internal/checks/handler-files'
import type { ControllerReader } from '../controllers/controller-reader.ts'
import { filesIn, realPathOf } from '../files/paths.ts'
import { publicFiles } from '../files/public-files.ts'
import { drawName } from '../files/route-files.ts'

/** The folders of a project: absolute paths with forward slashes. */
export interface Folders {
  /** The folder of the controllers; null if the option is not set. */
  readonly controllers: string | null
  /** The folder of the client's pages; null if the option is not set. */
  readonly pages: string | null
  /** The document file of all pages; null if the server sends no document. */
  readonly template: string | null
  /** The folders in which `draw` searches for route files. */
  readonly draw: readonly string[]
  /** The folder of static public files; empty if the project has none. */
  readonly public: string
}

/** Whether this plugin calls the controllers: in a build, in dev, or not at all (null). Builds refuse missing actions. */
export type ServingMode = 'build' | 'dev' | null

/** The result of `checkFiles`. */
export interface CheckedFiles {
  readonly diagnostics: readonly Diagnostic[]
  /** The controllers, by their names in routes. */
  readonly controllers: ReadonlyMap<string, ControllerFile>
  readonly pages: PageFiles
  /** `controller#action` of each route with a page. */
  readonly actionsWithPage: ReadonlySet<string>
}

/** The parts of a project that `checkFiles` needs, besides its folders. */
export interface CheckContext {
  readonly controllerReader: ControllerReader
  readonly pageReader: ControllerReader
  /** Makes a path relative to the project root. */
  readonly relative: (file: string) => string
  readonly compileOptions: Pick<CompileOptions, 'severities' | 'clientRoutes'>
  readonly serving: ServingMode
}

/**
 * Diagnostics of routes for which a request finds nothing to call. They fail a build. In dev the response to such a
 * request names the problem, and the other routes keep working.
 */
const BUILD_SEVERITIES: Severities = {
  'no-controllers': 'error',
  'no-document': 'error',
  'no-guard': 'error',
  'no-pages': 'error',
  'unknown-action': 'error',
  'unknown-controller': 'error',
  'unknown-page': 'error',
}

/**
 * Reports what routes name and files lack (controllers, actions, pages, the document), route files that no `draw` loads,
 * and public files with the path of a route.
 *
 * @param compiledFiles absolute paths of all files that took part in the compilation
 */
export async function checkFiles(
  manifest: Manifest,
  folders: Folders,
  compiledFiles: ReadonlySet<string>,
  { controllerReader, pageReader, relative, compileOptions, serving }: CheckContext,
): Promise<CheckedFiles> {
  const { severities, clientRoutes } = compileOptions
  const fileProblems = [
    ...checkRouteFiles(undrawnFiles(folders.draw, compiledFiles, relative), severities),
    // Without `server`, the host of the client decides which files are served.
    ...(serving === null ? [] : checkPublicFiles(manifest, publicFiles(folders.public, relative), severities)),
  ]
  const controllers = await readFolder(controllerReader, folders.controllers, relative)
  const pages = await readFolder(pageReader, folders.pages, relative)
  const effectiveSeverities = serving === 'build' ? { ...BUILD_SEVERITIES, ...severities } : severities
  const { template } = folders
  const controllerProblems =
    controllers.kind === 'unset' && pages.kind === 'unset'
      ? []
      : checkControllers(
          manifest,
          { controllers, pages },
          {
            ...(effectiveSeverities && { severities: effectiveSeverities }),
            ...(clientRoutes && { clientRoutes }),
            isServed: serving !== null,
            missingTemplate: template === null || existsSync(template) ? undefined : relative(template),
          },
        )
  const pageFiles = filesOf(pages)
  return {
    diagnostics: [...fileProblems, ...controllerProblems, ...checkLoadFiles(manifest, pageFiles, severities)],
    controllers: filesOf(controllers),
    pages: pageFiles,
    actionsWithPage: pagesOf(routesForPages(manifest, clientRoutes), pageFiles),
  }
}

async function readFolder(
  reader: ControllerReader,
  folder: string | null,
  relative: (file: string) => string,
): Promise<FolderContent> {
  if (folder === null) return { kind: 'unset' }
  const files = await reader.read(folder, relative)
  return files === null ? { kind: 'missing', folder: relative(folder) } : { kind: 'read', files }
}

/** Returns the uncompiled route files in the draw folders, relative to the root, each with its name for `draw`. */
function undrawnFiles(
  folders: readonly string[],
  compiledFiles: ReadonlySet<string>,
  relative: (file: string) => string,
): Map<string, string> {
  const namesByFile = new Map<string, string>()
  for (const folder of folders) {
    for (const file of filesIn(folder)) {
      const name = drawName(folder, file)
      if (name === null) continue
      // The set may contain a compiled file by its link or by its real path.
      const isCompiled = compiledFiles.has(file) || compiledFiles.has(realPathOf(file))
      if (!isCompiled) namesByFile.set(relative(file), name)
    }
  }
  return namesByFile
}
