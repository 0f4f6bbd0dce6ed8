import { describe, expect, it } from 'vitest'
import { Rejection } from '../../diagnostics/collector.ts'
import { freezeCondition, freezeDefault, freezeFormat, freezeRequirement } from './requirement.ts'

/** The code and the message of what is thrown; else what is returned. */
function result(freeze: () => unknown): unknown {
  try {
    return freeze()
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return `${error.code}: ${error.message}`
  }
}

const NEITHER = {}

describe('a requirement', () => {
  it.each([
    ['a', 'a'],
    [7, '7'],
    [
      ['a', 7],
      ['a', '7'],
    ],
    [[], []],
    [/a/, { source: 'a', flags: '' }],
    [/a/iu, { source: 'a', flags: 'iu' }],
    [new RegExp('a', 'v'), { source: 'a', flags: 'v' }],
    [/\^a\$b/, { source: '\\^a\\$b', flags: '' }],
  ])('%s is %j', (value, expected) => {
    expect(freezeRequirement('id', value, false)).toEqual(expected)
  })

  it.each([
    [true, 'not-frozen: The requirement on `id` is'],
    [null, 'not-frozen: The requirement on `id` is'],
    [['a', NEITHER], 'not-frozen: The requirement on `id` is'],
    [[NEITHER], 'not-frozen: The requirement on `id` is'],
    [/^a/, 'regexp-anchor: The requirement on `id`'],
    [new RegExp(String.raw`\Aa`), 'regexp-anchor: The requirement on `id`'],
    [/a$/, 'regexp-anchor: The requirement on `id`'],
    [/a\$/, 'regexp-anchor: The requirement on `id`'],
    [new RegExp(String.raw`a\Z`), 'regexp-anchor: The requirement on `id`'],
    [new RegExp(String.raw`a\z`), 'regexp-anchor: The requirement on `id`'],
    [new RegExp(''), 'empty-requirement: The requirement on `id`'],
    [/a/s, 'regexp-flags: The requirement on `id` has unsupported flags: /a/s.'],
    [/a/g, 'regexp-flags: The requirement on `id` has unsupported flags: /a/g.'],
    [/a/im, 'regexp-flags: The requirement on `id` has unsupported flags: /a/im.'],
    [new RegExp('('.repeat(2000) + 'a' + ')'.repeat(2000)), 'invalid-regexp: The requirement on `id`'],
  ])('cannot be %s', (value, expected) => {
    expect(result(() => freezeRequirement('id', value, false))).toContain(expected)
  })

  it('is validated by its source and flags, regardless of earlier requirements', () => {
    const texts = String.raw`[\q{ab}]`
    const of = (flags: string) => result(() => freezeRequirement('id', new RegExp(texts, flags), false))
    expect([of(''), of('v'), of('v'), of('')]).toEqual([
      { source: texts, flags: '' },
      expect.stringContaining('invalid-regexp'),
      expect.stringContaining('invalid-regexp'),
      { source: texts, flags: '' },
    ])
  })

  it('of a glob may have the flag `s`, which changes nothing', () => {
    expect(freezeRequirement('path', /a.b/s, true)).toEqual({ source: 'a.b', flags: 's' })
    expect(freezeRequirement('path', /a.b/is, true)).toEqual({ source: 'a.b', flags: 'is' })
    expect(result(() => freezeRequirement('path', /a.b/gs, true))).toContain('regexp-flags')
  })
})

describe('a condition', () => {
  it.each([
    ['a', 'a'],
    [7, 7],
    [false, false],
    [null, null],
    [
      ['a', 7, null, true],
      ['a', 7, null, true],
    ],
    [/^a$/ims, { source: '^a$', flags: 'ims' }],
    [/a/u, { source: 'a', flags: 'u' }],
    [new RegExp('a', 'v'), { source: 'a', flags: 'v' }],
  ])('%s is %j', (value, expected) => {
    expect(freezeCondition('host', value)).toEqual(expected)
  })

  it('contains a copy of the list', () => {
    const list = ['a']
    expect(freezeCondition('host', list)).not.toBe(list)
  })

  it.each([
    [{}, 'not-frozen: The condition on `host` is'],
    [['a', NEITHER], 'not-frozen: The condition on `host` is'],
    [[['a']], 'not-frozen: The condition on `host` is'],
    [/a/g, 'regexp-flags: The condition on `host` has unsupported flags: /a/g.'],
    [/a/iy, 'regexp-flags: The condition on `host` has unsupported flags: /a/iy.'],
    [/a/gi, 'regexp-flags: The condition on `host` has unsupported flags: /a/gi.'],
    [new RegExp('('.repeat(2000) + 'a' + ')'.repeat(2000)), 'invalid-regexp: The condition on `host`'],
  ])('cannot be %s', (value, expected) => {
    expect(result(() => freezeCondition('host', value))).toContain(expected)
  })
})

describe('a format', () => {
  it('is a regular expression', () => {
    expect(freezeFormat('json|xml')).toEqual({ source: 'json|xml', flags: '' })
  })

  it('that is invalid is cut to 80 characters in the message', () => {
    expect(result(() => freezeFormat(`(${'x'.repeat(100)}`))).toMatch(/^invalid-regexp: .*\(x{79}[^x]/)
  })
})

describe('a default', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
  const nestedMap = (depth: number): unknown => (depth === 0 ? 1 : { a: nestedMap(depth - 1) })

  it.each([
    [null, null],
    ['a', 'a'],
    [1.5, 1.5],
    [true, true],
    [Symbol.for('index'), 'index'],
    [Symbol(), ''],
    [/a/i, { source: 'a', flags: 'i' }],
    [
      [1, [2]],
      [1, [2]],
    ],
    [{ a: { b: null } }, { a: { b: null } }],
    [nested(33), nested(33)],
    [nestedMap(33), nestedMap(33)],
  ])('%o is %j', (value, expected) => {
    expect(freezeDefault('x', value)).toEqual(expected)
  })

  it.each([
    [undefined],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [() => 1],
    [1n],
    [[1, undefined]],
    [{ a: [() => 1] }],
    [JSON.parse('{ "__proto__": 1 }')],
    [nested(34)],
    [nestedMap(34)],
  ])('cannot be %o', (value) => {
    expect(result(() => freezeDefault('x', value))).toMatch(/^invalid-default: .*`x`/)
  })
})
