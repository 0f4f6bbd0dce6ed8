import { describe, expect, it } from 'vitest'
import { CORPORA, readCorpus, type Case, type ExpectedRoute } from './corpus.ts'
import { compileCase } from './replay.ts'
import { toExpectedRoute, withPlainSlashes } from './expected-route.ts'

/** Cases of each corpus, so that a lost line is noticed. Together: 2,083 with each version. */
const SIZES = {
  'rails-suite': 416,
  'generated-core': 500,
  'generated-full': 700,
  applications: 3,
  'applications-2': 10,
  'applications-3': 8,
  'rails-8.1': 348,
  'rails-both': 98,
}

describe.each(CORPORA)('routes of %s', (name) => {
  const cases = readCorpus(name)

  it('has all its cases', () => {
    expect(cases).toHaveLength(SIZES[name])
  })

  it('are those that Rails made', () => {
    const failures = cases.flatMap((each) => difference(each) ?? [])
    expect(failures).toEqual([])
  })
})

/** What is wrong with a case, or null. Rails stops at its first error; ours must be for the same reason. */
function difference(testCase: Case): object | null {
  const { manifest, diagnostics } = compileCase(testCase)
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
  const { error } = testCase.expect
  const routes = testCase.expect.routes?.map((route) => withPlainSlashes(route as never)) as
    | readonly ExpectedRoute[]
    | undefined
  if (error !== undefined) {
    return errors[0]?.code === error.code
      ? null
      : { id: testCase.id, expected: error, errors: errors.map(({ code, message }) => `${code}: ${message}`) }
  }
  if (manifest === null) return { id: testCase.id, errors: errors.map(({ code, message }) => `${code}: ${message}`) }
  const actual: ExpectedRoute[] = manifest.routes.map(toExpectedRoute)
  try {
    expect(actual).toEqual(routes)
    return null
  } catch {
    const at = routes!.findIndex((route, index) => !same(route, actual[index]))
    return {
      id: testCase.id,
      at,
      expected: routes![at] ?? `${routes!.length} routes`,
      actual: actual[at] ?? `${actual.length} routes`,
    }
  }
}

function same(a: unknown, b: unknown): boolean {
  try {
    expect(a).toEqual(b)
    return true
  } catch {
    return false
  }
}
