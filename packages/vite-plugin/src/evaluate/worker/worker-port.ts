// The worker's side of the messages: compiles on request, and sends requests of the compilation to the main thread.
import { describeError } from '@turnout/compiler/internal/diagnostics/describe'
import { errorData, errorFrom } from '../common/error-data.ts'
import { compileFiles, type RunningCompilation } from './compile-files.ts'
import { EvaluationSuperseded } from '../common/evaluation-limit.ts'
import { ExpectedAnswers } from '../common/expected-answers.ts'
import type { FromWorker, MainThread, Question, ToWorker } from '../common/messages.ts'
import type { RouteCode } from './stray-errors.ts'

/** The part of the worker's port that the worker uses. */
export interface WorkerPort {
  postMessage(message: FromWorker): void
  on(event: 'message', listener: (message: ToWorker) => void): unknown
}

/**
 * Compiles route files when a message asks for it.
 *
 * @param compile starts a compilation
 * @returns receives errors that nothing has caught
 */
export function serveCompilations(
  port: WorkerPort,
  compile = compileFiles,
): (thrown: unknown, origin: Partial<RouteCode>) => void {
  const post = (message: FromWorker) => port.postMessage(message)
  let running: RunningCompilation | null = null
  let lastEntry = ''

  /** Pending requests to the main thread. */
  const pendingRequests = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let lastId = 0

  function wait<T>(id: number): Promise<T> {
    return new Promise<T>((resolve, reject) => pendingRequests.set(id, { resolve, reject }))
  }

  /** Returns the main thread as one compilation sees it. Only questions without an expected answer cost a message. */
  function mainThread(expected: ExpectedAnswers): MainThread {
    function ask<T>(question: Question): Promise<T> {
      const answer = expected.take(question)
      if (answer !== null) return answer as Promise<T>
      const id = (lastId += 1)
      post({ kind: 'ask', id, ...question })
      return wait(id)
    }
    return {
      draw: (name) => ask({ name: 'draw', args: [name] }),
      findMistake: (file, source) => ask({ name: 'findMistake', args: [file, source] }),
      invoke: (name, args) => ask({ name: 'invoke', args: [name, args] }),
    }
  }

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'compile': {
        lastEntry = message.request.entry
        const expected = new ExpectedAnswers(message.expected, wait)
        running = compile(message.request, mainThread(expected), {
          enter: (file) => post({ kind: 'enter', file }),
          failure: (failure) => post({ kind: 'failure', failure }),
        })
        running.result
          .then(
            (result) => post({ kind: 'done', result, unasked: expected.unasked }),
            (error: unknown) =>
              post(
                error instanceof EvaluationSuperseded
                  ? { kind: 'superseded' }
                  : { kind: 'failed', error: errorData(error) },
              ),
          )
          .finally(() => (running = null))
        break
      }
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

  return (thrown, origin) => {
    if (running?.takeStray(thrown, origin) === true) return
    post({ kind: 'leftover', file: origin.file ?? lastEntry, thrown: describeError(thrown) })
  }
}
