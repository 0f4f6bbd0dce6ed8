// Stands in for the worker of the route files, and for Node's inspector.
import { EventEmitter } from 'node:events'
import { onTestFinished, vi } from 'vitest'
import type { FromWorker, ToWorker } from '../../src/evaluate/common/messages.ts'
import type { takeWorker } from '../../src/evaluate/host/worker-pool.ts'

type Worker = ReturnType<typeof takeWorker>

/** Records the messages that the main thread sends, and the calls that end the worker. */
export class FakeWorker extends EventEmitter {
  readonly sent: ToWorker[] = []
  readonly ref = vi.fn()
  readonly unref = vi.fn()
  readonly terminate = vi.fn(async () => 0)
  readonly threadId: number

  constructor(threadId = 5) {
    super()
    this.threadId = threadId
  }

  postMessage(message: ToWorker): void {
    this.sent.push(message)
  }

  /** Sends messages to the main thread. */
  say(...messages: readonly FromWorker[]): void {
    for (const message of messages) this.emit('message', message)
  }

  /** The messages of one kind that the main thread has sent. */
  sentOf<K extends ToWorker['kind']>(kind: K): Extract<ToWorker, { kind: K }>[] {
    return this.sent.filter((message): message is Extract<ToWorker, { kind: K }> => message.kind === kind)
  }

  get asWorker(): Worker {
    return this as unknown as Worker
  }
}

/** A stack of a halted worker: script, function, and position from 0, as Node's inspector counts. */
export type Stack = readonly (readonly [scriptId: string, name: string, line: number, column?: number])[]

interface InspectorSettings {
  /** The workers of the process, by session. */
  readonly titles?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  /** A stack for each halt; the last stack repeats. With none, a worker does not halt. */
  readonly stacks?: readonly Stack[]
  readonly connect?: () => void
}

/** Replaces sessions of Node's inspector until the test ends. Returns the calls of all sessions. */
export function fakeInspector({
  titles = { a: '[worker 5] x' },
  scripts = {},
  stacks = [],
  connect,
}: InspectorSettings) {
  const calls: unknown[] = []
  let halts = 0
  class FakeSession extends EventEmitter {
    connect(): void {
      calls.push('connect')
      connect?.()
    }

    disconnect(): void {
      calls.push('disconnect')
    }

    post(method: string, params: Readonly<Record<string, unknown>>): void {
      if (method !== 'NodeWorker.sendMessageToWorker') {
        calls.push([method, params])
        for (const [sessionId, title] of Object.entries(titles))
          this.emit('NodeWorker.attachedToWorker', { params: { sessionId, workerInfo: { title } } })
        return
      }
      const { sessionId } = params
      const message = JSON.parse(String(params['message'])) as { id: number; method: string }
      calls.push(`${String(sessionId)} ${message.id} ${message.method}`)
      queueMicrotask(() => this.#respond(String(sessionId), message.method))
    }

    #respond(sessionId: string, method: string): void {
      const send = (event: object, from = sessionId) =>
        this.emit('NodeWorker.receivedMessageFromWorker', {
          params: { sessionId: from, message: JSON.stringify(event) },
        })
      send({ id: 1, result: {} })
      if (method === 'Debugger.enable') {
        for (const [scriptId, url] of Object.entries(scripts))
          send({ method: 'Debugger.scriptParsed', params: { scriptId, url } })
      }
      const stack = stacks[Math.min(halts, stacks.length - 1)]
      if ((method !== 'Debugger.pause' && method !== 'Debugger.stepInto') || stack === undefined) return
      halts += 1
      // Another worker that also halts.
      send({ method: 'Debugger.paused', params: { callFrames: [] } }, 'other')
      send({
        method: 'Debugger.paused',
        params: {
          callFrames: stack.map(([scriptId, functionName, lineNumber, columnNumber]) => ({
            functionName,
            location: { scriptId, lineNumber, columnNumber },
          })),
        },
      })
    }
  }
  const inspector = process.getBuiltinModule('node:inspector')
  const { Session } = inspector
  Object.assign(inspector, { Session: FakeSession })
  onTestFinished(() => void Object.assign(inspector, { Session }))
  return calls
}
