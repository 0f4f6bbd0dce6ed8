import { describe, expect, it } from 'vitest'
import { automaton } from './automaton.ts'
import { withScanners } from './with-scanners.ts'
import type { Scanner, ScannerState } from './scanner.ts'

/** A scanner of strings that begin with one of the characters. It counts its steps. */
function startsWith(characters: string): Scanner & { steps: number } {
  const start = {} as ScannerState
  const inside = {} as ScannerState
  return {
    steps: 0,
    first: () => start,
    step(state, character) {
      this.steps++
      return state === inside || characters.includes(String.fromCharCode(character)) ? inside : undefined
    },
    accepts: (state) => state === inside,
    test: (text) => characters.includes(text.charAt(0)),
    toString: () => characters,
  }
}

// `:a-:b`, each param marked as a guarded text and as a capture. States stand behind those that they go on to.
const CODE = [
  [0, 0, 0], // 0: match
  [4, 0, 0], // 1: the end of the path
  [3, 3, 1], // 2: the end of capture 1
  [3, -4, 2], // 3: the end of guard 1
  [1, 0, 5], // 4: one character of b
  [2, 4, 3], // 5: another one or the end
  [3, -3, 4], // 6: the begin of guard 1
  [3, 2, 6], // 7: the begin of capture 1
  [1, 1, 7], // 8: `-`
  [3, 1, 8], // 9
  [3, -2, 9], // 10
  [1, 0, 12], // 11
  [2, 11, 10], // 12
  [3, -1, 11], // 13
  [3, 0, 13], // 14
].flat()

function match(path: string, scanners: readonly Scanner[]): number[] | null {
  const captures = new Int32Array(4)
  const program = automaton(['!~', '--'], CODE, 14, withScanners(scanners))
  return program(path, 0, path.length, captures, 0) ? [...captures] : null
}

describe('an automaton whose parts are tested by scanners', () => {
  it('takes the first branch on which all scanners accept their parts', () => {
    expect(match('x-y-z', [startsWith('x'), startsWith('yz')])).toEqual([0, 3, 4, 5])
    expect(match('x-y-z', [startsWith('x'), startsWith('y')])).toEqual([0, 1, 2, 5])
    expect(match('x-y-z', [startsWith('x'), startsWith('a')])).toBeNull()
    expect(match('x-y-z', [startsWith('y'), startsWith('yz')])).toBeNull()
  })

  it('takes linear time if every branch fails', () => {
    const steps = (length: number): number => {
      const second = startsWith('a')
      expect(match(`x${'-'.repeat(length)}`, [startsWith('x'), second])).toBeNull()
      return second.steps
    }
    expect(steps(20_000)).toBeLessThan(2.1 * steps(10_000))
  })

  it('finds a match again for another node, and skips branches that failed', () => {
    const rows = { rowNumbers: new Int32Array(0), count: 0, list: undefined, visited: undefined }
    const second = startsWith('z')
    const program = automaton(['!~', '--'], CODE, 14, withScanners([startsWith('xy'), second]))
    const captures = new Int32Array(4)
    expect(program('x-y-z', 2, 5, captures, 0, rows)).toBe(true)
    expect(program('x-y-z', 2, 5, captures, 0, rows)).toBe(true)
    expect(program('x-y-y', 2, 5, captures, 0, { ...rows })).toBe(false)
  })
})
