import type { StackFrame } from './stack-frames.ts'

/** What the thread is given. */
export interface ThreadData {
  readonly cells: Int32Array
  readonly text: Uint8Array
  /** Which cell is which. */
  readonly layout: Readonly<Record<'beat' | 'atWork' | 'externals' | 'debugged', number>>
  /** What the names of the route files' scripts begin with. */
  readonly script: string
  /** True if the watched thread can be halted. */
  readonly canInspect: boolean
  /** The limit is this many looks long. */
  readonly looks: number
}

/**
 * The thread of the watchdog. It is run from its source text, so it uses nothing from around it.
 *
 * It is sent the limit in ms when it is to watch, and null when it is not; it sends where it stopped the code.
 */
export function watchThread(require: NodeJS.Require): void {
  const { parentPort, workerData } = require('node:worker_threads') as typeof import('node:worker_threads')
  const { writeSync } = require('node:fs') as typeof import('node:fs')
  const { cells, text, layout, script, canInspect, looks } = workerData as ThreadData
  /** Native code that is waited for, as a child process, has this many times the limit. */
  const NATIVE = 6
  /** Out of Node's own code it takes some hundred steps where asynchronous operations are tracked. */
  const MAX_STEPS = 1000
  /**
   * Node keeps a stack of the asynchronous operations that it is in, and aborts when one is not left in order. An
   * exception that somebody handles clears it; stopped code raises none, so Node is told of one that nobody hears of.
   */
  const CLEAR_ASYNC_STACK = `(() => {
    const own = Object.getOwnPropertyDescriptor(process, 'emit')
    process.emit = () => true
    try {
      return process._fatalException(new Error('A route file never ended.'), false)
    } finally {
      delete process.emit
      if (own) Object.defineProperty(process, 'emit', own)
    }
  })()`

  let isInspectable = canInspect
  let limit = 0
  let timer: NodeJS.Timeout | undefined
  let last = -1
  /** Looks since the beat has changed. */
  let still = 0
  /** Looks in a row that found route code. */
  let found = 0
  /** Looks in a row that had route code on the stack, if only below code that must not be stopped. */
  let below = 0
  let place: string | null = null
  let hasWarned = false
  let session: import('node:inspector').Session | null = null

  parentPort!.on('message', (message: number | null) => {
    clearInterval(timer)
    last = -1
    if (message === null) return
    limit = message
    timer = setInterval(look, limit / looks)
  })

  function look(): void {
    const beat = Atomics.load(cells, layout.beat)
    if (beat !== last) {
      last = beat
      still = 0
      found = 0
      below = 0
      hasWarned = false
      return
    }
    still += 1
    if (still < looks) return
    const file = fileAtWork() ?? (below >= looks ? place : null)
    if (Atomics.load(cells, layout.debugged) === 1) {
      if (!hasWarned && file !== null) say(file, 'It is not stopped, because there is a debugger.')
      hasWarned = true
    } else if (file !== null && (!isInspectable || still >= looks * NATIVE)) {
      endProcess(file)
    } else if (isInspectable && session === null) {
      halt(beat)
    }
  }

  /** Halts the watched thread wherever it is, and looks at what it is doing. Native code answers when it is over. */
  function halt(beat: number): void {
    const { Session } = require('node:inspector') as typeof import('node:inspector')
    const own = new Session()
    const urls = new Map<string, string>()
    let steps = 0
    let hasSeen = false
    session = own
    const close = () => {
      own.disconnect()
      session = null
    }
    own.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
    own.on('Debugger.paused', ({ params }) => {
      const frames = params.callFrames.map(({ functionName: name, location }) => ({
        name,
        url: urls.get(location.scriptId) ?? '',
        line: location.lineNumber + 1,
        column: (location.columnNumber ?? 0) + 1,
      }))
      const isStill = Atomics.load(cells, layout.beat) === beat
      place = placeOf(frames) ?? place
      hasSeen ||= isStill && placeOf(frames) !== null
      if (isStill && isInNode(frames) && steps < MAX_STEPS) {
        steps += 1
        own.post('Debugger.stepInto')
        return
      }
      below = hasSeen ? below + 1 : 0
      found = isStill && isRouteCode(frames) ? found + 1 : 0
      // Twice, because a compilation that takes long may be calling route code at this very moment.
      if (found < 2) {
        own.post('Debugger.resume', close)
        return
      }
      if (isImmediate(frames)) endProcess(placeOf(frames))
      own.post('Runtime.evaluate', { expression: CLEAR_ASYNC_STACK }, (error, answer) => {
        if (error !== null || answer.result.value !== true) endProcess(placeOf(frames))
        parentPort!.postMessage(frames.filter(({ url }) => url.startsWith(script) || url.startsWith('file:')))
        // Its answer comes when the code has ended.
        own.post('Runtime.terminateExecution', close)
        own.post('Debugger.resume')
      })
    })
    try {
      own.connectToMainThread()
    } catch {
      isInspectable = false
      return
    }
    own.post('Debugger.enable')
    own.post('Debugger.pause')
  }

  /** Inside of Node's own code nothing may be stopped, nor in what it calls for each promise: it would be half done. */
  function isInNode(frames: readonly StackFrame[]): boolean {
    const isHook = ({ name, url }: StackFrame) => url === 'node:internal/async_hooks' && name !== 'callbackTrampoline'
    return frames[0]?.url.startsWith('node:') !== false || frames.some(isHook)
  }

  function isRouteCode(frames: readonly StackFrame[]): boolean {
    const has = (prefix: string) => frames.some(({ url }) => url.startsWith(prefix))
    return (
      !isInNode(frames) && (has(script) || (Atomics.load(cells, layout.externals) > 0 && has('node:internal/modules/')))
    )
  }

  /** True in a callback of `setImmediate` itself: its queue would be left half done, and run into it again for ever. */
  function isImmediate(frames: readonly StackFrame[]): boolean {
    const loop = frames.findIndex(({ name, url }) => name === 'processImmediate' && url === 'node:internal/timers')
    return loop > 0 && frames[loop - 1]!.url !== 'node:internal/process/task_queues'
  }

  /** In the code as it runs: only the watched thread has the source maps. */
  function placeOf(frames: readonly StackFrame[]): string | null {
    const frame = frames.find(({ url }) => url.startsWith(script))
    return frame === undefined ? null : `${frame.url.slice(script.length)}:${frame.line}`
  }

  function fileAtWork(): string | null {
    const length = Atomics.load(cells, layout.atWork)
    return length === 0 ? null : Buffer.from(text.slice(0, length)).toString()
  }

  /** The streams of a worker go through the watched thread. */
  function say(file: string | null, what: string): void {
    const seconds = (still * limit) / looks / 1000
    try {
      writeSync(2, `turnout: ${file ?? 'A module of the route files'} is still running after ${seconds} s. ${what}\n`)
    } catch {
      // Nobody reads it.
    }
  }

  function endProcess(file: string | null): void {
    say(file, 'It cannot be stopped, so the process is ended.')
    // `process.exit` would end this thread only, and other signals wait for listeners of the watched one.
    process.kill(process.pid, 'SIGKILL')
  }
}
