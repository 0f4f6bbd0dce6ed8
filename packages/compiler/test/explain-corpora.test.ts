// Compares the explanations of all recorded requests with an independent matcher: about 15 seconds.
import { describe, expect, it } from 'vitest'
import { explainRequest } from '../src/manifest/explain.ts'
import { CORPORA, readCorpus, REQUEST_COUNTS } from './conformance/corpus.ts'
import { compiledCase } from './conformance/replay.ts'
import { isComplete, simple, sorted } from './explained.ts'
import { referenceMatcher } from './reference-matcher.ts'

describe.each(CORPORA)('explainRequest on %s', (name) => {
  it('gives the answer of the reference matcher to every request', () => {
    const failures: object[] = []
    let requests = 0
    for (const testCase of readCorpus(name)) {
      if (testCase.requests === undefined) continue
      const { manifest } = compiledCase(testCase)
      const match = referenceMatcher(manifest!)
      for (const [method, path, host, attributes] of testCase.requests) {
        requests += 1
        const request = { ...attributes, ...(host != null && { host }) }
        const wanted = match(method, path, request)
        const explained = explainRequest(manifest!, method, path, request)
        const got = simple(explained)
        if (JSON.stringify(got) !== JSON.stringify(sorted(wanted))) {
          failures.push({ id: testCase.id, method, path, wanted, got })
        }
        if (!isComplete(manifest!.routes.length, explained))
          failures.push({ id: testCase.id, method, path, problem: 'routes are left out' })
      }
    }
    expect(requests).toBe(REQUEST_COUNTS[name])
    expect(failures.slice(0, 5)).toEqual([])
  })
})
