import { expect, test } from 'vitest'
import { parseArguments, UsageError } from './arguments.ts'

test.each([[], ['--help'], ['-h'], ['help']])('explains itself: %j', (...args: string[]) => {
  expect(parseArguments(args)).toEqual({ command: 'help', topic: 'turnout' })
})

test('explains a command', () => {
  expect(parseArguments(['routes', '--help'])).toEqual({ command: 'help', topic: 'routes' })
  expect(parseArguments(['help', 'routes'])).toEqual({ command: 'help', topic: 'routes' })
})

test('reads the options of routes', () => {
  const project = { root: undefined, config: undefined, mode: undefined }
  expect(parseArguments(['routes'])).toEqual({ command: 'routes', filter: {}, expanded: false, json: false, project })
  expect(parseArguments(['routes', '-c', 'photos', '-E'])).toMatchObject({
    filter: { controller: 'photos' },
    expanded: true,
  })
  expect(parseArguments(['routes', '--grep=^/x', '--json', '--root', 'app'])).toMatchObject({
    filter: { grep: '^/x' },
    json: true,
    project: { root: 'app' },
  })
})

test.each([
  [['rotues'], 'There is no command rotues.'],
  [['--colour'], 'There is no option --colour.'],
  [['routes', '--colour'], "Unknown option '--colour'."],
  [['routes', 'photos'], "Unexpected argument 'photos'."],
  [['routes', '-c'], "Option '-c, --controller <value>' argument missing."],
])('refuses %j', (args, message) => {
  expect(() => parseArguments(args)).toThrow(new UsageError(message))
})
