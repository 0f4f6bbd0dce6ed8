// The virtual modules that import controllers and pages of the application on demand.
import type { Location, Manifest } from '@turnout/compiler'
import { makeError } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import { writeOutput } from '@turnout/compiler/internal/phases/5-emit/outputs'
import { NAVIGATION, PAGES, SERVER } from '../ids.ts'
import type { Consumer } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { sharedState } from './live-module.ts'
import { reportedError, type ReportedError } from '../problems/report.ts'

/** The modules that load controllers or pages of the application on demand. */
export type LazyId = typeof SERVER | typeof PAGES | typeof NAVIGATION

export const isLazyId = (id: string): id is LazyId => id === SERVER || id === PAGES || id === NAVIGATION

/** The sources of these modules. They contain no code from route files, so they need no source map. */
export type LazyModules = ReadonlyMap<LazyId, Readonly<Record<Consumer, string>>>

/** The properties of a dev server on which the modules depend. */
export interface LazyDev {
  readonly showsDevBar: boolean
}

/**
 * Returns the sources of the modules that the options of the project enable.
 *
 * @param devServer null in builds
 */
export function lazyModules(
  {
    manifest,
    controllers,
    pages,
    actionsWithPage,
  }: Pick<Outcome, 'controllers' | 'pages' | 'actionsWithPage'> & {
    readonly manifest: Manifest
  },
  project: Pick<Project, 'options'>,
  devServer: LazyDev | null,
): LazyModules {
  const { options } = project
  /** A client has one module runner, its page. */
  const dev = (consumer: Consumer, id: LazyId) =>
    devServer && { sharedState: consumer === 'client' ? null : sharedState(project, id) }
  const modules = new Map<LazyId, Readonly<Record<Consumer, string>>>()
  if (options.server !== null) {
    const [{ content }] = writeOutput('server', manifest, {
      server: {
        controllers,
        dev: dev('server', SERVER),
        ...(devServer?.showsDevBar === true && { reportsMatches: true }),
        ...(options.pages !== null && { pages: actionsWithPage }),
        trustedOrigins: options.server.trustedOrigins,
      },
    })
    modules.set(SERVER, { client: content, server: content })
  }
  if (options.pages !== null) {
    const { clientRoutes } = options.compile
    const pagesModule = (consumer: Consumer) =>
      writeOutput('pages', manifest, {
        pages: { pages, dev: dev(consumer, PAGES) },
        ...(consumer === 'client' && clientRoutes && { clientRoutes }),
      })[0].content
    modules.set(PAGES, { client: pagesModule('client'), server: pagesModule('server') })
    const navigationModule = (consumer: Consumer) =>
      writeOutput('navigation', manifest, { pages: { pages, dev: dev(consumer, NAVIGATION) }, actionsWithPage })[0]
        .content
    modules.set(NAVIGATION, { client: navigationModule('client'), server: navigationModule('server') })
  }
  return modules
}

/** The part of a Vite environment that determines which imports are allowed. */
type Importing = { readonly name: string; readonly config: { readonly consumer: string } }

/**
 * Refuses `virtual:routes/server` in clients, and each of these modules if its option is not set.
 *
 * @param findPlace finds the location of the import
 * @throws ReportedError if the import is not allowed
 */
export async function refuseLazyModule(
  id: LazyId,
  environment: Importing,
  project: Project,
  findPlace: () => Promise<Location | null>,
): Promise<void> {
  const { server, pages } = project.options
  if ((id === SERVER ? server : pages) === null) {
    const location = await findPlace()
    const importer = location?.file ?? null
    const error =
      id === SERVER
        ? makeError('server-not-set', { importer }, { location })
        : makeError('pages-not-set', { module: id, importer }, { location })
    throw reportedError([error], project, 'terminal')
  }
  if (id === SERVER && environment.config.consumer === 'client') {
    throw serverInClient(id, environment, project, await findPlace())
  }
}

/** Returns the error for a client that imports a server module. */
export function serverInClient(
  module: string,
  { name }: Importing,
  project: Project,
  location: Location | null,
): ReportedError {
  const importer = location?.file ?? null
  return reportedError(
    [makeError('server-in-client', { module, importer, environment: name }, { location })],
    project,
    'terminal',
  )
}
