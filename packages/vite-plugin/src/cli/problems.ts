import type { Manifest } from '@turnout/compiler'
import type { Problem } from '../problem.ts'
import { Project, type Outcome } from '../project.ts'
import { errorsOf, formatProblem } from '../report.ts'
import type { Host } from './command.ts'
import type { Style } from './style.ts'

/**
 * The route table of a project, for a command that needs it. Errors are printed; of the rest is said that it is there.
 *
 * @returns null where there are errors
 */
export async function readTable(
  project: Project,
  host: Host,
): Promise<(Outcome & { readonly manifest: Manifest }) | null> {
  const outcome = await project.outcome()
  const { manifest, problems } = outcome
  const errors = errorsOf(problems)
  for (const problem of errors) host.err(`${showProblem(problem, project, host.style.err)}\n`)
  if (manifest === null) return null
  const rest = countProblems(problems)
  if (rest !== '') host.err(`${rest}; see \`turnout check\`.\n`)
  return { ...outcome, manifest }
}

/** A problem with its code frame, in colours where there are any. */
export function showProblem(problem: Problem, project: Project, style: Style): string {
  const color = { error: 'red', warning: 'yellow', hint: 'cyan' } as const
  return formatProblem(problem, (file) => project.readSource(file))
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
