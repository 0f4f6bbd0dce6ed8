import { existsSync } from 'node:fs'
import path from 'node:path'
import { missingFiles } from '../files/file-state.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { NewProblems } from '../problems/digest.ts'
import type { Log } from '../problems/log.ts'
import { emitted, errorsOf, raiseProblems } from '../problems/report.ts'
import { isDrawable } from '../files/route-files.ts'
import { keepTypes } from '../types/write-types.ts'

/**
 * What every build does with a compilation: says what to watch, prints or throws what is wrong, and keeps the
 * declarations current.
 *
 * @param watch is given the absolute paths of files and folders
 * @throws ReportedError if there is an error among the problems
 */
export function beginBuild(outcome: Outcome, project: Project, watch: (file: string) => void, logger: Log): void {
  for (const file of watchedPlaces(outcome, project)) watch(file)
  for (const { base } of project.options.exports) if (base !== null) watch(path.resolve(project.root, base))
  // Every environment begins a build of the same route files, and in watch mode every change.
  let news = printed.get(project.root)
  if (news === undefined) printed.set(project.root, (news = new NewProblems()))
  const errors = errorsOf(outcome.problems)
  raiseProblems(
    [...news.of(outcome.problems.filter((problem) => !errors.includes(problem))), ...errors],
    project,
    logger,
  )
  // There is one, as no problem is an error.
  const manifest = outcome.manifest!
  const ofTypes = emitted(project, () => keepTypes(project, manifest))
  raiseProblems(ofTypes, project, logger)
}

/** What the builds of this process have printed, by the root of the project. */
const printed = new Map<string, NewProblems>()

/** The files and folders of which a change, an appearance or an end may change the routes; absolute paths. */
export function watchedPlaces(outcome: Outcome, project: Project): ReadonlySet<string> {
  return new Set([...outcome.files, ...outcome.entries, ...drawPlaces(outcome, project)])
}

/** What the builds of a project have watched so far. Rollup sees nothing more in a folder that it once stops to watch. */
const watched = new WeakMap<Project, Set<string>>()

/**
 * What to watch so that a route file is seen when it appears. Rollup's watcher waits for whatever is not there in a folder
 * that is; Rolldown's sees what appears in a folder that it watches, at any depth.
 */
function drawPlaces(outcome: Outcome, project: Project): ReadonlySet<string> {
  const places = watched.get(project) ?? new Set()
  watched.set(project, places)
  // The output would be seen with the rest: one build would follow another.
  const isSafe = (folder: string) => folder !== project.root && !project.root.startsWith(folder.replace(/\/?$/, '/'))
  for (const folder of outcome.drawFolders.filter(isSafe)) {
    let missing = folder
    while (!existsSync(path.posix.dirname(missing))) missing = path.posix.dirname(missing)
    places.add(missing)
    const parent = path.posix.dirname(missing)
    if (!existsSync(missing) && isSafe(parent)) places.add(parent)
  }
  for (const file of missingFiles(outcome.states)) if (isDrawable(outcome.drawFolders, file)) places.add(file)
  return places
}
