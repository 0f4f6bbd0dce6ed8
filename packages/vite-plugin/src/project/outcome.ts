import type { CallableReference, Manifest } from '@turnout/compiler'
import { isController, isPage } from '../checks/controllers.ts'
import type { FileStates } from '../files/file-state.ts'
import { realPathOf } from '../files/paths.ts'
import { isDrawable } from '../files/route-files.ts'
import type { Problem } from '../problems/problem.ts'

/** What one compilation of the project came to. */
export interface Outcome {
  /** Null when there is an error among the problems. */
  readonly manifest: Manifest | null
  /** What the route files come to, also where the project's other files do not fit it: then there is no manifest. */
  readonly table: Manifest | null
  readonly problems: readonly Problem[]
  /** How the emitted module imports a callable. */
  readonly importCallable: (reference: CallableReference) => string
  /** Absolute paths of all files that took part. */
  readonly files: ReadonlySet<string>
  /** The absolute path of the entry, and of every place where one is looked for first. */
  readonly entries: readonly string[]
  /** The folders in which `draw` looks. */
  readonly drawFolders: readonly string[]
  /** The folder of the controllers, if the project has one. */
  readonly controllersFolder: string | null
  /** The files of the controllers, absolute, by the names that routes know them by. */
  readonly controllers: ReadonlyMap<string, string>
  /** The folder of the client's pages, if the project has one. */
  readonly pagesFolder: string | null
  /** The modules of pages, absolute, by the names of `PageFiles`. */
  readonly pages: ReadonlyMap<string, string>
  /** `controller#action` of the routes that have a page. */
  readonly paged: ReadonlySet<string>
  /** The file of the document of all pages, absolute; null where the server sends none. */
  readonly template: string | null
  /** The states in which the files were read, and of those that were looked for and are not there. */
  readonly states: FileStates
}

/** What may happen to a file. */
export type FileEvent = 'create' | 'update' | 'delete'

/** True if a change of the file may change the outcome. */
export function concerns(outcome: Outcome, file: string, change: FileEvent): boolean {
  if (outcome.files.has(file) || outcome.entries.includes(file)) return true
  if (outcome.controllersFolder !== null && isController(outcome.controllersFolder, file)) return true
  // Watchers name files by the links that lead to them, the module graph by their real paths.
  if (outcome.files.has(realPathOf(file))) return true
  const { pagesFolder } = outcome
  if (pagesFolder !== null && isController(pagesFolder, file)) return true
  if (change === 'update') return false
  // A component has one export, whatever is in it.
  if (pagesFolder !== null && isPage(pagesFolder, file)) return true
  if (file === outcome.template) return true
  // A file that appears may be a draw or an import that was missing; one that goes may uncover another.
  return isDrawable(outcome.drawFolders, file) || (outcome.manifest === null && change === 'create')
}
