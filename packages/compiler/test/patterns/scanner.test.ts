import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanner, type Scanner } from '../../../runtime/src/scanner.ts'
import { isLinear } from '../../src/patterns/automata/linear.ts'
import { buildScanner, canBeScanned } from '../../src/patterns/automata/scanner-code.ts'
import { fixedSeed, runsOf } from '../runs.ts'

function scannerOf({ source, flags }: { source: string; flags: string }): Scanner {
  return scanner(source, ...buildScanner({ source, flags }))
}

const whole = ({ source, flags }: { source: string; flags: string }) => new RegExp(`^(?:${source})$`, flags)

const leaf = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\W', '/', 'é', '[^/]', '\\b', '\\B', '^', '$')
const { tree } = fc.letrec<{ tree: string; group: string }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('group'),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
    fc.tuple(tie('tree'), tie('tree')).map(([one, other]) => `(?:${one}|${other})`),
  ),
  group: fc
    .tuple(
      fc.constantFrom(
        '(?:|)*',
        '(?:|)+',
        '(?:|)?',
        '(?:|){0,2}',
        '(?:|){2,}',
        '(?=|)',
        '(?!|)',
        '(?<=|)',
        '(?<!|)',
        '(?:|)[ab]{2,7}',
        '(?:|)[^/]{0,6}',
        '(?:|).{6,}',
      ),
      tie('tree'),
    )
    .map(([form, inner]) => form.replace('|', inner)),
}))
const flags = fc.constantFrom('', 'i', 'u', 'iu')
const texts = fc.array(
  fc
    .array(fc.constantFrom(...'aabb/.-_AK', 'é', '\u212a', '\u{1f600}', '\n'), { maxLength: 9 })
    .map((parts) => parts.join('')),
  { minLength: 10, maxLength: 10 },
)

describe('a scanner', () => {
  it('matches what the regular expression matches, whole', () => {
    let matches = 0
    fc.assert(
      fc.property(tree, flags, texts, (source, flag, tried) => {
        const requirement = { source, flags: flag }
        const scan = scannerOf(requirement)
        for (const text of tried) {
          const isMatch = whole(requirement).test(text)
          if (isMatch) matches++
          expect([source, flag, text, scan.test(text)]).toEqual([source, flag, text, isMatch])
        }
      }),
      { seed: fixedSeed(20261123), numRuns: runsOf(1500) },
    )
    expect(matches).toBeGreaterThan(runsOf(500))
  })

  it.each([
    /(?!(?:admin|new)(?:\/|$))[a-z]{1,254}(?<!\.git|\.atom)/,
    /(?:(?!\.\.)[a-z.]{0,20}\/){0,20}[a-z.]{1,20}(?<!\.)/,
    /(?<=^|x)a+(?<!(?<=b)a)/,
    /\p{Lu}+\b/u,
    /[^\ud800-\udfff]+/,
    /(?:a|(?=b)|c){3,9}/,
  ])('knows the ends of %s', (regexp) => {
    const scan = scannerOf(regexp)
    const pieces = ['a', 'b', 'x', 'admin', 'new', '/', '.', '..', '.git', '.atom', 'É', '\ud800', 'z'.repeat(254)]
    for (const one of ['', ...pieces])
      for (const two of pieces)
        for (const three of ['', ...pieces])
          expect(scan.test(one + two + three)).toBe(whole(regexp).test(one + two + three))
  })

  it('forgets states, and none that is still held', () => {
    const regexp = /(?:a|b)*a(?:a|b){12}/
    const scan = scannerOf(regexp)
    let [text, number] = ['', 1]
    for (let index = 0; index < 20_000; index++) {
      number = (Math.imul(number, 1_103_515_245) + 12_345) >>> 0
      text += number & 0x10000 ? 'a' : 'b'
    }
    let held = scan.first()
    for (const character of text.slice(0, 30)) held = scan.step(held, character.charCodeAt(0))!
    const before = scan.accepts(held)
    expect(scan.test(text)).toBe(whole(regexp).test(text))
    expect(scan.test(`${text}aaaaaaaaaaaaa`)).toBe(true)
    const after = scan.step(scan.step(held, 97)!, 98)!
    expect(before).toBe(whole(regexp).test(text.slice(0, 30)))
    expect(scan.accepts(after)).toBe(whole(regexp).test(`${text.slice(0, 30)}ab`))
  })

  it('is made of anything but what is too large', () => {
    expect(canBeScanned({ source: '(?:[ab]c){60000}', flags: '' })).toBe(false)
    expect(canBeScanned({ source: '[ab]{60000}', flags: '' })).toBe(true)
  })
})

describe('a requirement that is proven linear', () => {
  it.each([/\d+/, /[a-z]+(?:-[a-z]+)*/, /(?!new$)\w+/, /[^/]+(?<!\.git)/, /json|html/, /[a-f\d]{7,40}/])(
    '%s is',
    (regexp) => {
      expect(isLinear(regexp)).toBe(true)
    },
  )

  it.each([/\w*[^a]{0,150}[^a]{0,150}/, /(?:a+)+/, /(?:a|a)*/, /(?!.*x).*/, /(?:(?!a*b)a)*/, /(?:a?){30}/])(
    '%s is not',
    (regexp) => {
      expect(isLinear(regexp)).toBe(false)
    },
  )
})
