import { describe, expect, test } from 'vitest'
import { charsIn, NO_CHARS } from './char-set.ts'
import { parseRegExp } from './parse.ts'
import { printRegExp } from './print.ts'
import {
  charsOf,
  contains,
  isAssertion,
  looksAround,
  looksBack,
  matchesEmptyString,
  NEVER,
  mayBeEmpty,
  onlyEmpty,
  optional,
  plus,
  literal,
  withoutEmpty,
  type Expression,
  type RegExpTree,
} from './syntax.ts'

const EXPRESSIONS = [
  '',
  'a',
  'ab',
  'a?',
  'a??',
  'a*',
  'a+',
  'a{0}',
  'a{2}',
  'a{0,2}',
  'a{1,3}?',
  'a?b?',
  'a*b',
  'ab*',
  '(?:a?b?)*',
  '(?:a?b?)+',
  '(?:a?){2,3}',
  'a|',
  '|a',
  'a|b',
  'a?|b',
  '(?:a|)(?:b|)',
  '(?:a|b)(?:|b)',
  '^',
  '$',
  '\\b',
  '\\B',
  '^a',
  'a$',
  '\\ba?',
  'a?\\B',
  '(?:\\ba?)+',
  '(?=a)',
  '(?!a)',
  '(?<=a)',
  '(?<!a)',
  '(?=a?)',
  '(?!a?)',
  '(?=a)a?',
  'a?(?<!b)',
  '(?:(?=a)|b)?',
]
const trees = EXPRESSIONS.map((source) => [source, parseRegExp(source, '')] as const)
const mark: Expression = { kind: 'mark', slot: 0 }
const scanned = (item: Expression, acceptsEmpty: boolean): Expression => ({
  kind: 'scanned',
  item,
  requirement: { source: 'a*', flags: '' },
  acceptsEmpty,
})

/** All strings of up to three of the characters. */
const TEXTS = ['', ...'ab-'].flatMap((x) => ['', ...'ab-'].flatMap((y) => ['', ...'ab-'].map((z) => x + y + z)))

/** The places of each string at which the expression matches, as `from-to`, for all ends that it can have. */
function matchesOf(source: string, isKept: (match: string) => boolean): unknown {
  return [...new Set(TEXTS)].map((whole) => {
    const places: string[] = []
    for (let from = 0; from <= whole.length; from++) {
      for (let to = from; to <= whole.length; to++) {
        const isMatch = new RegExp(`(?<=^[^]{${from}})(?:${source})(?=[^]{${whole.length - to}}$)`).test(whole)
        if (isMatch && isKept(whole.slice(from, to))) places.push(`${from}-${to}`)
      }
    }
    return [whole, places]
  })
}

describe.each(trees)('/%s/', (source, tree) => {
  test('withoutEmpty keeps all matches except the empty one', () => {
    const printed = printRegExp(withoutEmpty(tree) as RegExpTree)
    expect(matchesOf(printed, () => true)).toEqual(matchesOf(source, (match) => match !== ''))
  })

  test('onlyEmpty keeps only the empty match', () => {
    const printed = printRegExp(onlyEmpty(tree) as RegExpTree)
    expect(matchesOf(printed, () => true)).toEqual(matchesOf(source, (match) => match === ''))
  })

  test('matchesEmptyString tests whether a tree matches the empty string', () => {
    expect(matchesEmptyString(tree)).toBe(new RegExp(`^(?:${source})$`).test(''))
  })

  test('mayBeEmpty tests whether a match may be empty', () => {
    const empty = matchesOf(source, (match) => match === '') as [string, string[]][]
    expect(mayBeEmpty(tree)).toBe(empty.some(([, places]) => places.length > 0) || NULLABLE_BY_RULE.has(source))
  })
})

/** Assertions count as empty, even where no string satisfies them. */
const NULLABLE_BY_RULE = new Set(['(?!a?)'])

test.each<[string, string]>([
  ['ab', 'ab'],
  ['a|b', 'ab'],
  ['(?:a|bc)*', 'abc'],
  ['a{0}b', 'b'],
  ['(?=a)b', 'b'],
  ['^$', ''],
])('the characters of /%s/ are those of %j', (source, characters) => {
  expect(charsOf(parseRegExp(source, ''))).toBe(charsIn(characters))
})

test('charsOf includes the characters of nodes without syntax', () => {
  expect(charsOf(scanned(literal('a'), false))).toBe(charsIn('a'))
  expect(charsOf(mark)).toBe(NO_CHARS)
})

test.each<[string, boolean, boolean]>([
  ['ab*', false, false],
  ['^a', true, true],
  ['a$', true, false],
  ['(?:a|\\b)+', true, false],
  ['a(?=b)', true, false],
  ['(?<=a)b', true, true],
  ['(?:a|(?=(?<!a)))+', true, true],
  ['(?=^)', true, true],
  ['(?!a$)', true, false],
])('/%s/ depends on its surroundings: %j; on preceding characters: %j', (source, isAround, isBack) => {
  const tree = parseRegExp(source, '')
  expect(looksAround(tree)).toBe(isAround)
  expect(looksBack(tree)).toBe(isBack)
})

test('a scanned expression may be empty only if its requirement matches the empty string, and looks around as its item does', () => {
  expect(
    [scanned(optional(literal('a')), true), scanned(optional(literal('a')), false), scanned(literal('a'), true)].map(
      mayBeEmpty,
    ),
  ).toEqual([true, false, false])
  expect(looksAround(scanned(parseRegExp('^', ''), true))).toBe(true)
  expect(looksAround(scanned(literal('a'), true))).toBe(false)
  expect(withoutEmpty(scanned(parseRegExp('a|', ''), true))).toEqual(scanned(withoutEmpty(parseRegExp('a|', '')), true))
  expect(onlyEmpty(scanned(parseRegExp('^', ''), true))).toEqual(parseRegExp('^', ''))
  expect(onlyEmpty(scanned(parseRegExp('^', ''), false))).toBe(NEVER)
})

test('a mark takes no characters', () => {
  expect(mayBeEmpty(mark)).toBe(true)
  expect(looksAround(mark)).toBe(false)
  expect(withoutEmpty(mark)).toBe(NEVER)
  expect(onlyEmpty(mark)).toBe(mark)
})

test('nodes are found in all kinds of trees', () => {
  const isB = (tree: RegExpTree) => tree.kind === 'set' && tree.set === charsIn('b')
  const has = (source: string) => contains(parseRegExp(source, ''), isB)
  expect(['ab', 'a(?:c|b)', 'a(?:b)*', 'a(?=b)', 'a(?<!ab)'].filter(has)).toHaveLength(5)
  expect(['(a)', 'a|c', 'a*', '(?=a)'].some(has)).toBe(false)
})

test('assertions are lookaheads, lookbehinds, ends and word boundaries', () => {
  expect(['^', '$', '\\b', '(?=a)', '(?<!a)'].every((source) => contains(parseRegExp(source, ''), isAssertion))).toBe(
    true,
  )
  expect(['a', 'a*', 'a|b'].some((source) => contains(parseRegExp(source, ''), isAssertion))).toBe(false)
})

test('a loop is greedy unless its caller says otherwise', () => {
  expect(plus(charsIn('a'))).toEqual(parseRegExp('a+', ''))
  expect(plus(charsIn('a'), false)).toEqual(parseRegExp('a+?', ''))
  expect(optional(literal('a'))).toMatchObject({ min: 0, max: 1, greedy: true })
})
