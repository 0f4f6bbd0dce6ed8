import type { Diagnostic, Manifest, Severities } from '@turnout/compiler'
import { checkControllers, checkPublicFiles, checkRouteFiles, type ControllerFile } from '@turnout/compiler/internal'
import type { ControllerReader } from './controllers.ts'
import { filesIn, realPathOf } from '../files/paths.ts'
import { publicFiles } from '../files/public-files.ts'
import { drawName } from '../files/route-files.ts'

/** Where the files of a project lie; absolute paths with forward slashes. */
export interface Folders {
  /** Of the controllers; null where the option is not set. */
  readonly controllers: string | null
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
}

/** With these a request finds nothing to call. In dev it is told so, and the other routes go on. */
const REFUSED: Severities = { 'no-controllers': 'error', 'unknown-action': 'error', 'unknown-controller': 'error' }

/**
 * Compares a table with the files of the project: its controllers, and route files that nothing draws.
 *
 * @param taken absolute paths of all files that took part in the compilation
 * @param relative makes a path relative to the project root
 */
export async function checkFiles(
  manifest: Manifest,
  folders: Folders,
  taken: ReadonlySet<string>,
  reader: ControllerReader,
  relative: (file: string) => string,
  severities: Severities | undefined,
  serving: Serving,
): Promise<CheckedFiles> {
  const undrawn = [
    ...checkRouteFiles(undrawnFiles(folders.draw, taken, relative), severities),
    // Without `server`, the host of the client decides which files are served.
    ...(serving === null ? [] : checkPublicFiles(manifest, publicFiles(folders.public, relative), severities)),
  ]
  if (folders.controllers === null) return { diagnostics: undrawn, controllers: new Map() }
  const found = await reader.read(folders.controllers, relative)
  const strict = serving === 'build' ? { ...REFUSED, ...severities } : severities
  const checked = checkControllers(manifest, found ?? relative(folders.controllers), strict, serving !== null)
  return { diagnostics: [...undrawn, ...checked], controllers: found ?? new Map() }
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
