import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { constraints } from './constraints.ts'

const beta = new Request('http://example.org/a', { headers: { 'x-beta': '1' } })
const plain = new Request('http://example.org/a')
const asks = (request: Request) => request.headers.has('x-beta')

class Asked {
  readonly matches = asks
}

class Tenant {
  readonly name = 'acme'
  static readonly matches = asks
}

test.each([
  ['a function', asks],
  ['a function of two parameters', (_params: object, request: Request) => asks(request)],
  ['a literal with `matches`', { matches: asks }],
  ['an instance', new Asked()],
  ['a class with a static `matches`', Tenant],
  ['an object with `call`', { call: asks }],
])('%s decides about the request', (_, constraint) => {
  const accepts = constraints(constraint)
  expect(accepts({}, beta)).toBe(true)
  expect(accepts({}, plain)).toBe(false)
})

test('all constraints of a route must accept', () => {
  expect(constraints(asks, () => false)({}, beta)).toBe(false)
})

test('an omitted request is replaced by one with the properties that guards read', () => {
  expect(constraints(asks)({}, undefined)).toBe(false)
  expect(constraints((request: { host?: string }) => request.host === 'example.org')({}, undefined)).toBe(true)
  expect(constraints((request: Request) => new URL(request.url).host === 'example.org')({}, undefined)).toBe(true)
})

describe('a promise', () => {
  const rejecting = () => Promise.reject(new Error('down'))
  const throws = () => {
    throw new Error('down')
  }
  class Rejecting {
    readonly name = 'acme'
    static readonly matches = rejecting
  }

  test.each([
    ['an async function', async () => false],
    ['an async function that accepts', async () => true],
    ['one that rejects', rejecting],
    ['one of two parameters', (_params: object, _request: Request) => rejecting()],
    ['`matches`', { matches: rejecting }],
    ['a static `matches`', Rejecting],
    ['`call`', { call: rejecting }],
    ['anything with `then`', () => Object.fromEntries([['then', throws]])], // oxlint-disable-line unicorn/no-thenable
  ])('means that the route does not match, and its rejection is handled: %s', async (_, constraint) => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    for (const accepts of [constraints(constraint), constraints(() => true, constraint)]) {
      expect(() => accepts({}, beta)).toThrow(/^The constraint \w* ?returned a promise$/)
    }
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).not.toHaveBeenCalled()
  })

  test('of a constraint after a rejection is never created', () => {
    const asked = vi.fn<() => Promise<boolean>>(async () => true)
    expect(constraints(() => false, asked)({}, beta)).toBe(false)
    expect(asked).not.toHaveBeenCalled()
  })
})
