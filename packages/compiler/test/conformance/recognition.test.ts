import type { Match, RouteMatch } from '@turnout/runtime'
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../src/index.ts'
import { emitModule } from '../../src/phases/5-emit/emit-module.ts'
import { loadModule } from '../load-module.ts'
import { referenceMatcher, type ReferenceAnswer } from '../reference-matcher.ts'
import { CORPORA, readCorpus, REQUEST_COUNTS, type Case, type Recognized, type Request, type Value } from './corpus.ts'
import { compiledCase } from './replay.ts'

describe.each(CORPORA)('recognition of %s', (name) => {
  const cases = readCorpus(name).filter(({ requests }) => requests !== undefined)

  it('has all its requests', () => {
    expect(cases.reduce((sum, { requests = [] }) => sum + requests.length, 0)).toBe(REQUEST_COUNTS[name])
  })

  it('is what Rails recognised, by the reference matcher', () => {
    const failures = replay(cases, (manifest) => {
      const match = referenceMatcher(manifest)
      return ([method, path, host, attributes], wanted) => {
        const answer = match(method, path, { ...attributes, ...(host != null && { host }) })
        return isReference(manifest, answer, wanted) ? null : answer
      }
    })
    expect(failures).toEqual([])
  })

  it.each([
    ['the emitted matcher', false],
    ['the emitted matcher for browsers', true],
  ])('is what Rails recognised, by %s', (_matcher, forBrowser) => {
    const failures = replay(cases, (manifest) => {
      const match = loadModule(emitModule(manifest, { forBrowser }).code)['match'] as Match
      return ([method, path, host, attributes], wanted) => {
        const request = { ...attributes, ...(host != null && { host }) }
        const answer = match(method, path, Object.keys(request).length === 0 ? undefined : request)
        return isEmitted(manifest, answer, wanted) ? null : (answer ?? 'null')
      }
    })
    expect(failures).toEqual([])
  })
})

/** Runs the requests of all cases; `prepare` answers what judges an answer: null, or what is wrong about it. */
function replay(
  cases: readonly Case[],
  prepare: (manifest: Manifest) => (request: Request, wanted: Recognized) => unknown,
): object[] {
  const failures: object[] = []
  for (const testCase of cases) {
    const { manifest } = compiledCase(testCase)
    if (manifest === null) {
      failures.push({ id: testCase.id, problem: 'does not compile' })
      continue
    }
    const judge = prepare(manifest)
    testCase.requests!.forEach((request, index) => {
      // Rails takes `..` behind an encoded slash for text. Turnout refuses it, since others may decode it (SECURITY.md).
      const isRefused = /(?:%2f|%5c)\.\.(?=\/|%2f|%5c|$)/i.test(request[1])
      const wanted = isRefused ? { error: 'malformed' } : testCase.expect.recognized![index]!
      const problem = judge(request, wanted)
      if (problem !== null) failures.push({ id: testCase.id, request, wanted, problem })
    })
  }
  return failures
}

function isReference(manifest: Manifest, answer: ReferenceAnswer, wanted: Recognized): boolean {
  if (wanted === null) return answer.status === 'no-match'
  if ('error' in wanted) return answer.status === 'bad-request'
  if (answer.status !== 'match' || answer.route !== wanted.route) return false
  const { controller, action } = manifest.routes[answer.route]!
  return sameParams({ controller, action, params: answer.params }, wanted.params)
}

function isEmitted(manifest: Manifest, answer: RouteMatch | null, wanted: Recognized): boolean {
  if (wanted === null || 'error' in wanted) return answer === null
  if (answer === null) return false
  const route = manifest.routes[wanted.route]!
  const { name, controller = null, action = null, params } = answer
  if (name !== route.name || controller !== route.controller || action !== route.action) return false
  if ((route.endpoint?.kind === 'redirect') !== (answer.redirect !== undefined)) return false
  if ((route.endpoint?.kind === 'callable') !== (answer.endpoint !== undefined)) return false
  return sameParams({ controller, action, params }, wanted.params)
}

/** Rails has controller and action among the params. */
function sameParams(
  answer: { controller: string | null; action: string | null; params: Readonly<Record<string, unknown>> },
  wanted: Readonly<Record<string, Value>>,
): boolean {
  const { controller, action, params } = answer
  const all = { ...(controller !== null && { controller }), ...(action !== null && { action }), ...params }
  return sorted(all) === sorted(wanted)
}

/** A callable among the defaults stands in the manifest as where it comes from, in a case as its name. */
function sorted(params: Readonly<Record<string, unknown>>): string {
  const callable = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && 'fn' in value ? { module: 'by-name:', export: value.fn } : value
  return JSON.stringify(
    Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)),
    callable,
  )
}
