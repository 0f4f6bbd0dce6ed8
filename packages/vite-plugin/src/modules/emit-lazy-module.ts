// The source of the virtual modules that import controllers and pages of the application on demand.
import type { Manifest } from '@turnout/compiler'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { emitNavigation } from '@turnout/compiler/internal/phases/5-emit/emit-navigation'
import { emitPages } from '@turnout/compiler/internal/phases/5-emit/emit-pages'
import { emitServer } from '@turnout/compiler/internal/phases/5-emit/emit-server'
import { NAVIGATION, PAGES, REACT_ROUTER, SERVER, VUE_ROUTER } from '../ids.ts'
import type { Consumer } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import type { LazyId } from './lazy-modules.ts'
import { sharedState } from './live-module.ts'

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
