import type { Manifest } from '@turnout/compiler'
import { makeError, writeOutput } from '@turnout/compiler/internal'
import { PAGES, SERVER } from '../ids.ts'
import type { Consumer } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { reportedError } from '../problems/report.ts'

/** The modules that import others of the application when they are needed: controllers, and pages. */
export type LazyId = typeof SERVER | typeof PAGES

export const isLazyId = (id: string): id is LazyId => id === SERVER || id === PAGES

/** Their texts. None has a place in route files, so there is no map. */
export type LazyModules = ReadonlyMap<LazyId, Readonly<Record<Consumer, string>>>

/** The texts of those modules that the options of the project ask for. */
export function lazyModules(
  { manifest, controllers, pages }: Pick<Outcome, 'controllers' | 'pages'> & { readonly manifest: Manifest },
  { options }: Pick<Project, 'options'>,
  dev: boolean,
): LazyModules {
  const modules = new Map<LazyId, Readonly<Record<Consumer, string>>>()
  if (options.server !== null) {
    const [{ content }] = writeOutput('server', manifest, {
      server: { controllers, dev, trustedOrigins: options.server.trustedOrigins },
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

/**
 * What calls controllers is for servers only; and each of these modules needs its option.
 *
 * @throws ReportedError where one is imported by others
 */
export function refuseLazyModule(
  id: LazyId,
  environment: { readonly name: string; readonly config: { readonly consumer: string } },
  project: Project,
): void {
  const { name, config } = environment
  const isSet = id === SERVER ? project.options.server !== null : project.options.pages !== null
  const problem = !isSet
    ? makeError(id === SERVER ? 'server-not-set' : 'pages-not-set', null, { location: null })
    : id === SERVER && config.consumer === 'client'
      ? makeError('server-in-client', { environment: name }, { location: null })
      : null
  if (problem !== null) throw reportedError([problem], project, 'full')
}
