// A dev server of Vite: the session that compiles the routes, and the middlewares that respond to requests.
import type { ViteDevServer } from 'vite'
import { DevSession } from '../dev/dev-session.ts'
import { RequestLog } from '../dev/request-log.ts'
import { serveInspector } from '../dev/serve-inspector.ts'
import { addShortcuts } from '../dev/shortcuts.ts'
import type { ApplicationServer } from '../modules/application-modules.ts'
import { serverEntry } from '../modules/server-entry.ts'
import type { Project } from '../project/project.ts'
import { claimTest, restrictFiles, serveClaimed } from './claimed-files.ts'
import { findServer, type ServerEnvironment } from './find-server.ts'
import { refuseMalformed, serveRoutes, withSlash } from './serve-routes.ts'
import { viteUse } from './server-config.ts'
import { serveUpgrades } from './upgrades.ts'

/** A dev server with its session. */
export class DevServer implements ApplicationServer {
  readonly session: DevSession
  readonly server: ViteDevServer
  answersRequests = false
  readonly #project: Project
  /** The environment that handles requests; null if this plugin does not handle them. */
  readonly #target: ServerEnvironment | null
  /** The recent requests; null if nothing shows them. */
  readonly #requests: RequestLog | null

  constructor(project: Project, server: ViteDevServer) {
    this.#project = project
    this.server = server
    const { options } = project
    this.#target = options.server === null ? null : findServer(server.environments)
    // Tests of an application see the headers of production.
    const showsDevBar = options.devBar && this.#target !== null && !viteUse(server.config, options).isInVitest
    this.session = new DevSession(project, server, { showsDevBar })
    this.session.start()
    this.#requests = options.inspector && this.#target !== null ? new RequestLog() : null
    if (options.inspector) serveInspector(this.session, project, server, this.#requests)
    addShortcuts(server, options.inspector)
  }

  /**
   * Adds the middlewares that respond to requests, if the option `server` is set.
   *
   * @returns the function that adds those after Vite's own
   */
  serve(): (() => void) | undefined {
    const { server } = this
    const { root, options } = this.#project
    if (options.server === null) return undefined
    const manifest = async () => (await this.session.state()).manifest
    const isClaimedFile = claimTest(server, manifest)
    const target = this.#target
    const requests = this.#requests
    this.answersRequests = target !== null
    // Another plugin responds to requests, after Vite's own middlewares.
    if (target === null) return () => restrictFiles(server, isClaimedFile)
    const { entry } = options.server
    server.middlewares.use(refuseMalformed)
    server.middlewares.use(withSlash(server.config.base))
    const { base } = options.compile
    const serveApplication = serveRoutes({
      server,
      target,
      entry: () => serverEntry(root, entry),
      manifest,
      base,
      hasInspector: options.inspector,
      onRoutes: (listener) => this.session.on({ updated: listener, closed: () => {} }),
    })
    const serveRequests: typeof serveApplication = (request, response, next) => {
      requests?.record(request, response)
      serveApplication(request, response, next)
    }
    server.middlewares.use(serveClaimed(isClaimedFile, serveRequests))
    const { httpServer, config } = server
    serveUpgrades({ httpServer, config, proxy: config.server.proxy })
    return () => {
      restrictFiles(server, isClaimedFile)
      server.middlewares.use(serveRequests)
    }
  }
}
