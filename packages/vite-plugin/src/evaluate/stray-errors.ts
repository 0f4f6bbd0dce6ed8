import { AsyncLocalStorage } from 'node:async_hooks'
import { describeError, isError } from '@turnout/compiler/internal'
import { SCRIPT } from './script-names.ts'
import { stackFrames } from './stack-frames.ts'

/** The code that runs: the file of the route code, and the evaluation that it belongs to. */
export interface RouteCode {
  readonly file: string
  readonly evaluation: object
}

/**
 * Takes what was thrown by code of route files; false if it is not one of its own.
 *
 * @param origin null for what nobody knows the origin of: a value without a stack, thrown in a microtask
 */
type Taker = (thrown: unknown, origin: (Pick<RouteCode, 'file'> & Partial<RouteCode>) | null) => boolean

const takers: Taker[] = []

/** Follows timers and promises of route code. What they throw need not have a stack: `throw null`. */
const routeCode = new AsyncLocalStorage<RouteCode | null>()

/** Runs code of a route file, so that whatever it starts is known to be its own. */
export function runRouteCode<T>(code: RouteCode, run: () => T): T {
  return routeCode.run(code, run)
}

/** Runs other code that route code has called: loading of modules, which plugins take part in. */
export function runOtherCode<T>(run: () => T): T {
  return routeCode.run(null, run)
}

/**
 * Hands over what code of route files throws where nothing catches it: in a timer, in a promise that nothing awaits.
 * Node would end the process, and a dev server with it. Errors of other code take their usual course.
 *
 * @param taker is asked before those that were here first
 * @returns ends it
 */
export function catchStrayErrors(taker: Taker): () => void {
  takers.unshift(taker)
  if (takers.length === 1) process.on('uncaughtException', catchStray)
  return () => {
    const at = takers.indexOf(taker)
    if (at < 0) return
    takers.splice(at, 1)
    if (takers.length === 0) process.off('uncaughtException', catchStray)
  }
}

/** A stray error, in words. Node wraps what a promise was rejected with if it is not an error. */
export function describeStray(thrown: unknown): string {
  const [, reason] = isWrapper(thrown) ? (/rejected with the reason "([^]*)"\.$/.exec(thrown.message) ?? []) : []
  return reason === undefined ? describeError(thrown) : describeError(reason)
}

/** True for a value that has no stack of its own. */
export function isValue(thrown: unknown): boolean {
  return !isError(thrown) || isWrapper(thrown)
}

function isWrapper(thrown: unknown): thrown is Error {
  try {
    return isError(thrown) && (thrown as NodeJS.ErrnoException).code === 'ERR_UNHANDLED_REJECTION'
  } catch {
    return false
  }
}

/** Rejections come here as well, where Node's flags do not say otherwise. */
function catchStray(thrown: unknown): void {
  const file = routeFileOf(thrown)
  const origin = routeCode.getStore() ?? (file === null ? null : { file })
  if ((origin !== null || isValue(thrown)) && takers.some((take) => take(thrown, origin))) return
  // That this function listens keeps the process alive; if nothing else does, it must end.
  if (process.listenerCount('uncaughtException') > 1) return
  process.off('uncaughtException', catchStray)
  process.nextTick(() => {
    throw thrown
  })
}

/** The file of the innermost frame that is of route code. */
function routeFileOf(error: unknown): string | null {
  try {
    const frame = isError(error) ? stackFrames(error).find(({ url }) => url.startsWith(SCRIPT)) : undefined
    return frame?.url.slice(SCRIPT.length) ?? null
  } catch {
    // Anything may be thrown: an object whose `stack` is a getter that throws.
    return null
  }
}
