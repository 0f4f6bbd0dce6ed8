// Collects the diagnostics of a run.
import { describeValue } from './describe.ts'
import type { Location } from './location.ts'
import { catalog, messageOf, type DiagnosticCode, type MessageArgs } from './catalog.ts'
import type { Diagnostic, RelatedLocation } from './diagnostic.ts'
import {
  cutMessage,
  isSettable,
  isSeverity,
  makeDiagnostic,
  severityOf,
  type Particulars,
  type Severities,
} from './make-diagnostic.ts'
import { nearest } from './nearest.ts'

export type { Severities } from './make-diagnostic.ts'

const SEVERITIES = ['error', 'warning', 'hint'] as const

/** Returns the location of a declaration; called only if a diagnostic needs it. */
export type Locator = () => Location | null

/** The maximum number of diagnostics of one severity. Further ones are only counted, so that they do not fill the memory. */
const MAX_OF_A_SEVERITY = 10_000

/** Collects the diagnostics of a run. The run continues after an error, so that it reports all problems at once. */
export class Diagnostics {
  readonly #all: Diagnostic[] = []
  readonly #counts = { error: 0, warning: 0, hint: 0 }
  readonly #seen = new Set<string>()
  readonly #severities: Severities

  /** @param severities are checked; invalid entries are reported as `invalid-severity` */
  constructor(severities: Severities = {}) {
    try {
      this.#severities = { ...severities }
    } catch (error) {
      this.#severities = {}
      this.report('invalid-severity', { error }, () => null)
    }
    for (const [code, severity] of Object.entries(this.#severities)) {
      const problem = severityProblem(code, severity)
      if (problem !== null) this.report('invalid-severity', problem, () => null)
    }
  }

  /** The diagnostics. If there are more than the limit, the last one counts the others. */
  get all(): readonly Diagnostic[] {
    const counts = SEVERITIES.flatMap((severity) => {
      const omitted = this.#counts[severity] - MAX_OF_A_SEVERITY
      return omitted > 0 ? [`${omitted} ${severity}${omitted === 1 ? '' : 's'}`] : []
    })
    if (counts.length === 0) return this.#all
    const rest = makeDiagnostic('too-many-problems', { counts }, { location: null }, this.#severities)
    return rest === null ? this.#all : [...this.#all, rest]
  }

  get hasErrors(): boolean {
    return this.#counts.error > 0
  }

  /**
   * Reports a diagnostic. One call makes up to eight routes, so the same code and message
   * at the same place is reported once.
   */
  report<Code extends DiagnosticCode>(
    code: Code,
    args: MessageArgs<Code>,
    locator: Locator,
    details: Details = {},
  ): void {
    const severity = severityOf(code, this.#severities, details.severity)
    if (severity === 'off') return
    if (this.#counts[severity] >= MAX_OF_A_SEVERITY) {
      this.#counts[severity] += 1
      return
    }
    const location = locator()
    const message = cutMessage(messageOf(code, args))
    const key = `${code}\0${location?.file}:${location?.line}:${location?.column}\0${message}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#counts[severity] += 1
    this.#all.push(makeDiagnostic(code, args, { location, ...details }, this.#severities)!)
  }

  /** Reports all findings of a check at one place. */
  reportFindings(findings: Iterable<Finding>, locator: Locator): void {
    // Code and arguments belong together, by their type.
    for (const [code, args] of findings) this.report(code, args as never, locator)
  }

  /** Reports an error that evaluating one call threw: the rejection, or an unexpected error of any phase. */
  reportThrown(call: string, error: unknown, locator: Locator): void {
    if (error instanceof Rejection) this.report(error.code, error.args as never, locator, { related: error.related })
    else this.report('declaration-failed', { call, error }, locator)
  }
}

/** The result of a check of one declaration: a code and the arguments of its message. */
export type Finding = { [Code in DiagnosticCode]: readonly [Code, MessageArgs<Code>] }[DiagnosticCode]

/** The optional properties of a report, in addition to its code, message and place. */
type Details = Omit<Particulars, 'location'>

/** Returns the error in the severity of a code; null if it is valid or not set. */
function severityProblem(code: string, severity: unknown): MessageArgs<'invalid-severity'> | null {
  if (severity === undefined) return null
  if (!Object.hasOwn(catalog, code)) return { code, suggestion: nearest(code, Object.keys(catalog)) }
  if (!isSeverity(severity)) return { code, severity: describeValue(severity) }
  return isSettable(code as DiagnosticCode, severity) ? null : { code }
}

/** Thrown to drop one declaration. The phase catches it, reports it, and continues with the next declaration. */
export class Rejection<Code extends DiagnosticCode = DiagnosticCode> extends Error {
  readonly code: Code
  readonly args: MessageArgs<Code>
  readonly related: readonly RelatedLocation[]

  constructor(code: Code, args: MessageArgs<Code>, related: readonly RelatedLocation[] = []) {
    super(messageOf(code, args))
    this.code = code
    this.args = args
    this.related = related
  }
}
