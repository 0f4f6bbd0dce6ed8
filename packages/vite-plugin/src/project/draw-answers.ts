// Answers which file a `draw` means, and remembers on which files the answers depend.
import { fileStates, type FileStates } from '../files/file-state.ts'
import type { DrawnFile } from '../evaluate/common/messages.ts'
import { drawCandidates, drawnNames, findDrawn } from '../files/route-files.ts'

/** The files on which the answers depend. */
export interface DrawPlaces {
  /** The drawn files, by the paths by which they were found; on the way there may be links. */
  readonly files: readonly string[]
  /** The paths at which a search looked for a file without success. */
  readonly missing: FileStates
}

/** The calls of `draw` in one compilation. */
export class DrawAnswers {
  readonly #folders: readonly string[]
  readonly #relative: (file: string) => string
  readonly #places = new Map<string, DrawPlaces>()

  /**
   * @param folders the folders of drawn files, absolute
   * @param relative makes a path relative to the project root
   */
  constructor(folders: readonly string[], relative: (file: string) => string) {
    this.#folders = folders
    this.#relative = relative
  }

  /** Finds the file of a `draw` in the folders as they are now. */
  draw(name: string): DrawnFile {
    const drawn = findDrawn(this.#folders, name)
    if ('file' in drawn) {
      this.#places.set(name, { files: [drawn.file], missing: new Map() })
      return drawn
    }
    // The states are those of the search: a file that is created later needs another compilation.
    this.#places.set(name, { files: [], missing: fileStates(drawCandidates(this.#folders, name)) })
    return { searched: drawn.searched.map(this.#relative), known: drawnNames(this.#folders) }
  }

  /** @param names those that the route files draw. An answer that was given in advance may be for another name. */
  places(names: ReadonlySet<string> = new Set(this.#places.keys())): DrawPlaces {
    const places = [...this.#places].flatMap(([name, place]) => (names.has(name) ? [place] : []))
    return {
      files: places.flatMap(({ files }) => files),
      missing: new Map(places.flatMap(({ missing }) => [...missing])),
    }
  }
}
