import type { Match } from '@turnout/runtime'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileRoutes } from '../../compiler/src/index.ts'
import { emitModule } from '../../compiler/src/phases/5-emit/emit-module.ts'
import { readCorpus } from '../../compiler/test/conformance/corpus.ts'
import { compiledCase } from '../../compiler/test/conformance/replay.ts'
import { loadModule } from '../../compiler/test/load-module.ts'
import { compareExport, exportSample, exportToRou3, exportToUrlPattern, paramsOf } from './export-samples.ts'
import { fixedSeed, runsOf } from '../../compiler/test/runs.ts'

const TABLES = [
  ['rou3', exportToRou3],
  ['URLPattern', exportToUrlPattern],
] as const

/** Of each corpus: routes, those of which all is said, requests of canonical paths, and those of them that were compared. */
const COUNTS: Readonly<Record<string, object>> = {
  'rou3, applications': { routes: 601, said: 581, requests: 819, compared: 798 },
  'rou3, generated-full': { routes: 6857, said: 6128, requests: 14_583, compared: 13_840 },
  'URLPattern, applications': { routes: 601, said: 584, requests: 819, compared: 804 },
  'URLPattern, generated-full': { routes: 6857, said: 6425, requests: 14_583, compared: 14_372 },
}

/** A path as `match` makes it canonical, so that other routers have no reason to differ. */
const CANONICAL = /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,;=:@-]+)+)$/

describe.each(TABLES)('the table for %s', (name, make) => {
  it.each(['applications', 'generated-full'] as const)(
    'answers as `match` does what it does not say it cannot: %s',
    (corpus) => {
      const failures: object[] = []
      const count = { routes: 0, said: 0, requests: 0, compared: 0 }
      for (const testCase of readCorpus(corpus)) {
        const { manifest } = compiledCase(testCase)
        if (manifest === null || testCase.requests === undefined) continue
        const { ask, unsaid, size } = make(manifest)
        const match = loadModule(emitModule(manifest).code)['match'] as Match
        const excused = new Set(unsaid.map(({ route }) => route))
        count.routes += manifest.routes.length
        count.said += size - unsaid.filter(({ kept }) => kept).length
        testCase.requests.forEach(([method, path, host], index) => {
          const wanted = testCase.expect.recognized![index]!
          if (method === 'HEAD' || !CANONICAL.test(path)) return
          count.requests += 1
          if (wanted !== null && 'route' in wanted && excused.has(wanted.route)) return
          count.compared += 1
          const ours = match(method, path, host === undefined ? undefined : { host })
          const theirs = ask(method, path)
          const one = ours && { name: ours.name, controller: ours.controller ?? null, params: { ...ours.params } }
          const other = theirs && {
            name: theirs.data['name'],
            controller: theirs.data['controller'],
            params: paramsOf(theirs),
          }
          try {
            expect(other).toEqual(one)
          } catch {
            failures.push({ id: testCase.id, method, path, ours: one, theirs: other })
          }
        })
      }
      expect(failures).toEqual([])
      expect(count).toEqual(COUNTS[`${name}, ${corpus}`])
    },
  )

  /** `scripts/fuzz-exports.mjs` makes 1,000,000 lookups. */
  it('does so in random tables, with requirements of all kinds', () => {
    for (const sample of fc.sample(exportSample(30), { numRuns: runsOf(200), seed: fixedSeed(7) })) {
      const { differences } = compareExport(sample, make)
      expect(differences, JSON.stringify(sample.manifest.routes.map(({ pattern }) => pattern))).toEqual([])
    }
  })
})

/** The first path of each pair is declared first; rou3 would give the lookup to the other. */
it.each([
  ['/a:b/:slug', '/:x/a-b', '/ax/a-b'],
  ['/:x/a:b', '/ab:x/:b', '/abx/ab'],
  ['/:a-b/:c', '/:a/:c-bcd', '/x-b/x-bcd'],
  ['/:a', '/x:a', '/xa'],
])('rou3: %s before %s is listed for %s', (first, second, path) => {
  const { manifest } = compileRoutes((r) => {
    r.get(first, { to: 'a#first', format: false })
    r.get(second, { to: 'a#second', format: false })
  })
  const { ask, unsaid } = exportToRou3(manifest!)
  expect(ask('GET', path)!.data['action']).toBe('second')
  expect(unsaid).toMatchObject([{ route: 0, kept: true, reason: expect.stringContaining(second) }])
})

it('rou3: a route whose optional parts it reads otherwise is listed', () => {
  const { manifest } = compileRoutes((r) => {
    r.get('/list(/:page)(/by-:order)', { to: 'a#list', format: false })
    r.get('/tags(/:a)(/:b)', { to: 'a#tags', format: false })
  })
  const { ask, unsaid } = exportToRou3(manifest!)
  expect(ask('GET', '/list/by-name')!.params).toEqual({ order: 'name' })
  expect(ask('GET', '/tags/x')!.params).toEqual({ a: 'x' })
  expect(unsaid).toMatchObject([{ route: 0, kept: true, reason: expect.stringContaining('other parameters') }])
})

it('rou3: what no path of it matches is left out', () => {
  const { manifest } = compileRoutes((r) => {
    r.get('/*rest', { to: 'a#empty', format: false, rest: /\d*/ })
    r.get('/x/*file', { to: 'a#text', format: false, constraints: { file: 'a.b' } })
  })
  const { ask, unsaid } = exportToRou3(manifest!)
  expect(ask('GET', '/x/a.b')).toBeNull()
  expect(unsaid.map(({ route, kept }) => [route, kept])).toEqual([
    [0, false],
    [1, false],
  ])
})

it('rou3: two routes that it keeps apart are not listed', () => {
  const { manifest } = compileRoutes((r) => {
    r.get('/a:b/:slug', { to: 'a#first', format: false })
    r.get('/:x/a-b', { to: 'a#second', format: false, x: /b+/ })
    r.get('/:id(/:x)', { to: 'a#third', format: false })
  })
  expect(exportToRou3(manifest!).unsaid).toEqual([])
})
