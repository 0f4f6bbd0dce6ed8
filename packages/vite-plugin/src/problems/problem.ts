import { catalog, type Diagnostic, type DiagnosticCode, type Severities } from '@turnout/compiler'
import { describeError } from '@turnout/compiler/internal'

/** One thing that is wrong: a diagnostic of the compiler, or a route file that could not be loaded at all. */
export interface Problem extends Diagnostic {
  /** The lines of the stack, in sources, where the user's code threw. */
  readonly stack?: readonly string[]
}

/** No entry route file. */
export function entryNotFound(searched: readonly string[]): Problem {
  return {
    code: 'entry-not-found',
    ...catalog['entry-not-found'],
    message: 'There is no route file.',
    why: `Looked for ${searched.map((file) => `\`${file}\``).join(', ')}.`,
    location: null,
    related: [],
  }
}

/**
 * What nothing is expected to throw, as an error that is shown like all others: a mistake of the compiler or of a
 * plugin, or a file that the system refuses.
 *
 * @param what failed: the subject of a sentence
 */
export function compilationFailed(what: string, error: unknown): Problem {
  const isOfSystem = typeof (Object(error) as { readonly syscall?: unknown }).syscall === 'string'
  return {
    code: 'compilation-failed',
    ...catalog['compilation-failed'],
    ...(isOfSystem && {
      why: 'The system refused it a file: too many are open, or it cannot be read.',
      fix: 'Mend what the message names, and save a route file or start again.',
    }),
    message: `${what} failed: ${describeError(error)}`,
    location: null,
    related: [],
  }
}

/** The declarations are not on disk as they should be. Empty where the user does not want to hear of it. */
export function typesNotWritten(file: string, error: unknown, severities: Severities = {}): readonly Problem[] {
  const code: DiagnosticCode = 'types-not-written'
  const severity = severities[code] ?? catalog[code].severity
  if (severity === 'off') return []
  const message = `\`${file}\` was not written: ${describeError(error)}`
  return [{ code, ...catalog[code], severity, message, location: null, related: [] }]
}

/**
 * Problems in the order of the route files and their lines, whichever phase found them. What has no place comes first;
 * a file stands before those that it draws (`config/routes.ts`, `config/routes/api.ts`).
 */
export function inReadingOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(({ location: a }, { location: b }) => {
    if (a === null || b === null) return Number(a !== null) - Number(b !== null)
    if (a.file !== b.file) return a.file < b.file ? -1 : 1
    return a.line - b.line || a.column - b.column
  })
}
