import { expect, onTestFinished, test, vi } from 'vitest'
import { readArguments, UsageError, withDefaults } from './choice.ts'
import { main } from './main.ts'

const choose = (...args: string[]) => {
  const { kind, ...choice } = withDefaults(readArguments(args))
  return { ...choice, kind: kind.name }
}

test('what is not said has a default', () => {
  expect(choose()).toEqual({
    folder: 'turnout-app',
    kind: 'react',
    isTypeScript: true,
    hasDatabase: false,
    hasRouter: false,
    isInstalled: true,
  })
  expect(choose('shop', '--kind', 'plain')).toMatchObject({ folder: 'shop', isTypeScript: false })
})

test('a database needs a server', () => {
  expect(choose('--database')).toMatchObject({ kind: 'node', hasDatabase: true })
  expect(() => readArguments(['--database', '-k', 'react'])).toThrow(UsageError)
})

test('a router belongs to its kind', () => {
  expect(choose('--router', 'vue-router')).toMatchObject({ kind: 'vue', hasRouter: true })
  expect(choose('-k', 'react', '--router', 'react-router')).toMatchObject({ kind: 'react', hasRouter: true })
  for (const args of [
    ['-k', 'react', '--router', 'vue-router'],
    ['-k', 'node', '--router', 'react-router'],
    ['--router', 'next'],
    ['--router', '__proto__'],
    ['--router', 'vue-router', '--database'],
  ])
    expect(() => choose(...args), args.join(' ')).toThrow(UsageError)
})

test('what is left open is left open, for someone to be asked', () => {
  expect(readArguments(['--no-install'])).toEqual({
    folder: undefined,
    kind: undefined,
    isTypeScript: undefined,
    hasDatabase: undefined,
    hasRouter: undefined,
    isInstalled: false,
    isInteractive: true,
    isHelp: false,
  })
})

test('an unknown kind is refused, with the kinds that exist', () => {
  expect(() => readArguments(['--kind', 'recat'])).toThrow('There is no kind `recat`. Use one of react, vue, ')
})

test('the help fits in a terminal of 60 columns', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  expect(await main(['--help'])).toBe(0)
  const lines = String(log.mock.calls[0]![0]).split('\n')
  expect(lines.filter((line) => line.length > 60)).toEqual([])
})
