import { describe, expect, it } from 'vitest'
import { countVariants, globNames, literalMarks, paramNames, parsePattern, PatternError } from './parse.ts'
import type { Pattern } from './pattern.ts'
import { printPattern } from './print.ts'

/** A pattern in short: statics as they are, `:param`, `*glob`, optional groups in brackets. */
function show(pattern: Pattern): string {
  return pattern
    .map((segment) => {
      switch (segment.kind) {
        case 'static':
          return `'${segment.text}'`
        case 'param':
          return `:${segment.name}`
        case 'glob':
          return `*${segment.name}`
        case 'optional':
          return `[${show(segment.segments)}]`
      }
    })
    .join(' ')
}

describe('parsePattern', () => {
  it.each([
    ['/', "'/'"],
    ['/photos/:id(.:format)', "'/photos/' :id ['.' :format]"],
    ['/:a-:b', "'/' :a '-' :b"],
    ['/*path/edit', "'/' *path '/edit'"],
    ['(/:a(/:b))', "['/' :a ['/' :b]]"],
    ['/a:', "'/a:'"],
    ['/a::b', "'/a:' :b"],
    ['/*', "'/*'"],
    // What Rails 7.2's scanner makes of colons and stars.
    ['/:', "'/:'"],
    ['/:/:id', "'/:/' :id"],
    ['/a*b', "'/a*b'"],
    ['/a-*b', "'/a-*b'"],
    ['/a.*b', "'/a.' *b"],
    ['/a:*b', "'/a:' *b"],
    ['/a(*b)', "'/a' [*b]"],
    ['/a%C3%A9*b', "'/a%C3%A9*b'"],
    ['/**b', "'/**b'"],
    ['/*:b', "'/*' :b"],
    ['/:*b', "'/:' *b"],
    ['/*a*b', "'/' *a *b"],
    ['/*a-*b', "'/' *a '-*b'"],
    ['/:a*b', "'/' :a *b"],
    ['/[*b', "'/[' *b"],
    ['/:id.:ext', "'/' :id '.' :ext"],
  ])('parses %j', (path, shown) => {
    expect(show(parsePattern(path))).toBe(shown)
    expect(printPattern(parsePattern(path))).toBe(path)
  })

  it.each([
    ['/photos/:id/*path', []],
    ['/', []],
    ['/:', [':']],
    ['/a*b', ['*']],
    ['/:/**/a:', [':', '*']],
  ])('finds the marks of %j that name nothing', (path, marks) => {
    expect(literalMarks(path)).toEqual(marks)
  })

  it.each([
    ['/a)', 2],
    ['/a(b', 2],
    ['/()', 1],
    ['/a(b()', 4],
  ])('refuses %j, at %i', (path, index) => {
    expect(() => parsePattern(path)).toThrow(PatternError)
    try {
      parsePattern(path)
    } catch (error) {
      expect((error as PatternError).index).toBe(index)
    }
  })

  it('takes 2,000 nested groups', () => {
    const pattern = parsePattern(`/${'(/a'.repeat(2000)}${')'.repeat(2000)}`)
    expect(countVariants(pattern, 10_000)).toBe(2001)
  })
})

it('knows the parameters of a pattern', () => {
  const pattern = parsePattern('/:a(/*b(/:c))(.:format)')
  expect(paramNames(pattern)).toEqual(['a', 'b', 'c', 'format'])
  expect(globNames(pattern)).toEqual(['b'])
  expect(countVariants(pattern, 256)).toBe(6)
})
