import { syncBuiltinESMExports } from 'node:module'

/** The ways in which code ends its process. `exit` calls `reallyExit`; that call is not of the route file. */
const ENDINGS = ['exit', 'reallyExit', 'abort', 'kill'] as const

type Ending = (...args: unknown[]) => unknown

/** What is asked about Node's imports for the evaluations that go on. */
const importing = new Set<() => boolean>()
const guards = new WeakSet<Ending>()

/**
 * Keeps the code of route files from ending the process: `process.exit(0)` would make a failed build look good. The
 * call throws instead. Calls by other code, such as Vite's own on Ctrl+C, go through.
 *
 * The guard stays up, because a timer of a route file may make the call later.
 *
 * @param script what the script names of route files begin with; they stand in the stack of the call
 * @param isImporting true while Node imports a module for route files, whose own code has no such name
 * @returns ends the use of `isImporting`
 */
export function guardExit(script: string, isImporting: () => boolean): () => void {
  importing.add(isImporting)
  const owner = process as unknown as Record<(typeof ENDINGS)[number], Ending>
  const open = ENDINGS.filter((name) => !guards.has(owner[name]))
  for (const name of open) owner[name] = guarded(name, owner[name], script)
  // `import { exit } from 'node:process'` is another view of the same functions.
  if (open.length > 0) syncBuiltinESMExports()
  return () => importing.delete(isImporting)
}

function guarded(name: string, original: Ending, script: string): Ending {
  const guard: Ending = (...args) => {
    if ((name !== 'kill' || killsThis(args)) && isRouteCode(script)) {
      throw new Error(`process.${name}() was called by a route file, or by what it imports. It would end the build.`)
    }
    return Reflect.apply(original, process, args)
  }
  guards.add(guard)
  return guard
}

/** Signal 0 asks whether a process is there; pid 0 and a negative one are a group. */
function killsThis([pid, signal]: readonly unknown[]): boolean {
  const id = Number(pid)
  return (id === 0 || Math.abs(id) === process.pid) && signal !== 0
}

function isRouteCode(script: string): boolean {
  const { stackTraceLimit } = Error
  // However deep the call.
  Error.stackTraceLimit = Infinity
  const { stack } = new Error('Whose call is it?')
  Error.stackTraceLimit = stackTraceLimit
  const text = String(stack)
  return text.includes(script) || (text.includes('node:internal/modules/') && [...importing].some((is) => is()))
}
