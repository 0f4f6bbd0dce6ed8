import { builtinModules } from 'node:module'
import { isMainThread, Worker } from 'node:worker_threads'
import { LIMIT_STEPS } from './evaluation-limit.ts'
import type { StackFrame } from './stack-frames.ts'
import { watchThread, type ThreadData } from './watchdog-thread.ts'

/**
 * Stops route code that never gives the thread back: an endless loop, or a regular expression that takes years. No
 * timer of the same thread fires then, so a second thread looks on. `decisions/009-endless-code.md` has the rule.
 */
export interface Watch {
  /** Says that code of this file begins to run, until `leave` or the end of this turn of the event loop. */
  enter(file: string): void
  leave(): void
  /** Says that Node begins (1) or has ended (-1) to import a module for the route files. */
  external(change: 1 | -1): void
  end(): void
}

/** The cells that both threads see: `atWork` is the length of the text that follows them, the file of `enter`. */
const CELLS = { beat: 0, atWork: 1, externals: 2, debugged: 3 }
const CELL_COUNT = 4
const TEXT_BYTES = 4096

interface Watcher {
  readonly limit: number
  readonly stopped: (frames: readonly StackFrame[]) => void
}

const watchers = new Set<Watcher>()
const buffer = new SharedArrayBuffer(4 * CELL_COUNT + TEXT_BYTES)
const cells = new Int32Array(buffer, 0, CELL_COUNT)
const text = new Uint8Array(buffer, 4 * CELL_COUNT)
const encoder = new TextEncoder()
let thread: Worker | null = null
/** A turn of the event loop raises the beat. */
let turns: NodeJS.Timeout | undefined
let clearing: NodeJS.Immediate | null = null
/** What the DSL changes for each call, and a stop in between would leave changed. */
let stackSettings: Pick<ErrorConstructor, 'prepareStackTrace' | 'stackTraceLimit'> | null = null

/**
 * Begins to watch. The second thread is started by the first watch of a process and kept; between watches it sleeps.
 *
 * @param script what the names of the scripts begin with that may be stopped
 * @param limit ms that a turn of the event loop may take
 * @param stopped is called when code was stopped, in a later turn. What waits for that code waits for ever: a stop is
 *   no exception, no `catch` and no `finally` sees it.
 */
export function watch(script: string, limit: number, stopped: Watcher['stopped']): Watch {
  const watcher = { limit, stopped }
  watchers.add(watcher)
  if (watchers.size === 1) {
    const { prepareStackTrace, stackTraceLimit } = Error
    stackSettings = { prepareStackTrace, stackTraceLimit }
    thread ??= startThread(script)
    beat()
    // It also keeps the process until the stop is reported: stopped code leaves nothing behind that would.
    turns = setInterval(beat, limit / LIMIT_STEPS)
    thread?.postMessage(limit)
  }
  let pending = 0
  return {
    enter,
    leave,
    external(change) {
      pending += change
      Atomics.add(cells, CELLS.externals, change)
    },
    end() {
      if (!watchers.delete(watcher)) return
      Atomics.sub(cells, CELLS.externals, pending)
      leave()
      if (watchers.size > 0) return
      clearInterval(turns)
      thread?.postMessage(null)
    },
  }
}

function beat(): void {
  Atomics.add(cells, CELLS.beat, 1)
  Atomics.store(cells, CELLS.debugged, isDebugged() ? 1 : 0)
}

function enter(file: string): void {
  beat()
  const { written } = encoder.encodeInto(file, text)
  Atomics.store(cells, CELLS.atWork, written)
  clearing ??= setImmediate(() => {
    clearing = null
    leave()
  })
}

function leave(): void {
  beat()
  Atomics.store(cells, CELLS.atWork, 0)
}

/** Somebody may sit at a breakpoint. */
function isDebugged(): boolean {
  return inspector?.url() !== undefined
}

/** Absent where Node was built without it. */
const inspector = builtinModules.includes('inspector') ? process.getBuiltinModule('node:inspector') : undefined

/** Null where there may be no second thread, as with `--permission`. The limit of awaits is all there is then. */
function startThread(script: string): Worker | null {
  // `connectToMainThread` is what its name says: where the plugin runs in a worker, the wrong thread.
  const canInspect = isMainThread && inspector !== undefined
  const workerData: ThreadData = { cells, text, layout: CELLS, script, canInspect, looks: LIMIT_STEPS }
  try {
    // The source of a function, so that there is no file to find: the plugin may have been bundled. The thread takes
    // over none of the process's flags, which may be loaders.
    const worker = new Worker(`(${watchThread.toString()})(require)`, { eval: true, workerData, execArgv: [], env: {} })
    worker.on('message', (frames: readonly StackFrame[]) => {
      Object.assign(Error, stackSettings)
      for (const { stopped } of watchers) stopped(frames)
    })
    // Whatever ends it must not end the process.
    worker.on('error', () => (thread = null))
    // Last: a listener of messages keeps the process again.
    worker.unref()
    return worker
  } catch {
    return null
  }
}
