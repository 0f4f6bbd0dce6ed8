// Finds the file of each `draw`, and remembers which paths a search has read: if one of them changes, the routes are
// compiled again.
import { fileStates, type FileState } from '../files/file-state.ts'
import type { DrawnFile } from '../evaluate/compile-route-files.ts'
import { drawCandidates, drawnNames, findDrawn } from '../files/route-files.ts'

/** The searches of one compilation. */
export class DrawSearches {
  /** The drawn files, by the paths by which they were found; there may be links on the way. */
  readonly files: string[] = []
  /** The paths without a file, with their states at the time of the search. */
  readonly missing = new Map<string, FileState>()
  readonly #folders: readonly string[]
  readonly #relative: (file: string) => string

  /**
   * @param folders the folders of drawn files, absolute
   * @param relative makes a path relative to the project root
   */
  constructor(folders: readonly string[], relative: (file: string) => string) {
    this.#folders = folders
    this.#relative = relative
  }

  /** Searches the file of a `draw` in the folders as they are now, and records the paths of the search. */
  search(name: string): DrawnFile {
    const drawn = findDrawn(this.#folders, name)
    if ('file' in drawn) {
      this.files.push(drawn.file)
      return drawn
    }
    for (const [file, state] of fileStates(drawCandidates(this.#folders, name))) this.missing.set(file, state)
    return { searched: drawn.searched.map(this.#relative), known: drawnNames(this.#folders) }
  }
}
