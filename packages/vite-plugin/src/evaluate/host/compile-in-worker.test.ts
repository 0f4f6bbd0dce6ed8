// The main thread's side of a compilation: requests, limits, problems of workers that had to be stopped; with fake workers.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeInspector, FakeWorker, type Stack } from '../../../test/evaluate/fake-worker.ts'
import { sampleProblem } from '../../../test/evaluate/sample-problem.ts'
import { compileInWorker, type WorkerHost } from './compile-in-worker.ts'
import { EvaluationSuperseded, evaluationLimit, LIMIT_STEPS, MEMORY_LIMIT_MB } from '../common/evaluation-limit.ts'
import type { CompileResult } from '../common/messages.ts'
import { onLeftover, takeWorker, giveBack, WORKER_URL } from './worker-pool.ts'

const ENTRY = '/app/config/routes.ts'
const OTHER = '/app/config/api.ts'
const LOOPING: Stack = [['s1', 'loop', 2, 4]]
const scripts = {
  s1: `turnout:${OTHER}`,
  s2: 'file:///app/lib.js',
  s3: WORKER_URL.href,
}
const result: CompileResult = { manifest: null, diagnostics: [], callables: new Map() }

/** Removes the fakes of the last compilation. */
let endEarlier = () => {}

/** Starts a compilation. The test makes the steps of the limits, and speaks for the workers. */
function begin({
  host = {},
  options = {},
  signal = new AbortController().signal,
}: {
  readonly host?: Partial<WorkerHost>
  readonly options?: Parameters<typeof compileInWorker>[0]['options']
  readonly signal?: AbortSignal
} = {}) {
  endEarlier()
  // The last one given back is the first one taken.
  const workers = [new FakeWorker(5), new FakeWorker(6), new FakeWorker(7)]
  for (const worker of workers.toReversed()) giveBack(worker.asWorker)
  const timers: { readonly look: () => void; readonly ms: number; isCleared: boolean }[] = []
  const start = vi.spyOn(globalThis, 'setInterval').mockImplementation(((look: () => void, ms: number) => {
    timers.push({ look, ms, isCleared: false })
    return timers.length - 1
  }) as never)
  const clear = vi.spyOn(globalThis, 'clearInterval').mockImplementation(((index: number) => {
    timers[index]!.isCleared = true
  }) as never)
  endEarlier = () => {
    endEarlier = () => {}
    start.mockRestore()
    clear.mockRestore()
    // Takes the idle workers; no compilation takes the last of the three.
    for (let count = 0; count < workers.length && takeWorker() !== workers.at(-1)!.asWorker; count += 1);
  }
  onTestFinished(() => endEarlier())
  const end = compileInWorker(
    { root: '/app', entry: ENTRY, receivedId: 3, options, expected: [] },
    {
      draw: async (name) => ({ file: `/app/config/${name}.ts` }),
      findMistake: async () => null,
      invoke: async () => null,
      locate: ({ url, line, column }) =>
        url.startsWith('turnout:') ? { file: url.slice('turnout:'.length), line, column } : null,
      relative: (file) => file.replace('/app/', ''),
      ...host,
    },
    signal,
  )
  return {
    end,
    workers: workers as [FakeWorker, FakeWorker, FakeWorker],
    timers,
    look: (count = 1) => {
      for (let step = 0; step < count; step += 1) timers.at(-1)!.look()
    },
  }
}

/** How many steps a silent worker has: one for the ping, then those without a response. */
const SILENT = LIMIT_STEPS + 1

describe('a compilation', () => {
  test('sends the request, and returns the result with the failures', async () => {
    const { end, workers, timers } = begin({
      options: { paramNames: 'camelCase', inflections: (inflect) => inflect.irregular('ox', 'oxen') },
    })
    const [worker] = workers
    expect(worker.sent).toEqual([
      {
        kind: 'compile',
        request: {
          root: '/app',
          entry: ENTRY,
          receivedId: 3,
          options: { paramNames: 'camelCase' },
          inflections: { calls: [{ method: 'irregular', args: ['ox', 'oxen'] }], error: null },
          skipped: [],
          awaitSeconds: evaluationLimit.ms / 1000,
        },
        expected: [],
      },
    ])
    expect(timers.map(({ ms }) => ms)).toEqual([evaluationLimit.blockedMs / LIMIT_STEPS])
    worker.say({ kind: 'failure', failure: sampleProblem }, { kind: 'done', result, unasked: [] })
    expect(await end).toEqual({ result, failures: [sampleProblem], questions: [], unasked: [] })
    expect(timers[0]!.isCleared).toBe(true)
    expect(['message', 'error', 'exit'].map((event) => worker.listenerCount(event))).toEqual([0, 0, 0])
    expect([worker.ref, worker.unref].map(({ mock }) => mock.calls.length)).toEqual([1, 2])
    expect(worker.terminate).not.toHaveBeenCalled()
  })

  test('has no inflections without a function', async () => {
    const { end, workers } = begin()
    expect(workers[0].sentOf('compile')[0]!.request.inflections).toBeNull()
    workers[0].say({ kind: 'done', result, unasked: [] })
    await end
  })

  test('answers requests of the worker', async () => {
    const { end, workers } = begin({
      host: {
        invoke: async (name) => {
          throw new TypeError(`no ${name}`)
        },
      },
    })
    workers[0].say(
      { kind: 'ask', id: 1, name: 'draw', args: ['api'] },
      { kind: 'ask', id: 2, name: 'invoke', args: ['fetchModule'] },
    )
    await vi.waitFor(() => expect(workers[0].sent).toHaveLength(3))
    expect(workers[0].sentOf('answer')).toEqual([{ kind: 'answer', id: 1, result: { file: OTHER } }])
    expect(workers[0].sentOf('refusal')).toMatchObject([
      { id: 2, error: { name: 'TypeError', message: 'no fetchModule' } },
    ])
    workers[0].say({ kind: 'done', result, unasked: [] })
    await end
  })

  test('fails with the error of the worker', async () => {
    const { end, workers } = begin()
    workers[0].say({ kind: 'failed', error: { name: 'RangeError', message: 'no luck' } })
    await expect(end).rejects.toMatchObject({ name: 'RangeError', message: 'no luck' })
  })

  test('is given up when the signal aborts, but not after its end', async () => {
    const aborts = new AbortController()
    const { end, workers } = begin({ signal: aborts.signal })
    expect(workers[0].sentOf('giveUp')).toEqual([])
    aborts.abort()
    expect(workers[0].sentOf('giveUp')).toEqual([{ kind: 'giveUp', because: 'superseded' }])
    workers[0].say({ kind: 'superseded' })
    await expect(end).rejects.toThrow(EvaluationSuperseded)

    const late = new AbortController()
    const ended = begin({ signal: late.signal })
    ended.workers[0].say({ kind: 'done', result, unasked: [] })
    await ended.end
    late.abort()
    expect(ended.workers[0].sentOf('giveUp')).toEqual([])
  })

  test('is given up at once if the signal has aborted', async () => {
    const { end, workers } = begin({ signal: AbortSignal.abort() })
    expect(workers[0].sent.map(({ kind }) => kind)).toEqual(['compile', 'giveUp'])
    workers[0].say({ kind: 'superseded' })
    await expect(end).rejects.toThrow(EvaluationSuperseded)
  })
})

describe('the time limits', () => {
  test('stop a worker that does not respond, and compile the other files', async () => {
    fakeInspector({ scripts, stacks: [LOOPING] })
    const exitListeners = process.listenerCount('exit')
    const { end, workers, look, timers } = begin()
    let terminate: (code: number) => void = () => {}
    workers[0].terminate.mockReturnValue(new Promise((resolve) => (terminate = resolve)))
    workers[0].say({ kind: 'failure', failure: sampleProblem }, { kind: 'enter', file: OTHER })
    look(SILENT - 1)
    expect(workers[0].sentOf('ping')).toHaveLength(1)
    await Promise.resolve()
    look()
    await vi.waitFor(() => expect(workers[1].sent).toHaveLength(1))
    expect(workers[0].terminate).toHaveBeenCalledOnce()
    // The worker has halted, so it ends.
    expect(process.listenerCount('exit')).toBe(exitListeners)
    terminate(0)
    expect(workers[1].sentOf('compile')[0]!.request).toMatchObject({ entry: ENTRY, skipped: [OTHER] })
    expect(timers[1]!.ms).toBe(evaluationLimit.secondTryMs / LIMIT_STEPS)
    const complete = { ...result, manifest: {} as NonNullable<CompileResult['manifest']> }
    workers[1].say({ kind: 'done', result: complete, unasked: [] })
    const { result: secondResult, failures } = await end
    expect(secondResult).toEqual({ ...result, manifest: null })
    expect(failures).toMatchObject([
      {
        code: 'code-never-ends',
        message: expect.stringContaining(`${evaluationLimit.blockedMs / 1000} s`),
        location: { file: 'config/api.ts', line: 3, column: 5 },
        stack: ['at loop (config/api.ts:3:5)'],
      },
    ])
    expect(failures).toHaveLength(1)
  })

  test('stop no worker one step earlier', async () => {
    const calls = fakeInspector({ scripts, stacks: [LOOPING] })
    const { end, workers, look } = begin()
    workers[0].say({ kind: 'enter', file: OTHER })
    look(SILENT - 1)
    expect(calls).toEqual([])
    workers[0].say({ kind: 'done', result, unasked: [] })
    await end
  })

  test('count from the last message', async () => {
    const calls = fakeInspector({ scripts, stacks: [LOOPING] })
    const { end, workers, look } = begin()
    for (const message of [
      { kind: 'pong' },
      { kind: 'enter', file: OTHER },
      { kind: 'leftover', file: OTHER, thrown: 'x' },
    ] as const) {
      look(SILENT - 2)
      workers[0].say(message)
    }
    look(SILENT - 2)
    expect(calls).toEqual([])
    workers[0].say({ kind: 'done', result, unasked: [] })
    await end
  })

  test('report the first problems if the second attempt fails as well', async () => {
    fakeInspector({ titles: { a: '[worker 5] x', b: '[worker 6] x' }, scripts, stacks: [LOOPING] })
    const { end, workers, look } = begin()
    workers[0].say({ kind: 'failure', failure: sampleProblem }, { kind: 'enter', file: OTHER })
    look(SILENT)
    await vi.waitFor(() => expect(workers[1].sent).toHaveLength(1))
    workers[1].say({ kind: 'pong' })
    look(SILENT)
    const { result: missing, failures } = await end
    expect(missing).toBeNull()
    expect(failures.map(({ code }) => code)).toEqual(['code-never-ends', sampleProblem.code])
  })

  test('stop a worker that an earlier compilation blocks, and start again', async () => {
    fakeInspector({ scripts, stacks: [LOOPING] })
    const leftovers: unknown[] = []
    onTestFinished(onLeftover((...leftover) => void leftovers.push(leftover)))
    const { end, workers, look } = begin()
    look(SILENT)
    await vi.waitFor(() => expect(workers[1].sent).toHaveLength(1))
    expect(leftovers).toEqual([[ENTRY, 'nothing, but never ended']])
    expect(workers[1].sent).toEqual(workers[0].sent.slice(0, 1))
    workers[1].say({ kind: 'failure', failure: sampleProblem }, { kind: 'done', result, unasked: [] })
    expect(await end).toEqual({ result, failures: [sampleProblem], questions: [], unasked: [] })
    expect(workers[2].sent).toEqual([])
  })

  test('do not count while the main thread works for the worker', async () => {
    const calls = fakeInspector({ scripts, stacks: [LOOPING] })
    let answer: (value: null) => void = () => {}
    const { end, workers, look } = begin({
      host: { invoke: () => new Promise((resolve) => (answer = resolve)) },
    })
    workers[0].say({ kind: 'ask', id: 1, name: 'invoke', args: [] })
    look(3 * SILENT)
    expect([calls, workers[0].sentOf('ping')]).toEqual([[], []])
    answer(null)
    await vi.waitFor(() => expect(workers[0].sentOf('answer')).toHaveLength(1))
    await vi.waitFor(() => {
      look()
      expect(workers[0].sentOf('ping')).toHaveLength(1)
    })
    workers[0].say({ kind: 'done', result, unasked: [] })
    await end
  })

  test('give up an import that waits too long', async () => {
    const { end, workers, look } = begin()
    const lookAndRespond = (count: number) => {
      for (let step = 0; step < count; step += 1) {
        look()
        workers[0].say({ kind: 'pong' })
      }
    }
    const steps = (evaluationLimit.ms / evaluationLimit.blockedMs) * LIMIT_STEPS
    lookAndRespond(steps - 1)
    expect(workers[0].sentOf('giveUp')).toEqual([])
    // Another file has the complete time, and the compiler has no limit.
    workers[0].say({ kind: 'enter', file: null })
    lookAndRespond(2 * steps)
    workers[0].say({ kind: 'enter', file: OTHER })
    lookAndRespond(steps - 1)
    expect(workers[0].sentOf('giveUp')).toEqual([])
    lookAndRespond(1)
    expect(workers[0].sentOf('giveUp')).toEqual([{ kind: 'giveUp', because: 'timeout' }])
    expect(workers[0].sentOf('ping')).toHaveLength(4 * steps - 1)
    workers[0].say({ kind: 'done', result, unasked: [] })
    await end
  })

  test('stop no compiler that works, but code that it calls', async () => {
    const calls = fakeInspector({ scripts, stacks: [[['s3', 'expand', 0, 0]], [['s3', 'expand', 0, 0], ...LOOPING]] })
    const { end, workers, look } = begin()
    workers[0].say({ kind: 'enter', file: OTHER }, { kind: 'enter', file: null })
    look(SILENT)
    await vi.waitFor(() => expect(calls.at(-1)).toBe('disconnect'))
    expect(workers[0].terminate).not.toHaveBeenCalled()
    look(LIMIT_STEPS)
    await vi.waitFor(() => expect(workers[1].sent).toHaveLength(1))
    expect(workers[1].sentOf('compile')[0]!.request.skipped).toEqual([OTHER])
    workers[1].say({ kind: 'done', result, unasked: [] })
    // The compiler's own frame is no place of the project.
    expect((await end).failures).toMatchObject([{ stack: ['at loop (config/api.ts:3:5)'] }])
  })

  test.each<[string, string, Stack]>([
    ['a package', 'lib.js', [['s2', 'get message', 1, 2]]],
    [
      'a package, which Node calls',
      'lib.js',
      [
        ['s2', 'get message', 1, 2],
        ['s0', 'prepareStackTrace', 0, 0],
      ],
    ],
    ['a string', 'config/api.ts', [['s9', 'get message', 0, 0]]],
  ])('stop code of %s that the compiler calls when it reads a thrown value', async (_, file, stack) => {
    fakeInspector({
      scripts: { ...scripts, s0: 'node:internal/errors' },
      stacks: [[...stack, ['s3', 'describeError', 0, 0]]],
    })
    const { end, workers, look } = begin()
    workers[0].say({ kind: 'enter', file: OTHER }, { kind: 'enter', file: null })
    look(SILENT)
    await vi.waitFor(() => expect(workers[1].sent).toHaveLength(1))
    workers[1].say({ kind: 'done', result, unasked: [] })
    expect((await end).failures).toMatchObject([{ code: 'code-never-ends', location: { file } }])
  })

  test('do not stop the compiler in a package that it calls', async () => {
    const dependency =
      'file:///app/node_modules/.pnpm/t@1/node_modules/@jridgewell/trace-mapping/dist/trace-mapping.mjs'
    const calls = fakeInspector({
      scripts: { ...scripts, s0: dependency },
      stacks: [
        [
          ['s0', 'originalPositionFor', 1, 2],
          ['s3', 'locate', 0, 0],
        ],
      ],
    })
    const { end, workers, look } = begin()
    workers[0].say({ kind: 'enter', file: OTHER }, { kind: 'enter', file: null })
    look(SILENT)
    await vi.waitFor(() => expect(calls.at(-1)).toBe('disconnect'))
    workers[0].say({ kind: 'done', result, unasked: [] })
    expect(await end).toMatchObject({ result, failures: [] })
    expect(workers[0].terminate).not.toHaveBeenCalled()
  })

  test('stop native code that the compiler calls, when three times no stack could be read', async () => {
    const calls = fakeInspector({ scripts, stacks: [[]] })
    const { end, workers, look } = begin()
    workers[0].say({ kind: 'enter', file: OTHER }, { kind: 'enter', file: null })
    for (const readStacks of [1, 2]) {
      look(SILENT)
      await vi.waitFor(() => expect(calls.filter((call) => call === 'disconnect')).toHaveLength(readStacks))
      await Promise.resolve()
      // The next ping.
      workers[0].say({ kind: 'pong' })
    }
    expect(workers[0].terminate).not.toHaveBeenCalled()
    look(SILENT)
    await vi.waitFor(() => expect(workers[1].sent).toHaveLength(1))
    workers[1].say({ kind: 'done', result, unasked: [] })
    expect((await end).failures).toMatchObject([{ code: 'code-never-ends', location: { file: 'config/api.ts' } }])
  })

  test('warn once, instead of stopping a worker that is debugged', async () => {
    const address = vi.spyOn(process.getBuiltinModule('node:inspector'), 'url').mockReturnValue('ws://127.0.0.1:9229')
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => {
      address.mockRestore()
      print.mockRestore()
    })
    const { end, workers, look } = begin()
    workers[0].say({ kind: 'enter', file: OTHER })
    look(2 * SILENT)
    expect(print.mock.calls).toEqual([
      [`turnout: \`${OTHER}\` is still running. It is not stopped, because there is a debugger.`],
    ])
    expect(workers[0].terminate).not.toHaveBeenCalled()
    workers[0].say({ kind: 'done', result, unasked: [] })
    await end
  })

  test('kill the process at its end while a worker waits for native code', async () => {
    fakeInspector({ scripts, stacks: [[]] })
    const before = process.listeners('exit')
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => {
      kill.mockRestore()
      print.mockRestore()
    })
    const { end, workers, look } = begin()
    let terminate: (code: number) => void = () => {}
    workers[0].terminate.mockReturnValue(new Promise((resolve) => (terminate = resolve)))
    workers[0].say({ kind: 'enter', file: OTHER })
    look(SILENT)
    await vi.waitFor(() => expect(workers[1].sent).toHaveLength(1))
    const added = process.listeners('exit').filter((listener) => !before.includes(listener))
    expect(added).toHaveLength(1)
    added[0]!(0)
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']])
    expect(print.mock.calls).toEqual([['turnout: a route file still waits for native code, so the process is killed.']])
    terminate(0)
    await vi.waitFor(() => expect(process.listeners('exit')).toEqual(before))
    workers[1].say({ kind: 'done', result, unasked: [] })
    expect((await end).failures).toMatchObject([
      { code: 'code-never-ends', location: { file: 'config/api.ts', line: 1, column: 1 } },
    ])
  })
})

describe('a worker that ends', () => {
  const endWith = async (act: (worker: FakeWorker, look: () => void) => void) => {
    const { end, workers, look } = begin()
    workers[0].say({ kind: 'enter', file: OTHER })
    act(workers[0], look)
    await vi.waitFor(() => expect(workers[1].sent).toHaveLength(1))
    workers[1].say({ kind: 'done', result, unasked: [] })
    const { failures } = await end
    expect(failures).toHaveLength(1)
    return failures[0]!
  }
  const location = { file: 'config/api.ts', line: 1, column: 1 }

  test('by itself is a problem of the file that ran', async () => {
    const exited = await endWith((worker) => void worker.emit('exit', 1))
    expect(exited).toMatchObject({ code: 'module-threw', location })
    expect(exited.message).toContain('nothing, but ended its thread')
    const failed = await endWith((worker) => void worker.emit('error', new TypeError('no luck')))
    expect(failed).toMatchObject({ code: 'module-threw', location })
    expect(failed.message).toContain('TypeError: no luck')
    expect((await endWith((worker) => void worker.emit('error', null))).message).toContain('null')
  })

  test('because V8 has no memory is a problem of memory', async () => {
    const error = Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })
    const failure = await endWith((worker) => void worker.emit('error', error))
    expect(failure).toMatchObject({ code: 'out-of-memory', location })
    expect(failure.message).toContain(String(MEMORY_LIMIT_MB))
    expect('stack' in failure).toBe(false)
  })

  test('because code uses too much memory has the position of the code', async () => {
    fakeInspector({
      scripts,
      stacks: [
        [
          ['s2', 'fill', 6, 7],
          ['s2', '', 0, 0],
        ],
      ],
    })
    let usedMb = 100
    const rss = vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => usedMb * 2 ** 20)
    onTestFinished(() => rss.mockRestore())
    const failure = await endWith((worker, look) => {
      usedMb = 100 + MEMORY_LIMIT_MB
      look()
      expect(worker.sentOf('ping')).toHaveLength(1)
      usedMb += 1
      look()
    })
    expect(failure).toMatchObject({
      code: 'out-of-memory',
      location: { file: 'lib.js', line: 7, column: 8 },
      stack: ['at fill (lib.js:7:8)', 'at lib.js:1:1'],
    })
  })

  test('has no limit of memory while the compiler works', async () => {
    let usedMb = 100
    const rss = vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => usedMb * 2 ** 20)
    onTestFinished(() => rss.mockRestore())
    const calls = fakeInspector({ scripts, stacks: [LOOPING] })
    const { end, workers, look } = begin()
    workers[0].say({ kind: 'enter', file: null })
    usedMb += 2 * MEMORY_LIMIT_MB
    look()
    expect([calls, workers[0].sentOf('ping')]).toEqual([[], [{ kind: 'ping' }]])
    workers[0].say({ kind: 'done', result, unasked: [] })
    await end
  })
})
