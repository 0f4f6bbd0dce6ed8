// A module of the project as the checks know it: a controller, or a module of pages.

/** The result of reading a controller's file. */
export interface ControllerFile {
  /** Relative to the project root. */
  readonly file: string
  /** Names of its exports; null if they cannot be determined without running the file (`export * from …`). */
  readonly actions: readonly ControllerAction[] | null
}

export interface ControllerAction {
  readonly name: string
  /** 1-based; null if unknown. */
  readonly line: number | null
  readonly column: number | null
}
