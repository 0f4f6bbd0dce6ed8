import { afterEach, expect, test, vi } from 'vitest'
import { logError, logWarning } from './log-error.ts'

const LONG = 'x'.repeat(5_000_000)

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The characters that a console prints for an error. */
function lengthInLog(error: unknown, message = 'turnout: it failed:'): number {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  logError(message, error)
  const [values] = log.mock.calls
  return values!.map((value) => (typeof value === 'string' ? value : String((value as Error).stack))).join(' ').length
}

const VALUES: readonly (readonly [string, unknown])[] = [
  ['a message', new Error(LONG)],
  ['a message with line breaks', new Error(LONG.replaceAll('xxxx', 'xxx\n'))],
  ['a name', Object.assign(new Error('x'), { name: LONG })],
  ['a cause', new Error('x', { cause: new Error(LONG) })],
  ['an error in a property', Object.assign(new Error('x'), { inner: new Error(LONG) })],
  ['errors of an AggregateError', new AggregateError([new Error(LONG)])],
  ['a string', LONG],
  ['an object', { text: LONG, inner: { stack: LONG } }],
]

test.each(VALUES)('%s of 5 MB is printed in part', (_, error) => {
  expect(lengthInLog(error)).toBeLessThan(11_000)
})

test.each([VALUES[0]!, VALUES[6]!])('%s of 5 MB is printed in part without `inspect`', (_, error) => {
  vi.stubGlobal('process', { ...process, getBuiltinModule: undefined })
  expect(lengthInLog(error)).toBeLessThan(11_000)
})

test('a message for the log is limited as well', () => {
  expect(lengthInLog(new Error('x'), LONG)).toBeLessThan(12_000)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  logWarning(LONG)
  expect(warn.mock.calls).toEqual([[`${'x'.repeat(10_000)}… (4990000 more characters)`]])
})

test('an error whose own properties throw is named in general terms', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const fail = () => expect.fail('read')
  logError('turnout:', Object.defineProperties(new Error('x'), { stack: { get: fail }, message: { get: fail } }))
  logError('turnout:', new Proxy({}, { get: fail, getPrototypeOf: fail, ownKeys: fail }))
  expect(log.mock.calls).toHaveLength(2)
  expect(log.mock.calls.flat()).toContain('an error that cannot be printed, because its own properties throw.')
})

test('an ordinary error is passed on as it is, so that consoles and monitoring see the object', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new Error('x')
  logError('', error)
  logError('turnout: it failed:', error)
  expect(log.mock.calls).toEqual([[error], ['turnout: it failed:', error]])
  expect(log.mock.calls[0]![0]).toBe(error)
})
