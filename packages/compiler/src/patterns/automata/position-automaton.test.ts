import { describe, expect, test } from 'vitest'
import { parseRegExp } from '../regexp/parse.ts'
import { hasCode } from '../regexp/char-set.ts'
import { positionAutomaton, type PositionAutomaton } from './position-automaton.ts'
import { buildTaggedAutomaton } from './tagged-automaton.ts'
import { TooManyStates } from './too-many-states.ts'

const build = ({ source, flags }: RegExp, limit = 1000) =>
  positionAutomaton(buildTaggedAutomaton(parseRegExp(source, flags), limit))

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
    [/\w*\b.*/, ['a', 'a-b', 'a-'], ['', '-', '--']],
    [/a\B.b?/, ['aab'], ['a-b', 'a']],
    [/(?:a|b$)+c?/, ['a', 'ab', 'ac', 'b'], ['bc', 'ba']],
  ])('of %s accepts its texts', (regexp, texts, otherTexts) => {
    const automaton = build(regexp)
    for (const text of texts) expect([text, accepts(automaton, text)]).toEqual([text, true])
    for (const text of otherTexts) expect([text, accepts(automaton, text)]).toEqual([text, false])
  })

  test('has a limited number of states', () => {
    expect(build(/a{10}/, 11).sets).toHaveLength(11)
    expect(() => build(/a{11}/, 11)).toThrow(TooManyStates)
  })
})
