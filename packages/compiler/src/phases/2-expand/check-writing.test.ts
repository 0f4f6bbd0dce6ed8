import { describe, expect, it } from 'vitest'
import { outcome } from '../../../test/outcome.ts'
import { action } from '../../dsl.ts'
import { compileRoutes } from '../../index.ts'
import { checkWrittenPath, checkWrittenRequirements } from './check-writing.ts'

describe('a path with a colon or a star without a name', () => {
  it('is reported, even if the path is only that mark', () => {
    expect([...checkWrittenPath(':', '7.2')]).toEqual([['unusual-path', { path: ':', holds: ':', isParam: false }]])
    expect([...checkWrittenPath('*', '7.2')]).toEqual([['unusual-path', { path: '*', holds: '*', isParam: false }]])
    expect([...checkWrittenPath('|', '7.2')]).toEqual([['unusual-path', { path: '|', holds: '|' }]])
  })

  it('is cut to 80 characters in the message', () => {
    const path = `|${'x'.repeat(79)}`
    expect([...checkWrittenPath(path, '8.1')]).toEqual([['unusual-path', { path, holds: '|' }]])
    const shown = `|${'x'.repeat(78)}…`
    expect([...checkWrittenPath(`${path}x`, '8.1')]).toEqual([['unusual-path', { path: shown, holds: '|' }]])
  })

  it('is not reported for a symbol, which names a resource', () => {
    expect(outcome((r) => r.resources('photos', { path: action('fotos'), only: 'index' }))).toEqual([
      'photos GET /fotos(.:format) photos#index',
    ])
  })
})

describe('a path in the notation of another router', () => {
  it.each([
    ['photos/{id}', '{id}', ':id'],
    ['photos/{id:[0-9]{2}}/x', '{id:[0-9]{2}}', ':id` with the option `id: /[0-9]{2}/'],
    ['files/{*path}', '{*path}', '*path'],
    ['files/{path...}', '{path...}', '*path'],
    ['photos/[id]', '[id]', ':id'],
    ['photos/[[lang]]', '[[lang]]', '(:lang)'],
    ['[...rest]', '[...rest]', '*rest'],
    ['docs/[[...rest]]', '[[...rest]]', '(*rest)'],
    ['photos/$id', '$id', ':id'],
    ['photos/<id>', '<id>', ':id'],
    ['photos/<int:id>', '<int:id>', ':id'],
    ['photos/:id(\\d+)', ':id(\\d+)', ':id` with the option `id: /\\d+/'],
    ['photos/:id{[0-9]+}', ':id{[0-9]+}', ':id` with the option `id: /[0-9]+/'],
    ['photos/:id<\\d+>', ':id<\\d+>', ':id` with the option `id: /\\d+/'],
    ['files/:path+', ':path+', '*path'],
    ['files/:path*', ':path*', '*path'],
    ['files/{...path}', '{...path}', '*path'],
    ['photos/{id:int}', '{id:int}', ':id` with the option `id: /\\d+/'],
    ['photos{/:id}', '{/:id}', '(/:id)'],
    ['/:path(.*)*', ':path(.*)*', '*path'],
    ['files/$', '$', '*path'],
    ['photos/[id=integer]', '[id=integer]', ':id` with the option `id: /\\d+/'],
    ['docs/[[lang=lang]]', '[[lang=lang]]', '(:lang)` with the option `lang: /…/'],
    ['files/[...path=safe]', '[...path=safe]', '*path'],
    ['photos/photo-[id]', '[id]', ':id'],
    ['@[user]', '[user]', ':user'],
    ['photos/{$id}', '{$id}', ':id'],
    ['{-$locale}/about', '{-$locale}', '(:locale)'],
    ['files/{$}', '{$}', '*path'],
    ['photos/${id}', '${id}', ':id'],
    ['photos/#{id}', '#{id}', ':id'],
    ['photos/:id([a-z]+)', ':id([a-z]+)', ':id` with the option `id: /[a-z]+/'],
  ])('%s compiles, as in Rails, and has a warning of its own', (path, written, inRails) => {
    expect([...checkWrittenPath(path, '8.1')]).toEqual([['unusual-path', { path, written, inRails }]])
    const { manifest, diagnostics } = compileRoutes((r) => r.get(path, { to: 'a#b', as: 'x' }))
    expect(manifest).not.toBeNull()
    expect(diagnostics.map(({ severity, code }) => [severity, code])).toEqual([['warning', 'unusual-path']])
  })

  it.each([
    'photos/:id(.:format)',
    ':a+:b',
    ':id+x',
    ':a(-:b)',
    ':id(/edit)',
    'a[b]',
    'prices/5$',
    'x$y',
    '(:locale)/a',
    'tags[]',
  ])('%s is none', (path) => {
    expect([...checkWrittenPath(path, '8.1')]).toEqual([])
  })
})

it.each([
  [
    'GET /photos',
    "`GET /photos` begins with a method, which is part of the path. The method is the name of the call: `get('/path')`.",
  ],
  [
    '(_shop)/about',
    '`(_shop)` in `(_shop)/about` is an optional segment, and not a group of routes. To group routes without a path, use `scope`.',
  ],
  [
    '/(shop)/about',
    '`(shop)` in `/(shop)/about` is an optional segment, and not a group of routes. To group routes without a path, use `scope`.',
  ],
  ...[
    ['_auth/posts', '_auth', 'posts'],
    ['/_authenticated/_layout/posts', '_authenticated', '/posts'],
    ['dashboard/@modal/posts', '@modal', 'dashboard/posts'],
    ['(.)photo', '(.)', 'photo'],
    ['feed/(..)(..)photo/:id', '(..)(..)', 'feed/photo/:id'],
    ['posts._index', '_index', 'posts'],
    ['_index', '_index', '/'],
    ['posts/+page.svelte', '+page.svelte', 'posts'],
  ].map(([path, hidden, rest]) => [
    path!,
    `\`${hidden}\` in \`${path}\` is a part of the URL, unlike in a file-based router. Without it, the path is \`${rest}\`.`,
  ]),
])('%s has a warning', (path, message) => {
  const { manifest, diagnostics } = compileRoutes((r) => r.get(path, { to: 'a#b', as: 'x' }))
  expect(manifest).not.toBeNull()
  expect(diagnostics.map(({ code, message: text }) => [code, text])).toEqual([['unusual-path', message]])
})

it.each([
  'photos(/all)',
  '(all)',
  'GET',
  'get/x',
  '/(a)(/b)',
  '/(:locale)/a',
  'users/@me/roles',
  '@:account/posts',
  '_health',
  '_internal/jobs',
  'photos(.):format',
  'a_auth/b',
  'c++/page',
])('%s has no warning', (path) => {
  expect([...checkWrittenPath(path, '8.1')]).toEqual([])
})

it.each(['photos/%{id}', 'photos/%<id>'])('%s has one error, which names the syntax of Rails', (path) => {
  const { diagnostics } = compileRoutes((r) => r.get(path, { to: 'a#b' }))
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    [
      'pattern-syntax',
      `The path \`/${path}\` contains a \`%\` that does not begin a percent-encoded byte. For a parameter, write \`:id\`.`,
    ],
  ])
})

describe('a requirement that is a string', () => {
  it.each(['\\d+', '[a-z]', '[0-9]+', 'json|xml', '.*', '^a', '\\w', 'a{2}'])(
    '%s looks like a regular expression',
    (text) => {
      const { manifest, diagnostics } = compileRoutes((r) => r.get('x/:id', { to: 'a#b', constraints: { id: text } }))
      expect(manifest).not.toBeNull()
      expect(diagnostics.map(({ code }) => code)).toContain('unusual-requirement')
    },
  )

  it.each(['new', 'v1.0', 'a-b', 'C', '2026'])('%s does not', (text) => {
    expect([...checkWrittenRequirements({ id: text })]).toEqual([])
  })
})

it('a handler in place of a path is an error that names the option `to`', () => {
  const { diagnostics } = compileRoutes((r) => r.get('/x', 'notes#show' as never))
  expect(diagnostics.map(({ severity, code, message }) => [severity, code, message])).toEqual([
    [
      'error',
      'misplaced-target',
      "`notes#show` is the target of the route, but `get` would use it as a second path. Write `{ to: 'notes#show' }`.",
    ],
  ])
})
