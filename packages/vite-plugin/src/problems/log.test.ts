import { expect, test, vi } from 'vitest'
import { logTo } from './log.ts'

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
