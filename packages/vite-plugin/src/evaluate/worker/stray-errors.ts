// What code of route files throws where nothing catches it: in a timer, in a promise that nothing awaits. All code of
// the worker is theirs, or was called by it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { isError } from '@turnout/compiler/internal/diagnostics/describe'
import { SCRIPT } from '../common/script-names.ts'
import { stackFrames } from '../common/stack-frames.ts'

/** The code that runs: the file of the route code, and the evaluation that it belongs to. */
export interface RouteCode {
  readonly file: string
  readonly evaluation: object
}

/** Follows timers and promises. They may throw values without a stack: `throw null`. */
const routeCode = new AsyncLocalStorage<RouteCode | null>()

/** Runs code of a route file, so that whatever it starts is known to be its own. */
export function runRouteCode<T>(code: RouteCode, run: () => T): T {
  return routeCode.run(code, run)
}

/** Listens to uncaught errors. `origin` is null, or incomplete, if the code that threw is unknown. */
export function catchStrayErrors(listener: (thrown: unknown, origin: Partial<RouteCode>) => void): void {
  const take = (thrown: unknown) => {
    const file = fileInStack(thrown)
    listener(thrown, routeCode.getStore() ?? (file === null ? {} : { file }))
  }
  process.on('uncaughtException', take)
  process.on('unhandledRejection', take)
}

/** Returns the file of the innermost stack frame in route code. */
function fileInStack(error: unknown): string | null {
  try {
    const frame = isError(error) ? stackFrames(error).find(({ url }) => url.startsWith(SCRIPT)) : undefined
    return frame?.url.slice(SCRIPT.length) ?? null
  } catch {
    // Code can throw any value, even an object with a `stack` getter that throws.
    return null
  }
}
