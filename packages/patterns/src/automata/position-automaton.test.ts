import { describe, expect, test } from 'vitest'
import { readOn, stepsToFail } from '../judge/backtracking.ts'
import { parseRegExp } from '../regexp/parse.ts'
import { PositionBuilder } from './position-automaton.ts'
import { TooManyStates } from './too-many-states.ts'

const build = ({ source, flags }: RegExp, limit = 1000, loopFrom = Infinity) => {
  const builder = new PositionBuilder(limit, loopFrom)
  return builder.finish(builder.build(parseRegExp(source, flags)))
}

describe('a position automaton', () => {
  test.each<[RegExp, readonly string[], readonly string[]]>([
    [/a/, ['a'], ['', 'b', 'aa']],
    [/a?|b?/, ['', 'a', 'b'], ['ab']],
    [/a{3,}/, ['aaa', 'aaaa', 'aaaaaaa'], ['', 'a', 'aa']],
    [/a{1,}b/, ['ab', 'aab'], ['b', 'a']],
    [/a{2,4}/, ['aa', 'aaa', 'aaaa'], ['a', 'aaaaa']],
    [/a{0}b/, ['b'], ['ab', '']],
    [/(?:ab?){2}c/, ['aac', 'abac', 'ababc'], ['ac', 'abbac']],
    [/(?:a|bc)*d?/, ['', 'd', 'abcad', 'bc'], ['b', 'dd', 'acd']],
    [/(?:a?b?)+c/, ['c', 'ac', 'bac', 'abbac'], ['', 'ca']],
    [/[a-c]x|/, ['', 'ax', 'cx'], ['x', 'dx']],
  ])('of %s accepts its texts', (regexp, texts, otherTexts) => {
    const automaton = build(regexp)
    for (const text of texts) expect([text, stepsToFail(automaton, text)]).toEqual([text, null])
    for (const text of otherTexts) expect([text, stepsToFail(automaton, text)]).not.toEqual([text, null])
  })

  test.each<[RegExp, string, number]>([
    [/a/, 'a', 1],
    [/a|a/, 'a', 2],
    [/(?:a|a)(?:b|b|b)/, 'ab', 6],
    [/a?a?/, 'a', 2],
    [/(?:a?|b?)c/, 'c', 2],
    [/(?:|)(?:||)a/, 'a', 6],
    [/a(?:|)(?:|)/, 'a', 4],
    [/a*a*/, 'aa', 3],
    [/a{1,3}a{1,3}/, 'aaa', 2],
    [/(?:a?){2}b/, 'b', 1],
  ])('of %s counts the ways to read %j', (regexp, text, wayCount) => {
    const automaton = build(regexp)
    const { waysByState } = readOn(automaton, text)
    let sum = 0
    for (const [state, count] of waysByState) sum += count * (automaton.final.get(state) ?? 0)
    expect(sum).toBe(wayCount)
  })

  test('counts the ways to be empty', () => {
    expect(build(/a?|b?/).final.get(0)).toBe(2)
    expect(build(/(?:|)(?:||)/).final.get(0)).toBe(6)
    expect(build(/a*/).final.get(0)).toBe(1)
    expect(build(/a/).final.get(0)).toBeUndefined()
  })

  test('repeats without an upper bound if there are very many rounds', () => {
    expect(stepsToFail(build(/a{2,5}/, 1000, 5), 'a'.repeat(9))).toBeNull()
    expect(stepsToFail(build(/a{2,4}/, 1000, 5), 'a'.repeat(9))).not.toBeNull()
    expect(stepsToFail(build(/(?:a{0,2}b){3}/, 1000, 6), 'aaaabbb')).toBeNull()
    expect(stepsToFail(build(/(?:a{0,2}b){3}/, 1000, 7), 'aaaabbb')).not.toBeNull()
  })

  test('has a limited number of states', () => {
    expect(build(/a{10}/, 10).sets).toHaveLength(11)
    expect(() => build(/a{11}/, 10)).toThrow(TooManyStates)
  })
})
