// A module of the project as the checks know it: a controller, or a module of pages.

/** What was read of a controller's file. */
export interface ControllerFile {
  /** Relative to the project root. */
  readonly file: string
  /** Names of its exports; null where they cannot be told without running it (`export * from …`). */
  readonly actions: readonly ControllerAction[] | null
}

export interface ControllerAction {
  readonly name: string
  /** 1-based; null where it is not known. */
  readonly line: number | null
  readonly column: number | null
}
