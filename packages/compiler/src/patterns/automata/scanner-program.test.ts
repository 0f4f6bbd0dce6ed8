import { describe, expect, it } from 'vitest'
import { buildScanner } from './scanner-program.ts'

const program = (source: string, flags = '') => buildScanner({ source, flags })

describe('buildScanner', () => {
  it('writes the example of its documentation', () => {
    expect(program('[a-z]+')).toEqual({
      sets: ['az'],
      // MATCH, SPLIT 2 0, SET 0 1, SET 0 1
      code: [0, 0, 0, 0, 2, 2, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0],
      start: 3,
      behinds: [],
      wordSet: -1,
      isUnicode: false,
      rounds: [],
    })
    expect(program('(?:ab){0,3}').rounds).toEqual([1, 3, 3])
  })

  it('joins ranges at the border of ASCII, and avoids surrogates in strings', () => {
    expect(program('[a-\u00ff]').sets).toEqual(['a\u00ff'])
    expect(program('[^a]').sets).toEqual(['\0`b\uffff'])
    expect(program('\ud800').sets).toEqual([[0xd800, 0xd800]])
  })
})
