import type { Location } from '../location.ts'
import type { DiagnosticCode, Severity } from './catalog.ts'

/** One thing that is wrong with the route files. Plain data; `format.ts` puts it into words. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: Severity
  /** One sentence: what is wrong with this very call. */
  readonly message: string
  /** Why it is wrong. */
  readonly why: string
  /** How to mend it. */
  readonly fix: string
  /** The call in the route file; null where there is no file. */
  readonly location: Location | null
  /** Other places that belong to it, such as the first of two routes of one name. */
  readonly related: readonly RelatedLocation[]
  /**
   * Where it stands for several of one cause: each of them, in words of its own. The message and `related` have the
   * first few; this is for tools.
   */
  readonly occurrences?: readonly Occurrence[]
}

export interface Occurrence {
  readonly message: string
  readonly location: Location | null
}

export interface RelatedLocation {
  readonly message: string
  readonly location: Location
}
