import { expect, test } from 'vitest'
import { readArguments, UsageError, withDefaults } from './choice.ts'

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
    isInstalled: true,
  })
  expect(choose('shop', '--kind', 'plain')).toMatchObject({ folder: 'shop', isTypeScript: false })
})

test('a database needs a server', () => {
  expect(choose('--database')).toMatchObject({ kind: 'node', hasDatabase: true })
  expect(() => readArguments(['--database', '-k', 'react'])).toThrow(UsageError)
})

test('what is left open is left open, for someone to be asked', () => {
  expect(readArguments(['--no-install'])).toEqual({
    folder: undefined,
    kind: undefined,
    isTypeScript: undefined,
    hasDatabase: undefined,
    isInstalled: false,
    isInteractive: true,
    isHelp: false,
  })
})
