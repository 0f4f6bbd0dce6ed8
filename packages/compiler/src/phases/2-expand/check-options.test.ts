import { describe, expect, it } from 'vitest'
import type { Options } from '../../plain.ts'
import { checkOptions } from './check-options.ts'

const check = (options: object) => [...checkOptions('get', 'verb', options as Options)]

const slip = (key: string, details: { suggestion?: string; takers?: readonly string[]; text?: string } = {}) => [
  'unknown-option',
  { call: 'get', key, suggestion: null, takers: [], text: null, ...details },
]

describe('an option that a call does not take', () => {
  it('is one of other calls, which are named', () => {
    expect(check({ param: 'x' })).toEqual([slip('param', { takers: ['`resources`'] })])
    expect(check({ param: '\\d+' })).toEqual([slip('param', { takers: ['`resources`'] })])
    expect(check({ via: 'get' })).toEqual([
      slip('via', { takers: ['`scope`', '`resources`', '`match`', '`root`', '`mount`'] }),
    ])
    expect([...checkOptions('scope', 'scope', { on: 'member' })]).toEqual([
      [
        'unknown-option',
        {
          call: 'scope',
          key: 'on',
          suggestion: null,
          takers: ['`match`', 'the verbs', '`root`', '`mount`'],
          text: null,
        },
      ],
    ])
  })

  it('is refused by scopes with an error of its own', () => {
    expect([...checkOptions('scope', 'scope', { anchor: false })]).toEqual([])
  })
})

describe('an option that nobody knows', () => {
  it.each([
    'en',
    '',
    'a-b',
    'a.b',
    'a{b}',
    'a^b',
    'a$b',
    '5$ off',
    'x/y',
    '/x',
    'a]',
    '[a',
    ')(',
    'a*b',
    'c++ or d',
    '{2',
    'a/b/1',
    'a/b/c',
    '/a/1',
  ])('is a default parameter: %j', (value) => expect(check({ locale: value })).toEqual([]))

  it('is a default parameter, as a number and as true', () => {
    expect(check({ locale: 7, other: true })).toEqual([])
  })

  it('is a requirement, as a regular expression', () => {
    expect(check({ locale: /en|de/, frmat: /x/ })).toEqual([])
  })

  it.each([
    '\\d+',
    '[a-z]',
    '[ab]{2}',
    '[]',
    'x(?:ab)y',
    '()',
    'a{2}',
    'a{22}',
    'a{2,}',
    'a{2,34}',
    'en|de',
    'a+',
    'a*',
    'a?',
    '^a',
    'a$',
    '/ab/',
    '/ab/gi',
    '//',
    '/a\nb/',
  ])('is a slip, as a text that looks like a regular expression: %j', (text) => {
    expect(check({ locale: text })).toEqual([slip('locale', { text })])
  })

  it('is a slip, as a value that no parameter has', () => {
    expect(check({ locale: {} })).toEqual([slip('locale')])
    expect(check({ locale: null })).toEqual([slip('locale')])
    expect(check({ locale: ['\\d+'] })).toEqual([slip('locale')])
  })

  it('is a slip where one of this call is near, or one of another', () => {
    expect(check({ frmat: 'json' })).toEqual([slip('frmat', { suggestion: 'format' })])
    expect(check({ frmat: '\\d+' })).toEqual([slip('frmat', { suggestion: 'format' })])
    expect(check({ parm: 'x' })).toEqual([slip('parm')])
  })
})
