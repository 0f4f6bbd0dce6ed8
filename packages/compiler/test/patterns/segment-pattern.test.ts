import { describe, expect, it } from 'vitest'
import { CORPORA, readCorpus } from '../conformance/corpus.ts'
import { compiledCase } from '../conformance/replay.ts'
import { compileRoutes, type ManifestRoute } from '../../src/index.ts'
import { findPath, matchesPath } from '../../src/patterns/automata/inclusion.ts'
import { languageOf } from '../../src/patterns/routes/language.ts'
import { planRoute } from '../../src/patterns/routes/plan-route.ts'
import { mayEndWithFormat } from '../../src/patterns/routes/route-pattern.ts'
import {
  matchesSegments,
  samplePath,
  segmentPatternOf,
  includesPattern,
} from '../../src/patterns/routes/segment-pattern.ts'

function routesOf(paths: readonly string[]): readonly ManifestRoute[] {
  const { manifest } = compileRoutes((r) => {
    for (const path of paths) {
      r.get(path, { to: 'x#y', as: null })
      r.get(path, { to: 'x#y', as: null, format: false })
    }
  })
  return manifest!.routes
}

const routes = routesOf([
  '/',
  'a',
  'b',
  ':x',
  'a/b',
  'a/:x',
  ':x/b',
  ':x/:y',
  '*rest',
  'a/*rest',
  ':x/*rest',
  'a/:x/*rest',
  'a-b',
])
const paths = [
  '/',
  '/a',
  '/b',
  '/a-b',
  '/~',
  '/a.json',
  '/a.json.gz',
  '/a.',
  '/.json',
  '/a/b',
  '/a/~',
  '/~/b',
  '/~/~',
  '/a/b.x',
  '/a.x/b',
  '/a/b/c',
  '/b/c/d.x',
  '/a/b/c/d',
]

describe('plain patterns', () => {
  it('match what the automata match', () => {
    for (const route of routes) {
      const plain = segmentPatternOf(route)
      if (plain === null) {
        expect(route.pattern).toBe('/')
        continue
      }
      const { automaton } = languageOf(route)!
      for (const path of [...paths, samplePath(plain)]) {
        expect([route.pattern, path, matchesSegments(plain, path)]).toEqual([
          route.pattern,
          path,
          matchesPath(automaton, path),
        ])
      }
    }
  })

  it('take all of another where the automata say so', () => {
    let found = 0
    for (const first of routes) {
      for (const second of routes) {
        const [one, other] = [segmentPatternOf(first), segmentPatternOf(second)]
        if (one === null || other === null) continue
        const proven = findPath(languageOf(second)!.automaton, [languageOf(first)!.automaton]) === null
        expect([first.pattern, second.pattern, includesPattern(one, other)]).toEqual([
          first.pattern,
          second.pattern,
          proven,
        ])
        if (proven) found += 1
      }
    }
    expect(found).toBeGreaterThan(50)
  })
})

it('needs no automaton, unless it ends with a glob', () => {
  let lookups = 0
  for (const name of CORPORA) {
    // A tenth of the recorded tables.
    for (const testCase of readCorpus(name).filter((_, index) => index % 10 === 0)) {
      for (const route of compiledCase(testCase).manifest?.routes ?? []) {
        const plain = segmentPatternOf(route)
        if (plain === null || plain.endsWithGlob || (plain.hasOptionalFormat && !mayEndWithFormat(route))) continue
        lookups += 1
        const kinds = new Set(planRoute(route).flatMap(({ steps }) => steps.map(({ kind }) => kind)))
        expect(
          [...kinds].filter((kind) => kind !== 'literal' && kind !== 'param'),
          route.pattern,
        ).toEqual([])
      }
    }
  }
  expect(lookups).toBeGreaterThan(1000)
})
