import { stripVTControlCharacters } from 'node:util'
import { coloured } from '@turnout/compiler/internal/terminal/style'
import { expect, onTestFinished, test, vi } from 'vitest'
import { logReport, logTo } from './log.ts'

test('an entry of the log is limited, and its control characters are escaped', () => {
  const logger = {
    error: vi.fn<(text: string) => void>(),
    warn: vi.fn<(text: string) => void>(),
    info: vi.fn<(text: string) => void>(),
  }
  logTo(logger, 'error', `\u001b${'x'.repeat(5_000_000)}`)
  logTo(logger, 'info', 'a\u001bb')
  expect(logger.error.mock.calls[0]![0]).toMatch(/^\\u001bx+… \(4900001 more characters\)$/)
  expect(logger.info.mock.calls[0]![0]).toBe('a\\u001bb')
})

test('a string with colours is cut without them', () => {
  const error = vi.fn<(text: string) => void>()
  logTo({ error } as never, 'error', coloured('red', 'x'.repeat(200_000)))
  expect(error.mock.calls[0]![0]).toMatch(/^x{100000}… \(100000 more characters\)$/)
})

test('a report has the colours and the width of the terminal, except in pipes', () => {
  const { stderr, env } = process
  const { isTTY, columns } = stderr
  const { NO_COLOR, FORCE_COLOR, TERM } = env
  onTestFinished(() => {
    Object.assign(stderr, { isTTY, columns })
    for (const [name, value] of Object.entries({ NO_COLOR, FORCE_COLOR, TERM }))
      if (value === undefined) delete env[name]
      else env[name] = value
  })
  delete env['NO_COLOR']
  delete env['FORCE_COLOR']
  env['TERM'] = 'xterm'
  const report = `error[missing-via] The route says \u001b[2J no verb, so nothing matches.\n  at a.ts:1:3\n\n> 1 |   r.x\n    |   ^^^\n\n  why: ${'word '.repeat(20)}`
  const print = (settings: object) => {
    Object.assign(stderr, settings)
    const error = vi.fn<(text: string) => void>()
    logReport({ error } as never, 'error', report)
    return error.mock.calls[0]![0]
  }
  const shown = print({ isTTY: true, columns: 60 })
  expect(shown).toContain('\u001B[31merror[missing-via]\u001B[39m')
  expect(shown).toContain('\u001B[36m  at a.ts:1:3\u001B[39m')
  expect(shown).toContain('\u001B[31m    |   ^^^\u001B[39m')
  expect(shown).toContain('\\u001b[2J')
  const lines = stripVTControlCharacters(shown).split('\n')
  expect(lines[0]).toBe('error[missing-via] The route')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
  expect(print({ isTTY: false, columns: undefined })).toBe(report.replace('\u001b', '\\u001b'))
  env['NO_COLOR'] = '1'
  expect(print({ isTTY: true, columns: 60 })).toBe(stripVTControlCharacters(shown))
})
