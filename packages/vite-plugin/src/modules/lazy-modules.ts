// The virtual modules that import controllers and pages of the application on demand, and who may import them.
import type { Location } from '@turnout/compiler'
import { makeError } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import { NAVIGATION, PAGES, REACT_ROUTER, SERVER, VUE_ROUTER } from '../ids.ts'
import type { Project } from '../project/project.ts'
import { reportedError, type ReportedError } from '../problems/report.ts'

/** The modules that load controllers or pages of the application on demand. */
export type LazyId = typeof SERVER | typeof PAGES | typeof NAVIGATION | typeof REACT_ROUTER | typeof VUE_ROUTER

export const LAZY_IDS: readonly LazyId[] = [SERVER, PAGES, NAVIGATION, REACT_ROUTER, VUE_ROUTER]

export const isLazyId = (id: string | null): id is LazyId => LAZY_IDS.includes(id as LazyId)

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
