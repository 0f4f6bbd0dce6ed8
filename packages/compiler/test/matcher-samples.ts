import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { AllowedMethods, Match, MatchAll, RouteMatch } from '@turnout/runtime'
import { parsePattern } from '../src/patterns/pattern/parse.ts'
import { paramNames } from '../src/patterns/pattern/pattern.ts'
import type { Condition, Manifest, ManifestRoute, Requirement } from '../src/index.ts'
import { BY_NAME, isRegExpSource } from '../src/manifest/manifest.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { withoutAssertions } from '../src/patterns/automata/required-expression.ts'
import { isLinearWithoutAssertions } from '../src/patterns/automata/tagged-automaton.ts'
import { parseRegExp } from '../src/patterns/regexp/parse.ts'
import { contains, mayBeEmpty, type RegExpTree } from '../src/patterns/regexp/syntax.ts'
import { loadModule } from './load-module.ts'
import { referenceAnswers } from './reference-matcher.ts'

/**
 * Random tables and requests, and the emitted matcher against the reference matcher on them. Few words and few names,
 * so that routes overlap and paths hit.
 */

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

/**
 * Requirements with assertions: of every kind, at the begin, at the end and inside, nested, in alternatives and in
 * repeated groups.
 */
const { expression: asserting } = fc.letrec<Record<'expression' | 'part' | 'assertion', string>>((tie) => ({
  expression: fc.oneof(
    { weight: 4, arbitrary: tie('part') },
    { weight: 1, arbitrary: fc.tuple(tie('part'), tie('part')).map(([a, b]) => `${a}|${b}`) },
  ),
  part: fc
    .array(
      fc.oneof(
        { depthSize: 'small' },
        {
          weight: 5,
          arbitrary: fc
            .tuple(
              fc.constantFrom(
                'a',
                'b',
                'ab',
                '1',
                '-',
                '\\.',
                '/',
                '\\w',
                '\\d',
                '[a-b]',
                '[^/]',
                '[^/.]',
                '[a-z.]',
                '.',
              ),
              fc.constantFrom('', '', '+', '+', '*', '?', '+?', '{1,2}'),
            )
            .map(([atom, quantifier]) =>
              atom === 'ab' && quantifier !== '' ? `(?:ab)${quantifier}` : atom + quantifier,
            ),
        },
        { weight: 3, arbitrary: tie('assertion') },
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.constantFrom('(', '(?:'), tie('expression'), fc.constantFrom('', '*', '+', '?', '{2}', '{0,2}'))
            .map(([open, expression, quantifier]) => `${open}${expression})${quantifier}`),
        },
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join('')),
  assertion: fc.oneof(
    { depthSize: 'small' },
    {
      weight: 1,
      arbitrary: fc.constantFrom('^', '$', '\\b', '\\B', '(?!new$)', '(?=a)', '(?<!b)', '(?<=/)', '(?!.*\\.json)'),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), tie('expression'), fc.constantFrom('', '$', '/', '.*'))
        .map(([open, expression, end]) => `${open}${expression}${end})`),
    },
  ),
}))

/** What people write. */
const TYPICAL: readonly Requirement[] = [
  regexp('(?!new$)[a-z]+'),
  regexp('(?!(?:new|ab)$)[^/.]+'),
  regexp('(?!a$)[^/]+', 'i'),
  regexp('(?<=/)\\w+'),
  regexp('(?<!/)\\w+'),
  regexp('[a-z]+(?!/)'),
  regexp('\\b\\w+\\b'),
  regexp('.+?(?=\\.json|\\.xml)|.+'),
  regexp('[^/]+(?<!\\.json)'),
  regexp('(?!.*a$).+'),
]

const requirement: fc.Arbitrary<Requirement> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...REQUIREMENTS) },
  { weight: 1, arbitrary: fc.constantFrom(...TYPICAL) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(asserting, fc.constantFrom('', '', 'i', 'u', 's', 'v'))
      .map(([source, flags]) => regexp(source, flags))
      .filter(isValid),
  },
)

/**
 * Not with the flags `u` and `v`, where a quantifier may not follow a lookahead, and the like. And not
 *
 * - loops whose rounds can be read in several ways, because the native expression could take exponential time: there the
 *   reference matcher takes minutes, and V8 has been seen to give up without a word;
 * - an optional group that may be empty, `(?:a?|b)?`: JavaScript, which the reference matcher asks, refuses an empty turn
 *   and tries the next way, Ruby takes it.
 */
function isValid(candidate: Requirement): boolean {
  try {
    if (!isRegExpSource(candidate)) return false
    void new RegExp(candidate.source, candidate.flags)
    const tree = parseRegExp(candidate.source, candidate.flags)
    return !contains(tree, isOptionalAndEmpty) && !contains(tree, isAmbiguousLoop)
  } catch {
    return false
  }
}

function isOptionalAndEmpty(tree: RegExpTree): boolean {
  return tree.kind === 'repeat' && tree.min === 0 && tree.max === 1 && mayBeEmpty(tree.item)
}

function isAmbiguousLoop(tree: RegExpTree): boolean {
  return tree.kind === 'repeat' && tree.max > 1 && !isLinearWithoutAssertions(withoutAssertions(tree))
}

const pathPart = fc.constantFrom(
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
/** Without the group, two words are adjacent. */
const joint = fc.constantFrom('(/)', '(/)', '(.)', '(.)', '(/(.))', '(.(/))', '(/)(.)', '(/b)', '(.b)', '(/:c/)', '(-)')
const part: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc
      .tuple(pathPart, joint, pathPart, fc.boolean())
      .map(([a, group, b, isOptional]) => (isOptional ? `/${a}${group}(${b})` : `/${a}${group}${b}`)),
  },
  { weight: 8, arbitrary: pathPart.map((text) => `/${text}`) },
  { weight: 2, arbitrary: pathPart.map((text) => `(/${text})`) },
  { weight: 1, arbitrary: fc.tuple(pathPart, pathPart).map(([a, b]) => `(/${a}(/${b}))`) },
  { weight: 1, arbitrary: fc.tuple(pathPart, pathPart).map(([a, b]) => `(/${a})(/${b})`) },
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
    verbs: fc.constantFrom(['GET'], ['GET'], ['GET'], ['POST'], ['GET', 'POST'], [], ['HEAD'], ['PURGE']),
    requirement: fc.option(requirement),
    second: fc.option(requirement, { freq: 2 }),
    conditions: fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.constantFrom(...CONDITIONS) },
    ),
    defaults: fc.constantFrom({}, {}, { format: 'json' }, { a: 'default' }),
    anchored: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    constrained: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, 2) }),
  })
  .map(
    ({
      pattern: text,
      verbs,
      requirement: firstRequirement,
      second,
      conditions,
      defaults,
      anchored,
      constrained,
    }): ManifestRoute => {
      const segments = parsePattern(text, '8.1')
      const names = paramNames(segments)
      const requirements: Record<string, Requirement> = {}
      if (firstRequirement !== null && names[0] !== undefined) requirements[names[0]] = firstRequirement
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
    },
  )

export const table: fc.Arbitrary<Manifest> = fc
  .array(route, { minLength: 1, maxLength: 8 })
  .map((routes): Manifest => ({
    version: 1,
    routes: routes.map((routeData, index) => ({ ...routeData, action: `a${index}` })),
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
  'aa',
  'bb',
  'aab',
  'newa',
  'caf%c3%a9',
  'é',
  '%2E',
  '..',
  'a?b',
  'b/a',
)
/** A target is a path, or an absolute URL. */
const path = fc
  .tuple(
    fc.oneof(
      { weight: 12, arbitrary: fc.constant('') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('http://h.test', 'https://api.h.test', 'HTTP://h.test:8080', 'http://a@b'),
      },
    ),
    fc.array(word, { maxLength: 5 }),
  )
  .map(([origin, words]) => `${origin}/${words.join('/')}`)
export interface SampleRequest {
  readonly method: string
  readonly path: string
  readonly attributes?: object | undefined
}

export const request: fc.Arbitrary<SampleRequest> = fc.record({
  method: fc.constantFrom(...Array.from({ length: 6 }, () => 'GET'), 'POST', 'HEAD', 'PUT', 'PURGE'),
  path,
  attributes: fc.constantFrom(undefined, undefined, { host: 'api.example.com' }, { protocol: 'https' }, { port: 8080 }),
})

/** True if a requirement of the route looks around, by its source. */
export function hasAssertions({ requirements }: ManifestRoute): boolean {
  return Object.values(requirements).some(
    (candidate) => isRegExpSource(candidate) && /\(\?<?[=!]|[$^]|\\b/i.test(candidate.source),
  )
}

/** What the two matchers make of a request, where they do not agree. */
export interface Difference {
  readonly request: SampleRequest
  readonly emitted: unknown
  readonly reference: unknown
}

/**
 * Compares each form of the matcher with the reference: the first match, all matches, and the verbs with a match.
 * Constraints named `yes` return true, others false.
 */
export function compareMatchers(manifest: Manifest, requests: readonly SampleRequest[]): Comparison {
  const packed = compareForm(manifest, requests, false)
  const small = compareForm(plainRoutesOf(manifest), requests, true)
  return { hits: packed.hits, smallHits: small.hits, differences: [...packed.differences, ...small.differences] }
}

interface Comparison {
  /** The requests that a route of the whole table matches. */
  readonly hits: number
  /** The requests that a route matches which has the form for browsers. */
  readonly smallHits: number
  readonly differences: readonly Difference[]
}

/** The table with the routes that the form for browsers can contain. Their actions name their new indexes. */
function plainRoutesOf(manifest: Manifest): Manifest {
  const routes = manifest.routes.filter((route) =>
    emitModule({ ...manifest, routes: [route] }, { forBrowser: true }).code.includes('openSmallTable('),
  )
  return { ...manifest, routes: routes.map((route, index) => ({ ...route, action: `a${index}` })) }
}

function compareForm(
  manifest: Manifest,
  requests: readonly SampleRequest[],
  forBrowser: boolean,
): { readonly hits: number; readonly differences: readonly Difference[] } {
  const { match, matchAll, allowedMethods } = matcherOf(manifest, forBrowser)
  const reference = referenceAnswers(manifest, (callable) => callable.export === 'yes')
  const differences: Difference[] = []
  let hits = 0
  for (const [index, sample] of requests.entries()) {
    const { method, path: target, attributes } = sample
    const matchesFor = (verb: string) => reference(verb, target, attributes).filter(({ status }) => status === 'match')
    const matches = matchesFor(method)
    if (matches.length > 0) hits++
    // The reference matcher takes its time for each verb.
    const asksVerbs = index % 5 === 0
    const expected = {
      first: matches[0] ?? null,
      whole: matches[0] ?? null,
      answers: matches,
      verbs: asksVerbs && verbsOf(manifest).filter((verb) => matchesFor(verb).length > 0),
    }
    const firstMatch = match(method, target, attributes)
    // The host of a target counts before what else is said of a whole request.
    const isWhole = attributes === undefined || target.startsWith('/')
    const wholeRequestMatch = isWhole ? match({ headers: {}, ...attributes, method, url: target }) : firstMatch
    const emitted = {
      first: firstMatch && plainAnswer(firstMatch),
      whole: wholeRequestMatch && plainAnswer(wholeRequestMatch),
      answers: Array.from(matchAll(method, target, attributes), plainAnswer),
      verbs: asksVerbs && allowedMethods(target, attributes),
    }
    if (!isDeepStrictEqual(emitted, expected)) differences.push({ request: sample, emitted, reference: expected })
  }
  return { hits, differences }
}

/** The verbs under which a path of a table may be said to be answered. The samples name one that is not common. */
export function verbsOf({ routes }: Manifest): string[] {
  const common = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  return routes.some(({ verbs }) => verbs.includes('PURGE')) ? [...common, 'PURGE'] : common
}

/** In the reference matcher's form. The action of a sample names its index. */
function plainAnswer({ action, params, path: canonical, rest }: RouteMatch): object {
  return {
    status: 'match',
    route: Number(action!.slice(1)),
    params: { ...params },
    path: canonical,
    ...(rest !== undefined && { rest }),
  }
}

/** The matching functions for servers, or for browsers. Constraints named `yes` return true, others false. */
function matcherOf(manifest: Manifest, forBrowser: boolean) {
  const { code } = emitModule(manifest, { forBrowser })
  const runnable = code.replace(/^const (callable\d+) = \(\) => true$/gm, (_line, name: string) => {
    const constraintNames = [
      ...new Set(manifest.routes.flatMap(({ constraints }) => constraints.map((constraint) => constraint.export))),
    ]
    return `const ${name} = () => ${constraintNames[Number(name.slice('callable'.length))] === 'yes'}`
  })
  return loadModule(runnable) as unknown as { match: Match; matchAll: MatchAll; allowedMethods: AllowedMethods }
}
