import { describeValue } from '../describe.ts'
import type { Location } from '../location.ts'
import { catalog, messageOf, type DiagnosticCode, type MessageArgs } from './catalog.ts'
import type { Diagnostic, RelatedLocation } from './diagnostic.ts'
import { isSettable, isSeverity, makeDiagnostic, type Particulars, type Severities } from './make-diagnostic.ts'
import { nearest } from './nearest.ts'

export type { Severities } from './make-diagnostic.ts'

/** Something that knows where it stands; resolved only when a diagnostic needs it. */
export type Place = () => Location | null

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
      this.report('invalid-severity', { error }, () => null)
    }
    for (const [code, severity] of Object.entries(this.#severities)) {
      const slip = severitySlip(code, severity)
      if (slip !== null) this.report('invalid-severity', slip, () => null)
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
  report<Code extends DiagnosticCode>(code: Code, args: MessageArgs<Code>, place: Place, details: Details = {}): void {
    const location = place()
    const key = `${code}\0${location?.file}:${location?.line}:${location?.column}\0${messageOf(code, args)}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    const diagnostic = makeDiagnostic(code, args, { location, ...details }, this.#severities)
    if (diagnostic !== null) this.#all.push(diagnostic)
  }

  /** The same for all that a check finds at one place. */
  reportFindings(findings: Iterable<Finding>, place: Place): void {
    // Code and arguments belong together, by their type.
    for (const [code, args] of findings) this.report(code, args as never, place)
  }

  /** Reports what working out one call threw: the rejection, or what no phase expects. */
  reportThrown(call: string, error: unknown, place: Place): void {
    if (error instanceof Rejection) this.report(error.code, error.args as never, place, { related: error.related })
    else this.report('declaration-failed', { call, error }, place)
  }
}

/** What a check of one declaration finds: a code and what its message is made from. */
export type Finding = { [Code in DiagnosticCode]: readonly [Code, MessageArgs<Code>] }[DiagnosticCode]

/** What a report may have beside its code, message and place. */
type Details = Omit<Particulars, 'location'>

/** What is wrong with the severity of a code; null if nothing is, or if none is given. */
function severitySlip(code: string, severity: unknown): MessageArgs<'invalid-severity'> | null {
  if (severity === undefined) return null
  if (!Object.hasOwn(catalog, code)) return { code, guess: nearest(code, Object.keys(catalog)) }
  if (!isSeverity(severity)) return { code, severity: describeValue(severity) }
  return isSettable(code as DiagnosticCode, severity) ? null : { code }
}

/** Thrown by a phase to give up on one declaration. The phase catches it and goes on with the next. */
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
