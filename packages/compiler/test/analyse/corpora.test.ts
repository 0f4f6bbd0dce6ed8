import { describe, expect, it } from 'vitest'
import type { DiagnosticCode } from '../../src/index.ts'
import { CORPORA, readCorpus } from '../conformance/corpus.ts'
import { compiledCase } from '../conformance/replay.ts'

/** Warnings and hints by code: how often, in all cases of a corpus. Errors are compared by the conformance tests. */
function diagnosticsOf(name: (typeof CORPORA)[number]): Partial<Record<DiagnosticCode, number>> {
  const counts: Partial<Record<DiagnosticCode, number>> = {}
  for (const testCase of readCorpus(name)) {
    for (const { code, severity } of compiledCase(testCase).diagnostics) {
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
        // `conditions`, and the default parameter `name`, which other routers have as an option.
        'unknown-option': 2,
        'unreachable-route': 8,
        'unusual-path': 3,
      },
    ],
    [
      'generated-core',
      {
        'deep-nesting': 20,
        'duplicate-param': 5,
        'shadowed-route': 1,
        // `index` of a singular resource.
        'unknown-only': 10,
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
        // `put('*rest', { to: redirect('/to/%{id}') })`, where there is no `id`.
        'redirect-loop': 1,
        'root-not-first': 1,
        'shadowed-route': 3,
        'unknown-only': 17,
        'unknown-redirect-param': 20,
        'unreachable-route': 76,
        'unused-concern': 169,
        'useless-requirement': 132,
        'useless-restriction': 4,
      },
    ],
  ] as const)('of %s are as many as were counted', (name, expected) => {
    expect(diagnosticsOf(name)).toEqual(expected)
  })

  it('of three real applications are right, one by one', () => {
    const reported = readCorpus('applications').flatMap((testCase) =>
      compiledCase(testCase).diagnostics.map(
        ({ code, message }) => `${testCase.id} ${code}: ${message.replace(/ \(line \d+\)/g, '')}`,
      ),
    )
    expect(reported).toEqual([
      // Rails overrides the option with the method of the call.
      'app-lobsters-lobsters unknown-option: `get` has no option `via`. It is an option of `scope`, `resources`, `match`, `root`, `mount`.',
      // `get "/comments/:id"` stands inside `resources :comments`.
      'app-lobsters-lobsters duplicate-param: The path `/comments/:id/comments/:id(.:format)` has more than one parameter `id`; the last wins.',
      // `get "/messages"` stands before `resources :messages`.
      'app-lobsters-lobsters unreachable-route: `GET /messages(.:format)` can never be reached: `GET /messages(.:format)` comes first and matches all of its requests. For example, `GET /messages` goes to `messages#index`, by `GET /messages(.:format)`.',
      'app-solidus-backend deep-nesting: `refunds` is nested under two identifiers: `/admin/orders/:order_id/payments/:payment_id/refunds`.',
      'app-solidus-backend deep-nesting: `attachment` is nested under two identifiers: `/admin/taxonomies/:taxonomy_id/taxons/:taxon_id/attachment`.',
    ])
  })

  it('of ten more are few, and right', () => {
    const reported = readCorpus('applications-2').flatMap((testCase) =>
      compiledCase(testCase).diagnostics.map(({ code, message }) => ({ of: testCase.id, code, message })),
    )
    const nested = reported.filter(({ code }) => code === 'deep-nesting')
    expect(nested.filter(({ of }) => of === 'app:hitobito')).toHaveLength(34)
    expect(nested).toHaveLength(46)
    expect(
      reported
        .filter(({ code }) => code !== 'deep-nesting')
        .map(({ of, code, message }) => [of, code, message.replace(/ \(line \d+\)/g, '').split('. ')[0]]),
    ).toEqual([
      // `resources :user_upgrades` makes `new`, which a redirect has taken.
      [
        'app:danbooru',
        'unreachable-route',
        '`GET /user_upgrades/new(.:format)` can never be reached: `GET /user_upgrades/new(.:format)` comes first and matches all of its requests',
      ],
      // Rails overrides the option with the method of the call.
      ['app:lobsters', 'unknown-option', '`get` has no option `via`'],
      [
        'app:lobsters',
        'duplicate-param',
        'The path `/comments/:id/comments/:id(.:format)` has more than one parameter `id`; the last wins.',
      ],
      [
        'app:lobsters',
        'unreachable-route',
        '`GET /messages(.:format)` can never be reached: `GET /messages(.:format)` comes first and matches all of its requests',
      ],
      ['app:mastodon', 'unusual-target', 'The action `merged?` cannot be the name of a function in JavaScript.'],
      // `resources :rooms` stands before `namespace :rooms`.
      [
        'app:once-campfire',
        'unreachable-route',
        '3 routes of this call can never be reached: earlier routes match all of their requests',
      ],
    ])
  })
})
