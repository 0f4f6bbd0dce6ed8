// Creates diagnostics from codes and arguments, with the severities that the user has set.
import { describeValue } from './describe.ts'
import type { Location } from './location.ts'
import {
  catalog,
  messageOf,
  type CatalogEntry,
  type DiagnosticCode,
  type MessageArgs,
  type Severity,
} from './catalog.ts'
import type { Diagnostic } from './diagnostic.ts'

/** The user's severities of diagnostics, by code. `off` disables a code. */
export type Severities = Readonly<Partial<Record<DiagnosticCode, Severity | 'off'>>>

/** The optional properties of a diagnostic. `severity`, `why` and `fix` default to those of the catalogue. */
export interface Particulars extends Partial<
  Pick<Diagnostic, 'severity' | 'why' | 'fix' | 'related' | 'occurrences' | 'stack' | 'trace'>
> {
  readonly location: Location | null
}

/**
 * Makes a diagnostic. All diagnostics are made here.
 *
 * @param severities those of the user; invalid ones are ignored
 * @returns null if the user has disabled the code
 */
export function makeDiagnostic<Code extends DiagnosticCode>(
  code: Code,
  args: MessageArgs<Code>,
  particulars: Particulars,
  severities: Severities = {},
): Diagnostic | null {
  const { why, fix }: CatalogEntry = catalog[code]
  const severity = severityOf(code, severities, particulars.severity)
  if (severity === 'off') return null
  const { related = [], ...otherParticulars } = particulars
  return {
    code,
    message: cutMessage(messageOf(code, args)),
    why,
    fix,
    related: related.map((relatedLocation) => ({ ...relatedLocation, message: cutMessage(relatedLocation.message) })),
    ...otherParticulars,
    severity,
  }
}

/**
 * The severity of a diagnostic: the user's if it is valid, otherwise `usual`.
 *
 * @param usual the severity of this diagnostic; by default that of the catalogue
 */
export function severityOf(
  code: DiagnosticCode,
  severities: Severities,
  usual: Severity = catalog[code].severity,
): Severity | 'off' {
  return (isSettable(code, severities[code]) ? severities[code] : undefined) ?? usual
}

/** In UTF-16 code units. A message quotes names and paths, which may be of any length. */
const MAX_MESSAGE = 4000

/** Cuts a message to the limit. */
export function cutMessage(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message
}

/** Codes that are always errors, because no table can be built until they are fixed. */
type Fatal = {
  [Code in DiagnosticCode]: (typeof catalog)[Code] extends { readonly severity: 'error' }
    ? (typeof catalog)[Code] extends { readonly canBeLowered: true }
      ? never
      : Code
    : never
}[DiagnosticCode]

/** Makes a diagnostic of a code that prevents building a table, regardless of `severities`. */
export function makeError<Code extends Fatal>(
  code: Code,
  args: MessageArgs<Code>,
  particulars: Particulars,
): Diagnostic {
  return makeDiagnostic(code, args, particulars)!
}

/** True if a code may have this severity. */
export function isSettable(code: DiagnosticCode, severity: unknown): boolean {
  return isSeverity(severity) && (severity === 'error' || !isFatal(code))
}

/** True for a valid value in `severities`. */
export function isSeverity(value: unknown): boolean {
  return ['error', 'warning', 'hint', 'off'].includes(describeValue(value))
}

function isFatal(code: DiagnosticCode): code is Fatal {
  const { severity, canBeLowered }: CatalogEntry = catalog[code]
  return severity === 'error' && canBeLowered !== true
}
