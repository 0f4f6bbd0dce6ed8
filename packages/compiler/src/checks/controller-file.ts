// A module of the project as the checks know it: a controller, or a module of pages.

/** The result of reading a controller's file. */
export interface ControllerFile {
  /** Relative to the project root. */
  readonly file: string
  /** Names of its exports; null if they cannot be determined without running the file (`export * from …`). */
  readonly actions: readonly ControllerAction[] | null
  /** Other files with the same name in routes, relative to the project root. Default: none. */
  readonly duplicates?: readonly string[]
}

export interface ControllerAction {
  readonly name: string
  /** 1-based; null if unknown. */
  readonly line: number | null
  readonly column: number | null
}

/** The files in the folder of the controllers, or of the pages. */
export type FolderContent =
  /** The project does not specify the folder. */
  | { readonly kind: 'unset' }
  /** The folder does not exist. Its name is relative to the project root. */
  | { readonly kind: 'missing'; readonly folder: string }
  /** The files by their name in routes (`admin/photos`). */
  | { readonly kind: 'read'; readonly files: ReadonlyMap<string, ControllerFile> }

/** Returns the files of a folder; empty if there is no folder. */
export function filesOf(content: FolderContent): ReadonlyMap<string, ControllerFile> {
  return content.kind === 'read' ? content.files : new Map()
}
