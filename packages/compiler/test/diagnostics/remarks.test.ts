import { describe, expect, it } from 'vitest'
import { action, redirect, type Routes } from '../../src/dsl.ts'
import { compileRoutes, type CompileRoutesOptions, type Diagnostic, type DiagnosticCode } from '../../src/index.ts'

type Row = readonly [code: DiagnosticCode, what: string, block: (r: Routes) => void, options?: CompileRoutesOptions]

/** What the types would not let pass. */
const named = (options: object) => options as never
const codesOf = (block: (r: Routes) => void, options: CompileRoutesOptions = {}) =>
  compileRoutes(block, { callables: 'by-name', ...options }).diagnostics.map(({ code }) => code)

/** One test for each example of the catalogue stands in `examples.test.ts`. Here are the borders. */
const raised: readonly Row[] = [
  ['bad-param-name', 'an option `param` that is not an identifier', (r) => r.resources('photos', { param: 'a-b' })],
  ['bad-param-name', 'an empty `param`', (r) => r.resources('photos', { param: '' })],
  [
    'deep-nesting',
    'a concern that nests',
    (r) => {
      r.concern('likeable', (c) => c.resources('likes'))
      r.resources('albums', (a) => a.resources('photos', { concerns: 'likeable' }))
    },
  ],
  ['duplicate-param', 'a scope around that has the same param', (r) => r.scope(':id', () => r.resources('photos'))],
  ['invalid-name', 'a name with a space', (r) => r.get('a', { to: 'a#b', as: 'a b' })],
  ['invalid-name', 'a name beyond ASCII', (r) => r.get('a', { to: 'a#b', as: 'fotó' })],
  [
    'name-collision',
    'a direct URL',
    (r) => {
      r.get('a', { to: 'a#b', as: 'user_post' })
      r.direct('userPost', 'https://example.org')
    },
  ],
  ['reserved-name', 'a direct URL', (r) => r.direct('__proto__', '/a')],
  [
    'reserved-param',
    'a requirement',
    (r) => r.get('a', { to: 'a#b', constraints: named(JSON.parse('{"__proto__":"a"}')) }),
  ],
  [
    'reserved-param',
    'a default',
    (r) => r.defaults(named(JSON.parse('{"__proto__":"a"}')), () => r.get('a', { to: 'a#b' })),
  ],
  [
    'invalid-redirect',
    'a query that is neither kept nor lost',
    (r) => r.get('a', { to: redirect('/b', named({ query: true })) }),
  ],
  [
    'root-not-first',
    'an action that takes all before it',
    (r) => {
      r.match('/', { to: 'pages#any', via: 'all', anchor: false, as: null })
      r.root('pages#home')
    },
  ],
  [
    'root-not-first',
    'a scope that may be left out',
    (r) => {
      r.scope('(:locale)', { locale: /en|de/ }, () => r.get('/', { to: 'pages#welcome' }))
      r.root('pages#home')
    },
  ],
  [
    'shadowed-route',
    'any verb behind a page',
    (r) => {
      r.get(':page', { to: 'pages#show' })
      r.match('about', { to: 'pages#about', via: 'all' })
    },
  ],
  [
    'too-many-optionals',
    'nine groups',
    (r) => {
      r.get(`a${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `(/${n})`).join('')}`, { to: 'a#b', format: false })
    },
  ],
  [
    'unknown-concern',
    'one that is declared below',
    (r) => {
      r.resources('photos', { concerns: 'late' })
      r.concern('late', (c) => c.get('a', { to: 'a#b' }))
    },
  ],
  ['unknown-option', 'of a scope', (r) => r.scope('api', named({ modul: 'api' }), () => r.get('a', { to: 'a#b' }))],
  ['unknown-option', 'of a namespace', (r) => r.namespace('api', named({ pth: 'x' }), () => r.get('a', { to: 'a#b' }))],
  ['unknown-option', 'of the root', (r) => r.root('a#b', named({ az: 'c' }))],
  ['unknown-option', 'a regular expression as a text', (r) => r.get('a/:id', { to: 'a#b', id: '\\d+' })],
  ['unknown-option', 'a slip of an option of another call', (r) => r.mount(Symbol, named({ at: '/a', too: 'a#b' }))],
  ['unknown-option', 'a list', (r) => r.get('a', named({ to: 'a#b', codes: [1] }))],
  ['unknown-option', 'of a mount', (r) => r.mount(Symbol, named({ at: '/a', vai: 'get' }))],
  [
    'unreachable-route',
    'a redirect before',
    (r) => {
      r.get('a', { to: redirect('/b') })
      r.get('a', { to: 'a#b' })
    },
  ],
  [
    'unreachable-route',
    'several requirements together',
    (r) => {
      r.get('a/:id', { to: 'a#number', id: /\d+/ })
      r.get('a/:id', { to: 'a#other', id: /\D+/ })
      r.get('a/:name', { to: 'a#name', name: /\d+|[a-z]+/ })
    },
  ],
  [
    'unreachable-route',
    'several verbs together',
    (r) => {
      r.get('a', { to: 'a#b' })
      r.post('a', { to: 'a#c' })
      r.match('a', { to: 'a#d', via: ['get', 'post'] })
    },
  ],
  [
    'unreachable-route',
    'the same condition',
    (r) => {
      r.get('a', { to: 'a#b', constraints: { subdomain: 'api' } })
      r.get('a', { to: 'a#c', constraints: { subdomain: 'api' } })
    },
  ],
  [
    'unreachable-route',
    'what follows an action that takes all below',
    (r) => {
      r.match('tools', { to: 'tools#any', via: 'all', anchor: false })
      r.get('tools/new', { to: 'tools#new' })
    },
  ],
  ['unused-concern', 'when its name is misspelt nowhere', (r) => r.concern('a', (c) => c.get('a', { to: 'a#b' }))],
  ['unknown-redirect-param', 'another name', (r) => r.get('a/:id', { to: redirect('/b/%{idd}') })],
  [
    'unknown-redirect-param',
    'a part of the URL',
    (r) => r.get('a/:id', { to: redirect({ path: '/b', host: '%{site}' }) }),
  ],
  ['invalid-redirect', 'a line break', (r) => r.get('a', { to: redirect('/b\r\nSet-Cookie: c') })],
  ['invalid-redirect', 'half a surrogate pair', (r) => r.get('a', { to: redirect('/\ud83d') })],
  ['invalid-redirect', 'no host', (r) => r.get('a/:id', { to: redirect('https:///%{id}') })],
  ['invalid-redirect', 'a host that is not valid', (r) => r.get('a', { to: redirect('https://a b/') })],
  ['invalid-redirect', 'a backslash in the host', (r) => r.get('a', { to: redirect('https://h.test\\b') })],
  ['invalid-redirect', 'an address in an odd form', (r) => r.get('a', { to: redirect('//0x7f.1/') })],
  ['invalid-redirect', 'a host in another script', (r) => r.get('a', { to: redirect('https://日本.test/') })],
  ['invalid-redirect', 'a port that is not a number', (r) => r.get('a', { to: redirect('https://h.test:99999/') })],
  ['invalid-redirect', 'a scheme that runs', (r) => r.get('a', { to: redirect('javascript://h.test/%0Aalert(1)') })],
  ...[
    { protocol: 'javascript' },
    { protocol: 'ftp' },
    { protocol: '//' },
    { protocol: 'http://h.test/' },
    { host: 'h.test/b' },
    { host: 'http://h.test' },
    { host: 'a@h.test' },
    { host: '%{id}.h.test' },
    { host: 'h.test\r\n' },
    { host: '' },
    { host: 7 },
    { port: 70_000 },
    { port: '80/b' },
    { port: 1.5 },
    { subdomain: 'a/' },
    { subdomain: 'a@b' },
    { subdomain: 7 },
    { domain: 'h.test/b' },
    { domain: true },
    { path: 7 },
    { path: '/b\n' },
    { params: 'a=b' },
    { params: { a: '\ud83d' } },
    { anchor: '\ud83d' },
    { anchor: ['a'] },
  ].map((parts): Row => [
    'invalid-redirect',
    JSON.stringify(parts),
    (r) => r.get('a/:id', { to: redirect(named(parts)) }),
  ]),
  ...[
    'https://app.test%{id}',
    'https://app.test%{id}/x',
    'https://app.%{id}/x',
    'https://%{id}/x',
    'https://%{id}.test',
    'https://a-%{id}.test',
    '//%{id}.test',
    'https://app.test:%{id}/',
    'https://%{id}@app.test/',
    'https://%{id}.app.test:%{id}/',
    'myapp://%{id}',
  ].map((target): Row => ['open-redirect', target, (r) => r.get('a/:id', { to: redirect(target) })]),
  ['redirect-loop', 'to itself', (r) => r.get('a', { to: redirect('/a') })],
  ['redirect-loop', 'with a query, a fragment, dots', (r) => r.get('a', { to: redirect('/b/../a?c=d#e') })],
  ['redirect-loop', 'a parameter', (r) => r.get(':locale/a', { to: redirect('/en/a') })],
  ['redirect-loop', 'an optional part', (r) => r.get('a(/:page)', { to: redirect('/a/1') })],
  ['redirect-loop', 'on and on', (r) => r.get('a/*rest', { to: redirect('/a/b/%{rest}') })],
  ['redirect-loop', 'options', (r) => r.get('a', { to: redirect({ path: '/a', params: { b: 'c' } }) })],
  ['redirect-loop', 'the protocol that it has', (r) => r.get('a', { to: redirect({ protocol: 'https' }) })],
  ['redirect-loop', 'a POST that becomes GET', (r) => r.match('a', { to: redirect('/a'), via: ['post', 'get'] })],
  [
    'redirect-loop',
    'a circle of three, entered from outside',
    (r) => {
      r.get('in', { to: redirect('/a') })
      r.get('a', { to: redirect('/b') })
      r.get('b', { to: redirect('/c') })
      r.get('c', { to: redirect('/a') })
    },
  ],
  ['unknown-redirect-param', 'a template text of JavaScript', (r) => r.get('a/:id', { to: redirect('/b/${id}') })],
  ['useless-requirement', 'a constraint', (r) => r.get('a/:id', { to: 'a#b', constraints: { idd: /\d/ } })],
  [
    'useless-restriction',
    'all of the actions',
    (r) => {
      r.resources('photos', { only: ['index', 'create', 'new', 'show', 'update', 'destroy', 'edit'] })
    },
  ],
  [
    'useless-restriction',
    'no forms where there are none',
    (r) => r.resources('photos', { except: 'new' }),
    { apiOnly: true },
  ],
  ['unusual-path', 'a colon', (r) => r.get('a/:', { to: 'a#b' })],
  ['unusual-path', 'a star', (r) => r.get('a/*', { to: 'a#b' })],
  ['unusual-path', 'a glob behind a word', (r) => r.get('a-*path', { to: 'a#b' })],
  ['unusual-path', 'an alternative', (r) => r.get('a|b', { to: 'a#b' })],
  ['unusual-path', 'doubled slashes', (r) => r.get('a//b', { to: 'a#b' })],
  ['unusual-path', 'of a scope', (r) => r.scope('a//b', () => r.root('a#b'))],
  ['unusual-path', 'of a namespace', (r) => r.namespace('a', { path: 'a|b' }, () => r.root('a#b'))],
  ['unusual-path', 'of a resource', (r) => r.resources('photos', { path: 'photos/*' })],
  ['unusual-path', 'of a mount', (r) => r.mount(named(Symbol), { at: '//a' })],
  ['unusual-target', 'a method of Ruby', (r) => r.get('a', { to: 'users#show!' })],
  ['unusual-target', 'a question', (r) => r.get('a', { to: 'users#show?' })],
  ['unusual-target', 'a method of Ruby as an action', (r) => r.get('a', { controller: 'a', action: 'show!' })],
  ['unusual-target', 'two actions', (r) => r.get('a', { to: 'a#b#c' })],
]

/** The words of diagnostics that suggestion what was meant. */
const worded: readonly (readonly [words: string, block: (r: Routes) => void])[] = [
  [
    '`get` has no option `via`. It is an option of `scope`, `resources`, `match`, `root`, `mount`.',
    (r) => r.get('a', named({ to: 'a#b', via: 'get' })),
  ],
  [
    '`scope` has no option `on`. It is an option of `match`, the verbs, `root`, `mount`.',
    (r) => r.scope(named({ on: 'new' })),
  ],
  [
    '`mount` has no option `to`. It is an option of `scope`, `resources`, `match`, the verbs, `root`.',
    (r) => r.mount(Symbol, named({ at: '/a', to: 'a#b' })),
  ],
  [
    '`resources` has no option `path_names`. Did you mean `pathNames`?',
    (r) => r.resources('photos', named({ path_names: {} })),
  ],
  [
    '`only` contains `index`, which is not an action of a singular resource.',
    (r) => r.resource('profile', named({ only: ['index'] })),
  ],
  [
    '`only` contains `become`, which is not an action of a resource.',
    (r) => r.resources('photos', named({ only: ['index', 'become'] })),
  ],
  [
    'The first argument of `scope` is an object. `scope` accepts paths, then options, then a block.',
    (r) => r.scope({ module: 'a' }, 'b'),
  ],
  ['`defaults` is not an object of names and values.', (r) => r.scope(named({ defaults: 5 }))],
  ['`pathNames` is not an object of names and values.', (r) => r.resources('photos', named({ pathNames: 'neu' }))],
  ['`defaults` is not an object of names and values.', (r) => r.get('a', named({ to: 'a#b', defaults: 'b' }))],
  [
    'The block threw TypeError: r.gett is not a function: there is no method `gett`. Did you mean `get`?',
    (r) => (r as never as { gett(path: string): void }).gett('a'),
  ],
  [
    'The block threw TypeError: r.frobnicate is not a function: there is no method `frobnicate`.',
    (r) => (r as never as { frobnicate(): void }).frobnicate(),
  ],
  [
    "The block threw TypeError: r.group is not a function: there is no method `group`. Write `scope('path', (r) => { … })`, or `namespace('admin', (r) => { … })`.",
    (r) => (r as never as { group(options: object): void }).group({ prefix: 'admin' }),
  ],
  [
    "The block threw TypeError: Cannot read properties of undefined (reading 'name'). The methods of the DSL return nothing: name a route with the option `as`: `get('photos', { to: 'photos#index', as: 'photos' })`.",
    (r) => (r.get('a', { to: 'a#b' }) as never as { name(name: string): void }).name('x'),
  ],
  [
    "The block threw TypeError: Class constructor PhotosController cannot be invoked without 'new'. A block is a function. The controller of a resource is an option: `resources('photos', { controller: 'photos' })`.",
    (r) =>
      r.resources(
        'photos',
        class PhotosController {
          readonly index = 1
        } as never,
      ),
  ],
  [
    // What the block gets wrong elsewhere is not the DSL's.
    'The block threw TypeError: other.gett is not a function',
    () => {
      const other = {} as { gett(): void }
      other.gett()
    },
  ],
  [
    "`/photos/%{id}` is not the name of an action. Did you mean `redirect('/photos/%{id}')`?",
    (r) => r.controller('a', () => r.get('old/:id', { to: '/photos/%{id}' })),
  ],
  [
    "The route `/old` has no controller: `to` is not `controller#action`, but `/photos`. Did you mean `redirect('/photos')`?",
    (r) => r.get('old', { to: '/photos' }),
  ],
  [
    "`https://example.org/` is not the name of a controller. Did you mean `redirect('https://example.org/#top')`?",
    (r) => r.get('old', { to: 'https://example.org/#top' }),
  ],
  ['`list all` is not the name of an action.', (r) => r.get('photos', { to: 'photos#list all' })],
  [
    '`Admin::Photos` is not the name of a controller. Did you mean `admin/photos#index`?',
    (r) => r.get('photos', { to: 'Admin::Photos#index' }),
  ],
]

const quiet: readonly Row[] = [
  [
    'deep-nesting',
    'shallow around',
    (r) => r.shallow(() => r.resources('a', () => r.resources('b', () => r.resources('c')))),
  ],
  ['deep-nesting', 'one level', (r) => r.resources('albums', (a) => a.resources('photos'))],
  [
    'deep-nesting',
    'singular resources',
    (r) => r.resource('account', (a) => a.resource('plan', (p) => p.resources('bills'))),
  ],
  ['invalid-name', 'a dash', (r) => r.get('sign-in', { to: 'sessions#new' })],
  [
    'name-collision',
    'the style keeps them apart',
    (r) => {
      r.get('a', { to: 'a#b', as: 'user_post' })
      r.get('b', { to: 'a#c', as: 'userPost' })
    },
    { helpers: 'snake_case' },
  ],
  ['reserved-param', 'a harmless property of objects', (r) => r.get('a/:constructor/:toString', { to: 'a#b' })],
  [
    'root-not-first',
    'nothing before it takes its path',
    (r) => {
      r.resources('photos')
      r.namespace('admin', (a) => a.root('pages#home'))
      r.get(':page', { to: 'pages#show' })
      r.get('*path', { to: 'pages#show' })
      r.post('/', { to: 'pages#update', as: null })
      r.root('pages#home')
    },
  ],
  [
    'root-not-first',
    'a root for some requests before it',
    (r) => {
      r.constraints({ subdomain: 'admin' }, () => r.root('admin#home', { as: 'admin_root' }))
      r.constraints(named(Symbol), () => r.root('users#home', { as: 'user_root' }))
      r.root('pages#home')
    },
  ],
  [
    'root-not-first',
    'a mounted app before it, which may decline',
    (r) => {
      r.mount(Symbol, { at: '/' })
      r.root('pages#home')
    },
  ],
  [
    'unreachable-route',
    'what follows a mount, or another endpoint that may decline',
    (r) => {
      r.mount(Symbol, { at: '/tools' })
      r.get('tools/new', { to: 'tools#new' })
      r.get('a', { to: Symbol })
      r.get('a', { to: 'a#b', as: null })
    },
  ],
  [
    'root-not-first',
    'only a namespace has one',
    (r) => {
      r.resources('photos')
      r.namespace('admin', (a) => a.root('pages#home'))
    },
  ],
  [
    'shadowed-route',
    'any verb behind a form',
    (r) => {
      r.put(':page', { to: 'pages#update' })
      r.match('about', { to: 'pages#about', via: 'all' })
    },
  ],
  [
    'too-many-optionals',
    'eight groups with a format',
    (r) => {
      const groups = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `(/${n})`).join('')
      r.get(`a${groups}`, { to: 'a#b' })
      r.get(`b${groups}(.:format)`, { to: 'a#b' })
    },
  ],
  [
    'unknown-only',
    'a scope around resources of both kinds',
    (r) => r.scope({ only: ['index'] }, () => r.resource('a')),
  ],
  ['unknown-option', 'a default parameter', (r) => r.get('faq', { to: 'a#b', id: 'faq', code: 400, draft: false })],
  ['unknown-option', 'the verbs of a root', (r) => r.root({ to: 'a#b', via: 'all' })],
  ['unknown-option', 'a requirement', (r) => r.get('a/:id', { to: 'a#b', id: /\d+/ })],
  [
    'unknown-option',
    'an option of a scope',
    (r) => r.scope('api', { module: 'api', format: false }, () => r.get('a', { to: 'a#b' })),
  ],
  [
    'unreachable-route',
    'a function may say no',
    (r) => {
      r.get('a', { to: 'a#b', constraints: named(Symbol) })
      r.get('a', { to: 'a#c' })
    },
  ],
  [
    'unreachable-route',
    'another condition',
    (r) => {
      r.get('a', { to: 'a#b', constraints: { subdomain: 'api' } })
      r.get('a', { to: 'a#c', constraints: { subdomain: 'www' } })
      r.get('a', { to: 'a#d' })
    },
  ],
  [
    'unreachable-route',
    'verbs that nobody has named',
    (r) => {
      for (const via of ['get', 'post', 'put', 'patch', 'delete'] as const) r.match('a', { to: 'a#b', via })
      r.match('a', { to: 'a#c', via: 'all' })
    },
  ],
  [
    'unreachable-route',
    'a glob does not take the root',
    (r) => {
      r.get('*path', { to: 'a#b' })
      r.root('pages#home')
    },
  ],
  [
    'unreachable-route',
    'HEAD alone',
    (r) => {
      r.match('a/:id', { to: 'a#b', via: 'head' })
      r.get('a/new', { to: 'a#c' })
    },
  ],
  [
    'unused-concern',
    'a block threw before its use',
    (r) => {
      r.concern('a', (c) => c.get('a', { to: 'a#b' }))
      r.namespace('b', () => {
        throw new Error('no')
      })
    },
  ],
  [
    'unused-concern',
    'it is used by another',
    (r) => {
      r.concern('a', (c) => c.get('a', { to: 'a#b' }))
      r.concern('b', (c) => c.concerns('a'))
      r.concerns('b')
    },
  ],
  [
    'unusual-path',
    'marks where they belong',
    (r) => {
      r.get('/:a/*b(.:format)', { to: 'a#b' })
      r.scope('/a/', () => r.get('/b/', { to: 'a#c' }))
      r.get('(:locale)/x.*rest', { to: 'a#d' })
    },
  ],
  ['unusual-target', 'a plain one', (r) => r.get('a', { to: 'a/b#c_d' })],
  [
    'unknown-redirect-param',
    'an optional parameter, a default, a glob, a port',
    (r) => {
      r.get('a(/:id)', { to: redirect('/b/%{id}.%{format}') })
      r.get('b/*rest', { to: redirect('/%{locale}/%{rest}'), defaults: { locale: 'en' } })
      r.get('c/:id', { to: redirect('http://example.org:3000/%{id}') })
    },
  ],
  ...[
    '/日本',
    '/100%',
    '/a b',
    '~%{id}',
    'javascript:alert(%{id})',
    'https://H.test.:8080/%{id}',
    'https://xn--wgv71a.test/?a=%{id}#%{id}',
    'http://[::1]:3000/',
    'http://10.0.0.1/',
    'https://user:word@h.test/',
    'myapp://open/%{id}',
  ].map((target): Row => ['invalid-redirect', target, (r) => r.get('a/:id', { to: redirect(target) })]),
  ...[
    { protocol: 'https' },
    { protocol: 'https://', port: '8443' },
    { host: 'h.test:8080' },
    { host: '[::1]' },
    { subdomain: false },
    { subdomain: '' },
    { subdomain: 'a.b', domain: 'h.test', port: 443 },
    { path: '/日本/%{id}', params: { a: ['b'] }, anchor: 'é' },
    { path: null, host: null, params: null },
  ].map((parts): Row => [
    'invalid-redirect',
    JSON.stringify(parts),
    (r) => r.get('a/:id', { to: redirect(named(parts)) }),
  ]),
  ...[
    'https://%{id}.app.test/x',
    'https://a-%{id}-b.%{id}.app.test:8080',
    '//%{id}.app.test',
    '/%{id}',
    '%{id}//a',
    'https:/%{id}',
    'https://app.test/%{id}',
    'https://app.test?%{id}',
    'https://app.test#%{id}',
  ].map((target): Row => ['open-redirect', target, (r) => r.get('a/:id', { to: redirect(target) })]),
  ['redirect-loop', 'another host', (r) => r.get('a', { to: redirect('https://example.com/a') })],
  ['redirect-loop', 'another port', (r) => r.get('a', { to: redirect({ port: 8080 }) })],
  ['redirect-loop', 'a subdomain', (r) => r.get('a', { to: redirect({ subdomain: 'www' }) })],
  ['redirect-loop', 'a POST that becomes GET', (r) => r.post('a', { to: redirect('/a') })],
  ['redirect-loop', 'a status that is not followed', (r) => r.get('a', { to: redirect('/a', { status: 304 }) })],
  [
    'redirect-loop',
    'a page before it',
    (r) => {
      r.get('en/a', { to: 'a#b' })
      r.get(':locale/a', { to: redirect('/en/a') })
    },
  ],
  [
    'redirect-loop',
    'a function that may say no',
    (r) => {
      r.get('a', { to: redirect('/a'), constraints: () => false })
      r.get('a', { to: redirect('/b') })
    },
  ],
  [
    'redirect-loop',
    'a condition that the next request does not fulfil',
    (r) => {
      r.get('a', { to: redirect({ params: { b: 'c' } }), constraints: { query_string: '' } })
      r.get('a', { to: 'a#b' })
    },
  ],
  [
    'redirect-loop',
    'the protocol is a condition',
    (r) => {
      r.get('a', { to: redirect({ protocol: 'https' }), constraints: { protocol: 'http://' } })
      r.get('a', { to: 'a#b' })
    },
  ],
  [
    'useless-requirement',
    'an attribute of the request',
    (r) => r.get('a', { to: 'a#b', constraints: { subdomain: /api/ } }),
  ],
  [
    'useless-requirement',
    'a scope that only some routes need',
    (r) => r.scope({ id: /\d+/ } as never, () => r.resources('photos')),
  ],
  [
    'useless-restriction',
    'another action than what the scope says',
    (r) => {
      r.scope({ only: 'show' }, () => r.resources('photos', { only: 'index' }))
    },
  ],
  [
    'useless-restriction',
    'a form in an API',
    (r) => r.resources('photos', { only: ['index', 'new'] }),
    { apiOnly: true },
  ],
  [
    'bad-param-name',
    'an action as a path',
    (r) => r.resources('photos', (p) => p.member((m) => m.get(action('preview')))),
  ],
]

function rowOf([code, what, block, options]: Row) {
  return { code, what, block, options }
}

describe('what is raised', () => {
  it.each(raised.map(rowOf))('$code: $what', ({ code, block, options }) => {
    expect(codesOf(block, options)).toContain(code)
  })
})

describe('the words', () => {
  it.each(worded)('%s', (words, block) => {
    const { diagnostics } = compileRoutes(block, { callables: 'by-name' })
    expect(diagnostics.map(({ message }) => message)).toContain(words)
  })
})

it('an action that a resource does not have fails no build in Rails 7.2, and changes nothing else', () => {
  const block = (r: Routes) => r.resources('photos', named({ only: ['index', 'become'] }))
  const { manifest } = compileRoutes(block, { rails: '7.2' })
  expect(manifest?.routes.map(({ action: method }) => method)).toEqual(['index'])
})

describe('what is not raised', () => {
  it.each(quiet.map(rowOf))('$code: $what', ({ code, block, options }) => {
    expect(codesOf(block, options)).not.toContain(code)
  })
})

it('a function in a redirect must be exported, as any in a route', () => {
  const { diagnostics } = compileRoutes((r: Routes) =>
    r.get('a', {
      to: redirect(function moved() {
        return '/b'
      }),
    }),
  )
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['inline-callable', '`moved`, the function of a redirect, is not exported by a module.'],
  ])
})

it('a call that makes many routes unreachable, or repeats a param in many, is reported once', () => {
  const { diagnostics } = compileRoutes((r: Routes) => {
    r.resources('photos')
    r.resources('photos', { controller: 'pictures' })
    r.scope(':id', () => r.resources('albums'))
  })
  expect(diagnostics.map(({ code }) => code)).toEqual(['duplicate-param', 'unreachable-route'])
  expect(diagnostics[1]!.message).toMatch(/^8 routes of this call can never be reached/)
})

describe('routes behind the same earlier one', () => {
  const findings = (block: (r: Routes) => void) =>
    compileRoutes(block, { callables: 'by-name' }).diagnostics.filter(({ code }) => code === 'unreachable-route')

  it('are one diagnostic, which has them all as data', () => {
    const all = findings((r) => {
      r.match('/', { to: 'all#any', via: 'all', anchor: false, as: null })
      r.get('a', { to: 'a#a' })
      r.get('b', { to: 'a#b' })
      r.get('c', { to: 'a#c' })
      r.get('d', { to: 'a#d' })
      r.get('e', { to: 'a#e' })
      r.get('f', { to: 'a#f' })
      r.resources('photos')
    })
    expect(all).toHaveLength(1)
    const [{ message, location, related, occurrences = [] }] = all as [Diagnostic]
    expect(message).toMatch(
      /^`GET \/a\(\.:format\)` and 13 more routes can never be reached, all because of `\/` at .*:\d+:\d+\. They are .* and 6 more\. For example, `GET \/a` goes to `all#any`, by `\/` \(line \d+\)\.$/,
    )
    expect(related.map((each) => each.message)).toEqual([
      '`/` is declared here.',
      ...['b', 'c', 'd', 'e'].map((path) => `\`GET /${path}(.:format)\` is declared here.`),
    ])
    expect(occurrences).toHaveLength(14)
    expect(occurrences[0]!.location).toEqual(location)
    const [, line] = /by `\/` \(line (\d+)\)/.exec(message)!
    expect(occurrences[13]!.message).toBe(
      `\`DELETE /photos/:id(.:format)\` (line ${occurrences[13]!.location!.line}) can never be reached: \`/\` (line ${line}) ` +
        `comes first and matches all of its requests. For example, \`DELETE /photos/1\` goes to \`all#any\`, by \`/\` (line ${line}).`,
    )
    expect(new Set(occurrences.map((each) => JSON.stringify(each.location))).size).toBe(7)
  })

  it('are told one by one where they are few, and apart from those behind another', () => {
    const all = findings((r) => {
      r.get('a/:x', { to: 'a#x' })
      r.get('b/:x', { to: 'b#x' })
      r.get('a/:a', { to: 'a#a' })
      r.get('b/:a', { to: 'b#a' })
      r.get('a/:b', { to: 'a#b' })
      r.get('b/:b', { to: 'b#b' })
      r.get('a/:c', { to: 'a#c' })
      r.get('a/:d', { to: 'a#d' })
    })
    expect(
      all.map(({ message }) => message.replace(/ \(line \d+\)/g, '').replace(/(never be reached).*/, '$1')),
    ).toEqual([
      '`GET /a/:a(.:format)` and 3 more routes can never be reached',
      '`GET /b/:a(.:format)` can never be reached',
      '`GET /b/:b(.:format)` can never be reached',
    ])
  })

  it('are put together where several earlier ones take them, and where one takes a part', () => {
    const { diagnostics } = compileRoutes((r: Routes) => {
      r.get('a/:id', { to: 'a#number', id: /\d+/ })
      r.get('a/:id', { to: 'a#other', id: /\D+/ })
      r.get(':page', { to: 'pages#show', format: false })
      r.get('a/:a', { to: 'a#a', a: /\d+|[a-d]+/ })
      r.get('a/:b', { to: 'a#b', b: /\d+|[e-h]+/ })
      r.get('a/:c', { to: 'a#c', c: /\d+|[i-l]+/ })
      r.get('a/:d', { to: 'a#d', d: /\d+|[m-p]+/ })
      r.get('b', { to: 'a#b' })
      r.get('c', { to: 'a#c' })
      r.get('d', { to: 'a#d' })
      r.get('e', { to: 'a#e' })
    })
    expect(diagnostics.map(({ code, occurrences }) => [code, occurrences?.length])).toEqual([
      ['unreachable-route', 4],
      ['shadowed-route', 4],
    ])
    expect(diagnostics[0]!.message).toContain('all because of the same earlier routes (`GET /a/:id(.:format)`, ')
    expect(diagnostics[1]!.message).toContain('and 3 more routes are shadowed, all because of `GET /:page`')
  })
})
