import { expect, test } from 'vitest'
import { isLinearSearch, asWholeMatch } from '../../src/patterns/automata/linear.ts'
import { mayEndWithFormat } from '../../src/patterns/routes/route-pattern.ts'
import { samplePath, sampleString } from '../../src/patterns/routes/sample.ts'
import { parsePattern } from '../../src/patterns/pattern/parse.ts'
import { listStrings } from '../../src/patterns/regexp/list-strings.ts'

const source = (expression: RegExp) => ({ source: expression.source, flags: expression.flags })

test.each<[RegExp, readonly string[] | null]>([
  [/json|a\/[bc]/, ['json', 'a/b', 'a/c']],
  [/a?/, ['', 'a']],
  [/a{2,3}/, ['aa', 'aaa']],
  [/a{0,2}b/, ['b', 'ab', 'aab']],
  [/(?:a|a)/, ['a']],
  [/[a-t]/, [...'abcdefghijklmnopqrst']],
  [/[a-u]/, null],
  [/[a-t]b?/, null],
  [/a+/, null],
  [/\w/, null],
  [/ab$/, null],
  [/\b/, null],
  [/(?:\b|a)b/, null],
  [/(?=a)a/, null],
  [/a|b*/, null],
])('the strings of %s are %j', (expression, texts) => {
  const strings = listStrings(source(expression))
  expect(strings === null ? null : strings.toSorted()).toEqual(texts === null ? null : texts.toSorted())
})

test('the strings of a list are its elements', () => {
  expect(listStrings(['json', 'a/b'])).toEqual(['json', 'a/b'])
  expect(listStrings('json')).toEqual(['json'])
})

test.each([
  ['/photos(.:format)', true],
  ['/photos.:format', true],
  ['/photos(/:id(.:format))', true],
  ['/photos(.:format)/more', false],
  ['/photos/:format', false],
  ['/photos.:formats', false],
])('%s ends with a format: %s', (pattern, ends) => {
  expect(mayEndWithFormat({ pattern })).toBe(ends)
})

test('a sample is a path that the route matches', () => {
  const sample = (pattern: string, full: boolean, requirements: object = {}) =>
    samplePath({ pattern, segments: parsePattern(pattern, '8.1'), requirements, anchored: true } as never, full)
  expect(sample('/photos/:id(.:format)', true)).toBe('/photos/~x.~x')
  expect(sample('/photos/:id(.:format)', false)).toBe('/photos/~x')
  expect(sample('(/:locale)', false)).toBe('/')
  expect(sample('/files/*path', true)).toBe('/files/~x/~y')
  expect(sample('/a(/:id)', true, { id: source(/(?!)/) })).toBeNull()
  expect(sample('/a/:id', true, { id: source(/\d+/) })).toMatch(/^\/a\/\d$/)
  expect(sampleString(source(/[^~x]/), false)).toBe('Q')
  expect(sampleString(source(/[!-+]/), false)).toMatch(/^[!-+]$/)
  expect(sampleString([], false)).toBeNull()
})

test('a search keeps the flags that change its meaning', () => {
  expect(asWholeMatch({ source: 'a', flags: 'dgimsy' })).toEqual({ source: '[^]*(?:a)[^]*', flags: 'ims' })
})

test.each([
  [/^\w+$/, true],
  [/^a+b|^c+/, true],
  [/a+b/, false],
  [/$a+/, false],
  [/\ba+b/, false],
  [/^a+|b+c/, false],
  [/^\w+$/m, false],
  [/abc/, true],
])('a search for %s takes linear time: %s', (expression, isLinear) => {
  expect(isLinearSearch(source(expression))).toBe(isLinear)
})
