// The worker in which route files run. Nothing that they do ends the process.
import { syncBuiltinESMExports } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { describeError } from '@turnout/diagnostics'
import { errorData, errorFrom } from './error-data.ts'
import { compileFiles, type RunningCompilation } from './compile-files.ts'
import { EvaluationSuperseded } from './evaluation-limit.ts'
import type { FromWorker, MainThread, ToWorker } from './messages.ts'
import { catchStrayErrors } from './stray-errors.ts'

const port = parentPort!
const post = (message: FromWorker) => port.postMessage(message)
let running: RunningCompilation | null = null
let lastEntry = ''

/** Pending requests to the main thread. */
const pendingRequests = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
let lastId = 0

function ask<T>(name: keyof MainThread, args: readonly unknown[]): Promise<T> {
  const id = (lastId += 1)
  post({ kind: 'ask', id, name, args })
  return new Promise<T>((resolve, reject) => pendingRequests.set(id, { resolve, reject }))
}

const main: MainThread = {
  draw: (name) => ask('draw', [name]),
  findMistake: (file, source) => ask('findMistake', [file, source]),
  invoke: (name, args) => ask('invoke', [name, args]),
}

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'compile':
      lastEntry = message.request.entry
      running = compileFiles(message.request, main, {
        enter: (file) => post({ kind: 'enter', file }),
        failure: (failure) => post({ kind: 'failure', failure }),
      })
      running.result
        .then(
          (result) => post({ kind: 'done', result }),
          (error: unknown) =>
            post(
              error instanceof EvaluationSuperseded
                ? { kind: 'superseded' }
                : { kind: 'failed', error: errorData(error) },
            ),
        )
        .finally(() => (running = null))
      break
    case 'answer':
      pendingRequests.get(message.id)?.resolve(message.result as never)
      pendingRequests.delete(message.id)
      break
    case 'refusal':
      pendingRequests.get(message.id)?.reject(errorFrom(message.error))
      pendingRequests.delete(message.id)
      break
    case 'ping':
      post({ kind: 'pong' })
      break
    case 'giveUp':
      running?.giveUp(message.because)
      break
  }
})

catchStrayErrors((thrown, origin) => {
  if (running?.takeStray(thrown, origin) === true) return
  post({ kind: 'leftover', file: origin.file ?? lastEntry, thrown: describeError(thrown) })
})

/**
 * True while the worker ends. Node itself calls `process.exit` then, if nothing has caught an error. A function that throws
 * there can abort the whole process.
 */
const isEnding = () => (process as { readonly _exiting?: boolean })._exiting === true

// In a worker most of these end the worker only, and without a place.
for (const name of ['exit', 'reallyExit', 'abort', 'kill'] as const) {
  const original = process[name as 'kill']
  Object.assign(process, {
    [name]: (pid: number, signal?: string | number) => {
      // Signal 0 asks whether a process is there; pid 0 and a negative one are a group.
      const isOther = name === 'kill' && (signal === 0 || (pid !== 0 && Math.abs(pid) !== process.pid))
      if (isOther || (name !== 'kill' && isEnding())) return original.call(process, pid, signal)
      throw new Error(`process.${name}() was called by a route file, or by what it imports. It would end the build.`)
    },
  })
}
// `import { exit } from 'node:process'` is another view of the same functions.
syncBuiltinESMExports()
