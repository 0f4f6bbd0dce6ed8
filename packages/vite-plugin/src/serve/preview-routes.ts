import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Connect, PreviewServer } from 'vite'
import { endWithError } from './entrance.ts'
import { hostOf, send, type Host, type ServerModule } from './serve-routes.ts'
import { hasBuiltEntry } from './server-config.ts'
import { loadSrvx } from '../packages.ts'
import { isProxied, serveUpgrades } from './upgrades.ts'

/** Adds the middlewares that pass requests to the built server, if this plugin has built it. */
export function servePreview(server: PreviewServer): void {
  const { config, httpServer } = server
  if (!hasBuiltEntry(config)) return
  server.middlewares.use(previewRoutes(server))
  serveUpgrades({ httpServer, config, proxy: config.preview.proxy })
}

/**
 * Returns the middleware that responds to every request of `vite preview` with the built server, which also serves the
 * files of the client. Only the requests of `preview.proxy` go on to Vite.
 *
 * @throws Error if there is no built server
 */
function previewRoutes({ config }: PreviewServer): Connect.NextHandleFunction {
  const folder = config.environments['ssr']!.build.outDir
  const entry = path.resolve(config.root, folder, 'index.js')
  if (!existsSync(entry)) {
    throw new Error(`There is no server in \`${folder}\`. Run \`vite build\` first.`)
  }
  let host: Promise<Host> | undefined

  const respond: Connect.SimpleHandleFunction = async (req, res) => {
    try {
      host ??= import(pathToFileURL(entry).href).then((module: ServerModule) => hostOf(module, entry))
      const { fetch, maxRequestBodySize } = await host
      const { NodeRequest } = await loadSrvx()
      const request = new NodeRequest({ req, res, ...(maxRequestBodySize !== undefined && { maxRequestBodySize }) })
      await send(res, await fetch(request))
    } catch (error) {
      await endWithError(req, res, error, config)
    }
  }
  return (req, res, next) => (isProxied(req.url ?? '/', config.preview.proxy) ? next() : respond(req, res))
}
