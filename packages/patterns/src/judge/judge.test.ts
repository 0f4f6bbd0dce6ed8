import { describe, expect, it } from 'vitest'
import { judgeRegExp } from './judge.ts'
import { rubySyntax } from '../regexp/ruby-syntax.ts'

const judge = ({ source, flags }: RegExp) => judgeRegExp({ source, flags })

// All samples agree with `recheck` 4.5.0 on `^(?:…)$` and with the time that V8 takes on the attack (more than two
// seconds each), but where it is said.
describe('the judgement of a regular expression', () => {
  it.each([
    /\d+/,
    /[^/]+/,
    /\d{4}-\d{2}-\d{2}/,
    /[a-z]+(?:-[a-z]+)*/,
    /(?:[a-z]+\.)*[a-z]+/,
    /\d+(?:\.\d+)?/,
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i,
    /en|de|fr/,
    /a|ab|abc/,
    /(?:a|b)*/,
    /(?:ab|cd)+/,
    /v\d+(?:\.\d+){0,2}/,
    /.+?/,
    /(?:[^/]+\/)*[^/]+/,
    /\w+-\d+/,
    /[a-z]+\d+/,
    /[^@]+@[^@]+/,
    /(?=\d)\w+/,
    /(?!new)[^/]+/,
    /a(?!b).*/,
    /\p{L}+-\p{N}+/u,
    new RegExp('[[a-z]&&[^aeiou]]+', 'v'),
    /a?b?c?d?/,
    /(?:a?){5}/,
    /(?:a+b+)+/,
    /(?:aa|bb)*/,
    /x*y*z*/,
    /(?:\w\W)*/,
    /(?:[a-z]+_)+\d/,
    /[a-zA-Z][\w-]{0,62}/,
    /(?:%[0-9a-f]{2}|[^%/])+/i,
    /(a{1,3}){1,3}b/,
    /a{1000}a*b/,
    /(?:a*)?b/,
    /(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+x/,
    /[^]/,
    // Names of up to 255 characters in nested groups, and what follows them: hundreds of states that lie on loops.
    /(?:[a-z][a-z.-]{0,254}[a-z]\/)*[a-z][a-z.-]{0,254}\/-\/x\/.+?(?:\.[^/.?]+)?/,
  ])('proves %s to be fast', (regexp) => {
    expect(judge(regexp)).toEqual({ kind: 'safe' })
  })

  it.each([
    /(a|a)*b/,
    /(a+)+/,
    /(a*)*/,
    /([a-z]+)*/,
    /([a-z]+-?)*/,
    /(\w+\d*)+/,
    /(a|aa)+/,
    /(a|ab|b)*c/,
    /(?:a|a?)+b/,
    /(x+x+)+y/,
    /(?:\d+)*\w/,
    /(.*)*x/,
    /(?:[a-zA-Z]+|\w)+!/,
    // Cases that overlap only where letters are folded.
    /(a|A)+b/i,
    /(?:ſ|s)+x/iu,
    /(?:\u212a|k)+x/iu,
    /(?:[a-c]|[b-d])+x/,
    /(?:a?b?)*c/,
    /(?:a|b|ab)*c/,
    /(?=(a+)+b)a/,
    /(?!(?:a+)+b)a+/,
    /(?:a{1,20}){1,20}b/,
    /(?:\p{L}|\w)+!/u,
    /(?:é|[^a])+x/,
    /([\s\S]*)+x/,
    /(?:a(?:b?)c|abc)+d/,
    /(?:aa?)+b/,
    /(?:(?:a|b)*c?)*d/,
    /(?:\w+\.?)+/,
    /(?:[a-z]+[A-Z]*)+/,
  ])('shows %s to take exponential time, or nearly', (regexp) => {
    expectAttack(regexp)
  })

  it.each([
    /\w*\w*!/,
    /a*a*b/,
    /\d+\d+x/,
    /.*a.*b.*c.*d/,
    /(?:.*,){10}x/,
    /\w+\s*\w+!/,
    /(?:a?){30}a{30}/,
    // `recheck` takes it for safe; V8 does not come back.
    /(?:a{0,10}){10}b/,
    /(?:\w|-)+(?:-\w+)*x/,
    /(\d+)?(\d+)?(\d+)?x/,
    /[^@]+@[^@]+\.[^@]+/,
    // To fail, the text has to end within a round.
    /(?:(?:.\/)+|[^a]){2}/,
    /(?:(?:[bc].){2,}|[bc]c)[ab]*/,
  ])('shows %s to take polynomial time, or more', (regexp) => {
    expectAttack(regexp)
  })

  it('says nothing of what looks back, or is too large', () => {
    expect(judge(/(a)\1/).kind).toBe('backreference')
    expect(judge(/(?<x>a)\k<x>/).kind).toBe('backreference')
    expect(judge(/(?:a{50}){0,50}b/).kind).toBe('unproven')
    expect(judge(/(?:(?=a*)a)*b/).kind).not.toBe('safe')
  })

  it('reads fewer characters by an automaton of many edges', () => {
    expect(judgeRegExp({ source: 'a?'.repeat(100), flags: '' })).toMatchObject({
      kind: 'unsafe',
      attack: expect.stringContaining("'a'.repeat(64)"),
    })
    // 180,000 edges: 55 characters instead of 64.
    expect(judgeRegExp({ source: 'a?'.repeat(600), flags: '' })).toMatchObject({
      kind: 'unsafe',
      attack: expect.stringMatching(/'a'\.repeat\(5\d\)/),
    })
  })

  it('uses a line feed where no other character makes a text fail', () => {
    expect(judge(/(?:.|.)*/)).toMatchObject({ kind: 'unsafe', attack: expect.stringMatching(/ \+ '\\n'$/) })
  })

  it('permits lookarounds in loops if they have an end', () => {
    expect(judge(/(?:(?=a?b)a?b)*/).kind).toBe('safe')
    expect(judge(/(?:(?=a+b)a+b)*/)).toMatchObject({ kind: 'unproven', reason: expect.stringContaining('lookaround') })
  })

  it('does not depend on what was judged before', () => {
    const sources = ['(a|a)*b', '[a-z]+', '(a+)+', 'a*a*b']
    const once = sources.map((source) => judgeRegExp({ source, flags: '' }))
    expect(sources.toReversed().map((source) => judgeRegExp({ source, flags: '' }))).toEqual(once.toReversed())
  })
})

/** The text of an attack is one that the engine has to give up on, and short enough for a path. */
function expectAttack(regexp: RegExp): void {
  const verdict = judge(regexp)
  expect(verdict.kind).toBe('unsafe')
  if (verdict.kind !== 'unsafe') return
  expect(verdict.steps).toBeGreaterThan(5e8)
  const parts = verdict.attack.split(' + ').map((part) => /^'((?:[^'\\]|\\.)*)'(?:\.repeat\((\d+)\))?$/.exec(part))
  const text = parts.map((part) => part![1]!.repeat(Number(part![2] ?? 1))).join('')
  expect(text.length).toBeLessThanOrEqual(60_000)
}

describe('forms of Ruby', () => {
  it.each([
    ['\\h+', '[0-9a-fA-F]'],
    ['a\\Z', 'no anchors'],
    ['[[:alpha:]]+', '[a-zA-Z]'],
    ['\\p{L}+', 'flag `u`'],
    ['\\u{61}', 'flag `u`'],
    ['[a-z&&[^aeiou]]', 'flag `v`'],
    ['\\g<name>', 'Write the group out'],
    ['\\R', 'no line breaks'],
  ])('%s is explained', (source, hint) => {
    expect(rubySyntax({ source, flags: '' }).join()).toContain(hint)
  })

  it.each([
    ['\\\\h', ''],
    ['\\d+[A-Z]', ''],
    ['\\p{L}\\u{61}', 'u'],
    ['[[a-z]&&[^aeiou]]', 'v'],
    ['(?<year>\\d{4})', ''],
    ['[:alpha]', ''],
  ])('finds none in /%s/%s', (source, flags) => {
    expect(rubySyntax({ source, flags })).toEqual([])
  })
})
