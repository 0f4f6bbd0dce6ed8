import { realpathSync, statSync, type Stats } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { isClaimed } from '@turnout/compiler/internal/checks/check-public-files'
import { isController, isControllerOnDisk } from '../controllers/names.ts'
import { normalizePath, type Connect, type ViteDevServer } from 'vite'
import { isPublished } from '../files/public-files.ts'
import { isUnchanged, supportedRange } from './file-conditions.ts'

/** Queries by which modules of the client import a file. Vite responds to these requests. */
const IMPORT = /[?&](?:import|url|raw|inline|worker|sharedworker)\b/

/**
 * Returns a test for requests that ask for a public file which a route hides. A build does not publish these files, so a
 * dev server must not serve them either.
 */
export function claimTest(
  { config }: ViteDevServer,
  manifest: () => Promise<Manifest | null>,
): (request: Connect.IncomingMessage) => Promise<boolean> {
  const { publicDir, base } = config
  return async ({ method = '', originalUrl = '' }) => {
    if (!/^(?:GET|HEAD)$/.test(method) || IMPORT.test(originalUrl)) return false
    const [pathname] = originalUrl.split(/[?#]/, 1) as [string]
    if (!pathname.startsWith(base) || !isFileIn(publicDir, pathname.slice(base.length))) return false
    const table = await manifest()
    return table !== null && isClaimed(table, `/${pathname.slice(base.length)}`)
  }
}

/** Tests whether a request is for the source of a controller. */
interface ControllerTest {
  /** Vite's middlewares could send it as a file. */
  readonly isFile: (request: Connect.IncomingMessage) => boolean
  /** Vite could transform it without the `load` hook, which refuses the paths inside the folder. */
  readonly isUnguardedModule: (request: Connect.IncomingMessage) => boolean
}

/**
 * Returns the tests for the source of controllers. The `load` hook refuses controllers that scripts import. But Vite sends
 * files as they are if the browser navigates to them (`Sec-Fetch-Dest`), and reads them by the paths of symbolic links.
 *
 * @param folder of the controllers, absolute; null if there is none
 */
export function controllerTest({ config }: Pick<ViteDevServer, 'config'>, folder: string | null): ControllerTest {
  const controllersOf = ({ url }: Connect.IncomingMessage) =>
    folder === null ? [] : filesOf(url!, config).filter((file) => isControllerOnDisk(folder, file))
  return {
    isFile: (request) => controllersOf(request).length > 0,
    isUnguardedModule: (request) =>
      controllersOf(request).some((file) => !isController(normalizePath(realpathSync(folder!)), normalizePath(file))),
  }
}

/** Vite resolves the dots of a path against an origin. */
const ORIGIN = 'http://localhost'

/** Returns all files that one of Vite's middlewares could send for a URL: by the root, `/@fs/` and `resolve.alias`. */
function filesOf(url: string, { root, resolve }: ViteDevServer['config']): string[] {
  const [pathname] = url.split(/[?#]/, 1) as [string]
  const resolved = URL.canParse(pathname, ORIGIN) ? new URL(pathname, ORIGIN).pathname : pathname
  // Nearly always one, and each file below costs calls of the file system.
  const spellings = [...new Set([decoded(pathname), decoded(resolved)])]
  const aliased = spellings.flatMap((name) =>
    resolve.alias.map(({ find, replacement }) => name.replace(find, replacement)),
  )
  return [...spellings, ...aliased].flatMap((name) => {
    const absolute = name.replace(/^\/@fs(?:\/(?=[a-z]:))?/i, '')
    return [path.join(root, name), path.normalize(absolute)].map((file) => file.replace(/[\\/]+$/, ''))
  })
}

/** Vite's middleware that serves public files. */
const PUBLIC_LAYER = 'viteServePublicMiddleware'

/** Vite's middlewares that serve files as they are. */
const FILE_LAYERS = new Set([PUBLIC_LAYER, 'viteServeStaticMiddleware', 'viteServeRawFsMiddleware'])

/**
 * Makes Vite serve files for `GET` and `HEAD` only, as production does, and none that a route hides and no controllers.
 * Public files are served by their exact path, and with the conditions of the request. It has to run once Vite has its
 * middlewares.
 */
export function restrictFiles(
  { middlewares, config }: Pick<ViteDevServer, 'middlewares' | 'config'>,
  isClaimedFile: ReturnType<typeof claimTest>,
  { isFile, isUnguardedModule }: ControllerTest,
): void {
  // Vite would read a name without an extension as that of a module, and fail, because public files are none.
  const isHidden = ({ url }: Connect.IncomingMessage) =>
    !isServable(url!) && isFileIn(config.publicDir, url!.split('?', 1)[0]!)
  const isNoFile: typeof isClaimedFile = async (request) => isFile(request) || isClaimedFile(request)
  for (const layer of middlewares.stack) {
    const { name } = layer.handle as { readonly name: string }
    if (name === 'viteTransformMiddleware') {
      const transform = layer.handle as Connect.NextHandleFunction
      layer.handle = (req: Connect.IncomingMessage, res: ServerResponse, next: Connect.NextFunction) =>
        isUnguardedModule(req) || isHidden(req) ? next() : transform(req, res, next)
    }
    if (!FILE_LAYERS.has(name)) continue
    const isPublicLayer = name === PUBLIC_LAYER
    const passToVite = layer.handle as Connect.NextHandleFunction
    const serveFiles: Connect.NextHandleFunction = (req, res, next) => {
      const { url, method, headers } = req
      const stats = isPublicLayer ? statsOf(config.publicDir, url!.split('?', 1)[0]!) : null
      if (stats !== null && isUnchanged(headers, stats)) return void res.writeHead(304).end()
      const { range } = headers
      setRange(headers, method === 'GET' ? supportedRange(headers, stats) : undefined)
      passToVite(req, res, (error?: unknown) => {
        setRange(headers, range)
        next(error)
      })
    }
    const serveUnclaimed = choose(isNoFile, passOn, serveFiles)
    layer.handle = (req: Connect.IncomingMessage, res: ServerResponse, next: Connect.NextFunction) => {
      const { url, method } = req as { readonly url: string; readonly method: string }
      // Repeated slashes count as one for public files, as in production. Vite would read two at the start as a host.
      const target = isPublicLayer ? withSingleSlashes(url) : url
      const isFileRequest = /^(?:GET|HEAD)$/.test(method) && !/^\/[/\\]/.test(target)
      if (!isFileRequest || (isPublicLayer && !isServable(target))) return next()
      req.url = target
      return serveUnclaimed(req, res, (error?: unknown) => {
        req.url = url
        next(error)
      })
    }
  }
}

function setRange(headers: Connect.IncomingMessage['headers'], range: string | undefined): void {
  if (range === undefined) delete headers.range
  else headers.range = range
}

/** Gives the requests that a test accepts to a handler, and passes the others on. */
export function serveDirectly(
  test: ReturnType<typeof claimTest>,
  serveRequests: Connect.NextHandleFunction,
): Connect.NextHandleFunction {
  return choose(test, serveRequests, passOn)
}

function choose(
  test: ReturnType<typeof claimTest>,
  accepted: Connect.NextHandleFunction,
  rejected: Connect.NextHandleFunction,
): Connect.NextHandleFunction {
  return (req, res, next) => {
    test(req)
      .then((isAccepted) => (isAccepted ? accepted : rejected)(req, res, next))
      .catch(next)
  }
}

const passOn: Connect.NextHandleFunction = (_req, _res, next) => next()

/** `//robots.txt?v=//` -> `/robots.txt?v=//` */
function withSingleSlashes(target: string): string {
  return target.replace(/[^?]*/, (pathname) => pathname.replace(/\/{2,}/g, '/'))
}

/** True if a build publishes a file of this path: `/robots.txt`, but not `/robots.txt/` and `/.env`. */
function isServable(target: string): boolean {
  const [pathname] = target.split('?', 1) as [string]
  return !pathname.endsWith('/') && isPublished(decoded(pathname))
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

function isFileIn(folder: string, encoded: string): boolean {
  return statsOf(folder, encoded) !== null
}

/**
 * Returns the size and the date of the file that a path without query names in a folder; null if there is none.
 *
 * @param folder `publicDir`, which is empty if the project has no public files
 */
function statsOf(folder: string, encoded: string): Stats | null {
  if (folder === '') return null
  try {
    const file = path.join(folder, decodeURI(encoded))
    const stats = file.startsWith(path.join(folder, '/')) ? statSync(file) : null
    return stats?.isFile() ? stats : null
  } catch {
    return null
  }
}
