import { describe, expect, test } from 'vitest'
import { locate, stackFrames } from './locate.ts'

test('stackFrames reads the frames of V8', () => {
  const stack = [
    'Error: at first (x:1:1',
    '    at show (turnout:/a.ts:3:4)',
    '    at async load (file:///b.ts:10:20)',
    '    at turnout:/c.ts:5:6',
    '    at async turnout:/d.ts:7:8',
    '    at new Photo (turnout:/e.ts:12:34)',
    '    at <anonymous>',
    '    at native',
    'x   at show (turnout:/f.ts:3:4)',
    '    at show (turnout:/g.ts:3:4) and more',
  ].join('\n')
  expect(stackFrames(Object.assign(new Error('x'), { stack }))).toEqual([
    { name: 'show', url: 'turnout:/a.ts', line: 3, column: 4 },
    { name: 'load', url: 'file:///b.ts', line: 10, column: 20 },
    { name: '', url: 'turnout:/c.ts', line: 5, column: 6 },
    { name: '', url: 'turnout:/d.ts', line: 7, column: 8 },
    { name: 'new Photo', url: 'turnout:/e.ts', line: 12, column: 34 },
  ])
  expect(stackFrames(Object.assign(new Error('x'), { stack: undefined }))).toEqual([])
})

describe('locate', () => {
  const site = { url: 'turnout:/app/a.ts', line: 1, column: 1 }
  // One line that comes from line 3, column 5 of `b.ts`.
  const map = { version: 3, sources: ['b.ts'], names: [], mappings: 'AAEI' }

  test('is the place in the source', () => {
    const module = { file: '/app/a.ts', viteFile: '/app/a.ts', map }
    expect(locate(site, (id) => (id === '/app/a.ts' ? module : null))).toEqual({
      file: '/app/b.ts',
      line: 3,
      column: 5,
    })
    expect(locate({ ...site, column: 9 }, () => module)).toMatchObject({ line: 3 })
    expect(locate({ ...site, line: 2 }, () => module)).toBeNull()
  })

  test('is the place in the code without a map', () => {
    expect(locate({ ...site, line: 7, column: 8 }, () => ({ file: '/app/a.ts', viteFile: '', map: null }))).toEqual({
      file: '/app/a.ts',
      line: 7,
      column: 8,
    })
  })

  test('is null for other code', () => {
    expect(locate({ ...site, url: 'file:///app/a.ts' }, () => ({ file: 'x', viteFile: 'x', map: null }))).toBeNull()
    expect(locate(site, () => null)).toBeNull()
  })
})
