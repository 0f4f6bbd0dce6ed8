import { describe, expect, it } from 'vitest'
import { redirect } from '../../src/dsl.ts'
import { compileRoutes } from '../../src/index.ts'
import { findUnreachableRoutes } from '../../src/phases/4-analyse/find-unreachable-routes.ts'
import { CORPORA, readCorpus } from '../conformance/corpus.ts'
import { compiledCase } from '../conformance/replay.ts'
import { judgeTables } from './judge-tables.ts'
import { fixedSeed, runsOf } from '../runs.ts'

/** `bench/analyse` runs 5,000. */
const TABLES = runsOf(150)

describe('unreachable routes', () => {
  it('are claimed only where no request reaches them, and found nearly always', () => {
    const { wrong, unreachable, found } = judgeTables(TABLES, fixedSeed(20261121))
    expect(wrong).toEqual([])
    expect(unreachable).toBeGreaterThan(TABLES / 4)
    expect(found / unreachable).toBeGreaterThanOrEqual(0.95)
  })

  it('are none behind what may decline', () => {
    function app() {}
    const { diagnostics } = compileRoutes(
      (r) => {
        r.mount(app, { at: '/' })
        r.match('*path', { to: app, via: 'all', as: 'fallback' })
        r.mount(function other() {}, { at: '/' })
        r.root('pages#home')
        r.resources('photos')
        r.get('photos/latest', { to: redirect('/photos') })
      },
      { callables: 'by-name' },
    )
    // Actions and redirects do not decline.
    expect(diagnostics.map(({ code, message }) => [code, message.split(' (line ')[0]])).toEqual([
      ['unreachable-route', '`GET /photos/latest(.:format)`'],
    ])
  })

  it.each(CORPORA)('are none that Rails reached, in %s', (name) => {
    const wrong: string[] = []
    for (const testCase of readCorpus(name)) {
      const { manifest } = compiledCase(testCase)
      if (manifest === null) continue
      const claimed = findUnreachableRoutes(manifest)
      for (const answer of testCase.expect.recognized ?? []) {
        if (answer === null || !('route' in answer)) continue
        const kind = claimed.get(answer.route)?.kind
        if (kind === 'unreachable' || kind === 'unmatchable') wrong.push(`${testCase.id}: ${answer.route}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
