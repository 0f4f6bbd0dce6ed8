import { describe, expect, it } from 'vitest'
import { countVariants, namelessMarks, parsePattern, PatternError, type RailsVersion } from './parse.ts'
import { type Pattern, globNames, paramNames, printPattern } from './pattern.ts'

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
    expect(show(parsePattern(path, '7.2'))).toBe(shown)
    expect(printPattern(parsePattern(path, '7.2'))).toBe(path)
  })

  // What Rails 8.1.3.1 recognised and printed, where it differs from 7.2.
  it.each([
    ['/*', "'/' *", '/*'],
    ['/a/*/b', "'/a/' * '/b'", '/a/*/b'],
    ['/**b', "'/' * *b", '/**b'],
    ['/*a-*b', "'/' *a '-*b'", '/*a-*b'],
    ['/*:b', "'/' * :b", '/*:b'],
    ['/:-b', "'/' : '-b'", '/:-b'],
    ['/a:%C3%A9', "'/a' : '%C3%A9'", '/a:%C3%A9'],
    ['/:/:id', "'/:/' :id", '/:/:id'],
    ['/a:(.:format)', "'/a:' ['.' :format]", '/a:(.:format)'],
    ['/a::b', "'/a:' :b", '/a::b'],
    ['/a)b', "'/a'", '/a'],
    ['(/:a))b(', "['/' :a]", '(/:a)'],
  ])('parses %j as Rails 8.1 does', (path, shown, printed) => {
    const pattern = parsePattern(path, '8.1')
    expect(show(pattern)).toBe(shown)
    expect(printPattern(pattern)).toBe(printed)
  })

  it.each([
    ['/photos/:id/*path', '', ''],
    ['/', '', ''],
    ['/:', ':', ':'],
    ['/a*b', '*', '*'],
    ['/:/**/a:', ':*', ':(*)'],
    ['/:-', ':', '(:)'],
  ])('finds the marks of %j that name nothing: in 7.2 %j, in 8.1 %j', (path, old, current) => {
    const marks = (rails: RailsVersion) =>
      namelessMarks(path, rails).map(({ mark, isParam }) => (isParam ? `(${mark})` : mark))
    expect(marks('7.2').join('')).toBe(old)
    expect(marks('8.1').join('')).toBe(current)
  })

  it.each([
    ['/a)', 2, '7.2'],
    ['/a:', 2, '8.1'],
    ['/a(b', 2, '8.1'],
    ['/()', 1, '8.1'],
    ['/a(b()', 4, '8.1'],
    ['/a(b()', 4, '7.2'],
  ] as const)('refuses %j, at %i, in %s', (path, index, rails) => {
    expect(() => parsePattern(path, rails)).toThrow(PatternError)
    try {
      parsePattern(path, rails)
    } catch (error) {
      expect((error as PatternError).index).toBe(index)
    }
  })

  it('parses 2,000 nested groups', () => {
    const pattern = parsePattern(`/${'(/a'.repeat(2000)}${')'.repeat(2000)}`, '8.1')
    expect(countVariants(pattern, 10_000)).toBe(2001)
  })
})

it('returns the names of the parameters of a pattern', () => {
  const pattern = parsePattern('/:a(/*b(/:c))(.:format)', '8.1')
  expect(paramNames(pattern)).toEqual(['a', 'b', 'c', 'format'])
  expect(globNames(pattern)).toEqual(['b'])
  expect(countVariants(pattern, 256)).toBe(6)
})
