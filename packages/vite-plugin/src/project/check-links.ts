// Checks the addresses in the application's code with the package `@turnout/links`, which the project installs itself.
import type { Diagnostic } from '@turnout/compiler'
import { getOrCreate } from '@turnout/compiler/internal/collections'
import { normalizePath, type ViteDevServer } from 'vite'
import { loadLinks, type LinkChecker, type ProjectReport } from '../packages.ts'
import { NewProblems } from '../problems/digest.ts'
import type { Log } from '../problems/log.ts'
import { logProblems } from '../problems/report.ts'
import type { Outcome } from './outcome.ts'
import type { Project } from './project.ts'

/**
 * Creates a checker for the current table; null if the route files have errors.
 *
 * @param severity the severity of dead links
 * @throws PackageNotInstalled if the project lacks `@turnout/links`
 */
export async function linkChecker(project: Project, severity: 'error' | 'warning'): Promise<LinkChecker | null> {
  const { LinkChecker: Checker } = await loadLinks(project.root)
  const { table: manifest, files: routeFiles } = await project.outcome()
  const { root, vite, options } = project
  const { compile, links } = options
  return manifest && new Checker({ root, vite, compile, manifest, routeFiles, options: links, severity })
}

/** Returns the diagnostics of files. */
export function diagnosticsOf(files: ProjectReport['files']): readonly Diagnostic[] {
  return files.flatMap(({ findings }) => findings.map(({ diagnostic }) => diagnostic))
}

const checked = new WeakSet<Outcome>()

/** Prints the findings of all files as warnings of a build, once for all environments. */
export async function checkLinksInBuild(project: Project, logger: Log): Promise<void> {
  const outcome = await project.outcome()
  if (checked.has(outcome)) return
  checked.add(outcome)
  const report = await (await linkChecker(project, 'warning'))?.checkAll()
  logProblems(logger, diagnosticsOf(report?.files ?? []), project)
}

/**
 * Prints the findings of each file that changes while a dev server runs. A new table can break links in files that do not
 * change, so it checks the loaded modules again.
 */
export function checkLinksInDev(project: Project, { watcher, environments, config: { logger } }: ViteDevServer): void {
  let checkedTable: Promise<Outcome['table']> = project.outcome().then(({ table }) => table)
  let checker: LinkChecker | null = null
  const printed = new Map<string, NewProblems>()
  const checkFile = async (file: string): Promise<void> => {
    if (checker?.concerns(file) !== true) return
    const report = await checker.check(normalizePath(file).slice(project.root.length + 1))
    const news = getOrCreate(printed, file, () => new NewProblems())
    if ('findings' in report) logProblems(logger, news.of(diagnosticsOf([report])), project)
  }
  const check = async (file: string): Promise<void> => {
    const { table } = await project.outcome()
    const isNew = (await checkedTable) !== table
    if (isNew || checker === null) checker = await linkChecker(project, 'warning')
    checkedTable = Promise.resolve(table)
    const loaded = Object.values(environments).flatMap(({ moduleGraph }) => [...moduleGraph.fileToModulesMap.keys()])
    for (const each of isNew ? new Set([file, ...loaded]) : [file]) await checkFile(each)
  }
  // One check after another, because each may take up a new table.
  let last = Promise.resolve()
  const checkOrLog = (file: string) => {
    last = last.then(() => check(file)).catch((error: Error) => logger.error(error.message, { error }))
  }
  watcher.on('add', checkOrLog)
  watcher.on('change', checkOrLog)
}
