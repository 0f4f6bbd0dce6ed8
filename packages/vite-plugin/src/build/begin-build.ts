import { existsSync } from 'node:fs'
import path from 'node:path'
import { missingFiles } from '../files/file-state.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { NewProblems } from '../problems/digest.ts'
import type { Log } from '../problems/log.ts'
import { emitOrReport, errorsOf, raiseProblems } from '../problems/report.ts'
import { isDrawable } from '../files/route-files.ts'
import { areDeclarationsCurrent } from '../types/current-declarations.ts'
import { reportExcludedTypes } from '../types/included-types.ts'

/**
 * Starts a build with the result of a compilation: registers files to watch, prints or throws problems, and updates the
 * declarations.
 *
 * @param watch receives the absolute path of each file and folder to watch
 * @throws ReportedError if there is an error among the problems
 */
export async function beginBuild(
  outcome: Outcome,
  project: Project,
  watch: (file: string) => void,
  logger: Log,
): Promise<void> {
  for (const file of watchedPlaces(outcome, project)) watch(file)
  const base = project.options.openapi?.base ?? null
  if (base !== null) watch(path.resolve(project.root, base))
  // Every environment, and in watch mode every change, starts a build of the same route files. Problems are printed once.
  let news = printed.get(project.root)
  if (news === undefined) printed.set(project.root, (news = new NewProblems()))
  const errors = errorsOf(outcome.problems)
  raiseProblems(
    [...news.of(outcome.problems.filter((problem) => !errors.includes(problem))), ...errors],
    project,
    logger,
  )
  // The manifest is not null, because no problem is an error.
  const manifest = outcome.manifest!
  if (areDeclarationsCurrent(project, manifest)) return raiseProblems(reportExcludedTypes(project), project, logger)
  // Loaded here, because it loads most of the compiler.
  const { writeTypesIfPossible } = await import('../types/write-types.ts')
  const ofTypes = emitOrReport(project, () => writeTypesIfPossible(project, manifest))
  raiseProblems(ofTypes, project, logger)
}

/** The problems that builds of this process have printed, by the root of the project. */
const printed = new Map<string, NewProblems>()

/** Returns the absolute paths of files and folders that may change the routes when they change, appear or disappear. */
export function watchedPlaces(outcome: Outcome, project: Project): ReadonlySet<string> {
  return new Set([...outcome.files, ...outcome.entries, ...findDrawPaths(outcome, project)])
}

/** The paths that builds of a project have watched. Once Rollup stops watching a folder, it sees no more changes in it. */
const watchedPathsByProject = new WeakMap<Project, Set<string>>()

/**
 * Returns the paths to watch for new route files. Rollup's watcher detects a missing file if its folder exists. Rolldown's
 * watcher detects new files at any depth of a watched folder.
 */
function findDrawPaths(outcome: Outcome, project: Project): ReadonlySet<string> {
  const watchedPaths = watchedPathsByProject.get(project) ?? new Set()
  watchedPathsByProject.set(project, watchedPaths)
  // A watched root would contain the output, so that each build would cause the next.
  const isSafe = (folder: string) => folder !== project.root && !project.root.startsWith(folder.replace(/\/?$/, '/'))
  for (const folder of outcome.drawFolders.filter(isSafe)) {
    let missing = folder
    while (!existsSync(path.posix.dirname(missing))) missing = path.posix.dirname(missing)
    watchedPaths.add(missing)
    const parent = path.posix.dirname(missing)
    if (!existsSync(missing) && isSafe(parent)) watchedPaths.add(parent)
  }
  for (const file of missingFiles(outcome.states)) if (isDrawable(outcome.drawFolders, file)) watchedPaths.add(file)
  return watchedPaths
}
