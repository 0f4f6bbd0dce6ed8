import { statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { isClaimed } from '@turnout/compiler/internal'
import type { Connect, ViteDevServer } from 'vite'
import { isPublished } from '../files/public-files.ts'

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
    if (publicDir === '' || !/^(?:GET|HEAD)$/.test(method) || IMPORT.test(originalUrl)) return false
    const [pathname] = originalUrl.split(/[?#]/, 1) as [string]
    if (!pathname.startsWith(base) || !isFileIn(publicDir, pathname.slice(base.length))) return false
    const table = await manifest()
    return table !== null && isClaimed(table, `/${pathname.slice(base.length)}`)
  }
}

/** Vite's middleware that serves public files. */
const PUBLIC_LAYER = 'viteServePublicMiddleware'

/** Vite's middlewares that serve files as they are. */
const FILE_LAYERS = new Set([PUBLIC_LAYER, 'viteServeStaticMiddleware'])

/**
 * Makes Vite serve files for `GET` and `HEAD` only, as production does, and for none of the requests that a test accepts.
 * Public files are served by their exact path. It has to run once Vite has its middlewares.
 */
export function restrictFiles({ middlewares }: ViteDevServer, isClaimedFile: ReturnType<typeof claimTest>): void {
  for (const layer of middlewares.stack) {
    const { name = '' } = layer.handle as { name?: string }
    if (!FILE_LAYERS.has(name)) continue
    const serveFiles = layer.handle as Connect.NextHandleFunction
    const serveUnclaimed = choose(isClaimedFile, passOn, serveFiles)
    layer.handle = (req: Connect.IncomingMessage, res: ServerResponse, next: Connect.NextFunction) => {
      const [target = ''] = (req.url ?? '').split('#', 1)
      const isServed = /^(?:GET|HEAD)$/.test(req.method ?? '') && (name !== PUBLIC_LAYER || isServable(target))
      if (!isServed) return next()
      const { url } = req
      // Vite reads a fragment, which only a faulty client sends, as a part of the name.
      req.url = target
      return serveUnclaimed(req, res, (error?: unknown) => {
        req.url = url
        next(error)
      })
    }
  }
}

/** Gives the requests that a test accepts to a handler, and passes the others on. */
export function serveClaimed(
  isClaimedFile: ReturnType<typeof claimTest>,
  serveRequests: Connect.NextHandleFunction,
): Connect.NextHandleFunction {
  return choose(isClaimedFile, serveRequests, passOn)
}

function choose(
  test: ReturnType<typeof claimTest>,
  accepted: Connect.NextHandleFunction,
  rejected: Connect.NextHandleFunction,
): Connect.NextHandleFunction {
  return (req, res, next) => {
    test(req).then((isAccepted) => (isAccepted ? accepted : rejected)(req, res, next), next)
  }
}

const passOn: Connect.NextHandleFunction = (_req, _res, next) => next()

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
  try {
    const file = path.join(folder, decodeURI(encoded))
    return file.startsWith(path.join(folder, '/')) && statSync(file).isFile()
  } catch {
    return false
  }
}
