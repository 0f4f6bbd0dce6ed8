import type { Diagnostic, Manifest, Severities } from '@turnout/compiler'
import { checkControllers, checkRouteFiles } from '@turnout/compiler/internal'
import type { ControllerReader } from './controllers.ts'
import { filesIn, realPathOf } from '../files/paths.ts'
import { drawName } from '../files/route-files.ts'

/** Where the files of a project lie; absolute paths with forward slashes. */
export interface Folders {
  /** Of the controllers; null where the option is not set. */
  readonly controllers: string | null
  /** In which `draw` looks. */
  readonly draw: readonly string[]
}

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
): Promise<readonly Diagnostic[]> {
  const undrawn = checkRouteFiles(undrawnFiles(folders.draw, taken, relative), severities)
  if (folders.controllers === null) return undrawn
  const controllers = await reader.read(folders.controllers, relative)
  return [...undrawn, ...checkControllers(manifest, controllers ?? relative(folders.controllers), severities)]
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
