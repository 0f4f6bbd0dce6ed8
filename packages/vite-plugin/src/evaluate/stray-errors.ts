// What code of route files throws where nothing catches it: in a timer, in a promise that nothing awaits.
import { isError } from '@turnout/compiler/internal/diagnostics/describe'
import { SCRIPT, stackFrames } from './locate.ts'

/** Receives an error, and the file of the innermost stack frame in route code. */
export type StrayListener = (thrown: unknown, file: string) => void

let listener: StrayListener = () => {}

/**
 * From now on, passes errors of route files that nothing catches to this listener. Without it, Node would end the process,
 * as it does for an error of `vite.config.ts`. It still does for all other errors, and for values without a stack, because
 * nothing shows where they come from.
 */
export function onStrayError(newListener: StrayListener): void {
  listener = newListener
  if (!process.listeners('uncaughtException').includes(takeException)) process.on('uncaughtException', takeException)
  if (!process.listeners('unhandledRejection').includes(takeRejection)) process.on('unhandledRejection', takeRejection)
}

function takeException(thrown: unknown): void {
  if (isTaken('uncaughtException', thrown)) return
  setImmediate(() => {
    throw thrown
  })
}

function takeRejection(reason: unknown): void {
  if (!isTaken('unhandledRejection', reason)) void Promise.reject(reason)
}

/** False if Node has to have the value once more, without the listeners of this module. */
function isTaken(event: 'uncaughtException' | 'unhandledRejection', thrown: unknown): boolean {
  const file = fileInStack(thrown)
  if (file !== null) listener(thrown, file)
  if (file !== null || process.listenerCount(event) > 1) return true
  process.off('uncaughtException', takeException).off('unhandledRejection', takeRejection)
  return false
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
