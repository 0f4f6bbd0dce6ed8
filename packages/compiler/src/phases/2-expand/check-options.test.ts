import { describe, expect, it } from 'vitest'
import type { Options } from '../../dsl-values.ts'
import { checkOptions } from './check-options.ts'

const check = (options: object) => [...checkOptions('get', 'verb', options as Options)]

const slip = (key: string, details: { suggestion?: string; calls?: readonly string[]; text?: string } = {}) => [
  'unknown-option',
  { call: 'get', key, suggestion: null, calls: [], text: null, ...details },
]

describe('an option of other calls', () => {
  it('is reported with the calls that support it', () => {
    expect(check({ param: 'x' })).toEqual([slip('param', { calls: ['`resources`'] })])
    expect(check({ param: '\\d+' })).toEqual([slip('param', { calls: ['`resources`'] })])
    expect(check({ via: 'get' })).toEqual([
      slip('via', { calls: ['`scope`', '`resources`', '`match`', '`root`', '`mount`'] }),
    ])
    expect([...checkOptions('scope', 'scope', { on: 'member' })]).toEqual([
      [
        'unknown-option',
        {
          call: 'scope',
          key: 'on',
          suggestion: null,
          calls: ['`match`', 'the verbs', '`root`', '`mount`'],
          text: null,
        },
      ],
    ])
  })

  it('is not reported for scopes, which refuse it with a specific error', () => {
    expect([...checkOptions('scope', 'scope', { anchor: false })]).toEqual([])
  })
})

describe('an option that no call supports', () => {
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

  it('is a default parameter if its value is a number or true', () => {
    expect(check({ locale: 7, other: true })).toEqual([])
  })

  it('is a requirement if its value is a regular expression', () => {
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

  it('is reported if its value has a type that parameters do not have', () => {
    expect(check({ locale: {} })).toEqual([slip('locale')])
    expect(check({ locale: null })).toEqual([slip('locale')])
    expect(check({ locale: ['\\d+'] })).toEqual([slip('locale')])
  })

  it('is reported if it is similar to an option of this call or of another one', () => {
    expect(check({ frmat: 'json' })).toEqual([slip('frmat', { suggestion: 'format' })])
    expect(check({ frmat: '\\d+' })).toEqual([slip('frmat', { suggestion: 'format' })])
    expect(check({ parm: 'x' })).toEqual([slip('parm')])
  })
})
