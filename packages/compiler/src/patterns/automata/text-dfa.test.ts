import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasChar } from '../regexp/char-set.ts'
import { textDfaOf, type TextDfa } from './text-dfa.ts'
import { fixedSeed, runsOf } from '../../../test/runs.ts'

function accepts({ next, accepting }: TextDfa, text: string): boolean {
  let state = 0
  for (const character of text) {
    const following = [...next[state]!].find(([, set]) => hasChar(set, character.charCodeAt(0)))
    if (following === undefined) return false
    state = following[0]
  }
  return accepting[state]!
}

const piece = fc.constantFrom(
  'a',
  'b',
  '.',
  '-',
  '/',
  '\\w',
  '[^a]',
  '^',
  '$',
  '\\b',
  '\\B',
  '(?:',
  '(?=',
  '(?!',
  '(?<=',
  '(?<!',
  ')',
  ')',
  ')*',
  ')+',
  ')?',
  '|',
  '*',
  '+?',
  '{2}',
)

describe('the texts of a regular expression', () => {
  it('are those that the engine matches', () => {
    let valid = 0
    const agree = fc.property(
      fc.array(piece, { minLength: 1, maxLength: 14 }),
      fc.constantFrom('', 'i', 'u'),
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', '.', '/'), maxLength: 6 }), { maxLength: 30 }),
      (pieces, flags, samples) => {
        const source = pieces.join('')
        let regexp: RegExp
        try {
          regexp = new RegExp(`^(?:${source})$`, flags)
          // Its ends may have been closed by ours.
          void new RegExp(source, flags)
        } catch {
          return
        }
        const texts = textDfaOf({ source, flags })
        if (texts === null) return
        valid++
        for (const text of samples) expect(`${text} ${accepts(texts, text)}`).toBe(`${text} ${regexp.test(text)}`)
      },
    )
    fc.assert(agree, { seed: fixedSeed(20261121), numRuns: runsOf(20_000) })
    expect(valid).toBeGreaterThan(runsOf(1000))
  })

  it.each([
    ['(?!admin$)[a-z]+', 7],
    ['[^/]+?(?=\\.json|\\.rss|$|/)', 2],
    ['(?<=/)\\w+', 1],
    ['\\b\\w+\\b', 2],
  ])('need few states: %s', (source, states) => {
    expect(textDfaOf({ source, flags: '' })?.next).toHaveLength(states)
  })

  const shortTexts = ['']
  for (const text of shortTexts) if (text.length < 5) shortTexts.push(...[...'ab-/'].map((end) => text + end))

  it.each([
    '(?<=a)b*',
    'a+(?<!aa)b*',
    '(?:(?<=a)b|a)*',
    '(?:a|b|/)*(?<=ab)(?:/a)?',
    '(?:a|b)*(?<!ba)',
    '(?<=^|/)a|b/?',
    '(?=a)[ab]+(?<=b)',
    '[ab/]*(?<!a/?)b',
    '(?:a$|b)*',
    '(?:a|b$|/)*',
    'a(?!$)[^]*',
    '(?:^a|-a|b)+',
    '\\b\\w+\\b-?',
    'a\\B[ab/]*',
    '(?:\\ba|b\\B|/)*',
    '(?:a(?=b|$)|b)*',
    '(?!a*b$)[ab-]*',
    '(?=[ab]*/)(?!ab)[ab/]+',
  ])('are those that the engine matches, for all short texts: %s', (source) => {
    const regexp = new RegExp(`^(?:${source})$`)
    const texts = textDfaOf({ source, flags: '' })!
    expect(shortTexts.filter((text) => accepts(texts, text))).toEqual(shortTexts.filter((text) => regexp.test(text)))
  })

  it('may be too many to be told apart', () => {
    expect(textDfaOf({ source: '(?:[ab]*a[ab]{20})(?!x)', flags: '' })).toBeNull()
  })
})
