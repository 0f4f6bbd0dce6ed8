/** Evaluations that are going on; the guard is put up by the first and taken down by the last. */
let guarded = 0
let restore = () => {}

/**
 * Keeps the code of route files from ending the process: `process.exit(0)` would make a failed build look good. The
 * call throws instead. Calls by other code, such as Vite's own on Ctrl+C, go through.
 *
 * @param script what the script names of route files begin with; they stand in the stack of the call
 * @returns takes the guard down
 */
export function guardExit(script: string): () => void {
  if (guarded === 0) restore = putUp(script)
  guarded += 1
  return () => {
    guarded -= 1
    if (guarded === 0) restore()
  }
}

function putUp(script: string): () => void {
  const { exit } = process
  const guard = (code?: Parameters<typeof exit>[0]): never => {
    const { stack = '' } = new Error('Whose call is it?')
    if (stack.includes(script)) throw new Error('process.exit() was called while the routes are evaluated.')
    return exit.call(process, code)
  }
  process.exit = guard
  return () => {
    if (process.exit === guard) process.exit = exit
  }
}
