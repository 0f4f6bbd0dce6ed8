import { describe, expect, test } from 'vitest'
import { parseRegExp } from '../regexp/parse.ts'
import { hasCode } from '../regexp/char-set.ts'
import { PositionBuilder, type PositionAutomaton } from './position-automaton.ts'
import { TooManyStates } from './too-many-states.ts'

const build = ({ source, flags }: RegExp, limit = 1000) => {
  const builder = new PositionBuilder(limit)
  return builder.finish(builder.build(parseRegExp(source, flags)))
}

function accepts({ sets, follow, final }: PositionAutomaton, text: string): boolean {
  let states = new Set([0])
  for (const character of text) {
    const next = [...states].flatMap((state) => [...follow[state]!])
    states = new Set(next.filter((state) => hasCode(sets[state]!, character.charCodeAt(0))))
  }
  return [...states].some((state) => final.has(state))
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
    for (const text of texts) expect([text, accepts(automaton, text)]).toEqual([text, true])
    for (const text of otherTexts) expect([text, accepts(automaton, text)]).toEqual([text, false])
  })

  test('has a limited number of states', () => {
    expect(build(/a{10}/, 10).sets).toHaveLength(11)
    expect(() => build(/a{11}/, 10)).toThrow(TooManyStates)
  })
})
