import type { Logger } from 'vite'
import { missingFiles } from './file-state.ts'
import type { Outcome, Project } from './project.ts'
import { emitted, raiseProblems } from './report.ts'
import { keepTypes } from './write-types.ts'

/**
 * What every build does with a compilation: says what to watch, prints or throws what is wrong, and keeps the
 * declarations current.
 *
 * @param watch is given absolute paths; of files that are not there as well, since the routes change when they appear
 * @throws ReportedError if there is an error among the problems
 */
export function beginBuild(
  outcome: Outcome,
  project: Project,
  watch: (file: string) => void,
  logger: Pick<Logger, 'error' | 'warn' | 'info'>,
): void {
  for (const file of new Set([...outcome.files, ...outcome.entries, ...missingFiles(outcome.states)])) watch(file)
  raiseProblems(outcome.problems, project, logger)
  // There is one, as no problem is an error.
  const manifest = outcome.manifest!
  const ofTypes = emitted(project, () => keepTypes(project, manifest))
  raiseProblems(ofTypes, project, logger)
}
