// Replaces the functions that end the process, so that code of route files cannot end the build.

/** The part of `process` that is guarded. `_exiting` is Node's own. */
type GuardedProcess = Pick<NodeJS.Process, 'pid' | 'kill'> & { readonly _exiting?: boolean }

/**
 * True while the worker ends. Node itself calls `process.exit` then, if nothing has caught an error. A function that throws
 * there can abort the whole process.
 */
const isEnding = (target: GuardedProcess) => target._exiting === true

/** Replaces the functions of a process that end it with functions that throw. */
export function guardProcess(target: GuardedProcess): void {
  // In a worker most of these end the worker only, and without a place.
  for (const name of ['exit', 'reallyExit', 'abort', 'kill'] as const) {
    const original = target[name as 'kill']
    Object.assign(target, {
      [name]: (pid: number, signal?: string | number) => {
        // Signal 0 asks whether a process is there; pid 0 and a negative one are a group.
        const isOther = name === 'kill' && (signal === 0 || (pid !== 0 && Math.abs(pid) !== target.pid))
        if (isOther || (name !== 'kill' && isEnding(target))) return original.call(target, pid, signal)
        throw new Error(`process.${name}() was called by a route file, or by what it imports. It would end the build.`)
      },
    })
  }
}
