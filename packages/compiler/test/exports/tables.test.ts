import type { Match } from '@turnout/runtime'
import fc from 'fast-check'
import { addRoute, createRouter, findRoute } from 'rou3'
import { describe, expect, it } from 'vitest'
import { URLPattern } from 'urlpattern-polyfill/urlpattern'
import type { Manifest } from '../../src/index.ts'
import { checkPath } from '../../src/phases/2-expand/check-path.ts'
import { emitModule } from '../../src/phases/5-emit/emit-module.ts'
import { rou3Table } from '../../src/phases/5-emit/exports/emit-rou3.ts'
import { urlPatternTable } from '../../src/phases/5-emit/exports/emit-urlpattern.ts'
import type { Unsaid } from '../../src/phases/5-emit/exports/unsaid.ts'
import { readCorpus } from '../conformance/corpus.ts'
import { compileCase } from '../conformance/replay.ts'
import { loadModule } from '../load-module.ts'
import { table } from '../matcher-samples.ts'
import { referenceMatcher } from '../reference-matcher.ts'

/** What one of the tables makes of a request. */
interface Answer {
  readonly data: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, string | undefined>>
}

type Ask = (method: string, path: string) => Answer | null

function askRou3(manifest: Manifest): { ask: Ask; unsaid: readonly Unsaid[]; size: number } {
  const { routes, unsaid } = rou3Table(manifest)
  const router = createRouter<Answer['data']>()
  for (const { method, path, data } of routes) addRoute(router, method, path, data)
  const ask: Ask = (method, path) => {
    const found = findRoute(router, method, path)
    return found === undefined ? null : { data: found.data, params: found.params ?? {} }
  }
  return { ask, unsaid, size: new Set(routes.map(({ data }) => data['route'])).size }
}

function askUrlPattern(manifest: Manifest): { ask: Ask; unsaid: readonly Unsaid[]; size: number } {
  const { routes, unsaid } = urlPatternTable(manifest)
  const patterns = routes.map((route) => ({ ...route, pattern: new URLPattern({ pathname: route.pathname }) }))
  const ask: Ask = (method, path) => {
    for (const { methods, pattern, data } of patterns) {
      if (methods.length > 0 && !methods.includes(method)) continue
      const groups = pattern.exec({ pathname: path })?.pathname.groups
      if (groups !== undefined) return { data, params: groups }
    }
    return null
  }
  return { ask, unsaid, size: new Set(routes.map(({ data }) => data['route'])).size }
}

const TABLES = [
  ['rou3', askRou3],
  ['URLPattern', askUrlPattern],
] as const

/** Of each corpus: routes, those of which all is said, requests of canonical paths, and those of them that were compared. */
const COUNTS: Readonly<Record<string, object>> = {
  'rou3, applications': { routes: 601, said: 578, requests: 819, compared: 792 },
  'rou3, generated-full': { routes: 6857, said: 6062, requests: 14_583, compared: 13_750 },
  'URLPattern, applications': { routes: 601, said: 584, requests: 819, compared: 804 },
  'URLPattern, generated-full': { routes: 6857, said: 6425, requests: 14_583, compared: 14_372 },
}

/** A path as `match` makes it canonical, so that other routers have no reason to differ. */
const CANONICAL = /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,;=:@-]+)+)$/

/** Values of params, as `match` gives them: decoded, over the defaults. */
function paramsOf({ data, params }: Answer): Record<string, unknown> {
  const given = Object.entries(params).filter(([name, value]) => value !== undefined && !/^\d/.test(name))
  const decoded = given.map(([name, value]) => [name, decodeURIComponent(value!)] as const)
  return { ...(data['defaults'] as object | undefined), ...Object.fromEntries(decoded) }
}

/** Without routes whose paths the compiler refuses, or makes other ones of. */
function compilable(manifest: Manifest): Manifest {
  const routes = manifest.routes.filter(({ pattern, segments }) => {
    try {
      checkPath(pattern, pattern)
      return segments.some(({ kind }) => kind !== 'optional')
    } catch {
      return false
    }
  })
  return { ...manifest, routes: routes.map((route, index) => ({ ...route, action: `a${index}` })) }
}

describe.each(TABLES)('the table for %s', (name, make) => {
  it.each(['applications', 'generated-full'] as const)(
    'answers as `match` does what it does not say it cannot: %s',
    (corpus) => {
      const failures: object[] = []
      const count = { routes: 0, said: 0, requests: 0, compared: 0 }
      for (const testCase of readCorpus(corpus)) {
        const { manifest } = compileCase(testCase)
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

  it('does so in random tables, with requirements of all kinds', () => {
    const word = fc.constantFrom('a', 'b', 'ab', 'new', '1', '12', 'a-b', 'a.b', 'x', '1.json', 'b.xml', 'ba', 'B1')
    const path = fc.array(word, { maxLength: 4 }).map((words) => `/${words.join('/')}`)
    fc.assert(
      fc.property(table.map(compilable), fc.array(path, { minLength: 30, maxLength: 30 }), (manifest, paths) => {
        const { ask, unsaid } = make(manifest)
        const reference = referenceMatcher(manifest)
        const excused = new Set(unsaid.map(({ route }) => route))
        for (const each of paths) {
          for (const method of ['GET', 'POST']) {
            const ours = reference(method, each)
            if (ours.status === 'match' && excused.has(ours.route)) continue
            const theirs = ask(method, each)
            const wanted = ours.status === 'match' ? { route: ours.route, params: ours.params } : null
            expect(theirs && { route: theirs.data['route'], params: paramsOf(theirs) }, `${method} ${each}`).toEqual(
              wanted,
            )
          }
        }
      }),
      { numRuns: 200, seed: 7 },
    )
  })
})
