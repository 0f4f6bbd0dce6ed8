import type { Manifest } from '@turnout/compiler'
import type { ViteDevServer } from 'vite'
import { formatRoutes, noRoutes } from '@turnout/compiler/internal/terminal/format-routes'
import { styleOf, terminalText, type Style } from '@turnout/compiler/internal/terminal/style'
import type { Log } from '../problems/log.ts'

/**
 * Prints the route table: under the addresses where Vite prints them, when the server listens.
 *
 * @param table waits for the first compilation; null where it has failed
 */
export function printTable(server: ViteDevServer, table: () => Promise<Manifest | null>): void {
  const print = async () => {
    const manifest = await table()
    if (manifest !== null) logTable(server.config.logger, manifest)
  }
  if (server.config.server.middlewareMode) return void print()
  const { printUrls } = server
  server.printUrls = () => {
    printUrls()
    void print()
  }
}

/** Logs the table as `turnout routes` prints it: in the colours and the width of the terminal. */
export function logTable(logger: Log, { routes }: Manifest): void {
  const { stdout } = process
  const width = stdout.isTTY ? stdout.columns : undefined
  const format = { style: styleOf(stdout, process.env), ...(width !== undefined && { width }) }
  const text = routes.length === 0 ? noRoutes(0, {}) : formatRoutes(routes, format)
  logger.info(`\n${terminalText(text)}\n`)
}

/** Logs a line in the colours of the terminal. */
export function logStyled(logger: Log, describe: (style: Style) => string): void {
  logger.info(terminalText(describe(styleOf(process.stdout, process.env))), { timestamp: true })
}
