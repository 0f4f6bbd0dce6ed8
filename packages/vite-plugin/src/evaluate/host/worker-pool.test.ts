import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { FakeWorker } from '../../../test/evaluate/fake-worker.ts'
import { giveBack, isStarting, onLeftover, reportLeftover, takeWorker, warmWorker } from './worker-pool.ts'

describe('the pool of workers', () => {
  test('keeps four idle workers', async () => {
    const workers = Array.from({ length: 6 }, () => new FakeWorker())
    for (const worker of workers) giveBack(worker.asWorker)
    expect(workers.map(({ terminate }) => terminate.mock.calls.length)).toEqual([0, 0, 0, 0, 1, 1])
    for (const worker of workers) expect(worker.unref).toHaveBeenCalled()
    const idle = [takeWorker(), takeWorker(), takeWorker(), takeWorker()]
    expect(idle).toEqual(workers.slice(0, 4).toReversed())
    expect(workers.map(({ ref }) => ref.mock.calls.length)).toEqual([1, 1, 1, 1, 0, 0])
  })

  test('starts workers, one ahead of time', async () => {
    warmWorker()
    warmWorker()
    const [warm, other] = [takeWorker(), takeWorker()]
    onTestFinished(async () => {
      await Promise.all([warm.terminate(), other.terminate()])
    })
    expect(warm).not.toBe(other)
    expect([isStarting(warm), warm.getMaxListeners()]).toEqual([true, 0])
    const leftovers: unknown[] = []
    onTestFinished(onLeftover((...leftover) => void leftovers.push(leftover)))
    const messages: unknown[] = []
    for (const worker of [warm, other]) {
      worker.on('message', (message) => void messages.push(message))
      worker.postMessage({ kind: 'ping' })
    }
    await vi.waitFor(() => expect(messages).toEqual([{ kind: 'pong' }, { kind: 'pong' }]), { timeout: 30_000 })
    expect([isStarting(warm), isStarting(other)]).toEqual([false, false])
    expect(warm.resourceLimits).toMatchObject({ maxOldGenerationSizeMb: 3072 })
    // An error of the worker, and one that code has left running.
    warm.emit('message', { kind: 'leftover', file: '/a.ts', thrown: 'x' })
    warm.emit('error', new Error('x'))
    expect(leftovers).toEqual([['/a.ts', 'x']])
  })

  test('forgets idle workers that have ended', async () => {
    warmWorker()
    const ended = takeWorker()
    giveBack(ended)
    const between = new FakeWorker()
    giveBack(between.asWorker)
    await ended.terminate()
    expect(takeWorker()).toBe(between)
    const fresh = takeWorker()
    expect(fresh).not.toBe(ended)
    giveBack(between.asWorker)
    await fresh.terminate()
    expect(takeWorker()).toBe(between)
  })
})

test('leftovers reach the last listener', () => {
  const [first, second]: [string[], string[]] = [[], []]
  const stopFirst = onLeftover((file) => void first.push(file))
  const stopSecond = onLeftover((file) => void second.push(file))
  reportLeftover('a', 'x')
  stopFirst()
  // A session can be closed twice.
  stopFirst()
  reportLeftover('b', 'x')
  stopSecond()
  expect([first, second]).toEqual([[], ['a', 'b']])

  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { exitCode } = process
  onTestFinished(() => {
    print.mockRestore()
    process.exitCode = exitCode
  })
  process.exitCode = undefined
  reportLeftover('/app/a.ts', 'Error: late')
  expect(print.mock.calls).toEqual([['turnout: code that `/app/a.ts` has left running threw Error: late']])
  expect(process.exitCode).toBe(1)
  process.exitCode = 3
  reportLeftover('/app/a.ts', 'again')
  expect(process.exitCode).toBe(3)
})
