import { expect, it } from 'vitest'
import { CORPORA, readCorpus } from '../../test/conformance/corpus.ts'
import { compiledCase } from '../../test/conformance/replay.ts'
import { planRoute } from './plan-route.ts'
import { isLookup } from './is-lookup.ts'

it('is true only of routes whose plan holds no automaton, and of nearly all of them', () => {
  let lookups = 0
  let missed = 0
  for (const name of CORPORA) {
    for (const testCase of readCorpus(name)) {
      for (const route of compiledCase(testCase).manifest?.routes ?? []) {
        const plain = planRoute(route).every(({ steps }) =>
          steps.every(({ kind }) => kind === 'literal' || kind === 'param'),
        )
        if (isLookup(route)) {
          lookups += 1
          expect(plain, route.pattern).toBe(true)
        } else if (plain) {
          missed += 1
        }
      }
    }
  }
  expect(lookups).toBeGreaterThan(10_000)
  expect(missed).toBeLessThan(lookups / 20)
})
