/** The texts of a diagnostic code, and the function that writes the message of one diagnostic. */
export interface CatalogEntry {
  readonly severity: Severity
  /** For errors: true if the table can still be built, so that users can lower the severity. */
  readonly canBeLowered?: true
  readonly why: string
  readonly fix: string
  /**
   * Describes the problem with this call in one or two sentences. Its parameters are type aliases, because declarations of
   * the catalogue inline them.
   */
  readonly message: (args: never) => string
}

/** An `error` fails the build; a `warning` or a `hint` does not. */
export type Severity = 'error' | 'warning' | 'hint'
