import { describe, expect, test } from 'vitest'
import { parsePattern } from '../pattern/parse.ts'
import type { Requirement } from '../requirement.ts'
import { printRegExp } from '../regexp/print.ts'
import {
  comparesTokenList,
  defaultOf,
  formatOf,
  isAnything,
  comparesTokens,
  isToken,
  mayEndWithFormat,
  mayJoinWords,
  requirementOn,
  tokensOf,
} from './route-pattern.ts'
import { paramsOf } from '../pattern/pattern.ts'

const parse = (pattern: string) => parsePattern(pattern, '8.1')
const ANYTHING: Requirement = { source: '.+?', flags: 'm' }

test.each<[string, readonly string[]]>([
  ['/photos', []],
  ['/photos/:id(.:format)', ['id', 'format']],
  ['/:a(/:b(/*c))/:a', ['a', 'b', 'c', 'a']],
])('the params of %s are %j', (pattern, names) => {
  expect(paramsOf(parse(pattern)).map(({ name }) => name)).toEqual(names)
})

test('a requirement is an own property', () => {
  expect(requirementOn('id', { requirements: { id: ANYTHING } })).toBe(ANYTHING)
  expect(requirementOn('constructor', { requirements: {} })).toBeUndefined()
})

test('only the requirement that Rails puts on globs matches any string', () => {
  expect(isAnything(ANYTHING)).toBe(true)
  expect(isAnything({ source: '.+', flags: '' })).toBe(false)
  expect(isAnything('.+?')).toBe(false)
  expect(isAnything(['.+?'])).toBe(false)
})

describe('without a requirement', () => {
  const defaults = (pattern: string) =>
    paramsOf(parse(pattern)).map((param) => {
      const { tree, source } = defaultOf(param, { pattern })
      const isLazy = tree.kind === 'repeat' && !tree.greedy
      const characters = [...'aé/.?\n'].filter((character) => new RegExp(`^${printRegExp(tree)}$`).test(character))
      return [source, isLazy, characters.join('')]
    })

  test('a param matches one token', () => {
    expect(defaults('/:id')).toEqual([['[^/.?]+', false, 'a\n']])
  })

  test('a glob matches any string, and as little as possible if a format may follow', () => {
    expect(defaults('/*path')).toEqual([['.+', false, 'a/.?']])
    expect(defaults('/*path.:format')).toEqual([
      ['.+?', true, 'a/.?'],
      ['[^/.?]+', false, 'a\n'],
    ])
  })
})

test.each<[string, boolean]>([
  ['/photos(.:format)', true],
  ['/photos(/:id(.:format))', true],
  ['/photos.:format', true],
  ['/photos', false],
  ['/photos(.:format)/edit', false],
  ['/photos.:format/edit', false],
  ['/photos(:format)', false],
])('whether %s may end with a format: %j', (pattern, isFormatted) => {
  expect(mayEndWithFormat({ pattern })).toBe(isFormatted)
})

test.each<[string, string | null]>([
  ['(.:format)', 'format'],
  ['(.:locale)', 'locale'],
  ['.:format', null],
  ['(:format)', null],
  ['(.:a/b)', null],
  ['(.*rest)', null],
  ['(-:format)', null],
  ['(.json)', null],
  ['(:a:b)', null],
])('the format of %s is %j', (pattern, name) => {
  expect(formatOf(parse(pattern)[0])?.name ?? null).toBe(name)
})

test('formatOf returns null after the end of a pattern', () => {
  expect(formatOf(undefined)).toBeNull()
})

test.each<[string, boolean]>([
  ['/:a:b', true],
  ['/:a*b', true],
  ['/:a(:b)', true],
  ['/(:a):b', true],
  ['/(x(:a))(:b)', true],
  ['/:a(x)', true],
  ['/a(/)b', true],
  ['/a(.)b', true],
  ['/a(/)(*b)', true],
  ['/a(/b/)c', true],
  ['/:a((/)(.))b', true],
  ['/:a/:b', false],
  ['/a(/b)', false],
  ['/a(/b)/c', false],
  ['/a(/b(.:c))(.:format)', false],
  ['/a/(b/)c', false],
  ['/photos', false],
  ['/:a', false],
])('whether two words of %s may be adjacent: %j', (pattern, isAdjacent) => {
  expect(mayJoinWords(parse(pattern))).toBe(isAdjacent)
})

test.each<[string, boolean]>([
  ['photos', true],
  ['a-b', true],
  ['.', true],
  ['/', true],
  ['..', false],
  ['', false],
  ['a/b', false],
  ['a.b', false],
  ['a?', false],
])('whether %j is one token: %j', (text, isOne) => {
  expect(isToken(text)).toBe(isOne)
})

test('Journey splits patterns at slashes and dots', () => {
  expect(tokensOf(parse('/a-b.c(/:id(.:format))é'))).toEqual([
    { kind: 'delimiter', text: '/' },
    { kind: 'literal', text: 'a-b' },
    { kind: 'delimiter', text: '.' },
    { kind: 'literal', text: 'c' },
    { kind: 'delimiter', text: '/' },
    { kind: 'param', param: { kind: 'param', name: 'id' } },
    { kind: 'delimiter', text: '.' },
    { kind: 'param', param: { kind: 'param', name: 'format' } },
    { kind: 'literal', text: 'é' },
  ])
})

test.each<[string, boolean, Readonly<Record<string, Requirement>>?]>([
  ['/photos/:id(.:format)', true],
  ['/:a:b', true],
  ['/v:version', false],
  ['/:id-', false],
  ['/(a)b', false],
  ['/a/b', true],
  ['/é', true],
  ['/éa', false],
  ['/:id', true, { id: ANYTHING }],
  ['/:id', false, { id: ['a', 'b'] }],
  ['/:id', true, { other: ['a', 'b'] }],
])('whether Journey walks the tokens of %s: %j', (pattern, isWalked, requirements = {}) => {
  const segments = parse(pattern)
  expect(comparesTokens({ segments, requirements, anchored: true })).toBe(isWalked)
  expect(comparesTokenList(tokensOf(segments), { requirements })).toBe(isWalked)
  expect(comparesTokens({ segments, requirements, anchored: false })).toBe(false)
})

test('the first token, which is a slash in every pattern, is not examined', () => {
  const param = { kind: 'param', name: 'id' } as const
  const first = { kind: 'param', param } as const
  expect(comparesTokenList([first, { kind: 'literal', text: 'a' }], { requirements: { id: ['a'] } })).toBe(true)
  expect(comparesTokenList([{ kind: 'literal', text: 'a' }, first], { requirements: {} })).toBe(false)
})
