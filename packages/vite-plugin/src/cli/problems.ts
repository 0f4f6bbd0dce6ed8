import { formatDiagnostic, readOnce, type Manifest } from '@turnout/compiler'
import { digest } from '../problems/digest.ts'
import { JSON_PROBLEMS, limitList, REPORT } from '../problems/limits.ts'
import type { Problem } from '../problems/problem.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { errorsOf, type Shown } from '../problems/report.ts'
import type { Host } from './command.ts'
import type { Style } from '../print/style.ts'

/**
 * The route table of a project, for a command that needs it. Errors are printed; of the rest is said that it is there.
 *
 * @param needs 'routes': it is enough that the route files have no error, and what they lead to may be missing
 * @param json whether the command was asked for JSON: then whoever reads its output gets the problems there
 * @returns null where there are errors
 */
export async function readTable(
  project: Project,
  host: Host,
  json: boolean | undefined,
  needs: 'all' | 'routes' = 'all',
): Promise<(Outcome & { readonly manifest: Manifest }) | null> {
  const outcome = await project.outcome()
  const { problems } = outcome
  const manifest = needs === 'routes' ? outcome.table : outcome.manifest
  printMode(project, host)
  if (needs === 'all' || manifest === null) {
    for (const text of showProblems(errorsOf(problems), project, host.style.err)) host.err(`${text}\n`)
  }
  if (manifest === null) {
    if (json === true) host.out(problemsJson(problems, project.pageOf))
    return null
  }
  const rest = countProblems(problems)
  if (rest !== '') host.err(`${rest}; see \`turnout check\`.\n`)
  return { ...outcome, manifest }
}

/** Says in which mode the config was read: routes may depend on it. */
export function printMode({ mode }: Project, host: Host): void {
  host.err(host.style.err('dim', `Mode: ${mode}.`))
}

/**
 * The problems as JSON. All are counted, and the first are listed; `omitted` counts the others, if there are any.
 *
 * @param pageOf where a code is explained
 * @param listed those that may be listed
 */
export function problemsJson(problems: readonly Problem[], pageOf: Shown['pageOf'], listed = problems): string {
  const count = (severity: string) => problems.filter((problem) => problem.severity === severity).length
  const counts = { errors: count('error'), warnings: count('warning'), hints: count('hint') }
  return JSON.stringify({ ...counts, ...listedProblems('diagnostics', listed, pageOf) }, null, 2)
}

/** The first problems as a field of JSON, each with the page that explains it, and how many are left out. */
export function listedProblems(field: string, problems: readonly Problem[], pageOf: Shown['pageOf']): object {
  const { shown, omitted } = limitList(problems, JSON_PROBLEMS)
  const withPages = shown.map((problem) => ({ ...problem, see: pageOf(problem.code) }))
  return { [field]: withPages, ...(omitted > 0 && { omitted }) }
}

/** What problems are shown with. */
export type Sources = Pick<Shown, 'readSource' | 'pageOf'>

/**
 * Problems with their code frames, in colours where there are any. Each file is read once. Of very many problems some are
 * shown, and the last text counts the others.
 */
export function showProblems(
  problems: readonly Problem[],
  { readSource, pageOf }: Sources,
  style: Style,
  limits = REPORT,
): readonly string[] {
  const { shown, rest } = digest(problems, limits)
  const sources = { readSource: readOnce(readSource), pageOf }
  const texts = shown.map((problem) => showProblem(problem, sources, style))
  return rest === '' ? texts : [...texts, `And more: ${rest}. Most of so many have one cause: fix those above first.`]
}

function showProblem(problem: Problem, { readSource, pageOf }: Sources, style: Style): string {
  const color = { error: 'red', warning: 'yellow', hint: 'cyan' } as const
  return formatDiagnostic(problem, readSource, pageOf)
    .split('\n')
    .map((line, index) => {
      if (index === 0) {
        const end = line.indexOf(']') + 1
        return `${style(color[problem.severity], line.slice(0, end))}${style('bold', line.slice(end))}`
      }
      if (/^ {2}at \S+:\d+:\d+$/.test(line)) return style('cyan', line)
      if (/^> *\d+ \|/.test(line)) return style('bold', line)
      if (/^ +\| +\^$/.test(line)) return style(color[problem.severity], line)
      if (/^ +\d+ \|/.test(line)) return style('dim', line)
      return line
    })
    .join('\n')
}

/** `1 error, 2 warnings`; empty where there is nothing. */
export function countProblems(problems: readonly Problem[]): string {
  return (['error', 'warning', 'hint'] as const)
    .flatMap((severity) => {
      const count = problems.filter((problem) => problem.severity === severity).length
      return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`]
    })
    .join(', ')
}
