// The modules that Vite serves around an application: its server, its pages, its document, and the client of its links.
import path from 'node:path'
import type { Environment, ViteDevServer } from 'vite'
import { isController, isControllerOnDisk } from '../controllers/names.ts'
import { serverEntryModule } from '../build/server-entry-module.ts'
import { withoutQuery } from '../files/paths.ts'
import { CLIENT, SERVER_ENTRY, TEMPLATE_MODULE, SERVER } from '../ids.ts'
import { completeOutcome, type Project } from '../project/project.ts'
import { findImporter, type ModuleGraph } from './find-importer.ts'
import { isLazyId, refuseLazyModule, serverInClient, type LazyId } from './lazy-modules.ts'
import { sharedState } from './live-module.ts'
import { inFolder, LOADED } from './resolve.ts'
import { serverEntry } from './server-entry.ts'
import { builtTemplate, servedTemplate } from './template-module.ts'
import type { Consumer } from '../options.ts'
import { SERVER_CLIENT } from './runtime-modules.ts'

/** What a dev server adds to these modules. */
export interface ApplicationServer {
  readonly vite: ViteDevServer
  /** False if the plugin of a platform handles requests, and so transforms documents. */
  readonly handlesRequests: boolean
  readonly session: { loadLazy(environment: Environment, id: LazyId): Promise<string> }
}

/** Whatever decides which modules are served. */
interface ApplicationSource {
  readonly project: Project
  /** Null in builds. */
  readonly dev: ApplicationServer | null
  /** Tests may import controllers. */
  readonly isInVitest: boolean
}

/**
 * Returns the filter for the ids of these modules, and of those that are emitted from the routes. Clients must not load
 * controllers.
 *
 * @param controllers the folder of the controllers; null if the application does not serve its routes
 */
export function loadedIds(controllers: string | null): RegExp[] {
  return controllers === null ? LOADED : [...LOADED, inFolder(controllers)]
}

/**
 * Returns the source of a module around the application; undefined for any other module.
 *
 * @throws ReportedError for a client that imports a controller or the server
 */
export async function loadApplicationModule(
  context: ModuleGraph & { readonly environment: Environment },
  id: string,
  { project, dev, isInVitest }: ApplicationSource,
): Promise<string | undefined> {
  const { environment } = context
  const { consumer } = environment.config
  const { server } = project.options
  const { controllers } = project.folders
  if (id === SERVER_ENTRY) {
    if (environment.mode !== 'build' || server === null) return
    const { manifest } = await completeOutcome(project)
    return serverEntryModule(serverEntry(project.root, server.entry), environment.config, project, manifest)
  }
  if (server !== null && controllers !== null && consumer === 'client' && !isInVitest) {
    const file = withoutQuery(id)
    if (isController(controllers, file) || isControllerOnDisk(controllers, file)) {
      const importLocation = await findImporter(context, file, project.root)
      throw serverInClient(path.posix.relative(project.root, file), environment, project, importLocation)
    }
  }
  if (id === TEMPLATE_MODULE) {
    if (consumer === 'client') return
    return dev === null || environment.mode === 'build'
      ? builtTemplate(environment)
      : servedTemplate(dev.vite, !dev.handlesRequests, sharedState(project, id))
  }
  if (id === CLIENT) return clientModule(consumer, server !== null)
  if (!isLazyId(id)) return
  await refuseLazyModule(id, environment, project, () => findImporter(context, id, project.root))
  if (dev !== null && environment.mode === 'dev') return dev.session.loadLazy(environment, id)
  const { lazyModule } = await import('./emit-lazy-module.ts')
  return lazyModule([id, consumer], await completeOutcome(project), project, null)
}

/**
 * Returns the source of `virtual:routes/client`: `createSend`, and `send`, which has no settings.
 *
 * On a server that serves its routes, requests go to `dispatch` in the same process. The first request imports
 * `dispatch`, because controllers may import this module.
 */
export function clientModule(consumer: Consumer, servesRoutes: boolean): string {
  const isInProcess = consumer === 'server' && servesRoutes
  return [
    `import { createSend${isInProcess ? ' as createSendWith' : ''} } from '${SERVER_CLIENT}'`,
    isInProcess ? IN_PROCESS : 'export { createSend }',
    'export const send = /* @__PURE__ */ createSend()',
    '',
  ].join('\n')
}

const IN_PROCESS = `export const createSend = ({ context, origin, forward, ...settings } = {}) =>
  createSendWith({
    fetch: async (url, init) => {
      const { dispatch, sendInProcess } = await import('${SERVER}')
      return sendInProcess(dispatch, url, init, { context, origin, forward })
    },
    ...settings,
  })`
