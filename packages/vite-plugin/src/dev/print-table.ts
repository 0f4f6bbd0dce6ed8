import type { Manifest } from '@turnout/compiler'
import type { ViteDevServer } from 'vite'
import { logTo } from '../problems/log.ts'
import { formatRoutes } from '../print/format-routes.ts'

/**
 * Prints the route table: under the addresses where Vite prints them, when the server listens.
 *
 * @param table waits for the first compilation; null where it has failed
 */
export function printTable(server: ViteDevServer, table: () => Promise<Manifest | null>): void {
  const print = async () => {
    const manifest = await table()
    if (manifest !== null) logTo(server.config.logger, 'info', `\n${formatRoutes(manifest.routes, {})}\n`)
  }
  if (server.config.server.middlewareMode) return void print()
  const { printUrls } = server
  server.printUrls = () => {
    printUrls()
    void print()
  }
}
