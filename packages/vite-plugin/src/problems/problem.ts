import type { Diagnostic, Severities } from '@turnout/compiler'
import { basePath } from '@turnout/compiler/internal/manifest/base'
import { makeDiagnostic, makeError } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import { traceOf } from '@turnout/compiler/internal/diagnostics/describe'
import { ForeignFile } from '../files/write-file.ts'

/** A diagnostic of the compiler, or a route file that could not be loaded. */
export type Problem = Diagnostic

/**
 * Reports that there is no entry route file.
 *
 * @param searched the paths that were tried, relative to the root
 * @param root the root, as a person in the current folder would name it
 * @param irregular those of the paths that exist, but are not regular files
 * @param elsewhere a route file in the current folder if that is not the root; relative to the root
 */
export function entryNotFound(
  searched: readonly string[],
  root: string,
  irregular: readonly string[] = [],
  elsewhere: string | null = null,
): Problem {
  const listed = (files: readonly string[]) => files.map((file) => `\`${file}\``).join(', ')
  const pipes = irregular.length === 0 ? '' : ` Not a regular file, and so not read: ${listed(irregular)}.`
  const why = `Looked in \`${root}\`, the root of the Vite project, for ${listed(searched)}.${pipes}`
  const fix = `Paths are relative to that root: set the option \`routes: '${elsewhere}'\`, or move the file there.`
  return makeError('entry-not-found', null, { why, ...(elsewhere !== null && { fix }), location: null })
}

/**
 * Reports an unexpected error in the same form as other problems: a bug in the compiler or in a plugin, or a file that the
 * system refuses.
 *
 * @param step names the step that failed, as the subject of a sentence
 */
export function compilationFailed(step: string, error: unknown): Problem {
  const particulars = isOfSystem(error)
    ? {
        why: 'The system refused it a file: too many are open, or it cannot be read.',
        fix: 'Fix what the message names, and save a route file or start again.',
      }
    : { trace: traceOf(error) }
  return makeError('compilation-failed', { step, error }, { location: null, ...particulars })
}

function isOfSystem(error: unknown): boolean {
  return typeof (Object(error) as { readonly syscall?: unknown }).syscall === 'string'
}

/** Reports that the declarations could not be written. Empty if the severity is off. */
export function typesNotWritten(file: string, error: unknown, severities: Severities = {}): readonly Problem[] {
  const particulars = error instanceof ForeignFile && {
    why: 'Declarations begin with a line that says that Turnout has written them. A file without that line is not overwritten.',
    fix: "Move the file away if nobody needs it, or name another place: `types: 'src/routes.d.ts'`.",
  }
  return listOf(makeDiagnostic('types-not-written', { file, error }, { location: null, ...particulars }, severities))
}

/** Reports that no TypeScript configuration includes the declarations. Empty if the severity is off. */
export function typesNotIncluded(
  types: string,
  { file, include }: { readonly file: string; readonly include: readonly string[] },
  severities: Severities = {},
): readonly Problem[] {
  const list = include.map((pattern) => JSON.stringify(pattern)).join(', ')
  const fix = `In \`${file}\`, write \`"include": [${list}]\`. Or let the plugin write them elsewhere: \`types: 'src/routes.d.ts'\`.`
  return listOf(makeDiagnostic('types-not-included', { types, config: file }, { location: null, fix }, severities))
}

/** Reports an invalid base, if no compilation of route files has reported it. */
export function invalidBase(base = '/'): readonly Problem[] {
  return basePath(base) === null ? [makeError('invalid-base', { base }, { location: null })] : []
}

/** Reports that Vite has a base, but the routes have none. Empty if Vite has no base, or if the severity is off. */
export function unusedBase(
  baseOption: boolean | string | null,
  base: string,
  severities: Severities = {},
): readonly Problem[] {
  if (baseOption !== null || !basePath(base)) return []
  return listOf(makeDiagnostic('unused-base', { base }, { location: null }, severities))
}

/** Returns a list of one problem; empty if the severity of the problem is off. */
function listOf(problem: Problem | null): readonly Problem[] {
  return problem === null ? [] : [problem]
}

/**
 * Sorts problems by route file and line, whichever phase found them. Problems without a location come first. A file comes
 * before the files that it draws (`config/routes.ts`, `config/routes/api.ts`).
 */
export function inReadingOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(({ location: a }, { location: b }) => {
    if (a === null || b === null) return Number(a !== null) - Number(b !== null)
    if (a.file !== b.file) return a.file < b.file ? -1 : 1
    return a.line - b.line || a.column - b.column
  })
}
