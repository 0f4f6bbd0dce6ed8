// The worker's side of the messages, its guard, and the errors that nothing catches; without a worker.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sampleProblem } from '../../../test/evaluate/sample-problem.ts'
import type { CompileEvents, compileFiles } from './compile-files.ts'
import { EvaluationSuperseded } from '../common/evaluation-limit.ts'
import type { CompileRequest, CompileResult, FromWorker, MainThread, ToWorker } from '../common/messages.ts'
import { guardProcess } from './process-guard.ts'
import { catchStrayErrors, runRouteCode } from './stray-errors.ts'
import { serveCompilations } from './worker-port.ts'

const request: CompileRequest = {
  root: '/app',
  entry: '/app/config/routes.ts',
  options: {},
  inflections: null,
  receivedId: null,
  skipped: [],
  awaitSeconds: 10,
}
const result: CompileResult = { manifest: null, diagnostics: [], callables: new Map() }

/** Serves compilations that the test ends. */
function serve() {
  const sent: FromWorker[] = []
  let receive: (message: ToWorker) => void = () => {}
  const compilations: {
    readonly request: CompileRequest
    readonly main: MainThread
    readonly events: CompileEvents
    readonly end: {
      readonly promise: Promise<CompileResult>
      readonly resolve: (value: CompileResult) => void
      readonly reject: (error: unknown) => void
    }
    readonly giveUp: (because: string) => void
    readonly takeStray: ReturnType<typeof vi.fn>
  }[] = []
  const compile = ((given: CompileRequest, main: MainThread, events: CompileEvents) => {
    let resolve!: (value: CompileResult) => void
    let reject!: (error: unknown) => void
    const promise = new Promise<CompileResult>((settle, fail) => {
      resolve = settle
      reject = fail
    })
    const compilation = {
      request: given,
      main,
      events,
      end: { promise, resolve, reject },
      giveUp: vi.fn(),
      takeStray: vi.fn(() => true),
    }
    compilations.push(compilation)
    return { result: promise, giveUp: compilation.giveUp, takeStray: compilation.takeStray }
  }) as unknown as typeof compileFiles
  const takeStray = serveCompilations(
    {
      postMessage: (message) => void sent.push(message),
      on: (event, listener) => {
        if (event === 'message') receive = listener
      },
    },
    compile,
  )
  return { sent, send: (message: ToWorker) => receive(message), compilations, takeStray }
}

describe('serveCompilations', () => {
  test('compiles, and sends events and the result', async () => {
    const { sent, send, compilations } = serve()
    send({ kind: 'compile', request, expected: [] })
    const [{ request: received, events, end }] = compilations as [(typeof compilations)[0]]
    expect(received).toBe(request)
    events.enter('/app/a.ts')
    events.enter(null)
    events.failure(sampleProblem)
    end.resolve(result)
    await end.promise
    expect(sent).toEqual([
      { kind: 'enter', file: '/app/a.ts' },
      { kind: 'enter', file: null },
      { kind: 'failure', failure: sampleProblem },
      { kind: 'done', result, unasked: [] },
    ])
  })

  test('sends errors of the compilation, and that a newer one has replaced it', async () => {
    const { sent, send, compilations } = serve()
    send({ kind: 'compile', request, expected: [] })
    compilations[0]!.end.reject(new TypeError('no luck'))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ kind: 'failed', error: { name: 'TypeError', message: 'no luck' } })
    send({ kind: 'compile', request, expected: [] })
    compilations[1]!.end.reject(new EvaluationSuperseded())
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({ kind: 'superseded' })
  })

  test('does not send a request that has an expected answer', async () => {
    const { sent, send, compilations } = serve()
    const question = (id: number, name: string) => ({ id, name: 'draw' as const, args: [name] })
    send({ kind: 'compile', request, expected: [question(-1, 'api'), question(-2, 'admin'), question(-3, 'other')] })
    const { main, end } = compilations[0]!
    const answers = [main.draw('api'), main.draw('admin'), main.draw('new')]
    send({ kind: 'answer', id: -1, result: { file: '/app/api.ts' } })
    send({ kind: 'refusal', id: -2, error: { name: 'RangeError', message: 'no folder' } })
    send({ kind: 'refusal', id: -3, error: { name: 'RangeError', message: 'nothing asks' } })
    send({ kind: 'answer', id: 1, result: { file: '/app/new.ts' } })
    expect(await Promise.allSettled(answers)).toEqual([
      { status: 'fulfilled', value: { file: '/app/api.ts' } },
      { status: 'rejected', reason: expect.objectContaining({ message: 'no folder' }) },
      { status: 'fulfilled', value: { file: '/app/new.ts' } },
    ])
    end.resolve(result)
    await end.promise
    expect(sent).toEqual([
      { kind: 'ask', id: 1, name: 'draw', args: ['new'] },
      { kind: 'done', result, unasked: [-3] },
    ])
  })

  test('sends the requests of the compilation, and gives it the answers in any order', async () => {
    const { sent, send, compilations } = serve()
    send({ kind: 'compile', request, expected: [] })
    const { main } = compilations[0]!
    const answers = [main.draw('api'), main.findMistake('/a.ts', 'source'), main.invoke('fetchModule', ['id'])]
    expect(sent).toEqual([
      { kind: 'ask', id: 1, name: 'draw', args: ['api'] },
      { kind: 'ask', id: 2, name: 'findMistake', args: ['/a.ts', 'source'] },
      { kind: 'ask', id: 3, name: 'invoke', args: ['fetchModule', ['id']] },
    ])
    send({ kind: 'answer', id: 3, result: 'module' })
    send({ kind: 'refusal', id: 2, error: { name: 'RangeError', message: 'no parser' } })
    send({ kind: 'answer', id: 1, result: { file: '/app/api.ts' } })
    // Late and unknown answers have no effect.
    send({ kind: 'answer', id: 1, result: 'again' })
    send({ kind: 'refusal', id: 9, error: {} })
    expect(await Promise.allSettled(answers)).toEqual([
      { status: 'fulfilled', value: { file: '/app/api.ts' } },
      { status: 'rejected', reason: expect.objectContaining({ name: 'RangeError', message: 'no parser' }) },
      { status: 'fulfilled', value: 'module' },
    ])
  })

  test('responds to a ping, and passes on that the compilation is given up', () => {
    const { sent, send, compilations } = serve()
    send({ kind: 'giveUp', because: 'timeout' })
    send({ kind: 'ping' })
    expect(sent).toEqual([{ kind: 'pong' }])
    send({ kind: 'compile', request, expected: [] })
    send({ kind: 'giveUp', because: 'superseded' })
    expect(compilations[0]!.giveUp).toHaveBeenCalledWith('superseded')
  })

  test('gives errors that nothing caught to the running compilation', async () => {
    const { sent, send, compilations, takeStray } = serve()
    takeStray('early', {})
    send({ kind: 'compile', request, expected: [] })
    const origin = { file: '/app/a.ts' }
    takeStray('late', origin)
    expect(compilations[0]!.takeStray).toHaveBeenCalledWith('late', origin)
    compilations[0]!.takeStray.mockReturnValue(false)
    takeStray(new Error('foreign'), origin)
    takeStray('nowhere', {})
    expect(sent).toEqual([
      { kind: 'leftover', file: '', thrown: expect.stringContaining('early') },
      { kind: 'leftover', file: '/app/a.ts', thrown: expect.stringContaining('foreign') },
      { kind: 'leftover', file: '/app/config/routes.ts', thrown: expect.stringContaining('nowhere') },
    ])
  })

  test('gives no errors to a compilation that has ended', async () => {
    const { sent, send, compilations, takeStray } = serve()
    send({ kind: 'compile', request, expected: [] })
    compilations[0]!.end.resolve(result)
    await vi.waitFor(() => {
      takeStray('late', {})
      expect(sent.at(-1)).toMatchObject({ kind: 'leftover' })
    })
    send({ kind: 'giveUp', because: 'timeout' })
    expect(compilations[0]!.giveUp).not.toHaveBeenCalled()
  })
})

describe('guardProcess', () => {
  const guarded = (more: object = {}) => {
    const calls: unknown[][] = []
    const call =
      (name: string) =>
      (...args: unknown[]) => {
        calls.push([name, ...args])
        return true
      }
    const target = {
      pid: 42,
      exit: call('exit'),
      reallyExit: call('reallyExit'),
      abort: call('abort'),
      kill: call('kill') as (pid: number, signal?: string | number) => true,
      ...more,
    }
    guardProcess(target)
    return { target, calls }
  }

  test('throws where code would end the process', () => {
    const { target, calls } = guarded()
    expect(() => target.exit(1)).toThrow('process.exit() was called by a route file, or by what it imports.')
    expect(() => target.reallyExit(1)).toThrow('process.reallyExit() was called')
    expect(() => target.abort()).toThrow('process.abort() was called')
    for (const pid of [42, -42, 0]) expect(() => target.kill(pid, 'SIGTERM')).toThrow('process.kill() was called')
    expect(() => target.kill(42)).toThrow('process.kill() was called')
    expect(() => target.exit(0, 0)).toThrow('process.exit() was called')
    expect(calls).toEqual([])
  })

  test('lets code send signals to other processes, and look for processes', () => {
    const { target, calls } = guarded()
    expect(target.kill(43, 'SIGTERM')).toBe(true)
    target.kill(-43, 9)
    target.kill(42, 0)
    target.kill(0, 0)
    expect(calls).toEqual([
      ['kill', 43, 'SIGTERM'],
      ['kill', -43, 9],
      ['kill', 42, 0],
      ['kill', 0, 0],
    ])
  })

  test('lets Node end the worker, but code may still send no signal to it', () => {
    const { target, calls } = guarded({ _exiting: true })
    target.exit(1)
    target.reallyExit(1)
    expect(() => target.kill(42, 'SIGKILL')).toThrow('process.kill() was called')
    expect(calls.map(([name, code]) => [name, code])).toEqual([
      ['exit', 1],
      ['reallyExit', 1],
    ])
  })
})

describe('errors that nothing catches', () => {
  const listen = () => {
    const listeners = new Map<string | symbol, (thrown: unknown) => void>()
    const on = vi.spyOn(process, 'on').mockImplementation(((event: string, listener: () => void) => {
      listeners.set(event, listener)
      return process
    }) as never)
    onTestFinished(() => on.mockRestore())
    const strays: unknown[] = []
    catchStrayErrors((thrown, origin) => void strays.push([thrown, origin]))
    on.mockRestore()
    return { listeners, strays, take: listeners.get('uncaughtException')! }
  }

  test('are uncaught exceptions and rejections', () => {
    const { listeners, strays } = listen()
    expect([...listeners.keys()]).toEqual(['uncaughtException', 'unhandledRejection'])
    listeners.get('unhandledRejection')!(null)
    expect(strays).toEqual([[null, {}]])
  })

  test('have the file and the evaluation of the code that started a timer', async () => {
    const { take, strays } = listen()
    const code = { file: '/app/a.ts', evaluation: {} }
    expect(runRouteCode(code, () => 7)).toBe(7)
    runRouteCode(code, () => setTimeout(take, 0, 'late'))
    await vi.waitFor(() => expect(strays).toHaveLength(1))
    expect(strays).toEqual([['late', code]])
  })

  test('have the file of the innermost frame in route code', () => {
    const { take, strays } = listen()
    const stack =
      'Error: x\n    at read (node:fs:1:1)\n    at show (turnout:/app/a.ts:3:4)\n    at turnout:/app/b.ts:1:1'
    const located = Object.assign(new Error('x'), { stack })
    const foreign = Object.assign(new Error('x'), { stack: 'Error: x\n    at read (node:fs:1:1)' })
    const hostile = Object.defineProperty(new Error('x'), 'stack', {
      get: () => {
        throw new Error('getter')
      },
    })
    for (const thrown of [located, foreign, hostile]) take(thrown)
    expect(strays).toEqual([
      [located, { file: '/app/a.ts' }],
      [foreign, {}],
      [hostile, {}],
    ])
  })
})
