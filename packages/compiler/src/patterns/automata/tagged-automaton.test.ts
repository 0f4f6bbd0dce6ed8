import { describe, expect, it } from 'vitest'
import {
  buildTaggedAutomaton,
  isLinearWithoutAssertions,
  STATE_LIMIT,
  UnsupportedRegExp,
  type TaggedState,
} from './tagged-automaton.ts'
import { has } from '../regexp/char-set.ts'
import { parseRegExp } from '../regexp/parse.ts'
import { sequence, type Expression, type RegExpTree } from '../regexp/syntax.ts'
import { TooManyStates } from './too-many-states.ts'

const tree = ({ source, flags }: RegExp): RegExpTree => parseRegExp(source, flags)
const END: Expression = { kind: 'assertion', at: 'end' }
const marked = (expression: Expression) => sequence({ kind: 'mark', slot: 0 }, expression, { kind: 'mark', slot: 1 })

/**
 * Runs states as a backtracking engine would.
 *
 * @param scanned tests the text between the marks of the only scanned section
 * @returns the places of the marks, or null if nothing matches
 */
function run(states: readonly TaggedState[], start: number, text: string, scanned?: RegExp): readonly number[] | null {
  const isWord = (at: number) => /\w/.test(text.charAt(at))
  function step(index: number, at: number, marks: readonly number[], begin = 0): readonly number[] | null {
    const state = states[index]!
    switch (state.op) {
      case 'match':
        return marks
      case 'set':
        return at < text.length && has(state.set, text[at]!) ? step(state.next, at + 1, marks, begin) : null
      case 'split':
        return step(state.next, at, marks, begin) ?? step(state.other, at, marks, begin)
      case 'mark':
        if (state.slot === -1) return step(state.next, at, marks, at)
        if (state.slot === -2) return scanned!.test(text.slice(begin, at)) ? step(state.next, at, marks) : null
        return step(state.next, at, Object.assign([...marks], { [state.slot]: at }), begin)
      case 'assertion': {
        const edge = isWord(at) !== isWord(at - 1)
        const around = text.charAt(at) + text.charAt(at - 1)
        const holds = {
          end: at === text.length,
          word: edge,
          'not-word': !edge,
          token: at === 0 || at === text.length || /[/.]/.test(around),
        }
        return holds[state.assertion] ? step(state.next, at, marks, begin) : null
      }
      case 'lookahead':
        return (step(state.item, at, marks) === null) === state.negative ? step(state.next, at, marks, begin) : null
    }
  }
  return step(start, 0, [])
}

/** All texts of at most five of these characters. */
function* texts(characters: string, length = 5): Generator<string> {
  yield ''
  if (length === 0) return
  for (const text of texts(characters, length - 1)) for (const character of characters) yield character + text
}

describe('a tagged automaton', () => {
  it.each([
    /a/,
    /ab*/,
    /a+?/,
    /(?:a|ab)(?:c|b)*?/,
    /a{2,3}b?/,
    /a{0,2}?b{1,}/,
    /(?:a?b?)*/,
    /(?:a?b?){2}/,
    /(?:a*)+b/,
    /(?:a|b?)+?/,
    /(?:b?|a){2,}?-/,
    /(?:|a)+/,
    /(?:|a){2,3}?/,
    /[^b]?\w*/,
    /\ba\b.*/,
    /a\B./,
    /a(?=b).*/,
    /a(?!b).*/,
    /(?!a*-)(?:a|-)*/,
    /(?:a(?=b|$)|b)+/,
    /(?:(?=a)a?)*b/,
    /(?:)/,
    /a|/,
    /-*$/,
    /(?!)|a/,
  ])('finds what %s finds first, at the start of every text', (regexp) => {
    const automaton = buildTaggedAutomaton(marked(tree(regexp)))
    const engine = new RegExp(`^(?:${regexp.source})`)
    for (const text of texts('ab-')) {
      const found = engine.exec(text)
      const marks = run(automaton.states, automaton.start, text)
      expect([text, marks]).toEqual([text, found === null ? null : [0, found[0].length]])
    }
  })

  it('orders its states so that one pass decides which of them reach a match', () => {
    for (const regexp of [/(?:a|ab)(?:c|b)*?/, /(?:a?b?)*-/, /(?!a*-)(?:a|-)*/, /(?:(?=a)a?)*b/]) {
      const { states } = buildTaggedAutomaton(marked(tree(regexp)))
      states.forEach((state, index) => {
        const silent = state.op === 'set' || state.op === 'match' ? [] : [state.next]
        if (state.op === 'split') silent.push(state.other)
        if (state.op === 'lookahead') silent.push(state.item)
        for (const next of silent) expect(next).toBeLessThan(index)
      })
    }
  })

  it('marks the part that a scanner tests, for which the expression itself may match too much', () => {
    for (const regexp of [/(?!ab$)[ab]+/, /\b[ab-]+?\b/, /(?<!b)a*/, /[ab]*(?<=a)/]) {
      const item = tree(new RegExp(regexp.source.replace(/\(\?<?[!=][^)]*\)|\\b/g, '')))
      const scanned: Expression = { kind: 'scanned', item, requirement: regexp, acceptsEmpty: regexp.test('') }
      const automaton = buildTaggedAutomaton(sequence(marked(scanned), tree(/-?/), END))
      expect(automaton.scannedRequirements).toEqual([regexp])
      // The requirement applies to the whole text, wherever it stands: its assertions see nothing beyond.
      const alone = new RegExp(`^(?:${regexp.source})$`)
      for (const text of texts('ab-')) {
        const ends = [text.length, ...(text.endsWith('-') ? [text.length - 1] : [])].filter((end) =>
          alone.test(text.slice(0, end)),
        )
        const marks = run(automaton.states, automaton.start, text, alone)
        if (ends.length === 0) expect([text, marks]).toEqual([text, null])
        else expect(ends).toContain(marks?.[1])
      }
    }
  })

  it('builds a requirement once for each of its places', () => {
    const scanned: Expression = { kind: 'scanned', item: tree(/a+/), requirement: /a+/, acceptsEmpty: false }
    const automaton = buildTaggedAutomaton(sequence(scanned, tree(/-/), scanned))
    expect(automaton.scannedRequirements).toHaveLength(1)
    expect(automaton.states.flatMap((state) => (state.op === 'mark' ? [state.slot] : [])).sort()).toEqual([
      -1, -1, -2, -2,
    ])
  })

  it('matches nothing after a start assertion, because no param begins at the start of a path', () => {
    const automaton = buildTaggedAutomaton(tree(/^a/))
    expect(run(automaton.states, automaton.start, 'a')).toBeNull()
  })

  it('refuses unsupported expressions and those with too many states', () => {
    expect(() => buildTaggedAutomaton(tree(/(?<=a)b/))).toThrow(UnsupportedRegExp)
    expect(buildTaggedAutomaton(tree(new RegExp(`a{${STATE_LIMIT - 1}}`))).states).toHaveLength(STATE_LIMIT)
    expect(() => buildTaggedAutomaton(tree(new RegExp(`a{${STATE_LIMIT}}`)))).toThrow(TooManyStates)
  })
})

describe('an expression that a backtracking engine reads in linear time', () => {
  it.each([
    /\d+/,
    /[a-z]+-\d+/,
    /a?b?c?/,
    /(?:ab|ac)/,
    /(?:a|b)+/,
    /(?:ab?)*/,
    /a{0,400}/,
    /(?:a?){9}a{9}/,
    /(?:a?){0,3}/,
  ])('may be %s', (regexp) => {
    expect(isLinearWithoutAssertions(tree(regexp))).toBe(true)
  })

  it.each([/a*a/, /(?:a|ab)+/, /(?:a|a)*/, /\ba/, /a(?=b)/, /a$/, /a{0,1000}/])('is not proven for %s', (regexp) => {
    expect(isLinearWithoutAssertions(tree(regexp))).toBe(false)
  })

  it.each([
    /(?:a?){30}a{30}/,
    /(?:a?){30}/,
    /(?:(?:a?){30}){0,2}/,
    /(?:(?:a?){30})*/,
    /(?:(?:a?){5}b?){5}/,
    /(?:a?){2000}/,
  ])('is not %s, whose turns may be empty', (regexp) => expect(isLinearWithoutAssertions(tree(regexp))).toBe(false))
})

it('an expression with up to 1,000 paths is linear', () => {
  const ways = (count: number) => `(?:${Array.from({ length: count }, () => 'a').join('|')})`
  expect(isLinearWithoutAssertions(tree(new RegExp(ways(10).repeat(3))))).toBe(true)
  expect(isLinearWithoutAssertions(tree(new RegExp(ways(10).repeat(2) + ways(11))))).toBe(false)
})
