// Each place where `action_dispatch/routing/mapper.rb` changed between Rails 7.2 and 8.1, compiled as both.
import { describe, expect, it } from 'vitest'
import { compileRoutes, type Block } from '../../src/index.ts'
import { action } from '../../src/dsl.ts'
import { outcome, type LooseRoutes } from '../outcome.ts'

type Case = readonly [
  rule: string,
  block: (r: LooseRoutes) => unknown,
  in81: readonly string[],
  in72: readonly string[],
  options?: { readonly apiOnly: true },
]

const CASES: readonly Case[] = [
  [
    'several paths in one call',
    (r) => r.get('a', 'b', { to: 'c#d' }),
    ['wrong-rails-version: `get` has 2 paths. Rails 8.1 accepts only one path in a call.'],
    ['a GET /a(.:format) c#d', 'b GET /b(.:format) c#d'],
  ],
  [
    'a star without a name behind a slash',
    (r) => r.get('files/*', { to: 'a#b' }),
    ['unusual-path: The `*` in `files/*` is a glob with an empty name.'],
    ['unusual-path: The `*` in `files/*` has no glob name after it, so it matches itself.'],
  ],
  [
    'a colon in front of a dash',
    (r) => r.get('at:-here', { to: 'a#b' }),
    ['unusual-path: The `:` in `at:-here` is a parameter with an empty name.'],
    ['unusual-path: The `:` in `at:-here` has no parameter name after it, so it matches itself.'],
  ],
  [
    'a parenthesis that closes nothing',
    (r) => r.get('a)/:id', { to: 'a#b' }),
    ['unusual-path: The `)` in `a)/:id` has no opening parenthesis. Rails 8.1 ignores the rest of the path.'],
    ['pattern-syntax: The path `/a)/:id` cannot be parsed: the `)` closes nothing.'],
  ],
  [
    'a colon at the very end',
    (r) => r.get('a:', { to: 'a#b', format: false }),
    [
      'unusual-path: The `:` in `a:` has no parameter name after it, so it matches itself.',
      'pattern-syntax: The path `/a:` cannot be parsed: the `:` at its end names nothing.',
    ],
    ['unusual-path: The `:` in `a:` has no parameter name after it, so it matches itself.'],
  ],
  [
    'a condition on an attribute that came with 8.1',
    (r) => r.get('a', { to: 'a#b', constraints: { rack_request: /x/ } }),
    ['unreadable-condition: `rack_request` of a request cannot be a condition.'],
    ['useless-requirement: The requirement on `rack_request` has no effect: `/a(.:format)` has no such parameter.'],
  ],
  [
    'no path',
    (r) => r.get({ to: 'a#b' }),
    ['no-path: `get` has no path, so it declares no route.'],
    ['path-not-specified: None of the keys of the object is a path.'],
  ],
  [
    'no argument',
    (r) => r.match(),
    ['no-path: `match` has no path, so it declares no route.'],
    ['path-not-specified: The route has no path.'],
  ],
  [
    'no path, but an option that Rails does not know',
    (r) => r.get({ to: 'a#b', id: /\d+/ }),
    ['path-not-specified: None of the keys of the object is a path.'],
    ['path-not-specified: None of the keys of the object is a path.'],
  ],
  [
    'an endpoint in the map of a path that has `to` as well',
    (r) => r.get({ 'a/b': 'c#d', to: 'e#f' }),
    ['a_b GET /a/b(.:format) e#f'],
    ['a_b GET /a/b(.:format) c#d'],
  ],
  [
    'a controller in the map of a path that has `controller` as well',
    (r) => r.get({ 'a/b': 'pages', controller: 'notes', action: 'show' }),
    ['a_b GET /a/b(.:format) notes#show'],
    ['a_b GET /a/b(.:format) pages#show'],
  ],
  [
    'an action in the map of a path that has `action` as well',
    (r) => r.get({ 'a/b': action('zap'), controller: 'notes', action: 'show' }),
    ['a_b GET /a/b(.:format) notes#show'],
    ['a_b GET /a/b(.:format) notes#zap'],
  ],
  [
    'an unknown action in `only`',
    (r) => r.resources('photos', { only: ['index', 'search'] }),
    ['unknown-only: `only` contains `search`, which is not an action of a resource.'],
    ['unknown-only: `only` contains `search`, which is not an action of a resource.'],
  ],
  [
    'the index of a singular resource in a scope',
    (r) => r.scope({ only: 'index' }, () => r.resource('photo', () => r.get('a'))),
    ['a_photo GET /photo/a(.:format) photos#a'],
    ['a_photo GET /photo/a(.:format) photos#a'],
  ],
  [
    '`new` in `only` of a scope, without forms',
    (r) => r.scope({ only: ['new', 'index'] }, () => r.resources('photos')),
    ['photos GET /photos(.:format) photos#index'],
    ['photos GET /photos(.:format) photos#index', 'new_photo GET /photos/new(.:format) photos#new'],
    { apiOnly: true },
  ],
  [
    '`new` in `only` of a resource, without forms',
    (r) => r.resources('photos', { only: 'new' }),
    ['new_photo GET /photos/new(.:format) photos#new'],
    ['new_photo GET /photos/new(.:format) photos#new'],
    { apiOnly: true },
  ],
  [
    '`only: null` in a scope',
    (r) => r.scope({ only: 'show' }, () => r.scope({ only: null }, () => r.resources('photos'))),
    ['photo GET /photos/:id(.:format) photos#show'],
    [
      'photos GET /photos(.:format) photos#index',
      '- POST /photos(.:format) photos#create',
      'new_photo GET /photos/new(.:format) photos#new',
      'edit_photo GET /photos/:id/edit(.:format) photos#edit',
      'photo GET /photos/:id(.:format) photos#show',
      '- PATCH /photos/:id(.:format) photos#update',
      '- PUT /photos/:id(.:format) photos#update',
      '- DELETE /photos/:id(.:format) photos#destroy',
    ],
  ],
  [
    '`shallow: null` in a resource',
    (r) =>
      r.shallow(() => r.resources('photos', { only: [] }, () => r.resources('notes', { only: 'show', shallow: null }))),
    ['note GET /notes/:id(.:format) notes#show'],
    ['photo_note GET /photos/:photo_id/notes/:id(.:format) notes#show'],
  ],
  [
    '`module: null` in a namespace',
    (r) => r.namespace('admin', { module: null }, () => r.get('a', { to: 'b#c' })),
    ['admin_a GET /admin/a(.:format) admin/b#c'],
    ['admin_a GET /admin/a(.:format) b#c'],
  ],
  [
    '`via: null` in a scope with verbs',
    (r) => r.scope({ via: 'post' }, () => r.match('a', { to: 'b#c', via: null })),
    ['a POST /a(.:format) b#c'],
    ['missing-via: The route has no `via`, so its HTTP methods are unknown.'],
  ],
  [
    '`format: null` in a scope without a format',
    (r) => r.scope({ format: false }, () => r.get('a', { to: 'b#c', format: null })),
    ['a GET /a b#c'],
    ['a GET /a(.:format) b#c'],
  ],
  ['OPTIONS', (r) => r.options('a', { to: 'b#c' }), ['a OPTIONS /a b#c'], ['a OPTIONS /a(.:format) b#c']],
  [
    '`connect`',
    (r) => r.connect('live', { to: 'live#connect' }),
    ['live GET|CONNECT /live live#connect'],
    ['wrong-rails-version: Rails 7.2 has no method `connect`.'],
  ],
]

describe.each(CASES.map(([rule, block, in81, in72, options = {}]) => ({ rule, block, in81, in72, options })))(
  '$rule',
  ({ block, in81, in72, options }) => {
    it('is as in Rails 8.1, which is the default', () => {
      expect(outcome(block, { ...options, rails: '8.1' })).toEqual(in81)
      expect(outcome(block, options)).toEqual(in81)
    })

    it('is as in Rails 7.2', () => {
      expect(outcome(block, { ...options, rails: '7.2' })).toEqual(in72)
    })
  },
)

function isAnchored(block: (r: LooseRoutes) => unknown, rails: '8.1' | '7.2'): boolean {
  const { manifest } = compileRoutes(block as unknown as Block, { rails, callables: 'by-name' })
  return manifest!.routes[0]!.anchored
}

it.each([
  ['`anchor: null`', (r: LooseRoutes) => r.get('a', { to: 'b#c', anchor: null }), true, false],
  ['`anchor: null` of a mount', (r: LooseRoutes) => r.mount(() => {}, { at: 'a', anchor: null }), true, false],
  ['a mount', (r: LooseRoutes) => r.mount(() => {}, { at: 'a' }), false, false],
  ['OPTIONS', (r: LooseRoutes) => r.options('a', { to: 'b#c' }), false, true],
  ['OPTIONS in a map', (r: LooseRoutes) => r.options({ a: 'b#c' }), false, true],
  ['an anchor of OPTIONS', (r: LooseRoutes) => r.options('a', { to: 'b#c', anchor: true }), true, true],
])('%s: whole paths in 8.1, in 7.2', (_call, block, in81, in72) => {
  expect([isAnchored(block, '8.1'), isAnchored(block, '7.2')]).toEqual([in81, in72])
})

describe('what Rails 8.1 refuses', () => {
  it.each([
    ['unknown-only', (r: LooseRoutes) => r.resource('photo', { only: ['index', 'show'] })],
    ['wrong-rails-version', (r: LooseRoutes) => r.get('a', 'b', { to: 'c#d' })],
  ] as const)('is %s, an error that becomes a warning on the way to 8.1', (code, block) => {
    const compile = (options: object) => compileRoutes(block as unknown as Block, options)
    const refused = compile({})
    expect(refused.diagnostics.map(({ severity }) => severity)).toEqual(['error'])
    expect(refused.manifest).toBeNull()
    const lowered = compile({ severities: { [code]: 'warning' } })
    expect(lowered.diagnostics.map((each) => `${each.severity} ${each.code}`)).toEqual([`warning ${code}`])
    expect(lowered.manifest!.routes).toEqual(
      compile({ rails: '7.2' }).manifest!.routes.map((route, at) => ({
        ...route,
        location: lowered.manifest!.routes[at]!.location,
      })),
    )
  })

  it('is a warning in 7.2 where an unknown action is listed', () => {
    const { diagnostics } = compileRoutes((r) => r.resource('photo', { only: ['index' as 'show', 'show'] }), {
      rails: '7.2',
    })
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning unknown-only'])
  })

  it('is a warning in a scope, whose list Rails reads in part', () => {
    const { diagnostics, manifest } = compileRoutes((r) =>
      r.scope({ only: ['index', 'serch' as 'show'] }, () => r.resources('photos')),
    )
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning unknown-only'])
    expect(manifest!.routes.map(({ action: name }) => name)).toEqual(['index'])
  })
})
