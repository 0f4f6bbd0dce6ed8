// Finds the position of a worker that does not respond, through Node's inspector.
import { builtinModules } from 'node:module'
import type { Worker } from 'node:worker_threads'
import type { StackFrame } from '../common/stack-frames.ts'

/** Absent where Node was built without it. */
const inspector = builtinModules.includes('inspector') ? process.getBuiltinModule('node:inspector') : undefined

/** Steps into JavaScript from Node's own code, in which a loop of microtasks halts. */
const MAX_STEPS = 1000

/** True while somebody may sit at a breakpoint. */
export function isDebugged(): boolean {
  return inspector?.url() !== undefined
}

/** The messages of the worker's debugger that are listened to. */
type DebuggerEvent =
  | { readonly method: 'Debugger.scriptParsed'; readonly params: { readonly scriptId: string; readonly url: string } }
  | { readonly method: 'Debugger.paused'; readonly params: { readonly callFrames: readonly CallFrame[] } }

interface CallFrame {
  readonly functionName: string
  readonly location: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber?: number }
}

/**
 * Halts a worker, reads its stack and lets it go on.
 *
 * @returns the frames, innermost first; none if the worker cannot be halted in time, as in a call of native code
 */
export async function readStack(worker: Worker, timeout: number): Promise<readonly StackFrame[]> {
  if (inspector === undefined) return []
  const session = new inspector.Session()
  let timer: NodeJS.Timeout | undefined
  try {
    session.connect()
    return await new Promise((resolve) => {
      timer = setTimeout(resolve, timeout, [])
      session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
        if (!workerInfo.title.startsWith(`[worker ${worker.threadId}]`)) return
        const post = (method: string) => {
          session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id: 1, method }) })
        }
        let steps = 0
        const urls = new Map<string, string>()
        session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
          if (params.sessionId !== sessionId) return
          const event = JSON.parse(params.message) as DebuggerEvent
          if (event.method === 'Debugger.scriptParsed') urls.set(event.params.scriptId, event.params.url)
          if (event.method !== 'Debugger.paused') return
          const frames = event.params.callFrames.map(({ functionName, location }) => ({
            name: functionName,
            url: urls.get(location.scriptId) ?? '',
            line: location.lineNumber + 1,
            column: (location.columnNumber ?? 0) + 1,
          }))
          steps += 1
          if (frames[0]?.url.startsWith('node:') === true && steps < MAX_STEPS) return post('Debugger.stepInto')
          // A worker that is halted cannot even be terminated.
          post('Debugger.resume')
          post('Debugger.disable')
          resolve(frames)
        })
        post('Debugger.enable')
        post('Debugger.pause')
      })
      session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
    })
  } catch {
    return []
  } finally {
    clearTimeout(timer)
    session.disconnect()
  }
}
