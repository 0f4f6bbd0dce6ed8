import { describe, expect, it } from 'vitest'
import { buildScanner } from './scanner-code.ts'

const program = (source: string, flags = '') => buildScanner({ source, flags })

describe('buildScanner', () => {
  it('writes the example of its documentation', () => {
    const isUnicode = false
    // MATCH, SPLIT 2 0, SET 0 1, SET 0 1
    const code = [0, 0, 0, 0, 2, 2, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0]
    expect(program('[a-z]+')).toEqual([['az'], code, 3, [], -1, isUnicode, []])
    expect(program('(?:ab){0,3}').at(-1)).toEqual([1, 3, 3])
  })

  it('joins ranges at the border of ASCII, and avoids surrogates in strings', () => {
    expect(program('[a-\u00ff]')[0]).toEqual(['a\u00ff'])
    expect(program('[^a]')[0]).toEqual(['\0`b\uffff'])
    expect(program('\ud800')[0]).toEqual([[0xd800, 0xd800]])
  })
})
