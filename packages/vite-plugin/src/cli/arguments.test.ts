import { describe, expect, test } from 'vitest'
import { parseArguments } from './arguments.ts'
import { defineCommand, UsageError } from './command.ts'

const build = (name: string, positionals?: { min: number; max: number }) =>
  defineCommand({
    name,
    summary: 'A command.',
    usage: '<one> [two]',
    ...(positionals !== undefined && { positionals }),
    options: {
      grep: { type: 'string', short: 'g', help: 'A text.' },
      json: { type: 'boolean', help: 'A switch.' },
    },
    examples: [],
    exitCodes: { 0: '', 1: '' },
    run: async () => 0,
  })
const routes = build('routes')
const explain = build('explain', { min: 1, max: 2 })
const parse = (...args: string[]) => parseArguments(args, [routes, explain])

describe('parseArguments', () => {
  test.each([[[]], [['--help']], [['-h']], [['help']]])('explains everything: %j', (args) => {
    expect(parse(...args)).toEqual({ kind: 'help', command: null })
  })

  test.each([[['routes', '--help']], [['routes', '-g', 'x', '-h']], [['help', 'routes']]])(
    'explains a command: %j',
    (args) => {
      expect(parse(...args)).toEqual({ kind: 'help', command: routes })
    },
  )

  test('knows the version', () => {
    expect(parse('--version')).toEqual({ kind: 'version' })
    expect(parse('-v')).toEqual({ kind: 'version' })
  })

  test('reads options and what stands beside them', () => {
    expect(parse('routes')).toEqual({ kind: 'run', command: routes, values: {}, positionals: [] })
    expect(parse('routes', '--grep=^/x', '--json')).toMatchObject({ values: { grep: '^/x', json: true } })
    expect(parse('explain', 'GET', '-g', 'x', '/photos')).toMatchObject({
      values: { grep: 'x' },
      positionals: ['GET', '/photos'],
    })
  })

  test.each([
    [['rotues'], 'There is no command `rotues`. Did you mean `routes`?'],
    [['rout'], 'There is no command `rout`. Did you mean `routes`?'],
    [['zzz'], 'There is no command `zzz`.'],
    [['help', 'expalin'], 'There is no command `expalin`. Did you mean `explain`?'],
    [['--colour'], 'There is no option `--colour` without a command.'],
    [['routes', '--colour'], '`turnout routes` has no option `--colour`.'],
    [['routes', '--grpe', 'x'], '`turnout routes` has no option `--grpe`. Did you mean `--grep`?'],
    [['routes', 'photos'], '`turnout routes` takes no `photos`.'],
    [['routes', '-g'], "Option '-g, --grep <value>' argument missing."],
    [['routes', '--json=1'], "Option '--json' does not take an argument."],
    [['explain'], 'Usage: turnout explain <one> [two]'],
    [['explain', '1', '2', '3'], 'Usage: turnout explain <one> [two]'],
  ])('refuses %j', (args, message) => {
    expect(() => parse(...args)).toThrow(new UsageError(message))
  })
})
