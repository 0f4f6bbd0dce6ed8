import { describeError, describeValue } from '../describe.ts'
import type { Location } from '../location.ts'
import { catalog, type CatalogEntry, type DiagnosticCode, type Severity } from './catalog.ts'
import type { Diagnostic, Occurrence, RelatedLocation } from './diagnostic.ts'
import { nearest } from './nearest.ts'

/** Something that knows where it stands; resolved only when a diagnostic needs it. */
export type Place = () => Location | null

/** What the user makes of diagnostics, by code. `off` leaves them out. */
export type Severities = Readonly<Partial<Record<DiagnosticCode, Severity | 'off'>>>

/** Collects all diagnostics of a run. Nothing throws on the first: a run reports everything it can find. */
export class Diagnostics {
  readonly #all: Diagnostic[] = []
  readonly #seen = new Set<string>()
  readonly #severities: Severities

  /** @param severities are checked; what is wrong with them is reported as `invalid-severity` */
  constructor(severities: Severities = {}) {
    try {
      this.#severities = { ...severities }
    } catch (error) {
      this.#severities = {}
      this.report('invalid-severity', `\`severities\` cannot be read: ${describeError(error)}`, () => null)
    }
    for (const [code, severity] of Object.entries(this.#severities)) {
      const problem = severityProblem(code, severity)
      if (problem !== null) this.report('invalid-severity', problem, () => null)
    }
  }

  get all(): readonly Diagnostic[] {
    return this.#all
  }

  get hasErrors(): boolean {
    return this.#all.some((diagnostic) => diagnostic.severity === 'error')
  }

  /**
   * Reports a diagnostic. One call makes up to eight routes, so the same code and message
   * at the same place is reported once.
   */
  report(
    code: DiagnosticCode,
    message: string,
    place: Place,
    related: readonly RelatedLocation[] = [],
    occurrences?: readonly Occurrence[],
  ): void {
    const location = place()
    const key = `${code}\0${location?.file}:${location?.line}:${location?.column}\0${message}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    const entry: CatalogEntry = catalog[code]
    const severity = severityProblem(code, this.#severities[code]) === null ? this.#severities[code] : undefined
    if (severity === 'off') return
    const { why, fix } = entry
    const several = occurrences === undefined ? {} : { occurrences }
    this.#all.push({ code, severity: severity ?? entry.severity, message, why, fix, location, related, ...several })
  }

  /** Reports what working out one call threw: the rejection, or what no phase expects. */
  reportThrown(call: string, error: unknown, place: Place): void {
    if (error instanceof Rejection) this.report(error.code, error.message, place, error.related)
    else this.report('declaration-failed', `\`${call}\` could not be worked out: ${describeError(error)}`, place)
  }
}

/** Why a code cannot have this severity; null if it can, or if none is given. */
function severityProblem(code: string, severity: unknown): string | null {
  if (severity === undefined) return null
  if (!Object.hasOwn(catalog, code)) {
    const guess = nearest(code, Object.keys(catalog))
    return `There is no diagnostic \`${code}\`.${guess === null ? '' : ` Did you mean \`${guess}\`?`}`
  }
  if (!['error', 'warning', 'hint', 'off'].includes(describeValue(severity))) {
    return `\`${describeValue(severity)}\` is no severity, but it is set for \`${code}\`.`
  }
  const entry: CatalogEntry = catalog[code as DiagnosticCode]
  if (entry.severity === 'error' && severity !== 'error' && entry.canBeLowered !== true) {
    return `\`${code}\` stays an error: without a remedy there is no route table.`
  }
  return null
}

/** Thrown by a phase to give up on one declaration. The phase catches it and goes on with the next. */
export class Rejection extends Error {
  readonly code: DiagnosticCode
  readonly related: readonly RelatedLocation[]

  constructor(code: DiagnosticCode, message: string, related: readonly RelatedLocation[] = []) {
    super(message)
    this.code = code
    this.related = related
  }
}
