import fc from 'fast-check'
import type { Match, RouteMatch } from '@turnout/runtime'
import { describe, expect, it } from 'vitest'
import { paramNames, parsePattern } from '../src/pattern/parse.ts'
import {
  BY_NAME,
  compileRoutes,
  type Condition,
  type Manifest,
  type ManifestRoute,
  type Requirement,
} from '../src/index.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { loadModule } from './load-module.ts'
import { referenceMatcher } from './reference-matcher.ts'

/**
 * The emitted matcher against the reference matcher, on random tables and paths. Few words and few names, so that
 * routes overlap and paths hit. A failure prints its seed; `SEED=… RUNS=…` runs it again, or more of it.
 */
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const RUNS = Number(process.env['RUNS'] ?? 1000)

const regexp = (source: string, flags = ''): Requirement => ({ source, flags })

const REQUIREMENTS: readonly Requirement[] = [
  regexp('\\d+'),
  regexp('a|ab'),
  regexp('[^/]+'),
  regexp('.+'),
  regexp('.+?'),
  regexp('[a-b]{2}', 'i'),
  regexp('[a-z]+-\\d*'),
  regexp('\\d*'),
  regexp('([^/]+?)(?=\\.json|$|/)'),
  regexp('(.+)(?=\\.json|$|/)'),
  regexp('(?:a|b)+'),
  regexp('(?!new)[^/]+'),
  regexp('[a-z.]+'),
  regexp('\\w+\\.\\w+'),
  regexp('a*b*'),
  regexp('[A-Z]\\d{1,2}', 'i'),
  regexp('(?:a/)?b'),
  regexp('\\p{L}[\\p{L}\\d]*', 'u'),
  'a',
  'a.b',
  ['a', 'b'],
  ['json', 'a/b'],
]

const piece = fc.constantFrom(
  'a',
  'b',
  'ab',
  'new',
  '1',
  'a-b',
  'a.b',
  ':a',
  ':b',
  ':id',
  ':a-:b',
  ':a.:b',
  'x:a',
  ':a-x',
  '*g',
  '*h',
  ':a(-:b)',
  ':a(b)',
  '(:a)b',
  ':id(.:ext)',
  'a*g',
  ':a*g',
  ':a:b',
  '~:a',
  '*g.:b',
)
const part: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: piece.map((text) => `/${text}`) },
  { weight: 2, arbitrary: piece.map((text) => `(/${text})`) },
  { weight: 1, arbitrary: fc.tuple(piece, piece).map(([a, b]) => `(/${a}(/${b}))`) },
  { weight: 1, arbitrary: fc.tuple(piece, piece).map(([a, b]) => `(/${a})(/${b})`) },
)
const ending = fc.constantFrom('', '(.:format)', '(.:format)', '(.:format)', '.:format')
const pattern = fc
  .tuple(fc.array(part, { maxLength: 3 }), ending)
  .map(([parts, end]) => `${parts.join('') || '/'}${end}`)
  .filter((text) => text !== '/.:format')

const CONDITIONS: readonly Readonly<Record<string, Condition>>[] = [
  { subdomain: 'api' },
  { subdomain: { source: '^a', flags: '' } },
  { subdomain: false },
  { protocol: 'https://' },
  { port: 8080 },
  { port: [80, 8080] },
  { format: { source: 'json', flags: '' } },
  { format: { source: '[^/]+', flags: '' } },
  { format: 'text/html' },
  { path: { source: 'a\\.', flags: '' } },
]

const route = fc
  .record({
    pattern,
    verbs: fc.constantFrom(['GET'], ['GET'], ['POST'], ['GET', 'POST'], [], ['HEAD']),
    requirement: fc.option(fc.constantFrom(...REQUIREMENTS)),
    second: fc.option(fc.constantFrom(...REQUIREMENTS), { freq: 2 }),
    conditions: fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.constantFrom(...CONDITIONS) },
    ),
    defaults: fc.constantFrom({}, {}, { format: 'json' }, { a: 'default' }),
    anchored: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    constrained: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, 2) }),
  })
  .map(({ pattern: text, verbs, requirement, second, conditions, defaults, anchored, constrained }): ManifestRoute => {
    const segments = parsePattern(text)
    const names = paramNames(segments)
    const requirements: Record<string, Requirement> = {}
    if (requirement !== null && names[0] !== undefined) requirements[names[0]] = requirement
    if (second !== null && names[1] !== undefined) requirements[names[1]] = second
    return {
      name: null,
      verbs,
      pattern: text,
      segments,
      controller: 'c',
      action: null,
      defaults,
      requirements,
      conditions,
      anchored,
      endpoint: null,
      location: null,
      constraints:
        constrained === 0
          ? []
          : [
              {
                module: BY_NAME,
                export: constrained === 1 ? 'yes' : 'no',
              },
            ],
    }
  })

const table = fc.array(route, { minLength: 1, maxLength: 8 }).map((routes): Manifest => ({
  version: 1,
  routes: routes.map((each, index) => ({ ...each, action: `a${index}` })),
  resolves: [],
  directs: [],
}))

const word = fc.constantFrom(
  'a',
  'b',
  'ab',
  'new',
  '1',
  '12',
  'a-b',
  'a-b-c',
  'a.b',
  'a.json',
  'x',
  'xa',
  '%2F',
  'a%20b',
  '~a',
  'B1',
  '',
  'c.',
  '.a',
  '1.json',
  'a.b.json',
  'AB',
  '-',
  'a-',
  '-b',
  'ba',
  'aab',
  'caf%c3%a9',
  'é',
  '%2E',
  '..',
  'a?b',
  'b/a',
)
const path = fc.array(word, { maxLength: 5 }).map((words) => `/${words.join('/')}`)
const request = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'HEAD', 'PUT'),
  path,
  attributes: fc.constantFrom(undefined, undefined, { host: 'api.example.com' }, { protocol: 'https' }, { port: 8080 }),
})

describe('the emitted matcher', () => {
  it(`answers as the reference matcher does (seed ${SEED})`, () => {
    let hits = 0
    const compare = (
      manifest: Manifest,
      requests: readonly { method: string; path: string; attributes?: object | undefined }[],
    ) => {
      const match = matcherOf(manifest)
      const reference = referenceMatcher(manifest, (callable) => callable.export === 'yes')
      for (const { method, path: target, attributes } of requests) {
        const expected = reference(method, target, attributes)
        const answer = match(method, target, attributes)
        if (expected.status !== 'match') {
          expect(answer).toBeNull()
          continue
        }
        hits++
        expect(answer).not.toBeNull()
        const { action, params, path: canonical, rest } = answer as RouteMatch
        const { route: index, ...wanted } = expected
        expect({
          status: 'match',
          params: { ...params },
          path: canonical,
          ...(rest !== undefined && { rest }),
        }).toEqual(wanted)
        expect(action).toBe(`a${index}`)
      }
    }
    fc.assert(fc.property(table, fc.array(request, { minLength: 1, maxLength: 60 }), compare), {
      seed: SEED,
      numRuns: RUNS,
    })
    expect(hits).toBeGreaterThan(RUNS)
  })
})

describe('what the emitted matcher remembers', () => {
  const { manifest } = compileRoutes(
    (r: Record<'get', (path: string, options: object) => void>) => {
      r.get('a', { to: 'c#first', constraints: function moody() {} })
      r.get('a', { to: 'c#second' })
      r.get('b', { to: 'c#json', constraints: { format: /json/ }, format: false })
      r.get('b', { to: 'c#plain' })
    },
    { callables: 'by-name' },
  )
  const { code } = emitModule(manifest!)
  let mood = false
  const match = loadModule(code.replace('const callable0 = () => true', 'const callable0 = () => globalThis.mood()'))[
    'match'
  ] as Match

  it('is not what a constraint said once', () => {
    Object.assign(globalThis, { mood: () => mood })
    for (let round = 0; round < 3; round++) {
      mood = false
      expect(match('GET', '/a')?.action).toBe('second')
      mood = true
      expect(match('GET', '/a')?.action).toBe('first')
    }
  })

  it('is not what a condition said once', () => {
    for (let round = 0; round < 3; round++) {
      expect(match('GET', '/b')?.action).toBe('plain')
      expect(match('GET', '/b', { headers: { accept: 'application/json' } })?.action).toBe('json')
      expect(match('GET', '/b?format=json')?.action).toBe('json')
    }
  })
})

/** Constraints named `yes` answer true, others false. */
function matcherOf(manifest: Manifest): Match {
  const { code } = emitModule(manifest)
  const answers = code.replace(/^const (callable\d+) = \(\) => true$/gm, (_line, name: string) => {
    const used = [...new Set(manifest.routes.flatMap(({ constraints }) => constraints.map((each) => each.export)))]
    return `const ${name} = () => ${used[Number(name.slice('callable'.length))] === 'yes'}`
  })
  return loadModule(answers)['match'] as Match
}
