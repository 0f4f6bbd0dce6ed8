import { SCRIPT } from './script-evaluator.ts'
import { stackFrames } from './stack-frames.ts'

/** Takes an error of the code of this file; false if it is not one of its own. */
type Taker = (error: Error, file: string) => boolean

const takers: Taker[] = []

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

/** Rejections come here as well, where Node's flags do not say otherwise. */
function catchStray(error: unknown): void {
  const file = routeFileOf(error)
  if (file !== null && takers.some((take) => take(error as Error, file))) return
  // That this function listens keeps the process alive; if nothing else does, it must end.
  if (process.listenerCount('uncaughtException') > 1) return
  process.off('uncaughtException', catchStray)
  process.nextTick(() => {
    throw error
  })
}

/** The file of the innermost frame that is of route code. */
function routeFileOf(error: unknown): string | null {
  try {
    const frame = error instanceof Error ? stackFrames(error).find(({ url }) => url.startsWith(SCRIPT)) : undefined
    return frame?.url.slice(SCRIPT.length) ?? null
  } catch {
    // Anything may be thrown: an object whose `stack` is a getter that throws.
    return null
  }
}
