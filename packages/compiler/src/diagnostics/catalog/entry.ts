/** A diagnostic code: its severity, its texts, and the message of one diagnostic. */
export interface CatalogEntry extends Texts {
  readonly severity: Severity
  /** For errors: true if the table can still be built, so that users can lower the severity. */
  readonly canBeLowered?: true
}

interface Texts {
  readonly why: string
  readonly fix: string
  /**
   * Describes the problem with this call in one or two sentences: a text with the names of arguments in braces, or a
   * function of the arguments. The parameters of a function are type aliases, because declarations of the catalogue
   * inline them.
   *
   *     'There is no concern `{name}`.{?suggestion}'
   *     { name: 'a', suggestion: 'b' }    -> There is no concern `a`. Did you mean `b`?
   *     { name: 'a', suggestion: null }   -> There is no concern `a`.
   *
   * `{error}` describes a thrown value.
   */
  readonly message: string | ((args: never) => string)
}

/** ``A module imports `virtual:routes/pages` ``; `importer` is null if the importing file is unknown. */
export const importing = (importer: string | null, module: string): string =>
  `${importer === null ? 'A module' : `\`${importer}\``} imports \`${module}\``

/** An `error` fails the build; a `warning` or a `hint` does not. */
export type Severity = 'error' | 'warning' | 'hint'

export const error = <const Entry extends Texts>(entry: Entry) => ({ severity: 'error', ...entry }) as const

/** An error that does not prevent building a table. */
export const lowerableError = <const Entry extends Texts>(entry: Entry) =>
  ({ severity: 'error', canBeLowered: true, ...entry }) as const

export const warning = <const Entry extends Texts>(entry: Entry) => ({ severity: 'warning', ...entry }) as const

export const hint = <const Entry extends Texts>(entry: Entry) => ({ severity: 'hint', ...entry }) as const
