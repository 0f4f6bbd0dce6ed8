import { describe, expect, it } from 'vitest'
import { createProgress, silentProgress } from './progress.ts'

const ERASE = '\r\u001B[2K'

/** Returns a stream that records what is written. */
function fakeTerminal(columns?: number) {
  const writes: string[] = []
  return { isTTY: true, ...(columns !== undefined && { columns }), writes, write: (text: string) => writes.push(text) }
}

describe('the progress line', () => {
  it('shows each step in place of the last one, and makes room for output', () => {
    const terminal = fakeTerminal()
    const progress = createProgress(terminal, {})
    progress.erase()
    progress.start('Loading')
    progress.start('Writing')
    progress.erase()
    progress.erase()
    expect(terminal.writes).toEqual([`${ERASE}Loading…`, `${ERASE}Writing…`, ERASE])
  })

  it('stays on one row of a narrow terminal', () => {
    const terminal = fakeTerminal(12)
    createProgress(terminal, {}).start('Compiling the routes')
    expect(terminal.writes).toEqual([`${ERASE}Compiling t`])
  })

  it('shows the line on a terminal that reports 0 columns', () => {
    const terminal = fakeTerminal(0)
    createProgress(terminal, {}).start('Importing')
    expect(terminal.writes).toEqual([`${ERASE}Importing…`])
  })

  it.each([
    ['a pipe', false, {}],
    ['NO_COLOR', true, { NO_COLOR: '1' }],
    ['CI', true, { CI: 'true' }],
    ['a dumb terminal', true, { TERM: 'dumb' }],
  ])('shows nothing: %s', (_name, isTTY, env) => {
    const terminal = { ...fakeTerminal(), isTTY }
    const progress = createProgress(terminal, env)
    expect(progress).toBe(silentProgress)
    progress.start('Compiling the routes')
    progress.erase()
    expect(terminal.writes).toEqual([])
  })
})
