import type { IncomingMessage } from 'node:http'
import { handleThrownPromise } from '@turnout/server'
import { loadDevPages } from '../packages.ts'
import { logTo, type Log } from '../problems/log.ts'

/** Logs an error of a request, with its stack and its causes. */
export async function logFailure(
  logger: Log,
  { method, url }: Pick<IncomingMessage, 'method' | 'url'>,
  error: unknown,
): Promise<void> {
  handleThrownPromise(error)
  const { printError } = await loadDevPages()
  logTo(logger, 'error', `turnout: ${method} ${url}: ${printError(error)}`, { timestamp: true })
}
