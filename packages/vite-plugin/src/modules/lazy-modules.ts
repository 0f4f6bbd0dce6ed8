// The virtual modules that import controllers and pages of the application on demand.
import type { Location, Manifest } from '@turnout/compiler'
import { makeError } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { emitNavigation } from '@turnout/compiler/internal/phases/5-emit/emit-navigation'
import { emitPages } from '@turnout/compiler/internal/phases/5-emit/emit-pages'
import { emitServer } from '@turnout/compiler/internal/phases/5-emit/emit-server'
import { NAVIGATION, PAGES, REACT_ROUTER, SERVER, VUE_ROUTER } from '../ids.ts'
import type { Consumer } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { sharedState } from './live-module.ts'
import { reportedError, type ReportedError } from '../problems/report.ts'

/** The modules that load controllers or pages of the application on demand. */
export type LazyId = typeof SERVER | typeof PAGES | typeof NAVIGATION | typeof REACT_ROUTER | typeof VUE_ROUTER

export const LAZY_IDS: readonly LazyId[] = [SERVER, PAGES, NAVIGATION, REACT_ROUTER, VUE_ROUTER]

export const isLazyId = (id: string | null): id is LazyId => LAZY_IDS.includes(id as LazyId)

/** The properties of a dev server on which the modules depend. */
export interface LazyDev {
  readonly showsDevBar: boolean
}

/**
 * Returns the source of a module. It contains no code from route files, so it needs no source map.
 *
 * @param devServer null in builds
 */
export function lazyModule(
  [id, consumer]: readonly [id: LazyId, consumer: Consumer],
  { manifest, controllers, pages, actionsWithPage, routerCode }: SourceOfLazyModules,
  project: Pick<Project, 'options'>,
  devServer: LazyDev | null,
): string {
  const { server, pages: pagesFolder, compile } = project.options
  // A client has one module runner, its page.
  const isShared = consumer === 'server' || id === SERVER
  const dev = devServer && { sharedState: isShared ? sharedState(project, id) : null }
  switch (id) {
    case SERVER:
      return emitServer(manifest, {
        controllers,
        dev,
        ...(devServer?.showsDevBar === true && { reportsMatches: true }),
        ...(pagesFolder !== null && { pages: actionsWithPage }),
        trustedOrigins: server?.trustedOrigins ?? [],
      })
    case PAGES:
      return emitPages(clientManifest(manifest, consumer === 'client' ? compile.clientRoutes : undefined), {
        pages,
        dev,
      })
    case NAVIGATION:
      return emitNavigation(manifest, { pages, dev, actionsWithPage })
    case REACT_ROUTER:
    case VUE_ROUTER:
      return routerCode!
  }
}

/** The part of an outcome on which the modules depend. */
type SourceOfLazyModules = Pick<Outcome, 'controllers' | 'pages' | 'actionsWithPage' | 'routerCode'> & {
  readonly manifest: Manifest
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
  const { server, pages, router } = project.options
  const isRouter = id === REACT_ROUTER || id === VUE_ROUTER
  if (isRouter ? !id.endsWith(`/${router}`) : (id === SERVER ? server : pages) === null) {
    const location = await findPlace()
    const importer = location?.file ?? null
    const error =
      id === SERVER
        ? makeError('server-not-set', { importer }, { location })
        : makeError(isRouter ? 'router-not-set' : 'pages-not-set', { module: id, importer }, { location })
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
