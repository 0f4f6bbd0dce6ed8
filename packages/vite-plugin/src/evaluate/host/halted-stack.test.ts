import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeInspector, FakeWorker, type Stack } from '../../../test/evaluate/fake-worker.ts'
import { isDebugged, readStack } from './halted-stack.ts'

const worker = new FakeWorker(5).asWorker
const scripts = { s1: 'turnout:/app/a.ts', s2: 'node:internal/timers' }
const inNode: Stack = [['s2', 'tick', 0, 0]]

describe('readStack', () => {
  test('halts the worker, reads its frames and lets it go on', async () => {
    const stack: Stack = [
      ['s1', 'loop', 2, 4],
      ['s1', '', 9],
      ['s9', 'other', 0, 0],
    ]
    const calls = fakeInspector({ scripts, stacks: [stack] })
    expect(await readStack(worker, 10_000)).toEqual([
      { name: 'loop', url: 'turnout:/app/a.ts', line: 3, column: 5 },
      { name: '', url: 'turnout:/app/a.ts', line: 10, column: 1 },
      { name: 'other', url: '', line: 1, column: 1 },
    ])
    expect(calls).toEqual([
      'connect',
      ['NodeWorker.enable', { waitForDebuggerOnStart: false }],
      'a 1 Debugger.enable',
      'a 1 Debugger.pause',
      'a 1 Debugger.resume',
      'a 1 Debugger.disable',
      'disconnect',
    ])
  })

  test('leaves other workers alone', async () => {
    const titles = { b: '[worker 55] x', c: 'x [worker 5]', a: '[worker 5] x' }
    const calls = fakeInspector({ titles, scripts, stacks: [[['s1', 'loop', 0, 0]]] })
    expect(await readStack(worker, 10_000)).toHaveLength(1)
    expect(calls.filter((call) => typeof call === 'string' && / 1 /.test(call) && !call.startsWith('a '))).toEqual([])
  })

  test('steps from code of Node into other code', async () => {
    const calls = fakeInspector({ scripts, stacks: [inNode, inNode, [['s1', 'loop', 0, 0], ...inNode]] })
    expect((await readStack(worker, 10_000)).map(({ name }) => name)).toEqual(['loop', 'tick'])
    expect(calls.filter((call) => call === 'a 1 Debugger.stepInto')).toHaveLength(2)
  })

  test('steps 999 times at most', async () => {
    const calls = fakeInspector({ scripts, stacks: [inNode] })
    expect((await readStack(worker, 10_000)).map(({ name }) => name)).toEqual(['tick'])
    expect(calls.filter((call) => call === 'a 1 Debugger.stepInto')).toHaveLength(999)
    expect(calls.at(-2)).toBe('a 1 Debugger.disable')
  })

  test('has no frames of a worker that runs no code, or cannot be halted', async () => {
    fakeInspector({ stacks: [[]] })
    expect(await readStack(worker, 10_000)).toEqual([])
    const calls = fakeInspector({ stacks: [] })
    expect(await readStack(worker, 1)).toEqual([])
    expect(calls.at(-1)).toBe('disconnect')
  })

  test('has no frames if there can be no session', async () => {
    const calls = fakeInspector({
      connect: () => {
        throw new Error('no session')
      },
    })
    expect(await readStack(worker, 10_000)).toEqual([])
    expect(calls).toEqual(['connect', 'disconnect'])
  })
})

test('a process is debugged if its inspector has an address', () => {
  const address = vi.spyOn(process.getBuiltinModule('node:inspector'), 'url')
  onTestFinished(() => address.mockRestore())
  address.mockReturnValue(undefined)
  expect(isDebugged()).toBe(false)
  address.mockReturnValue('ws://127.0.0.1:9229/x')
  expect(isDebugged()).toBe(true)
})
