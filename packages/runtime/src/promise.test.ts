import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handleIfPromise } from './promise.ts'

const unhandled: unknown[] = []
const note = (reason: unknown) => void unhandled.push(reason)
// Vitest reports unhandled rejections as errors of the run.
let listeners: NodeJS.UnhandledRejectionListener[] = []

beforeEach(() => {
  unhandled.length = 0
  listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note)
})
afterEach(() => {
  process.removeAllListeners('unhandledRejection')
  for (const listener of listeners) process.on('unhandledRejection', listener)
})

/** Lets Node report the rejections that nobody has handled. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5))

function rejectedWithItself(): Promise<unknown> {
  let reject: (reason: unknown) => void
  const promise = new Promise((_, rejectPromise) => (reject = rejectPromise))
  reject!(promise)
  return promise
}

type Then = (resolve: unknown, reject: (reason: unknown) => void) => void

// oxlint-disable-next-line unicorn/no-thenable
const withThen = (then: Then | number): object => ({ then })

describe('handleIfPromise', () => {
  it.each<[string, () => unknown]>([
    ['a promise that rejects', () => Promise.reject(new Error('late'))],
    ['a promise that rejects with a rejected promise', () => Promise.reject(Promise.reject(1))],
    ['a promise that rejects with itself', rejectedWithItself],
    [
      'a promise whose reason throws when it is examined',
      () =>
        Promise.reject(
          new Proxy(
            {},
            {
              getPrototypeOf() {
                throw new Error('trap')
              },
            },
          ),
        ),
    ],
    ['a method `then` that rejects', () => withThen((_, reject) => reject(1))],
    [
      'a method `then` that throws',
      () =>
        withThen(() => {
          throw new Error('then')
        }),
    ],
  ])('is true for %s, and handles its rejection', async (_, make) => {
    expect(handleIfPromise(make())).toBe(true)
    await nextTurn()
    expect(unhandled).toEqual([])
  })

  it.each([undefined, null, 7, 'then', {}, withThen(7), () => {}])('is false for %s', (value) => {
    expect(handleIfPromise(value)).toBe(false)
  })
})
