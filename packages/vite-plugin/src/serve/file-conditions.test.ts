import { describe, expect, test } from 'vitest'
import { isUnchanged, supportedRange } from './file-conditions.ts'

const CHANGED = 'Thu, 26 Nov 2026 10:00:00 GMT'
const stats = { size: 10, mtime: new Date(Date.parse(CHANGED) + 456) }
const tag = `"10-${stats.mtime.getTime()}"`

describe('a file is unchanged', () => {
  test.each([
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': ' * ' }, true],
    [{ 'if-none-match': tag }, true],
    [{ 'if-none-match': `W/${tag}` }, true],
    [{ 'if-none-match': `"x", W/${tag}` }, true],
    [{ 'if-none-match': '"x"' }, false],
    [{ 'if-none-match': `xW/${tag}` }, false],
    [{ 'if-none-match': `"W/${tag.slice(1)}` }, false],
    [{ 'if-none-match': '*, "x"' }, false],
    [{ 'if-none-match': '' }, false],
    [{ 'if-none-match': '"x"', 'if-modified-since': CHANGED }, false],
    [{ 'if-modified-since': CHANGED }, true],
    [{ 'if-modified-since': 'Fri, 31 Dec 9999 23:59:59 GMT' }, true],
    [{ 'if-modified-since': 'Thu, 26 Nov 2026 09:59:59 GMT' }, false],
    [{ 'if-modified-since': 'x' }, false],
    [{}, false],
  ])('%j: %s', (headers, expected) => {
    expect(isUnchanged(headers, stats)).toBe(expected)
  })
})

describe('a range of a file of 10 bytes', () => {
  test.each([
    ['bytes=2-5', 'bytes=2-5'],
    ['bytes=2-2', 'bytes=2-2'],
    ['bytes=0-1', 'bytes=0-1'],
    ['bytes=0-0', undefined],
    ['bytes=2-8', 'bytes=2-8'],
    ['bytes=2-9', 'bytes=2-'],
    ['bytes=2-99999999999999999999999', 'bytes=2-'],
    ['bytes=2-', 'bytes=2-'],
    ['bytes=99-', 'bytes=99-'],
    ['bytes=99-999', 'bytes=99-'],
    ['bytes=9999999999999999999999999-', 'bytes=9007199254740991-'],
    ['bytes=-2', 'bytes=8-'],
    ['bytes=-10', 'bytes=0-'],
    ['bytes=-99999999999999999999', 'bytes=0-'],
    ['bytes=-0', 'bytes=10-'],
    ['bytes=5-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes= 0 - 1', undefined],
    ['lines=0-1', undefined],
    [undefined, undefined],
  ])('%j is %j for Vite', (range, expected) => {
    expect(supportedRange({ range }, stats)).toBe(expected)
  })

  test.each([
    [CHANGED, 'bytes=0-1'],
    ['Thu, 26 Nov 2026 09:59:59 GMT', undefined],
    ['"x"', undefined],
    ['', undefined],
  ])('is sent with `If-Range: %s`, or the whole file', (condition, expected) => {
    expect(supportedRange({ range: 'bytes=0-1', 'if-range': condition }, stats)).toBe(expected)
  })

  test('of one byte has one', () => {
    expect(supportedRange({ range: 'bytes=0-0' }, { ...stats, size: 1 })).toBe('bytes=0-')
  })

  test('needs a first byte and no condition if the file is unknown', () => {
    expect(supportedRange({ range: 'bytes=0-1' }, null)).toBe('bytes=0-1')
    expect(supportedRange({ range: 'bytes=0-0' }, null)).toBeUndefined()
    expect(supportedRange({ range: 'bytes=2-99999999999999999999999' }, null)).toBe('bytes=2-')
    expect(supportedRange({ range: 'bytes=-2' }, null)).toBeUndefined()
    expect(supportedRange({ range: 'bytes=0-1', 'if-range': CHANGED }, null)).toBeUndefined()
  })
})
