import type { Middleware } from 'virtual:routes/server'
import { isKeeper } from './context.ts'
import { notFound } from './views/errors.ts'

/**
 * Lets only keepers through. Others are told that there is nothing, so that they cannot see what they may not call.
 *
 * @param free actions that are everyone's
 */
export function keepersOnly(...free: readonly string[]): Middleware {
  return (_request, next, { context, route }) =>
    isKeeper(context) || free.includes(route?.action ?? '') ? next() : notFound(context)
}
