// Connects the plugin with a dev server of Vite: the session that compiles the routes, and the middlewares that respond
// to requests.
import type { Connect, ViteDevServer } from 'vite'
import { explainUnbundled } from '../checks/unbundled-packages.ts'
import { DevSession } from '../dev/dev-session.ts'
import { RequestLog } from '../dev/request-log.ts'
import { serveInspector } from '../dev/serve-inspector.ts'
import type { ApplicationServer } from '../modules/application-modules.ts'
import { serverEntry } from '../modules/server-entry.ts'
import type { Project } from '../project/project.ts'
import { claimTest, controllerTest, restrictFiles, serveDirectly } from './claimed-files.ts'
import { showClientErrors } from './client-errors.ts'
import { guardEntrance } from './entrance.ts'
import { findServer, type ServerEnvironment } from './find-server.ts'
import { pageHost } from './page-host.ts'
import { announceChanges } from './page-reloads.ts'
import { escapeMalformedQuery, isMalformed, serveRoutes, serveBaseWithoutSlash } from './serve-routes.ts'
import { viteUse } from './server-config.ts'
import { showUnmatchedVisits } from './unmatched-visits.ts'
import { serveUpgrades } from './upgrades.ts'

/** The plugin in a dev server of Vite. */
export class DevServer implements ApplicationServer {
  readonly session: DevSession
  readonly vite: ViteDevServer
  /** False until `addMiddlewares` has run, and if another plugin responds to requests. */
  handlesRequests = false
  readonly #project: Project
  /** The environment that handles requests; null if this plugin does not handle them. */
  readonly #serverEnvironment: ServerEnvironment | null
  readonly #isInVitest: boolean
  /** The recent requests; null if nothing shows them. */
  readonly #requests: RequestLog | null

  constructor(project: Project, vite: ViteDevServer) {
    this.#project = project
    this.vite = vite
    const { options } = project
    this.#serverEnvironment = options.server === null ? null : findServer(vite.environments)
    const handlesRequests = this.#serverEnvironment !== null
    // Tests of an application see the pages and the headers of production.
    this.#isInVitest = viteUse(vite.config, options).isInVitest
    const showsDevBar = options.devBar && handlesRequests && !this.#isInVitest
    this.session = new DevSession(project, vite, { showsDevBar, sharesState: !this.#isInVitest })
    this.session.start()
    this.#requests = options.inspector && handlesRequests ? new RequestLog() : null
    if (options.inspector) serveInspector(this.session, project, vite, this.#requests)
  }

  /**
   * Adds the middlewares that respond to requests, if the option `server` is set. They run in this order:
   *
   * `guardEntrance` runs first, also without the option.
   *
   * 1. `serveDirectly` passes requests to the application if their path is malformed, or if a route hides their file.
   * 2. `escapeMalformedQuery` and `serveBaseWithoutSlash` change URLs for which Vite's own middlewares would fail.
   * 3. Vite's own middlewares serve modules, and the files that `restrictFiles` permits.
   * 4. `serveRequests` passes all other requests to the application.
   *
   * @returns the function that adds those after Vite's own
   */
  addMiddlewares(): (() => void) | undefined {
    const { vite } = this
    const { root, options, folders } = this.#project
    guardEntrance(vite)
    showClientErrors(vite, () => this.session.hasMissingHelpers)
    const drawsInBrowser = options.pages !== null && vite.config.appType === 'spa' && !this.#isInVitest
    if (options.server === null && !drawsInBrowser) return undefined
    const manifest = async () => (await this.session.state()).manifest
    const reloads = announceChanges(vite)
    this.session.on({ updated: reloads.announce, closed: () => {} })
    const host = pageHost(vite.config)
    const pageContext = async (version: number) => {
      const { manifest, problems } = await this.session.state()
      const { compile, inspector } = options
      return { host, manifest, problems: problems.length, base: compile.base, hasInspector: inspector, version }
    }
    const addUnmatchedVisits = () => {
      if (drawsInBrowser) vite.middlewares.use(showUnmatchedVisits(() => pageContext(reloads.version()), vite.config))
    }
    if (options.server === null) return addUnmatchedVisits
    const isClaimedFile = claimTest(vite, manifest)
    const controllers = controllerTest(vite, folders.controllers)
    const serverEnvironment = this.#serverEnvironment
    this.handlesRequests = serverEnvironment !== null
    // Another plugin responds to requests, after Vite's own middlewares.
    if (serverEnvironment === null) return () => restrictFiles(vite, isClaimedFile, controllers)
    const { entry } = options.server
    const serveApplication = serveRoutes({
      vite,
      serverEnvironment,
      entry: () => serverEntry(root, entry),
      explain: (error) => explainUnbundled(error, serverEnvironment.environment, this.#project) ?? error,
      reloads,
      pageContext,
    })
    const requests = this.#requests
    const serveRequests: typeof serveApplication = (request, response, next) => {
      requests?.record(request, response)
      serveApplication(request, response, next)
    }
    const goesDirectly = async (request: Connect.IncomingMessage) => isMalformed(request) || isClaimedFile(request)
    vite.middlewares.use(serveDirectly(goesDirectly, serveRequests))
    vite.middlewares.use(escapeMalformedQuery)
    vite.middlewares.use(serveBaseWithoutSlash(vite.config.base))
    const { httpServer, config } = vite
    serveUpgrades({ httpServer, config, proxy: config.server.proxy })
    return () => {
      restrictFiles(vite, isClaimedFile, controllers)
      vite.middlewares.use(serveRequests)
      addUnmatchedVisits()
    }
  }
}
