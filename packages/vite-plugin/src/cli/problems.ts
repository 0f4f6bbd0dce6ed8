import { formatDiagnostic, type Manifest } from '@turnout/compiler'
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
    for (const problem of errorsOf(problems)) host.err(`${showProblem(problem, project, host.style.err)}\n`)
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
 * The problems as JSON.
 *
 * @param pageOf where a code is explained
 * @param shown those that are listed; all are counted
 */
export function problemsJson(problems: readonly Problem[], pageOf: Shown['pageOf'], shown = problems): string {
  const count = (severity: string) => problems.filter((problem) => problem.severity === severity).length
  const counts = { errors: count('error'), warnings: count('warning'), hints: count('hint') }
  return JSON.stringify({ ...counts, diagnostics: withPages(shown, pageOf) }, null, 2)
}

/** The problems, each with the page that explains it, as the terminal names it. */
export function withPages(problems: readonly Problem[], pageOf: Shown['pageOf']): readonly object[] {
  return problems.map((problem) => ({ ...problem, see: pageOf(problem.code) }))
}

/** A problem with its code frame, in colours where there are any. */
export function showProblem(problem: Problem, project: Project, style: Style): string {
  const color = { error: 'red', warning: 'yellow', hint: 'cyan' } as const
  return formatDiagnostic(problem, project.readSource, project.pageOf)
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
