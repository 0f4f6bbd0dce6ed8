import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { onStrayError } from './stray-errors.ts'

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const

/** Removes the test runner's listeners, which would report the errors as those of a test, and returns the module's own. */
function listen() {
  const others = EVENTS.map((event) => process.listeners(event as 'uncaughtException'))
  const restore = () => {
    for (const [i, event] of EVENTS.entries()) {
      process.removeAllListeners(event)
      for (const listener of others[i]!) process.on(event, listener)
    }
  }
  onTestFinished(restore)
  for (const event of EVENTS) process.removeAllListeners(event)
  const taken: [unknown, string][] = []
  onStrayError((thrown, file) => void taken.push([thrown, file]))
  return { taken, counts: () => EVENTS.map((event) => process.listenerCount(event)) }
}

const ofRoutes = (text: string) =>
  Object.assign(new Error(text), {
    stack: `Error\n    at node:fs:1:1\n    at turnout:/app/a.ts:3:4\n    at turnout:/b.ts:1:1`,
  })

test('passes on the errors of route files, with the file', async () => {
  const { taken } = listen()
  const rejected = ofRoutes('rejected')
  const thrown = ofRoutes('thrown')
  void Promise.reject(rejected)
  setTimeout(() => {
    throw thrown
  })
  await expect.poll(() => taken).toHaveLength(2)
  expect(taken).toEqual([
    [rejected, '/app/a.ts'],
    [thrown, '/app/a.ts'],
  ])
})

test('listens once, and passes errors to the last listener', async () => {
  const { taken, counts } = listen()
  const later: unknown[] = []
  onStrayError((thrown) => void later.push(thrown))
  expect(counts()).toEqual([1, 1])
  void Promise.reject(ofRoutes('x'))
  await nextTurn()
  expect([taken.length, later.length]).toEqual([0, 1])
})

test.each([
  ['an error of other code', new Error('foreign')],
  ['a value without a stack', null],
  [
    'an error whose stack cannot be read',
    Object.defineProperty(new Error('x'), 'stack', {
      get: () => {
        throw new Error('getter')
      },
    }),
  ],
])('leaves %s to Node, which decides what happens', async (_what, value) => {
  const { taken, counts } = listen()
  const seen: unknown[] = []
  // Node repeats the value when the listeners of the module are gone.
  process.on('removeListener', (event) => {
    if (event === 'uncaughtException') process.on('uncaughtException', (error) => void seen.push(error))
  })
  onTestFinished(() => void process.removeAllListeners('removeListener'))
  setTimeout(() => {
    throw value
  })
  await expect.poll(() => seen).toEqual([value])
  expect([taken, counts()]).toEqual([[], [1, 0]])
})

test('leaves errors of other code to other listeners', async () => {
  const { taken, counts } = listen()
  const seen: unknown[] = []
  process.on('unhandledRejection', (reason) => void seen.push(reason))
  void Promise.reject(new Error('foreign'))
  await nextTurn()
  expect([taken.length, seen.length, counts()]).toEqual([0, 1, [1, 2]])
})
