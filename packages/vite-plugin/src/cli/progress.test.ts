import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgress, silentProgress } from './progress.ts'

const ERASE = '\r\u001B[2K'

/** Returns a stream that records each write with its time. */
function fakeTerminal(columns?: number) {
  const writes: { readonly at: number; readonly text: string }[] = []
  const start = performance.now()
  return {
    isTTY: true,
    ...(columns !== undefined && { columns }),
    writes,
    write: (text: string) => writes.push({ at: performance.now() - start, text }),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the progress line', () => {
  it('appears after a second, counts, and is erased at the end', () => {
    const terminal = fakeTerminal()
    const progress = createProgress(terminal, {})
    progress.start('Compiling the routes')
    vi.advanceTimersByTime(900)
    expect(terminal.writes).toEqual([])
    vi.advanceTimersByTime(100)
    expect(terminal.writes).toEqual([{ at: 1000, text: `${ERASE}Compiling the routes… 1 s` }])
    vi.advanceTimersByTime(1000)
    expect(terminal.writes.at(-1)!.text).toBe(`${ERASE}Compiling the routes… 2 s`)
    progress.end()
    expect(terminal.writes.at(-1)!.text).toBe(ERASE)
    const count = terminal.writes.length
    vi.advanceTimersByTime(5000)
    expect(terminal.writes).toHaveLength(count)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('changes every 100 ms at most, even if steps begin more often', () => {
    const terminal = fakeTerminal()
    const progress = createProgress(terminal, {})
    progress.start('Step 0')
    for (let step = 1; step <= 300; step += 1) {
      vi.advanceTimersByTime(10)
      progress.start(`Step ${step}`)
    }
    const times = terminal.writes.map(({ at }) => at)
    expect(times.length).toBeGreaterThan(10)
    for (const [index, time] of times.slice(1).entries()) expect(time - times[index]!).toBeGreaterThanOrEqual(100)
  })

  it('shows steps and updates of code that blocks the timer', () => {
    const terminal = fakeTerminal()
    const now = vi.spyOn(performance, 'now')
    const progress = createProgress(terminal, {})
    now.mockReturnValue(0)
    progress.start('Reading')
    now.mockReturnValue(1200)
    progress.start('Writing')
    expect(terminal.writes.map(({ text }) => text)).toEqual([`${ERASE}Writing… 1 s`])
    // An update within 100 ms changes nothing. A later one counts on.
    now.mockReturnValue(1290)
    progress.update()
    expect(terminal.writes).toHaveLength(1)
    now.mockReturnValue(2200)
    progress.update()
    expect(terminal.writes.at(-1)!.text).toBe(`${ERASE}Writing… 2 s`)
    progress.end()
    const count = terminal.writes.length
    progress.update()
    expect(terminal.writes).toHaveLength(count)
    now.mockRestore()
  })

  it('writes nothing for a command that takes less than a second', () => {
    const terminal = fakeTerminal()
    const progress = createProgress(terminal, {})
    progress.start('Compiling the routes')
    vi.advanceTimersByTime(990)
    progress.erase()
    progress.end()
    expect(terminal.writes).toEqual([])
  })

  it('makes room for output, and appears again', () => {
    const terminal = fakeTerminal()
    const progress = createProgress(terminal, {})
    progress.start('Importing')
    vi.advanceTimersByTime(1000)
    progress.erase()
    progress.erase()
    expect(terminal.writes.map(({ text }) => text)).toEqual([`${ERASE}Importing… 1 s`, ERASE])
    vi.advanceTimersByTime(100)
    expect(terminal.writes.at(-1)!.text).toBe(`${ERASE}Importing… 1 s`)
    progress.end()
  })

  it('stays on one row of a narrow terminal', () => {
    const terminal = fakeTerminal(12)
    const progress = createProgress(terminal, {})
    progress.start('Compiling the routes')
    vi.advanceTimersByTime(1000)
    expect(terminal.writes).toEqual([{ at: 1000, text: `${ERASE}Compiling t` }])
    progress.end()
  })

  it('shows the line on a terminal that reports 0 columns', () => {
    const terminal = fakeTerminal(0)
    const progress = createProgress(terminal, {})
    progress.start('Importing')
    vi.advanceTimersByTime(1000)
    expect(terminal.writes).toEqual([{ at: 1000, text: `${ERASE}Importing… 1 s` }])
    progress.end()
  })

  it('does not keep the process', () => {
    const unref = vi.fn()
    vi.spyOn(globalThis, 'setInterval').mockImplementationOnce(
      () => ({ unref: () => unref() }) as unknown as NodeJS.Timeout,
    )
    createProgress(fakeTerminal(), {}).start('Compiling the routes')
    expect(unref).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
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
    vi.advanceTimersByTime(3000)
    progress.end()
    expect(terminal.writes).toEqual([])
  })
})
