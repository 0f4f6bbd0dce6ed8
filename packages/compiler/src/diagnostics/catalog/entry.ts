/** What is said of a code wherever it is reported, and how the message of one diagnostic is written. */
export interface CatalogEntry {
  readonly severity: Severity
  /** For errors: the table can be built all the same, so that the user may make less of it. */
  readonly canBeLowered?: true
  readonly why: string
  readonly fix: string
  /**
   * What is wrong with the call at hand, in one sentence or two. What it takes are type aliases: declarations of the
   * catalogue write them out.
   */
  readonly message: (args: never) => string
}

/** An `error` fails the build; a `warning` or a `hint` does not. */
export type Severity = 'error' | 'warning' | 'hint'
