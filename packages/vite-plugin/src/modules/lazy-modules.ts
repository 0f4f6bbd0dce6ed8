import type { Location, Manifest } from '@turnout/compiler'
import { makeError, writeOutput } from '@turnout/compiler/internal'
import { PAGES, SERVER } from '../ids.ts'
import type { Consumer } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { reportedError, type ReportedError } from '../problems/report.ts'

/** The modules that import others of the application when they are needed: controllers, and pages. */
export type LazyId = typeof SERVER | typeof PAGES

export const isLazyId = (id: string): id is LazyId => id === SERVER || id === PAGES

/** Their texts. None has a place in route files, so there is no map. */
export type LazyModules = ReadonlyMap<LazyId, Readonly<Record<Consumer, string>>>

/** The texts of those modules that the options of the project ask for. */
export function lazyModules(
  {
    manifest,
    controllers,
    pages,
    paged,
  }: Pick<Outcome, 'controllers' | 'pages' | 'paged'> & {
    readonly manifest: Manifest
  },
  { options }: Pick<Project, 'options'>,
  dev: boolean,
): LazyModules {
  const modules = new Map<LazyId, Readonly<Record<Consumer, string>>>()
  if (options.server !== null) {
    const [{ content }] = writeOutput('server', manifest, {
      server: {
        controllers,
        dev,
        ...(options.pages !== null && { pages: paged }),
        trustedOrigins: options.server.trustedOrigins,
      },
    })
    modules.set(SERVER, { client: content, server: content })
  }
  if (options.pages !== null) {
    const { clientRoutes } = options.compile
    const of = (hidden: typeof clientRoutes) =>
      writeOutput('pages', manifest, { pages: { pages, dev }, ...(hidden && { clientRoutes: hidden }) })[0].content
    modules.set(PAGES, { client: of(clientRoutes), server: of(undefined) })
  }
  return modules
}

/** What of a Vite environment decides on what its modules may import. */
type Importing = { readonly name: string; readonly config: { readonly consumer: string } }

/**
 * What calls controllers is for servers only; and each of these modules needs its option.
 *
 * @param findPlace finds where it is imported
 * @throws ReportedError where one is imported by others
 */
export async function refuseLazyModule(
  id: LazyId,
  environment: Importing,
  project: Project,
  findPlace: () => Promise<Location | null>,
): Promise<void> {
  const { server, pages } = project.options
  const code = id === SERVER ? 'server-not-set' : 'pages-not-set'
  if ((id === SERVER ? server : pages) === null) {
    const location = await findPlace()
    const importer = location?.file ?? null
    throw reportedError([makeError(code, { importer }, { location })], project, 'full')
  }
  if (id === SERVER && environment.config.consumer === 'client') {
    throw serverInClient(id, environment, project, await findPlace())
  }
}

/** The error of a client that imports what is for servers. */
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
    'full',
  )
}
