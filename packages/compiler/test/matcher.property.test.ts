import fc from 'fast-check'
import type { Match } from '@turnout/runtime'
import { describe, expect, it } from 'vitest'
import { compileRoutes, explainRequest } from '../src/index.ts'
import { BY_NAME } from '../src/manifest/manifest.ts'
import { Table } from '../src/manifest/explain/table.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { loadModule } from './load-module.ts'
import { fixedSeed, runsOf } from './runs.ts'
import { compareMatchers, hasAssertions, request, table, verbsOf } from './matcher-samples.ts'
import { referenceMatcher } from './reference-matcher.ts'

/**
 * The emitted matcher against the reference matcher, on random tables and paths. A failure prints its seed.
 * `scripts/fuzz-matcher.mjs` is the long run.
 */
const SEED = fixedSeed(20261121)
const RUNS = runsOf(600)

describe('the emitted matcher', () => {
  it(`answers as the reference matcher does (seed ${SEED})`, () => {
    let hits = 0
    let smallHits = 0
    const agree = fc.property(table, fc.array(request, { minLength: 1, maxLength: 60 }), (manifest, requests) => {
      const found = compareMatchers(manifest, requests)
      hits += found.hits
      smallHits += found.smallHits
      expect(found.differences).toEqual([])
    })
    fc.assert(agree, { seed: SEED, numRuns: RUNS })
    expect(hits).toBeGreaterThan(RUNS)
    expect(smallHits).toBeGreaterThan(RUNS / 100)
  })
})

describe('the explanation of a request', () => {
  it(`is what the reference matcher does (seed ${SEED})`, () => {
    let asserting = 0
    const agree = fc.property(table, fc.array(request, { minLength: 1, maxLength: 30 }), (manifest, requests) => {
      asserting += manifest.routes.filter(hasAssertions).length
      // What functions say is not known when a table is explained.
      const plain = { ...manifest, routes: manifest.routes.map((route) => ({ ...route, constraints: [] })) }
      const reference = referenceMatcher(plain)
      for (const { method, path, attributes } of requests) {
        const expected = reference(method, path, attributes)
        const { status, path: canonical, answers, allowedMethods } = explainRequest(plain, method, path, attributes)
        expect(status).toBe(expected.status)
        const isAnswered = (verb: string) => reference(verb, path, attributes).status === 'match'
        expect(allowedMethods).toEqual(expected.status === 'match' ? [] : verbsOf(plain).filter(isAnswered))
        if (expected.status !== 'match') continue
        const { index, params, rest } = answers[0]!
        const found = { status, route: index, params: { ...params }, path: canonical, ...(rest !== null && { rest }) }
        expect(found).toEqual(expected)
      }
    })
    fc.assert(agree, { seed: SEED, numRuns: RUNS / 5 })
    expect(asserting).toBeGreaterThan(RUNS / 10)
  })
})

describe('the index of candidates', () => {
  it(`misses no route that matches a path, and no pair of routes that share one (seed ${SEED})`, () => {
    let pairs = 0
    const complete = fc.property(table, fc.array(request, { minLength: 1, maxLength: 30 }), (random, requests) => {
      // A route with a function constraint does not end the list of answers.
      const constraints = [{ module: BY_NAME, export: 'moody' }]
      const manifest = { ...random, routes: random.routes.map((route) => ({ ...route, constraints })) }
      const indexed = new Table(manifest)
      for (const { method, path, attributes } of requests) {
        const { status, path: canonical, answers } = explainRequest(manifest, method, path, attributes)
        // An absolute URL is also the source of the host and the port.
        if (status !== 'match' || !path.startsWith('/')) continue
        expect(indexed.answers(method, canonical!, attributes ?? {})).toEqual(answers)
        for (const { route } of answers) {
          const overlapping = indexed.overlapping(route)
          for (const { index } of answers) expect(overlapping).toContain(index)
          pairs += answers.length - 1
        }
      }
    })
    fc.assert(complete, { seed: SEED, numRuns: RUNS / 5 })
    expect(pairs).toBeGreaterThan(RUNS / 30)
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
