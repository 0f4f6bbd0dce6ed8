import type { Manifest } from '@turnout/compiler'
import { formatRoutes, noRoutes } from '@turnout/compiler/internal/terminal/format-routes'
import { styleOf, terminalText, type Style } from '@turnout/compiler/internal/terminal/style'
import type { Log } from '../problems/log.ts'

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
