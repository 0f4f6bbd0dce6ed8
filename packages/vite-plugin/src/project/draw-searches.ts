// Finds the file of each `draw`, and remembers which paths a search has read: if one of them changes, the routes are
// compiled again.
import { fileStates, type FileStates } from '../files/file-state.ts'
import type { DrawnFile } from '../evaluate/compile-route-files.ts'
import { drawCandidates, drawnNames, findDrawn } from '../files/route-files.ts'

/** The paths that searches have read. */
export interface SearchedPaths {
  /** The drawn files, by the paths by which they were found; there may be links on the way. */
  readonly files: readonly string[]
  /** The paths without a file, with their states at the time of the search. */
  readonly missing: FileStates
}

/** The searches of one compilation. */
export class DrawSearches {
  readonly #folders: readonly string[]
  readonly #relative: (file: string) => string
  readonly #pathsByName = new Map<string, SearchedPaths>()

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
      this.#pathsByName.set(name, { files: [drawn.file], missing: new Map() })
      return drawn
    }
    this.#pathsByName.set(name, { files: [], missing: fileStates(drawCandidates(this.#folders, name)) })
    return { searched: drawn.searched.map(this.#relative), known: drawnNames(this.#folders) }
  }

  /** The paths of all searches. */
  get paths(): SearchedPaths {
    const paths = [...this.#pathsByName.values()]
    return {
      files: paths.flatMap(({ files }) => files),
      missing: new Map(paths.flatMap(({ missing }) => [...missing])),
    }
  }
}
