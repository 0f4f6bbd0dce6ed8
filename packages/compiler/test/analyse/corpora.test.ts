import { describe, expect, it } from 'vitest'
import type { DiagnosticCode } from '../../src/index.ts'
import { CORPORA, readCorpus } from '../conformance/corpus.ts'
import { compileCase } from '../conformance/replay.ts'

/** Warnings and hints by code: how often, in all cases of a corpus. Errors are compared by the conformance tests. */
function remarksOf(name: (typeof CORPORA)[number]): Partial<Record<DiagnosticCode, number>> {
  const counts: Partial<Record<DiagnosticCode, number>> = {}
  for (const testCase of readCorpus(name)) {
    for (const { code, severity } of compileCase(testCase).diagnostics) {
      if (severity !== 'error') counts[code] = (counts[code] ?? 0) + 1
    }
  }
  return counts
}

describe('warnings and hints', () => {
  // Each was looked at. The generated corpora are random route files, full of what nobody would write.
  it.each([
    [
      'rails-suite',
      {
        'deep-nesting': 11,
        'duplicate-param': 1,
        'root-not-first': 4,
        // Default parameters that the suite passes as options: `bucket_type: 'post'`, `trailing_slash: true`.
        'unknown-option': 9,
        'unreachable-route': 8,
      },
    ],
    [
      'generated-core',
      {
        'deep-nesting': 20,
        'duplicate-param': 5,
        'root-not-first': 31,
        'shadowed-route': 1,
        'unreachable-route': 48,
        'unused-concern': 124,
        'useless-requirement': 90,
        'useless-restriction': 1,
      },
    ],
    [
      'generated-full',
      {
        'deep-nesting': 18,
        'duplicate-param': 11,
        'root-not-first': 62,
        'shadowed-route': 3,
        'unknown-redirect-param': 20,
        'unreachable-route': 76,
        'unused-concern': 169,
        'useless-requirement': 132,
        'useless-restriction': 4,
      },
    ],
  ] as const)('of %s are as many as were counted', (name, expected) => {
    expect(remarksOf(name)).toEqual(expected)
  })

  it('of the three real applications are right, one by one', () => {
    const remarks = readCorpus('applications').flatMap((testCase) =>
      compileCase(testCase).diagnostics.map(({ code, message }) => `${testCase.id} ${code}: ${message}`),
    )
    expect(remarks).toEqual([
      'app-huginn-huginn root-not-first: The root comes after 80 other routes.',
      // It becomes a default parameter of every request for the root, which nothing reads.
      'app-lobsters-lobsters unknown-option: `root` has no option `protocol`.',
      // `get "/comments/:id"` stands inside `resources :comments`.
      'app-lobsters-lobsters duplicate-param: The path `/comments/:id/comments/:id(.:format)` has more than one parameter `id`; the last wins.',
      // `get "/messages"` stands before `resources :messages`.
      'app-lobsters-lobsters unreachable-route: `GET /messages(.:format)` can never be reached: `GET /messages(.:format)` comes first and takes all of its requests. For example, `GET /messages` goes to `messages#index`, by `GET /messages(.:format)`.',
      'app-solidus-backend deep-nesting: `refunds` is nested under two identifiers: `/admin/orders/:order_id/payments/:payment_id/refunds`.',
      'app-solidus-backend deep-nesting: `attachment` is nested under two identifiers: `/admin/taxonomies/:taxonomy_id/taxons/:taxon_id/attachment`.',
    ])
  })
})
