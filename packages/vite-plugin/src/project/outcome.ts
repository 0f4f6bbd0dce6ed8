import type { CallableReference, Manifest } from '@turnout/compiler'
import type { ControllerFile } from '@turnout/compiler/internal/checks/handler-files'
import { isController, isPage } from '../controllers/names.ts'
import type { FileStates } from '../files/file-state.ts'
import { realPathOf } from '../files/paths.ts'
import { isDrawable } from '../files/route-files.ts'
import type { Problem } from '../problems/problem.ts'
import type { ProjectFolders } from './folders.ts'

/** The result of compiling the project once. */
export interface Outcome {
  /** Null when there is an error among the problems. */
  readonly manifest: Manifest | null
  /** The table from the route files. Set even if controllers or pages are missing, in which case `manifest` is null. */
  readonly table: Manifest | null
  readonly problems: readonly Problem[]
  /** How the emitted module imports a callable. */
  readonly importCallable: (reference: CallableReference) => string
  /** Absolute paths of all files that took part. */
  readonly files: ReadonlySet<string>
  /** The absolute path of the entry, and of every path that the search for the entry tries first. */
  readonly entries: readonly string[]
  /** The folders in which `draw` searches. */
  readonly drawFolders: readonly string[]
  /** The absolute paths of the controllers' files, by their names in routes. */
  readonly controllers: ReadonlyMap<string, string>
  /** The same files relative to the root, with the lines of their exports. */
  readonly controllerFiles: ReadonlyMap<string, ControllerFile>
  /** The modules of pages, absolute, by the names of `PageFiles`. */
  readonly pages: ReadonlyMap<string, string>
  /** `controller#action` of each route with a page. */
  readonly actionsWithPage: ReadonlySet<string>
  /** The source of the module for the router of the option `router`; null without one. */
  readonly routerCode: string | null
  /** Modification state of every file read, and of every missing file that was looked up. */
  readonly states: FileStates
}

/** A change of a file. */
export type FileEvent = 'create' | 'update' | 'delete'

/** True if a change of the file may change the outcome. */
export function concerns(
  outcome: Outcome,
  { controllers, pages, template }: ProjectFolders,
  file: string,
  change: FileEvent,
): boolean {
  if (outcome.files.has(file) || outcome.entries.includes(file)) return true
  if (controllers !== null && isController(controllers, file)) return true
  // Watchers report the path of a link, but the module graph contains the real path.
  if (outcome.files.has(realPathOf(file))) return true
  if (pages !== null && isController(pages, file)) return true
  if (change === 'update') return false
  // A component always has one export, so a change of its content changes nothing.
  if (pages !== null && isPage(pages, file)) return true
  if (file === template) return true
  // A new file may be a missing draw or import. The deletion of a file may uncover another file of the same name.
  return isDrawable(outcome.drawFolders, file) || (outcome.manifest === null && change === 'create')
}
