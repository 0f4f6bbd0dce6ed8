// Converts problems to errors in the form in which Vite and Rollup show them.
import { showLocation } from '@turnout/compiler/internal/diagnostics/location'
import path from 'node:path'
import { codeFrame, formatDiagnostic, readOnce, type ReadSource } from '@turnout/compiler'
import { printable, printableLine } from '@turnout/compiler/internal/diagnostics/printable'
import { bySeverity, digest } from './digest.ts'
import { logReport, type Log } from './log.ts'
import { compilationFailed, type Problem } from './problem.ts'

/** The part of a project that appears in reports. */
export interface ReportedProject {
  readonly root: string
  /** Reads a source by its path relative to the root; null if it cannot be read. */
  readonly readSource: ReadSource
  /** Reads a source for output outside the terminal; null also for a file that must not be shown. */
  readonly readAllowedSource: ReadSource
  /** Returns the address of the page that explains a code. */
  readonly pageOf: (code: string) => string
}

/** How to see the problems that are omitted if there are many. */
const OMISSION_HINT = '`turnout check` lists more'

/** An error in the form in which Vite and Rollup show it best, in the terminal and in the overlay. */
export interface ReportedError extends Error {
  plugin: string
  code: string
  pluginCode: string
  id?: string
  loc?: { file: string; line: number; column: number }
  frame?: string
}

/** Returns the problems that fail a build. */
export function errorsOf(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((problem) => problem.severity === 'error')
}

/**
 * Returns one error for all errors of a run. Its location is that of the first.
 *
 * @param shownIn a terminal gets each error in full. The overlay gets the first error in full, a line for each of the other
 *   errors, and source code only of files that the dev server may serve
 */
export function reportedError(
  errors: readonly Problem[],
  project: ReportedProject,
  shownIn: 'terminal' | 'overlay',
): ReportedError {
  const { root } = project
  const [firstError, ...otherErrors] = errors as readonly [Problem, ...Problem[]]
  const message =
    otherErrors.length > 0 && shownIn === 'terminal'
      ? listErrors(errors, project)
      : describeFirst(firstError, otherErrors, project)
  // Vite and Rollup print the message unescaped.
  const error = new Error(printable(message)) as ReportedError
  error.name = 'RouteError'
  // Stack frames of this plugin would not help with the route files.
  error.stack = [`${error.name}: ${error.message}`, ...stackLines(firstError, root).map(printableLine)].join('\n')
  // The overlay would turn frames of the compiler into broken links.
  if (shownIn === 'terminal')
    error.stack = [error.stack, ...(firstError.trace ?? []).map((line) => `    ${printableLine(line)}`)].join('\n')
  error.plugin = 'turnout'
  error.code = firstError.code
  error.pluginCode = firstError.code
  if (firstError.location === null) return error
  const { file, line, column } = firstError.location
  // If the file name is not printable, only the message contains the location, in a printable form.
  if (printableLine(file) !== file) return error
  error.id = path.resolve(root, file)
  // Rollup counts columns from 0, but Vite prints the number as it is, and editors count from 1.
  error.loc = { file: error.id, line, column }
  // The overlay is a page that everybody with access to the server can open.
  const source = shownIn === 'overlay' ? project.readAllowedSource(file) : project.readSource(file)
  if (source === null) return error
  const frame = codeFrame(source, firstError.location, firstError.message)
  if (shownIn === 'overlay') error.frame = flushLeft(frame)
  // The list in the message contains the frames already.
  else if (otherErrors.length === 0) error.frame = frame
  return error
}

/**
 * `> 4 | code` -> `4 | code`. Removes the marker of each line, and moves the spaces before a number behind it: the overlay
 * trims frames, so the first line must not begin with spaces.
 */
export function flushLeft(frame: string): string {
  const lines = frame.split('\n').map((line) => line.slice(2))
  return lines.map((line) => line.replace(/^( *)(\d+) \|/, '$2$1 |')).join('\n')
}

function listErrors(errors: readonly Problem[], project: ReportedProject): string {
  const { selected, omittedCounts } = digest(errors)
  const read = readOnce(project.readSource)
  const parts = [
    `The route files have ${errors.length} errors.`,
    ...selected.map((problem) => formatDiagnostic(problem, read, project.pageOf)),
  ]
  if (omittedCounts !== '') parts.push(`And more errors: ${omittedCounts}; ${OMISSION_HINT}.`)
  return parts.join('\n\n')
}

function describeFirst(
  { message, code, why, fix }: Problem,
  otherErrors: readonly Problem[],
  { pageOf }: ReportedProject,
): string {
  const text = `${message} [${code}]\n\n  why: ${why}\n  fix: ${fix}\n  see: ${pageOf(code)}`
  if (otherErrors.length === 0) return text
  const noun = otherErrors.length === 1 ? '1 more error' : `${otherErrors.length} more errors`
  const { selected, omittedCounts } = digest(otherErrors)
  return [
    `${text}\n\n${noun}:`,
    ...selected.map(shortProblem),
    ...(omittedCounts === '' ? [] : [`… ${omittedCounts}`]),
  ].join('\n')
}

/**
 * Reports the problems of a build: prints warnings and hints, and throws one error for all errors.
 *
 * @throws ReportedError if there is an error among the problems
 */
export function raiseProblems(problems: readonly Problem[], project: ReportedProject, logger: Log): void {
  const errors = errorsOf(problems)
  logProblems(
    logger,
    problems.filter((problem) => !errors.includes(problem)),
    project,
  )
  if (errors.length > 0) throw reportedError(errors, project, 'terminal')
}

/**
 * Reports the problems of a build that has not started, if there is an error among them. Thrown by the bundler, the error would
 * have its frames. Outside of a bundler, Vite prints the stack of an error and its enumerable fields.
 *
 * @throws ReportedError if there is an error among the problems
 */
export function refuseBuild(problems: readonly Problem[], project: ReportedProject, logger: Log): void {
  const errors = errorsOf(problems)
  if (errors.length === 0) return
  const others = problems.filter((problem) => !errors.includes(problem))
  logProblems(logger, others, project)
  const error = reportedError(errors, project, 'terminal')
  if (error.frame !== undefined) error.stack = `${error.stack}\n\n${error.frame}`
  for (const field of Object.keys(error)) Object.defineProperty(error, field, { enumerable: false })
  throw error
}

/**
 * Calls `emit`, which writes code from a compiled manifest. An error that it throws becomes a `ReportedError`.
 *
 * @throws ReportedError
 */
export function emitOrReport<T>(project: ReportedProject, emit: () => T): T {
  try {
    return emit()
  } catch (error) {
    throw reportedError([compilationFailed('Writing the routes as code', error)], project, 'terminal')
  }
}

/** Prints problems by severity: hints first, errors last. If there are very many of one kind, it prints only some. */
export function logProblems(logger: Log, problems: readonly Problem[], project: ReportedProject): void {
  const read = readOnce(project.readSource)
  for (const [severity, problemsOfSeverity] of bySeverity(problems)) {
    const { selected, omittedCounts } = digest(problemsOfSeverity)
    const log = (text: string) => logReport(logger, severity, `${text}\n`)
    for (const problem of selected) log(formatDiagnostic(problem, read, project.pageOf))
    if (omittedCounts !== '') log(`And more ${severity}s: ${omittedCounts}; ${OMISSION_HINT}.`)
  }
}

/** `config/routes.ts:4:5 The route does not say which verbs it answers. [missing-via]` */
function shortProblem({ location, message, code }: Problem): string {
  const at = location === null ? '' : `${showLocation(location)} `
  return `${at}${message} [${code}]`
}

/** Returns stack lines with absolute paths, because the overlay turns these into links. */
function stackLines({ stack, location }: Problem, root: string): string[] {
  // `at name (src/a.ts:1:2)` or `at src/a.ts:1:2`: inserts the root before the path.
  if (stack !== undefined)
    return stack.map((line) => `    ${line.replace(/^at (?:(.*) \()?/, (at) => `${at}${root}/`)}`)
  return location === null ? [] : [`    at ${root}/${showLocation(location)}`]
}
