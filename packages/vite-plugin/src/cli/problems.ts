// Problems on the terminal and in JSON, for the commands.
import { formatDiagnostic, readOnce, type Manifest } from '@turnout/compiler'
import { textFileOrNull } from '../files/read-file.ts'
import { limitList } from '@turnout/compiler/internal/terminal/lines'
import { colourReport } from '@turnout/compiler/internal/terminal/colour-report'
import type { Style } from '@turnout/compiler/internal/terminal/style'
import { digest, JSON_PROBLEMS, REPORT } from '../problems/digest.ts'
import type { Problem } from '../problems/problem.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { errorsOf, type ReportedProject } from '../problems/report.ts'
import type { Host } from './command.ts'

/**
 * Returns the route table of a project for a command, and prints one line with the number of problems. A missing
 * controller or page does not change the table, so only `turnout check` and builds fail because of it.
 *
 * @param json true if the command prints JSON: then the JSON contains the problems
 * @returns null if the route files have errors, which are printed
 */
export async function readTable(
  project: Project,
  host: Host,
  json = false,
): Promise<(Outcome & { readonly manifest: Manifest }) | null> {
  host.progress.start('Compiling the routes')
  const outcome = await project.outcome()
  const { problems, table: manifest } = outcome
  printMode(project, outcome, host)
  if (manifest === null) {
    for (const text of showProblems(errorsOf(problems), project, host.style.err, { width: host.columns }))
      host.err(`${text}\n`)
    if (json) host.out(problemsJson(problems, project.pageOf))
    return null
  }
  const rest = countProblems(problems)
  if (rest !== '') host.err(`${rest}; see \`turnout check\`.\n`)
  return { ...outcome, manifest }
}

/** Prints the mode of the config if it is not the default, or if a route file reads it. */
export function printMode({ mode }: Project, outcome: Pick<Outcome, 'files'>, host: Host): void {
  if (mode !== 'production' || dependsOnMode(outcome)) host.err(host.style.err('dim', `Mode: ${mode}.`))
}

/** True if a route file, or a module that it imports, reads the mode or a variable of it. */
export function dependsOnMode({ files }: Pick<Outcome, 'files'>): boolean {
  return [...files].some((file) => /\bimport\.meta\.env\b|\bNODE_ENV\b/.test(textFileOrNull(file) ?? ''))
}

/**
 * Returns the problems as JSON: counts of all problems, and a list of the first. `omitted` counts the others, if any.
 *
 * @param pageOf returns the page that explains a code
 * @param listed the problems that may be in the list
 */
export function problemsJson(
  problems: readonly Problem[],
  pageOf: ReportedProject['pageOf'],
  listed = problems,
): string {
  const count = (severity: string) => problems.filter((problem) => problem.severity === severity).length
  const counts = { errors: count('error'), warnings: count('warning'), hints: count('hint') }
  return JSON.stringify({ ...counts, ...listedProblems('diagnostics', listed, pageOf) }, null, 2)
}

/** Returns the first problems as a field of JSON, each with its explaining page, and the number of omitted problems. */
export function listedProblems(field: string, problems: readonly Problem[], pageOf: ReportedProject['pageOf']): object {
  const { items, omittedCount } = limitList(problems, JSON_PROBLEMS)
  const withPages = items.map((problem) => ({ ...problem, see: pageOf(problem.code) }))
  return { [field]: withPages, ...(omittedCount > 0 && { omitted: omittedCount }) }
}

/** The part of a project that the display of problems needs. */
export type Sources = Pick<ReportedProject, 'readSource' | 'pageOf'>

/** How many problems are shown, and how wide. */
interface ProblemsLayout {
  readonly limits?: typeof REPORT
  /** The columns of the terminal; without it, lines are not wrapped. */
  readonly width?: number | undefined
}

/**
 * Formats problems with their code frames, in colours if enabled. Each file is read once. If there are very many problems,
 * only some are shown, and the last string counts the others.
 */
export function showProblems(
  problems: readonly Problem[],
  { readSource, pageOf }: Sources,
  style: Style,
  { limits = REPORT, width }: ProblemsLayout = {},
): readonly string[] {
  const { selected, omittedCounts } = digest(problems, limits)
  const read = readOnce(readSource)
  const texts = selected.map((problem) =>
    colourReport(formatDiagnostic(problem, read, pageOf), problem.severity, { style, width }),
  )
  return omittedCounts === ''
    ? texts
    : [...texts, `And more: ${omittedCounts}. Most of so many have one cause: fix those above first.`]
}

/** `1 error, 2 warnings`; empty if there are no problems. */
export function countProblems(problems: readonly Problem[]): string {
  return (['error', 'warning', 'hint'] as const)
    .flatMap((severity) => {
      const count = problems.filter((problem) => problem.severity === severity).length
      return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`]
    })
    .join(', ')
}
