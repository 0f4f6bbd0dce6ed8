import type { Location } from './location.ts'
import type { DiagnosticCode, Severity } from './catalog.ts'

/** A problem of the route files, as plain data. `format.ts` writes it for terminals. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: Severity
  /** One sentence about the mistake in this specific call. */
  readonly message: string
  /** Why it is wrong. */
  readonly why: string
  /** How to fix it. */
  readonly fix: string
  /** The call in the route file; null if the problem is in no file. */
  readonly location: Location | null
  /** Other places that the problem concerns, such as the first of two routes with the same name. */
  readonly related: readonly RelatedLocation[]
  /**
   * All occurrences, if several have the same cause, each with its own message. `message` and `related` contain the
   * first few; this list is for tools.
   */
  readonly occurrences?: readonly Occurrence[]
  /** If the user's code threw: the frames of the stack, in sources of the project (`at top (src/x.ts:1:2)`). */
  readonly stack?: readonly string[]
  /** If the compiler itself failed: its stack, for a bug report. It contains no folder of the machine. */
  readonly trace?: readonly string[]
}

export interface Occurrence {
  readonly message: string
  readonly location: Location | null
}

export interface RelatedLocation {
  readonly message: string
  readonly location: Location
}

/** Returns a note at a place; none if the place is unknown. */
export function noteAt(location: Location | null, message: string): RelatedLocation[] {
  return location === null ? [] : [{ message, location }]
}
