// What declarations become: their routes, or what is said of them, word for word. Of the borders that no case of Rails'
// own and no example of the catalogue has.
import { expect, it } from 'vitest'
import { action, redirect } from '../../src/dsl.ts'
import { outcome, type LooseRoutes } from '../outcome.ts'

/** The result of a method in another router. */
type Chained = Readonly<Record<string, (...args: unknown[]) => void>>

/** Each with all that is said of it; where nothing is, with its routes. */
const DECLARATIONS: readonly (readonly [block: (r: LooseRoutes) => unknown, expected: readonly string[]])[] = [
  [
    (r) => r.get('a?b', { to: 'a#b' }),
    ['pattern-syntax: The path `/a?b` contains a query. For an optional part, write `(/:id)`.'],
  ],
  [
    (r) => r.get('a%zz', { to: 'a#b' }),
    ['pattern-syntax: The path `/a%zz` contains a `%` that does not begin a percent-encoded byte.'],
  ],
  [
    (r) => r.get('a/%4', { to: 'a#b' }),
    ['pattern-syntax: The path `/a/%4` contains a `%` that does not begin a percent-encoded byte.'],
  ],
  [(r) => r.get('a%4f', { to: 'a#b' }), ['- GET /a%254f(.:format) a#b']],
  [(r) => r.get('a/../b', { to: 'a#b' }), ['dot-segment: The path `/a/../b` contains a `.` or `..` segment.']],
  [(r) => r.get('.', { to: 'a#b' }), ['dot-segment: The path `/.` contains a `.` or `..` segment.']],
  [(r) => r.get('a/.', { to: 'a#b' }), ['dot-segment: The path `/a/.` contains a `.` or `..` segment.']],
  [(r) => r.get('a(/).(/)b', { to: 'a#b' }), ['dot-segment: The path `/a(/).(/)b` contains a `.` or `..` segment.']],
  [(r) => r.get('a(/..)', { to: 'a#b' }), ['dot-segment: The path `/a(/..)` contains a `.` or `..` segment.']],
  [(r) => r.get('a/.b', { to: 'a#b' }), ['- GET /a/.b(.:format) a#b']],
  [(r) => r.get('a/b..', { to: 'a#b' }), ['- GET /a/b..(.:format) a#b']],
  [(r) => r.get('a/...', { to: 'a#b' }), ['- GET /a/...(.:format) a#b']],
  [
    (r) => r.get('photos/:öl', { to: 'a#b' }),
    [
      'unusual-path: The `:` in `photos/:öl` is a parameter with an empty name.',
      'bad-param-name: The path `/photos/:öl` contains a parameter name that is not an identifier.',
    ],
  ],
  [(r) => r.get('fotó', { to: 'a#b', as: 'foto' }), ['foto GET /fot%C3%B3(.:format) a#b']],
  [
    (r) => r.get('a\ud83d', { to: 'a#b' }),
    ['lone-surrogate: The path `"/a\\ud83d"` contains half of a surrogate pair.'],
  ],
  [
    (r) => r.get('a\ude00', { to: 'a#b' }),
    ['lone-surrogate: The path `"/a\\ude00"` contains half of a surrogate pair.'],
  ],
  [(r) => r.get('a😀', { to: 'a#b', as: 'a' }), ['a GET /a%F0%9F%98%80(.:format) a#b']],
  [(r) => r.get('a(b', { to: 'a#b' }), ['pattern-syntax: The path `/a(b` cannot be parsed: the `(` is not closed.']],
  [(r) => r.get(':7a', { to: 'a#b' }), ['bad-param-name: The parameter `:7a` begins with a digit.']],
  [(r) => r.get(':a7', { to: 'a#b' }), ['- GET /:a7(.:format) a#b']],
  [(r) => r.get(':__proto__', { to: 'a#b' }), ['reserved-param: A parameter is named `__proto__`.']],
  [
    (r) => r.get(':a/:a', { to: 'a#b' }),
    ['duplicate-param: The path `/:a/:a(.:format)` has more than one parameter `a`; the last wins.'],
  ],
  [
    (r) => r.get(':a:b', { to: 'a#b' }),
    [
      'adjacent-params: No request matches both `a` and `b` of `/:a:b(.:format)`, because there is nothing between them.',
    ],
  ],
  [
    (r) => r.get('__VITE_x', { to: 'a#b' }),
    ['reserved-token: The path `/__VITE_x` contains a token that Vite replaces.'],
  ],
  [
    (r) => r.scope('/x/', () => r.get('//:controller', { to: 'a#b' })),
    [
      'unusual-path: `//:controller` contains repeated slashes, which count as one.',
      'dynamic-segment: The path `/x/:controller` has a dynamic `:controller` segment.',
    ],
  ],
  [(r) => r.get(':action', { to: 'a#b' }), ['dynamic-segment: The path `/:action` has a dynamic `:action` segment.']],
  [
    (r) => r.get(':controller', { to: 'a#b' }),
    ['dynamic-segment: The path `/:controller` has a dynamic `:controller` segment.'],
  ],
  [(r) => r.get('x'.repeat(8192 - 11), { to: 'a#b', as: 'x' }), [`x GET /${'x'.repeat(8192 - 11)}(.:format) a#b`]],
  [
    (r) => r.get('x'.repeat(8192 - 10), { to: 'a#b', as: 'x' }),
    ['path-too-long: The path is longer than the limit of 8192 characters.'],
  ],
  [
    (r) => r.get('a?' + 'x'.repeat(78), { to: 'a#b' }),
    [
      'pattern-syntax: The path `/a?xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` contains a query. For an optional part, write `(/:id)`.',
    ],
  ],
  [
    (r) => r.get('a?' + 'x'.repeat(79), { to: 'a#b' }),
    [
      'pattern-syntax: The path `/a?xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` contains a query. For an optional part, write `(/:id)`.',
    ],
  ],
  [
    (r) => r.get('a' + '(/b)'.repeat(8), { to: 'a#b', as: 'x' }),
    ['x GET /a(/b)(/b)(/b)(/b)(/b)(/b)(/b)(/b)(.:format) a#b'],
  ],
  [
    (r) => r.get('a' + '(/b)'.repeat(9), { to: 'a#b', as: 'x' }),
    [
      'too-many-optionals: The optional groups of `/a(/b)(/b)(/b)(/b)(/b)(/b)(/b)(/b)(/b)` result in more than 256 paths.',
    ],
  ],
  [
    (r) => r.get('a' + '(/b)'.repeat(8) + '(.:format)', { to: 'a#b', as: 'x', format: false }),
    ['x GET /a(/b)(/b)(/b)(/b)(/b)(/b)(/b)(/b)(.:format) a#b'],
  ],
  [
    (r) => r.get('a' + '(/b)'.repeat(8) + '(.:kind)', { to: 'a#b', as: 'x', format: false }),
    [
      'too-many-optionals: The optional groups of `/a(/b)(/b)(/b)(/b)(/b)(/b)(/b)(/b)(.:kind)` result in more than 256 paths.',
    ],
  ],
  [(r) => r.get(':a', { to: 'a#b', a: new RegExp('x'.repeat(4096)) }), ['- GET /:a(.:format) a#b']],
  [
    (r) => r.get(':a', { to: 'a#b', a: /(?:(?:[a-z]{1,4}-){0,400}\.){0,400}/ }),
    ['unsupported-requirement: The requirement on `a` is too large: it needs more than 50,000 operations.'],
  ],
  [
    (r) => r.get(':a', { to: 'a#b', host: /(?:(?:[a-z]{1,4}-){0,400}\.){0,400}$/ }),
    ['unsupported-requirement: The condition on `host` is too large: it needs more than 50,000 operations.'],
  ],
  [
    (r) => r.get(':a', { to: 'a#b', a: new RegExp('x'.repeat(4097)) }),
    ['requirement-too-long: The requirement on `a` has 4,097 characters; the limit is 4,096.'],
  ],
  [
    (r) => r.get(':a', { to: 'a#b', constraints: { a: ['b', 'x'.repeat(4097)] } }),
    ['requirement-too-long: The requirement on `a` has 4,097 characters; the limit is 4,096.'],
  ],
  [
    (r) => r.get('a', { to: 'a#b', constraints: { host: 'x'.repeat(4097) } }),
    ['requirement-too-long: The condition on `host` has 4,097 characters; the limit is 4,096.'],
  ],
  [(r) => r.get('a', { to: 'a#b', constraints: { port: 80 } }), ['a GET /a(.:format) a#b']],
  [
    (r) => r.get('a', { to: 'a#b', b: /x/ }),
    ['useless-requirement: The requirement on `b` has no effect: `/a(.:format)` has no such parameter.'],
  ],
  [
    (r) => r.get(':id', { to: 'a#b', idd: /x/ }),
    [
      'useless-requirement: The requirement on `idd` has no effect: `/:id(.:format)` has no such parameter. Did you mean `id`?',
    ],
  ],
  [(r) => r.match('a', { to: 'a#b', via: 'link' }), ['a LINK /a(.:format) a#b']],
  [(r) => r.match('a', { to: 'a#b', via: 'frob' }), ['a FROB /a(.:format) a#b']],
  [(r) => r.match('a', { to: 'a#b', via: 'g e t' }), ['unknown-verb: `G E T` is not a verb.']],
  [
    (r) => r.get('old/:id', { to: redirect('/new/:id') }),
    ['unknown-redirect-param: `:id` is not a placeholder, so it does not change. Did you mean `%{id}`?'],
  ],
  [
    (r) => r.get('old/:id', { to: redirect('/new/#{id}') }),
    ['unknown-redirect-param: `#{id}` is not a placeholder, so it does not change. Did you mean `%{id}`?'],
  ],
  [
    (r) => r.get('old/:id', { to: redirect('/new/%{idd}') }),
    [
      'unknown-redirect-param: `%{idd}` becomes an empty string: `/old/:id(.:format)` has no such parameter. Did you mean `%{id}`?',
    ],
  ],
  [(r) => r.get('old/:id', { to: redirect('/new/%{id}') }), ['- GET /old/:id(.:format)']],
  [(r) => r.get('old/:id', { to: redirect('https://%{id}.example.org/') }), ['- GET /old/:id(.:format)']],
  [
    (r) => r.get('old/:id', { to: redirect('https://%{id}.co/x') }),
    ['open-redirect: A request can choose `%{id}` in `https://%{id}.co`, which is not a label before your domain.'],
  ],
  [
    (r) => r.get('old/:id', { to: redirect({ host: '%{id}', path: '/' }) }),
    ['invalid-redirect: `redirect` has an invalid argument: the host "%{id}", which is not a valid one.'],
  ],
  [(r) => r.get('a//b', { to: 'a#b' }), ['unusual-path: `a//b` contains repeated slashes, which count as one.']],
  [
    (r) => r.get('a|b', { to: 'a#b', as: 'x' }),
    ['unusual-path: The `|` in `a|b` does not separate alternatives. It matches itself, as `%7C`.'],
  ],
  [
    (r) => r.get('a:', { to: 'a#b', as: 'x' }),
    ['unusual-path: The `:` in `a:` has no parameter name after it, so it matches itself.'],
  ],
  [
    (r) => r.get('a*b', { to: 'a#b', as: 'x' }),
    ['unusual-path: The `*` in `a*b` has no glob name after it, so it matches itself.'],
  ],
  [
    (r) => r.get('a:' + 'x'.repeat(80) + '|', { to: 'a#b', as: 'x' }),
    [
      'unusual-path: The `|` in `a:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` does not separate alternatives. It matches itself, as `%7C`.',
    ],
  ],
  [
    (r) => r.get('a', { to: 'a#b#c' }),
    ['unusual-target: Only `a#b` of `a#b#c` is used. Rails ignores the part after the second `#`.'],
  ],
  [
    (r) => r.get('a', { to: 'a#b?' }),
    ['unusual-target: The action `b?` cannot be the name of a function in JavaScript.'],
  ],
  [
    (r) => r.get('a', { to: 'a#save!' }),
    ['unusual-target: The action `save!` cannot be the name of a function in JavaScript.'],
  ],
  [
    (r) => r.get('a', { to: 'a' }),
    ['missing-controller: The route `/a` has no controller: `to` contains only the action `a`.'],
  ],
  [
    (r) => r.get('a', { to: '/b' }),
    [
      "missing-controller: The route `/a` has no controller: `to` is not `controller#action`, but `/b`. Did you mean `redirect('/b')`?",
    ],
  ],
  [
    (r) => r.get('a', { to: 'https://b' }),
    [
      "missing-controller: The route `/a` has no controller: `to` is not `controller#action`, but `https://b`. Did you mean `redirect('https://b')`?",
    ],
  ],
  [
    (r) => r.get('a', { to: 'a#%{id}' }),
    ["invalid-action: `%{id}` is not the name of an action. Did you mean `redirect('a#%{id}')`?"],
  ],
  [(r) => r.get('a', { to: '#b' }), ['invalid-controller: `` is not the name of a controller.']],
  [(r) => r.get('a', { to: 'a#' }), ['missing-action: The route `/a` has no action.']],
  [
    (r) => r.get('a', { to: '' }),
    ['missing-controller: The route `/a` has no controller: `to` is not `controller#action`, but ``.'],
  ],
  [
    (r) => r.get('a', { to: 7 }),
    [
      'invalid-to: `to` is neither `controller#action`, nor a redirect, nor a function or object that can handle a request.',
    ],
  ],
  [(r) => r.get('a', { to: 'A B#c' }), ['invalid-controller: `A B` is not the name of a controller.']],
  [(r) => r.get('a', { controller: 7, action: 'b' }), ['a GET /a(.:format) 7#b']],
  [
    (r) => r.get('a', { controller: 'a', action: '__proto__' }),
    ['invalid-action: `__proto__` is not the name of an action.'],
  ],
  [(r) => r.get('a', { to: 'a#b', as: 'a b' }), ['invalid-name: `a b` cannot be the name of a route.']],
  [(r) => r.get('a', { to: 'a#b', as: '__proto__' }), ['reserved-name: A route is named `__proto__`.']],
  [(r) => r.get('a', { to: 'a#b', as: '7a' }), ['invalid-name: `7a` cannot be the name of a route.']],
  [(r) => r.get('a', { to: 'a#b', on: 'member' }), ['outside-resource-scope: `member` is used outside a resource.']],
  [(r) => r.get('a', { to: 'a#b', on: 'x' }), ['invalid-on: `x` is not a level for `on`.']],
  [(r) => r.get('a', { to: 'a#b', on: 7 }), ['invalid-on: `7` is not a level for `on`.']],
  [(r) => r.get('a', { to: 'a#b', format: 7 }), ['a GET /a(.:format) a#b']],
  [(r) => r.get('a', { to: 'a#b', format: /x/ }), ['a GET /a(.:format) a#b']],
  [
    (r) => r.get('a', { to: 'a#b', format: 'json(' }),
    ['invalid-regexp: The format `json(` is a regular expression, as in Rails, and it is invalid: Unterminated group.'],
  ],
  [
    (r) => r.get('a', { to: 'a#b', constraints: 'x' }),
    ['invalid-constraint: `constraints` is neither an object nor a function.'],
  ],
  [
    (r) => r.get('a', { to: 'a#b', constraints: [1] }),
    ['invalid-constraint: `constraints` is neither an object nor a function.'],
  ],
  [
    (r) => r.get('a', { to: 'a#b', constraints: { id: () => true } }),
    ['not-frozen: The constraint on `id` is a function.'],
  ],
  [
    (r) => r.get('a', { to: 'a#b', constraints: { subdomain: () => true } }),
    ['not-frozen: The constraint on `subdomain` is a function.'],
  ],
  [(r) => r.get('a', { to: 'a#b', defaults: 'x' }), ['bad-argument: `defaults` is not an object of names and values.']],
  [(r) => r.get('a', { to: 'a#b', defaults: { a: Symbol('s') } }), ['a GET /a(.:format) a#b']],
  [
    (r) => r.get('a', { to: 'a#b', defaults: { a: { b: 1n } } }),
    ['invalid-default: The default `a` cannot be written as JSON.'],
  ],
  [
    (r) => r.get('a', { to: 'a#b', only: 'index' }),
    ['unknown-option: `get` has no option `only`. It is an option of `scope`, `resources`.'],
  ],
  [(r) => r.get(7), ['bad-argument: The first argument of `get` is 7. `get` accepts a path, then options.']],
  [
    (r) => r.get(null, { to: 'a#b' }),
    ['bad-argument: The first argument of `get` is null. `get` accepts a path, then options.'],
  ],
  [(r) => r.get(), ['no-path: `get` has no path, so it declares no route.']],
  [(r) => r.match('a', { to: 'a#b' }), ['missing-via: The route has no `via`, so its HTTP methods are unknown.']],
  [
    (r) => r.match('a', { to: 'a#b', via: [] }),
    ['missing-via: The route has no `via`, so its HTTP methods are unknown.'],
  ],
  [(r) => r.match('a'), ['missing-via: The route has no `via`, so its HTTP methods are unknown.']],
  [
    (r) => {
      r.get('a', { to: 'a#b' })
      r.get('b', { to: 'a#b', as: 'a' })
    },
    ['duplicate-name: The route name `a` is already in use.'],
  ],
  [
    (r) => {
      r.resources('photos')
      r.resources('photos', { path: 'p' })
    },
    [
      'photos GET /photos(.:format) photos#index',
      '- POST /photos(.:format) photos#create',
      'new_photo GET /photos/new(.:format) photos#new',
      'edit_photo GET /photos/:id/edit(.:format) photos#edit',
      'photo GET /photos/:id(.:format) photos#show',
      '- PATCH /photos/:id(.:format) photos#update',
      '- PUT /photos/:id(.:format) photos#update',
      '- DELETE /photos/:id(.:format) photos#destroy',
      '- GET /p(.:format) photos#index',
      '- POST /p(.:format) photos#create',
      '- GET /p/new(.:format) photos#new',
      '- GET /p/:id/edit(.:format) photos#edit',
      '- GET /p/:id(.:format) photos#show',
      '- PATCH /p/:id(.:format) photos#update',
      '- PUT /p/:id(.:format) photos#update',
      '- DELETE /p/:id(.:format) photos#destroy',
    ],
  ],
  [(r) => r.namespace(), ['bad-argument: `namespace` has no name.']],
  [(r) => r.namespace(7), []],
  [(r) => r.namespace({}), ['bad-argument: `namespace` has no name.']],
  [(r) => r.resources(), ['bad-argument: `resources` has no name.']],
  [
    (r) => r.resources(7),
    [
      '- GET /7(.:format) 7#index',
      '- POST /7(.:format) 7#create',
      'new_7 GET /7/new(.:format) 7#new',
      'edit_7 GET /7/:id/edit(.:format) 7#edit',
      '- GET /7/:id(.:format) 7#show',
      '- PATCH /7/:id(.:format) 7#update',
      '- PUT /7/:id(.:format) 7#update',
      '- DELETE /7/:id(.:format) 7#destroy',
    ],
  ],
  [(r) => r.resources('a b'), ['invalid-controller: `a b` is not the name of a controller.']],
  [(r) => r.resources('a/b'), ['invalid-name: `a/b` cannot be the name of a route.']],
  [(r) => r.resources('photos', { param: 'a-b' }), ['bad-param-name: `param` is `a-b`, which is not an identifier.']],
  [(r) => r.resources('photos', { param: 7 }), ['bad-param-name: `param` is `7`, which is not an identifier.']],
  [
    (r) => r.resources('photos', { only: ['index', 'becom'] }),
    ['unknown-only: `only` contains `becom`, which is not an action of a resource.'],
  ],
  [
    (r) => r.resource('photo', { only: 'index' }),
    ['unknown-only: `only` contains `index`, which is not an action of a singular resource.'],
  ],
  [
    (r) => r.resource('photo', { except: ['indx'] }),
    ['unknown-only: `except` contains `indx`, which is not an action of a singular resource.'],
  ],
  [
    (r) => r.resources('photos', { only: 7 }),
    ['unknown-only: `only` contains `7`, which is not an action of a resource.'],
  ],
  [(r) => r.resources('photos', { only: [] }), []],
  [
    (r) => r.resources('photos', { only: null }),
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
  [(r) => r.resources('photos', { only: 'show', except: 'show' }), []],
  [
    (r) => r.resources('photos', { pathNames: 'x' }),
    ['bad-argument: `pathNames` is not an object of names and values.'],
  ],
  [
    (r) => r.resources('photos', { pathNames: { neww: 'x' } }),
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
    (r) => r.resources('photos', { shalow: true }),
    ['unknown-option: `resources` has no option `shalow`. Did you mean `shallow`?'],
  ],
  [(r) => r.resources('photos', { concerns: 'x' }), ['unknown-concern: There is no concern `x`.']],
  [(r) => r.resources('photos', { as: 'a b' }), ['invalid-name: `a b` cannot be the name of a route.']],
  [
    (r) => r.resource('photos'),
    [
      'new_photos GET /photos/new(.:format) photos#new',
      'edit_photos GET /photos/edit(.:format) photos#edit',
      'photos GET /photos(.:format) photos#show',
      '- PATCH /photos(.:format) photos#update',
      '- PUT /photos(.:format) photos#update',
      '- DELETE /photos(.:format) photos#destroy',
      '- POST /photos(.:format) photos#create',
    ],
  ],
  [
    (r) => r.resources('photo'),
    [
      'photo_index GET /photo(.:format) photo#index',
      '- POST /photo(.:format) photo#create',
      'new_photo GET /photo/new(.:format) photo#new',
      'edit_photo GET /photo/:id/edit(.:format) photo#edit',
      'photo GET /photo/:id(.:format) photo#show',
      '- PATCH /photo/:id(.:format) photo#update',
      '- PUT /photo/:id(.:format) photo#update',
      '- DELETE /photo/:id(.:format) photo#destroy',
    ],
  ],
  [
    (r) => r.resources('news'),
    [
      'news_index GET /news(.:format) news#index',
      '- POST /news(.:format) news#create',
      'new_news GET /news/new(.:format) news#new',
      'edit_news GET /news/:id/edit(.:format) news#edit',
      'news GET /news/:id(.:format) news#show',
      '- PATCH /news/:id(.:format) news#update',
      '- PUT /news/:id(.:format) news#update',
      '- DELETE /news/:id(.:format) news#destroy',
    ],
  ],
  [
    (r) => r.resources('status'),
    [
      'status_index GET /status(.:format) status#index',
      '- POST /status(.:format) status#create',
      'new_status GET /status/new(.:format) status#new',
      'edit_status GET /status/:id/edit(.:format) status#edit',
      'status GET /status/:id(.:format) status#show',
      '- PATCH /status/:id(.:format) status#update',
      '- PUT /status/:id(.:format) status#update',
      '- DELETE /status/:id(.:format) status#destroy',
    ],
  ],
  [(r) => r.member(() => {}), ['outside-resource-scope: `member` is used outside a resource.']],
  [(r) => r.collection(() => {}), ['outside-resource-scope: `collection` is used outside a resource.']],
  [(r) => r.new(() => {}), ['outside-resource-scope: `new` is used outside a resource.']],
  [(r) => r.nested(() => {}), ['outside-resource-scope: `nested` is used outside a resource.']],
  [(r) => r.shallow(() => {}), []],
  [
    (r) => r.concern('a'),
    [
      'bad-argument: The second argument of `concern` is undefined. `concern` accepts a name, then a block or an object with the method `call`.',
    ],
  ],
  [(r) => r.concern(7, () => {}), ['unused-concern: Nothing uses the concern `7`.']],
  [(r) => r.concern(), ['bad-argument: `concern` has no name.']],
  [(r) => r.concerns('a'), ['unknown-concern: There is no concern `a`.']],
  [
    (r) => {
      r.concern('photoable', () => {})
      r.concerns('photoabel')
    },
    [
      'unused-concern: Nothing uses the concern `photoable`.',
      'unknown-concern: There is no concern `photoabel`. Did you mean `photoable`?',
    ],
  ],
  [
    (r) => r.scope('a', { as: 'b c' }, () => r.get('x', { to: 'a#b' })),
    ['invalid-name: `b c_x` cannot be the name of a route.'],
  ],
  [(r) => r.scope({ module: 7 }, () => r.get('x', { to: 'a#b' })), ['x GET /x(.:format) 7/a#b']],
  [
    (r) => r.scope({ only: 'x' }, () => r.resources('photos')),
    ['unknown-only: `only` contains `x`, which is not an action of a resource.'],
  ],
  [(r) => r.scope({ to: 'a#b' }, () => r.get('x')), ['x GET /x(.:format) a#b']],
  [(r) => r.scope({ path: 7 }, () => r.get('x', { to: 'a#b' })), ['x GET /7/x(.:format) a#b']],
  [(r) => r.controller('photos', () => r.get('index')), ['index GET /index(.:format) photos#index']],
  [(r) => r.controller(() => {}), ['bad-argument: `controller` has no name.']],
  [(r) => r.defaults('x', () => {}), ['bad-argument: `defaults` accepts an object.']],
  [(r) => r.constraints('x', () => {}), ['invalid-constraint: `constraints` is neither an object nor a function.']],
  [
    (r) => r.constraints({ id: () => true }, () => r.get(':id', { to: 'a#b' })),
    ['not-frozen: The constraint on `id` is a function.'],
  ],
  [(r) => r.mount(), ["invalid-to: `mount` has no app. The app is the first argument: `mount(app, { at: '/path' })`."]],
  [
    (r) => r.mount('app'),
    ["invalid-to: `mount` has no app. The app is the first argument: `mount(app, { at: '/path' })`."],
  ],
  [
    (r) => r.mount(null, { at: 'a' }),
    ["invalid-to: `mount` has no app. The app is the first argument: `mount(app, { at: '/path' })`."],
  ],
  [(r) => r.mount(() => null), ['mount-point-missing: `mount` has no path.']],
  [(r) => r.mount(() => null, { at: 7 }), ['bad-argument: The option `at` is 7, not a string.']],
  [(r) => r.mount(() => null, { at: 'a' }), ['-  /a']],
  [(r) => r.root(), ['missing-controller: The route `/` has no controller.']],
  [(r) => r.scope('a/b/', () => r.get('c')), ['missing-controller: The route `/a/b/c` has no controller.']],
  [(r) => r.root('a#'), ['missing-action: The route `/` has no action.']],
  [(r) => r.root(7), ['root-arguments: The first argument of `root` is 7, which is neither a target nor options.']],
  [(r) => r.root('a#b', { as: 'home' }), ['home GET / a#b']],
  [(r) => r.draw(), ['bad-argument: `draw` has no name.']],
  [(r) => r.draw(7), ["draw-not-found: `draw('7')` found no such route file in `draws`."]],
  [(r) => r.draw('x'), ["draw-not-found: `draw('x')` found no such route file in `draws`."]],
  [(r) => r.direct(), ['bad-argument: `direct` has no name.']],
  [(r) => r.direct('a b', 'https://x'), ['invalid-name: `a b` cannot be the name of a helper.']],
  [(r) => r.direct('__proto__', 'https://x'), ['reserved-name: A helper is named `__proto__`.']],
  [(r) => r.direct('home'), ['bad-argument: `direct` accepts a URL, or an array of a route name and options.']],
  [(r) => r.direct('home', 7), ["unknown-route: `direct('home')` links to `7`, but no route has this name."]],
  [
    (r) => r.direct('home', ['a', 'b']),
    ['bad-argument: `direct` accepts a URL, or an array of a route name and options.'],
  ],
  [
    (r) => r.direct('home', ['a', {}, 1]),
    ['bad-argument: `direct` accepts a URL, or an array of a route name and options.'],
  ],
  [(r) => r.direct('home', ['a', { b: 1n }]), ['invalid-default: The default `b` cannot be written as JSON.']],
  [
    (r) =>
      r.direct('home', () => {
        throw new Error('boom')
      }),
    ['bad-block: The block threw Error: boom. It runs at build time, without a model.'],
  ],
  [(r) => r.direct('home', 'https://x'), []],
  [(r) => r.direct(7, 'https://x'), ['invalid-name: `7` cannot be the name of a helper.']],
  [
    (r) => r.resolve(),
    ["bad-argument: `resolve` accepts model names and a route: `resolve('Basket', () => ['basket'])`."],
  ],
  [
    (r) => r.resolve('User'),
    ["bad-argument: `resolve` accepts model names and a route: `resolve('Basket', () => ['basket'])`."],
  ],
  [(r) => r.resolve('User', 7), ["unknown-route: `resolve('User')` links to `7`, but no route has this name."]],
  [
    (r) => r.resolve('User', ['a', {}, 1]),
    ["bad-argument: `resolve` accepts model names and a route: `resolve('Basket', () => ['basket'])`."],
  ],
  [
    (r) => r.resolve(() => ['user']),
    ["bad-argument: `resolve` accepts model names and a route: `resolve('Basket', () => ['basket'])`."],
  ],
  [(r) => r.resolve(7, 'user'), ["unknown-route: `resolve('7')` links to `user`, but no route has this name."]],
  [
    (r) =>
      r.resolve('User', () => {
        throw new Error('boom')
      }),
    ['bad-block: The block threw Error: boom. It runs at build time, without a model.'],
  ],
  [(r) => r.namespace('a', () => r.resolve('User', 'user')), ['inside-scope: `resolve` is used inside a scope.']],
  [(r) => r.namespace('a', () => r.direct('home', 'https://x')), ['inside-scope: `direct` is used inside a scope.']],
  [(r) => r.resourcesPathNames('x'), ['bad-argument: `resourcesPathNames` accepts an object.']],
  [(r) => r.resourcesPathNames({ new: 7 }), []],
  [(r) => r.resourcesPathNames({ neww: 'x' }), []],
  [
    (r) => r.resources('photos', () => r.resources('photos')),
    [
      'photo_photos GET /photos/:photo_id/photos(.:format) photos#index',
      '- POST /photos/:photo_id/photos(.:format) photos#create',
      'new_photo_photo GET /photos/:photo_id/photos/new(.:format) photos#new',
      'edit_photo_photo GET /photos/:photo_id/photos/:id/edit(.:format) photos#edit',
      'photo_photo GET /photos/:photo_id/photos/:id(.:format) photos#show',
      '- PATCH /photos/:photo_id/photos/:id(.:format) photos#update',
      '- PUT /photos/:photo_id/photos/:id(.:format) photos#update',
      '- DELETE /photos/:photo_id/photos/:id(.:format) photos#destroy',
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
    (r) => r.resources('users', () => r.resources('posts', () => r.resources('comments', () => r.resources('likes')))),
    ['deep-nesting: `comments` is nested under two identifiers: `/users/:user_id/posts/:post_id/comments`.'],
  ],
  [
    (r) => r.resources('photos', () => r.get(':id', { on: 'member', to: 'a#b' })),
    [
      'duplicate-param: The path `/photos/:id/:id(.:format)` has more than one parameter `id`; the last wins.',
      'unreachable-route: `GET /photos/:id/edit(.:format)` can never be reached: `GET /photos/:id/:id(.:format)` comes first and matches all of its requests. For example, `GET /photos/1/edit` goes to `a#b`, by `GET /photos/:id/:id(.:format)`.',
    ],
  ],
  [
    (r) => {
      r.resources('photos', () => {
        r.get('a', { on: 'new' })
        r.get('b', { on: 'new' })
      })
    },
    [
      'a_new_photo GET /photos/new/a(.:format) photos#a',
      'b_new_photo GET /photos/new/b(.:format) photos#b',
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
    (r) => r.resources('photos', () => r.get('b', { on: 'member', path: 'x' })),
    ['ambiguous-path: The call has both the path `b` and the option `path`.'],
  ],
  [
    (r) => r.resources('photos', () => r.root('a#b')),
    [
      'unreachable-route: `GET /photos(.:format)` can never be reached: `GET /photos(.:format)` comes first and matches all of its requests. For example, `GET /photos` goes to `a#b`, by `GET /photos(.:format)`.',
    ],
  ],
  [
    (r) => r.get('a', { to: 'a#b', path: 'c' }),
    ['ambiguous-path: The call has both the path `a` and the option `path`.'],
  ],
  [
    (r) => r.get(7, { to: 'a#b' }),
    ['bad-argument: The first argument of `get` is 7. `get` accepts a path, then options.'],
  ],
  [(r) => r.get({ a: 'b#c' }), ['a GET /a(.:format) b#c']],
  [
    (r) => r.get({ a: 'b#c', d: 'e#f' }),
    [
      'unknown-option: `get` has no option `d`. It looks like another path with its target, but one call declares one path.',
    ],
  ],
  [
    (r) => r.get('a', { to: 'b#c', '/d': 'e' }),
    [
      'unknown-option: `get` has no option `/d`. It looks like another path with its target, but one call declares one path.',
    ],
  ],
  [
    (r) => r.match({ a: 'b#c', 'd/:id': 'e#f', via: 'get' }),
    [
      'unknown-option: `match` has no option `a`. It looks like another path with its target, but one call declares one path.',
    ],
  ],
  [(r) => r.get({ 'a/b': 'b#c', color: '#fff' }), ['a_b GET /a/b(.:format) b#c']],
  [
    (r) => r.get({ a: 7 }),
    [
      'invalid-to: `to` is neither `controller#action`, nor a redirect, nor a function or object that can handle a request.',
    ],
  ],
  [
    (r) => r.get('a', 'b#c'),
    [
      "misplaced-target: `b#c` is the target of the route, but `get` would use it as a second path. Write `{ to: 'b#c' }`.",
    ],
  ],
  [
    (r) => r.get('/x', 'PhotoAlbumsController@index'),
    [
      "misplaced-target: `photo_albums#index` is the target of the route, but `get` would use it as a second path. Write `{ to: 'photo_albums#index' }`.",
    ],
  ],
  [
    (r) => r.get('posts', { to: 'a#b', beforeLoad: () => true }),
    [
      'bad-argument: `get` has no option `beforeLoad`, and a default parameter cannot be a function. For code that runs before an action, export `use` or `middleware` from a controller.',
    ],
  ],
  [
    (r) => r.get('posts', { to: 'a#b', validateSearch: () => true }),
    [
      "bad-argument: `get` has no option `validateSearch`, and a default parameter cannot be a function. A page's module exports `search`.",
    ],
  ],
  [
    (r) => r.get('posts', { to: 'a#b', middleware: ['auth'] }),
    [
      'unknown-option: `get` has no option `middleware`. For code that runs before an action, export `use` or `middleware` from a controller.',
    ],
  ],
  [
    (r) => r.get('posts', { to: 'a#b', schema: { body: {} } }),
    [
      'unknown-option: `get` has no option `schema`. To validate a request, declare the action with `action` in its controller.',
    ],
  ],
  [
    (r) => r.get('posts', { to: 'a#b', middleware: 'auth' }),
    [
      'unknown-option: `get` has no option `middleware`. For code that runs before an action, export `use` or `middleware` from a controller.',
    ],
  ],
  [
    (r) => r.scope('posts', () => r.get('', { to: 'a#b', index: true })),
    [
      "unknown-option: `get` has no option `index`. The route with the path of its block is `get('', { to: 'controller#action' })`.",
    ],
  ],
  [
    (r) => r.get('posts', { to: 'a#b', caseSensitive: true }),
    [
      'unknown-option: `get` has no option `caseSensitive`. Paths are case-sensitive, are compared as a whole, and may end with a slash.',
    ],
  ],
  [
    (r) => r.get('posts', { to: 'a#b', alias: ['/articles'] }),
    ['unknown-option: `get` has no option `alias`. Write one call for each path.'],
  ],
  [
    (r) => r.get('posts/:id', { to: 'a#b', props: true }),
    ['unknown-option: `get` has no option `props`. A page receives the parameters of the path as `params`.'],
  ],
  [
    (r) => r.get('posts', { to: 'a#b', loader: () => [] }),
    [
      "misplaced-target: `get` has no option `loader`. The target of a route is the option `to`. A page's module exports `load`.",
    ],
  ],
  [
    (r) => r.resources('posts', { children: [] }),
    [
      "unknown-option: `resources` has no option `children`. Nested routes belong to a block: `scope('path', (r) => { … })`.",
    ],
  ],
  [
    (r) => r.get('posts', { destination: '/articles', permanent: true }),
    [
      "misplaced-target: `get` has no option `destination`. The target of a route is the option `to`: `{ to: redirect('/articles') }`.",
    ],
  ],
  ...[{ GET: () => [] }, { get: 'a#b', post: 'a#c' }, { GET: { handler: 1 }, POST: {} }].map(
    (handlers) =>
      [
        (r: LooseRoutes) => r.match('x', handlers),
        [
          `misplaced-target: \`match\` has no option \`${Object.keys(handlers)[0]!}\`. The target of a route is the option \`to\`${'get' in handlers ? ": `{ to: 'a#b' }`" : ''}. The method is the name of the call: \`get('path', { to: 'controller#action' })\`.`,
        ],
      ] as const,
  ),
  [
    (r) =>
      r.get('posts', { to: 'a#b', index: 'all', alias: 'list', props: 'x', strict: 'yes', title: 'Posts', view: 'x' }),
    ['posts GET /posts(.:format) a#b'],
  ],
  [
    (r) =>
      r.resources('a/b', { as: 'posts', only: [] }, (p: LooseRoutes) => p.collection(() => r.get('x', { as: 'x y' }))),
    ['invalid-name: `x y_posts` cannot be the name of a route.'],
  ],
  [
    (r) => r.resources('admin/posts', { as: 'posts', only: 'index' }),
    ['posts GET /admin/posts(.:format) admin/posts#index'],
  ],
  [
    (r) => r.get('posts', { to: 'a#b', errorElement: {} }),
    ["unknown-option: `get` has no option `errorElement`. A page's module exports `error`."],
  ],
  [
    (r) => r.get('posts', { to: 'a#b', name: 'posts' }),
    ['unknown-option: `get` has no option `name`. Did you mean `as`?'],
  ],
  [
    (r) => r.get('posts.$id', { to: 'a#b' }),
    ['unusual-path: `$id` in `posts.$id` is static. For a parameter, use the syntax of Rails: `:id`.'],
  ],
  [
    (r) => r.get('($lang)/posts', { to: 'a#b' }),
    ['unusual-path: `$lang` in `($lang)/posts` is static. For a parameter, use the syntax of Rails: `:lang`.'],
  ],
  [
    (r) => r.get('photos/{photo:slug}', { to: 'a#b' }),
    [
      'unusual-path: `{photo:slug}` in `photos/{photo:slug}` is static. For a parameter, use the syntax of Rails: `:photo` with the option `photo: /…/`.',
    ],
  ],
  [
    (r) => r.get('get /posts', { to: 'a#b' }),
    [
      "unusual-path: `get /posts` begins with a method, which is part of the path. The method is the name of the call: `get('/path')`.",
    ],
  ],
  [
    (r) => r.resources('photos', './photos.tsx'),
    [
      'bad-argument: The second argument of `resources` is the string "./photos.tsx". `resources` accepts names and options.',
    ],
  ],
  [
    (r) => (r as unknown as Chained)['singleton']!('profile'),
    [
      "bad-block: The block threw TypeError: r.singleton is not a function: there is no method `singleton`. Write `resource('profile')`.",
    ],
  ],
  [
    (r) => (r.resources('photos') as unknown as Chained)['parameters']!({}),
    [
      "bad-block: The block threw TypeError: Cannot read properties of undefined (reading 'parameters'). The methods of the DSL return nothing: write an option: `resources('photos', { param: 'slug' })`.",
    ],
  ],
  [
    (r) => r.post('/x', () => {}),
    [
      "misplaced-target: The second argument of `post` is a function, which is neither a path nor options. The target of a route is an option: `{ to: 'controller#action' }`.",
    ],
  ],
  [
    (r) => r.get('/x', '#controllers/photos_controller.index'),
    [
      "misplaced-target: `photos#index` is the target of the route, but `get` would use it as a second path. Write `{ to: 'photos#index' }`.",
    ],
  ],
  [
    (r) => r.get('about', './about.tsx'),
    [
      "misplaced-target: `./about.tsx` is the target of the route, but `get` would use it as a second path. Write `{ to: 'controller#action' }`.",
    ],
  ],
  [
    (r) => r.controller('photos', () => r.get('photos/index', 'photos#index')),
    [
      "misplaced-target: `photos#index` is the target of the route, but `get` would use it as a second path. Write `{ to: 'photos#index' }`.",
    ],
  ],
  [
    (r) =>
      r.match(
        '/x',
        [
          class PhotosController {
            readonly index = 1
          },
          'index',
        ],
        { via: 'get' },
      ),
    [
      "misplaced-target: `photos#index` is the target of the route, but `match` would use it as a second path. Write `{ to: 'photos#index' }`.",
    ],
  ],
  [
    (r) => r.match(['GET', 'POST'], '/x', () => {}),
    [
      "bad-argument: The path is the first argument, and the methods are an option: `match('/path', { via: ['get', 'post'] })`.",
    ],
  ],
  ...[
    { methods: ['GET', 'POST'] },
    { methods: ['GET', 'POST'], to: 'a#b' },
    { method: ['get', 'post'], to: 'a#b' },
  ].map((options): (typeof DECLARATIONS)[number] => [
    (r) => r.match('/x', options),
    [
      "bad-argument: The path is the first argument, and the methods are an option: `match('/path', { via: ['get', 'post'] })`.",
    ],
  ]),
  [
    (r) => (r.get('/x', 'a#b') as never as Chained)['name']!('x'),
    [
      "bad-block: The block threw TypeError: Cannot read properties of undefined (reading 'name'). The methods of the DSL return nothing: name a route with the option `as`: `get('photos', { to: 'photos#index', as: 'photos' })`.",
    ],
  ],
  [
    (r) => (r.get('/x', () => {}) as never as Chained)['post']!('/x', () => {}),
    [
      "bad-block: The block threw TypeError: Cannot read properties of undefined (reading 'post'). The methods of the DSL return nothing: write one call for each method: `get('photos', { to: 'photos#index' })`.",
    ],
  ],
  [
    (r) => r.get('/x', { to: 'a#b', loader: () => {} }),
    [
      "misplaced-target: `get` has no option `loader`. The target of a route is the option `to`. A page's module exports `load`.",
    ],
  ],
  [
    (r) => r.get(['/x', '/y'], { to: 'a#b' }),
    ['bad-argument: A call has one path, and not an array of paths. Write one call for each path.'],
  ],
  [
    (r) => r.get({ path: '/x', element: {} }),
    [
      'misplaced-target: `get` has no option `element`. The target of a route is the option `to`. A page is an export of a module in `src/pages`, with the name of its action.',
    ],
  ],
  [
    (r) => r.get('/x', { component: () => null }),
    [
      'misplaced-target: `get` has no option `component`. The target of a route is the option `to`. A page is an export of a module in `src/pages`, with the name of its action.',
    ],
  ],
  [
    (r) => r.get('/x', { to: String.raw`App\Http\Controllers\Admin\PhotoController@index` }),
    [
      'missing-controller: The route `/x` has no controller: `to` is not `controller#action`, but `App\\Http\\Controllers\\Admin\\PhotoController@index`. Did you mean `admin/photo#index`?',
    ],
  ],
  [
    (r) => r.get('/x', { redirect: '/y' }),
    [
      "misplaced-target: `get` has no option `redirect`. The target of a route is the option `to`: `{ to: redirect('/y') }`.",
    ],
  ],
  [
    (r) => r.get('/x', { uses: 'PhotosController@index' }),
    [
      "misplaced-target: `get` has no option `uses`. The target of a route is the option `to`: `{ to: 'photos#index' }`.",
    ],
  ],
  [
    (r) => r.get('/x', { component: 'Photos' }),
    ['misplaced-target: `get` has no option `component`. The target of a route is the option `to`.'],
  ],
  [(r) => r.get('/x', { to: 'a#b', view: 'list' }), ['x GET /x(.:format) a#b']],
  [
    (r) => r.scope({ prefix: '/admin' }, () => r.get('x', { to: 'a#b' })),
    ['unknown-option: `scope` has no option `prefix`. Did you mean `path`?'],
  ],
  [
    (r) => r.get('x/:id', { to: 'a#b', where: { id: /\d+/ } }),
    ['unknown-option: `get` has no option `where`. Did you mean `constraints`?'],
  ],
  [
    (r) => r.resources('photos', ['index', 'show']),
    [
      "bad-argument: `resources` would declare further resources with these names. The actions of a resource are an option: `{ only: ['index', 'show'] }`.",
    ],
  ],
  [
    (r) => r.resource('photo', 'show'),
    [
      "bad-argument: `resource` would declare further resources with these names. The actions of a resource are an option: `{ only: ['show'] }`.",
    ],
  ],
  [
    (r) => r.resources('photos', ['comments']),
    [
      "bad-argument: `resources` has a list after its name. Actions are an option, `{ only: ['index'] }`, and nested routes belong to a block.",
    ],
  ],
  [
    (r) => r.resources('photos', { only: ['index'] }, []),
    [
      "bad-argument: `resources` has a list after its name. Actions are an option, `{ only: ['index'] }`, and nested routes belong to a block.",
    ],
  ],
  [
    (r) => r.resources('photos', () => ['index', 'show']),
    ['returned-routes: The block declares no routes, but returns a list or an object.'],
  ],
  [
    (r) => r.scope('shop', () => ({ '/': 'pages#home' })),
    ['returned-routes: The block declares no routes, but returns a list or an object.'],
  ],
  [
    (r) => r.scope('shop', () => ['a', 'b'].map((path) => r.get(path, { to: 'a#b', as: null }))),
    ['- GET /shop/a(.:format) a#b', '- GET /shop/b(.:format) a#b'],
  ],
  [(r) => r.scope('shop', () => []), []],
  [
    (r) => r.resource('photo', 'Admin::PhotosController'),
    [
      "misplaced-target: `resource` would use `Admin::PhotosController` as another resource. Its controller is an option: `{ controller: 'admin/photos' }`.",
    ],
  ],
  [
    (r) => r.get('/photos/:id?', { to: 'a#b' }),
    ['pattern-syntax: The path `/photos/:id?` contains a query. For an optional part, write `/photos(/:id)`.'],
  ],
  [
    (r) => r.get(':lang?/photos/{id?}', { to: 'a#b' }),
    [
      'pattern-syntax: The path `/:lang?/photos/{id?}` contains a query. For an optional part, write `(/:lang)/photos(/:id)`.',
    ],
  ],
  [
    (r) => r.get('/photos/:id(\\d+)?', { to: 'a#b' }),
    ['pattern-syntax: The path `/photos/:id(\\d+)?` contains a query. For an optional part, write `/photos(/:id)`.'],
  ],
  [(r) => r.get('/a/**', { to: 'a#b' }), ['unusual-path: The `*` in `/a/**` is a glob with an empty name.']],
  [(r) => r.get(action('show')), ['missing-controller: The route `/show` has no controller.']],
  [(r) => r.namespace('a', () => r.namespace('b', () => r.get('c'))), ['a_b_c GET /a/b/c(.:format) a/b#c']],
  [
    (r) => r.namespace('a', { path: 'p', as: 'n', module: 'm' }, () => r.resources('photos', { only: 'index' })),
    ['n_photos GET /p/photos(.:format) m/photos#index'],
  ],
  [
    (r) => r.namespace('a', { path: null, as: null, module: null }, () => r.resources('photos', { only: 'index' })),
    ['photos GET /photos(.:format) a/photos#index'],
  ],
  [
    (r) =>
      r.namespace('a', { path: '', shallow: true }, () =>
        r.resources('photos', { only: [] }, () => r.resources('comments', { only: ['index', 'show'] })),
      ),
    [
      'a_photo_comments GET /photos/:photo_id/comments(.:format) a/comments#index',
      'a_comment GET /comments/:id(.:format) a/comments#show',
    ],
  ],
  [
    (r) =>
      r.namespace('a', { shallowPath: 's', shallowPrefix: 'x', shallow: true }, () =>
        r.resources('photos', { only: [] }, () => r.resources('comments', { only: ['index', 'show'] })),
      ),
    [
      'x_photo_comments GET /s/photos/:photo_id/comments(.:format) a/comments#index',
      'x_comment GET /s/comments/:id(.:format) a/comments#show',
    ],
  ],
  [
    (r) => r.scope('a', () => r.scope('b', { as: 'c', module: 'd' }, () => r.get('e', { to: 'f#g' }))),
    ['c_e GET /a/b/e(.:format) d/f#g'],
  ],
  [
    (r) => r.scope({ as: 'x', only: 'show' }, () => r.resources('photos', () => r.resources('comments'))),
    [
      'x_photo_comment GET /photos/:photo_id/comments/:id(.:format) comments#show',
      'x_photo GET /photos/:id(.:format) photos#show',
    ],
  ],
  [
    (r) => r.scope({ except: ['destroy', 'edit', 'new', 'update', 'create'] }, () => r.resources('photos')),
    ['photos GET /photos(.:format) photos#index', 'photo GET /photos/:id(.:format) photos#show'],
  ],
  [
    (r) => r.scope({ only: 'show' }, () => r.resources('photos', { except: 'show' })),
    [
      'photos GET /photos(.:format) photos#index',
      '- POST /photos(.:format) photos#create',
      'new_photo GET /photos/new(.:format) photos#new',
      'edit_photo GET /photos/:id/edit(.:format) photos#edit',
      'photo PATCH /photos/:id(.:format) photos#update',
      '- PUT /photos/:id(.:format) photos#update',
      '- DELETE /photos/:id(.:format) photos#destroy',
    ],
  ],
  [
    (r) => r.scope({ except: 'show' }, () => r.resource('photo', { only: ['show', 'edit'] })),
    ['edit_photo GET /photo/edit(.:format) photos#edit', 'photo GET /photo(.:format) photos#show'],
  ],
  [(r) => r.scope({ via: 'post' }, () => r.match('a', { to: 'b#c' })), ['a POST /a(.:format) b#c']],
  [(r) => r.scope({ format: false }, () => r.get('a', { to: 'b#c' })), ['a GET /a b#c']],
  [(r) => r.scope({ format: 'json' }, () => r.get('a', { to: 'b#c' })), ['a GET /a(.:format) b#c']],
  [(r) => r.scope({ action: 'x', controller: 'y' }, () => r.get('a')), ['a GET /a(.:format) y#x']],
  [(r) => r.scope(':locale', { locale: /en|de/ }, () => r.get('a', { to: 'b#c' })), ['a GET /:locale/a(.:format) b#c']],
  [
    (r) => r.scope({ path: ':locale', defaults: { locale: 'en' } }, () => r.root('a#b')),
    ['root GET /:locale(.:format) a#b'],
  ],
  [
    (r) => r.scope('(:locale)', () => r.resources('photos', { only: 'index' })),
    ['photos GET (/:locale)/photos(.:format) photos#index'],
  ],
  [(r) => r.controller('a', () => r.get('b', { action: 'c' })), ['b GET /b(.:format) a#c']],
  [(r) => r.controller('a/b', () => r.get('c')), ['c GET /c(.:format) a/b#c']],
  [
    (r) => r.resources('photos', { path: 'p', as: 'x', controller: 'y', only: 'show', param: 'slug' }),
    ['x GET /p/:slug(.:format) y#show'],
  ],
  [
    (r) => r.resources('photos', { module: 'm', only: 'index' }, () => r.resources('comments', { only: 'index' })),
    [
      'photo_comments GET /photos/:photo_id/comments(.:format) m/comments#index',
      'photos GET /photos(.:format) m/photos#index',
    ],
  ],
  [
    (r) => r.resources('photos', { path: '', only: ['index', 'show'] }),
    ['photos GET / photos#index', 'photo GET /:id(.:format) photos#show'],
  ],
  [(r) => r.resources('photos', { path: '/', only: 'index' }), ['photos GET / photos#index']],
  [
    (r) => r.resources('photos', { pathNames: { new: 'make', edit: 'change' }, only: ['new', 'edit'] }),
    ['new_photo GET /photos/make(.:format) photos#new', 'edit_photo GET /photos/:id/change(.:format) photos#edit'],
  ],
  [
    (r) => r.resource('profile', { pathNames: { new: 'make', edit: 'change' }, only: ['new', 'edit'] }),
    [
      'new_profile GET /profile/make(.:format) profiles#new',
      'edit_profile GET /profile/change(.:format) profiles#edit',
    ],
  ],
  [
    (r) => r.resources('photos', 'books', { only: 'index' }),
    ['photos GET /photos(.:format) photos#index', 'books GET /books(.:format) books#index'],
  ],
  [
    (r) => r.resources(['photos', 'books'], { only: 'index' }),
    ['photos GET /photos(.:format) photos#index', 'books GET /books(.:format) books#index'],
  ],
  [(r) => r.resources('photos', { only: 'index', format: false }), ['photos GET /photos photos#index']],
  [(r) => r.resources('photos', { only: 'index', format: true }), ['photos GET /photos.:format photos#index']],
  [(r) => r.resources('photos', { only: 'show', id: /\d+/ }), ['photo GET /photos/:id(.:format) photos#show']],
  [
    (r) =>
      r.resources('photos', { shallow: true, only: [] }, () =>
        r.resources('comments', { only: ['index', 'edit'] }, () => r.resources('likes', { only: 'show' })),
      ),
    [
      'like GET /likes/:id(.:format) likes#show',
      'photo_comments GET /photos/:photo_id/comments(.:format) comments#index',
      'edit_comment GET /comments/:id/edit(.:format) comments#edit',
    ],
  ],
  [
    (r) =>
      r.resources('photos', { only: [] }, () =>
        r.resources('comments', { shallow: true, shallowPath: 's', shallowPrefix: 'x', only: ['index', 'show'] }),
      ),
    [
      'photo_comments GET /photos/:photo_id/comments(.:format) comments#index',
      'x_comment GET /s/comments/:id(.:format) comments#show',
    ],
  ],
  [
    (r) => {
      r.resources('photos', { only: [] }, () => {
        r.member(() => r.get('a'))
        r.collection(() => r.get('b'))
        r.new(() => r.get('c'))
        r.get('d')
      })
    },
    [
      'a_photo GET /photos/:id/a(.:format) photos#a',
      'b_photos GET /photos/b(.:format) photos#b',
      'c_new_photo GET /photos/new/c(.:format) photos#c',
      'photo_d GET /photos/:photo_id/d(.:format) photos#d',
    ],
  ],
  [
    (r) => {
      r.resource('profile', { only: [] }, () => {
        r.member(() => r.get('a'))
        r.collection(() => r.get('b'))
        r.new(() => r.get('c'))
        r.get('d')
      })
    },
    [
      'a_profile GET /profile/a(.:format) profiles#a',
      'b_profile GET /profile/b(.:format) profiles#b',
      'c_new_profile GET /profile/new/c(.:format) profiles#c',
      'd_profile GET /profile/d(.:format) profiles#d',
    ],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.nested(() => r.get('a', { to: 'b#c' }))),
    ['photo_a GET /photos/:photo_id/a(.:format) b#c'],
  ],
  [
    (r) =>
      r.resources('photos', { only: [] }, () =>
        r.scope('x', { as: 'y', module: 'z' }, () => r.get('a', { on: 'member' })),
      ),
    ['a_y_photo GET /x/photos/:id/a(.:format) z/photos#a'],
  ],
  [
    (r) =>
      r.resources('photos', { only: [] }, () => r.namespace('x', () => r.resources('comments', { only: 'index' }))),
    ['photo_x_comments GET /photos/:photo_id/x/comments(.:format) x/comments#index'],
  ],
  [
    (r) => r.resources('photos', { only: [], param: 'slug' }, () => r.resources('comments', { only: 'show' })),
    ['photo_comment GET /photos/:photo_slug/comments/:id(.:format) comments#show'],
  ],
  [
    (r) => r.resources('photos', { only: [], as: 'x' }, () => r.resources('comments', { only: 'index', as: 'y' })),
    ['x_y_index GET /photos/:x_id/comments(.:format) comments#index'],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.get('a', { on: 'collection' })),
    ['a_photos GET /photos/a(.:format) photos#a'],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.get(action('a'), { on: 'member' })),
    ['a_photo GET /photos/:id/a(.:format) photos#a'],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.get('a/b', { on: 'member' })),
    ['a_b_photo GET /photos/:id/a/b(.:format) a#b'],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.get('a-b', { on: 'member' })),
    ['a_b_photo GET /photos/:id/a-b(.:format) photos#a_b'],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.get(':a', { on: 'collection', to: 'b#c' })),
    ['- GET /photos/:a(.:format) b#c'],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.get('', { on: 'member', to: 'b#c' })),
    ['- GET /photos/:id(.:format) b#c'],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.get('/', { on: 'collection', to: 'b#c' })),
    ['photos GET /photos(.:format) b#c'],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.get('a', { on: 'member', as: 'x' })),
    ['x_photo GET /photos/:id/a(.:format) photos#a'],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.get('a', { on: 'member', as: '' })),
    ['photo GET /photos/:id/a(.:format) photos#a'],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.get('a', { on: 'member', as: null })),
    ['- GET /photos/:id/a(.:format) photos#a'],
  ],
  [
    (r) => r.resources('photos', { only: [] }, () => r.match('a', { via: ['get', 'post'], on: 'member' })),
    ['a_photo GET|POST /photos/:id/a(.:format) photos#a'],
  ],
  [
    (r) => {
      r.resources('photos', { concerns: ['a', 'b'], only: [] })
      r.concern('a', () => r.get('x'))
    },
    [
      'unused-concern: Nothing uses the concern `a`.',
      'unknown-concern: There is no concern `a`.',
      'unknown-concern: There is no concern `b`.',
    ],
  ],
  [
    (r) => {
      r.concern('a', () => r.resources('likes', { only: 'index' }))
      r.resources('photos', { only: [], concerns: 'a' })
    },
    ['photo_likes GET /photos/:photo_id/likes(.:format) likes#index'],
  ],
  [
    (r) => {
      r.concern('a', (_: unknown, options: object) => r.resources('likes', options))
      r.concerns('a', { only: 'index' })
    },
    ['likes GET /likes(.:format) likes#index'],
  ],
  [
    (r) => {
      r.concern('a', () => r.get('x', { to: 'b#c' }))
      r.concern('b', () => r.get('y', { to: 'b#c' }))
      r.concerns('a', 'b')
    },
    ['x GET /x(.:format) b#c', 'y GET /y(.:format) b#c'],
  ],
  [(r) => r.match('a', { to: 'b#c', via: ['get', 'post'] }), ['a GET|POST /a(.:format) b#c']],
  [(r) => r.match('a', { to: 'b#c', via: 'all' }), ['a  /a(.:format) b#c']],
  [(r) => r.match({ a: 'b#c', via: 'get' }), ['a GET /a(.:format) b#c']],
  [(r) => r.post('a/b', { to: 'c#d' }), ['a_b POST /a/b(.:format) c#d']],
  [(r) => r.get('a-b', { to: 'c#d' }), ['a_b GET /a-b(.:format) c#d']],
  [(r) => r.get('a/b-c', { to: 'c#d' }), ['a_b_c GET /a/b-c(.:format) c#d']],
  [(r) => r.get('/a/', { to: 'c#d' }), ['a GET /a(.:format) c#d']],
  [(r) => r.get('a.b', { to: 'c#d' }), ['- GET /a.b(.:format) c#d']],
  [(r) => r.get('a/:b', { to: 'c#d' }), ['- GET /a/:b(.:format) c#d']],
  [(r) => r.get('a(/:b)', { to: 'c#d' }), ['- GET /a(/:b)(.:format) c#d']],
  [(r) => r.get(':a', { to: 'c#d', as: 'x' }), ['x GET /:a(.:format) c#d']],
  [(r) => r.get('a/b'), ['a_b GET /a/b(.:format) a#b']],
  [(r) => r.get('a/b/c'), ['a_b_c GET /a/b/c(.:format) a/b#c']],
  [(r) => r.get('a/b', { to: 'c', controller: 'd' }), ['a_b GET /a/b(.:format) d#c']],
  [(r) => r.get('a', { action: 'b', controller: 'c' }), ['a GET /a(.:format) c#b']],
  [(r) => r.get('a', { to: 'b/c#d' }), ['a GET /a(.:format) b/c#d']],
  [
    (r) => r.get('a', { to: '/b/c#d' }),
    ["invalid-controller: `/b/c` is not the name of a controller. Did you mean `redirect('/b/c#d')`?"],
  ],
  [
    (r) => r.get('a', { to: 'B::C#d' }),
    ['invalid-controller: `B::C` is not the name of a controller. Did you mean `b/c#d`?'],
  ],
  [(r) => r.get('a', { to: 'b#c', format: 'json' }), ['a GET /a(.:format) b#c']],
  [(r) => r.get('a', { to: 'b#c', format: false }), ['a GET /a b#c']],
  [(r) => r.get('a.json', { to: 'b#c' }), ['- GET /a.json(.:format) b#c']],
  [(r) => r.get('a(.:format)', { to: 'b#c' }), ['- GET /a(.:format) b#c']],
  [(r) => r.get('*a', { to: 'b#c' }), ['- GET /*a(.:format) b#c']],
  [(r) => r.get('*a', { to: 'b#c', format: true }), ['- GET /*a.:format b#c']],
  [(r) => r.get('', { to: 'b#c' }), ['- GET / b#c']],
  [(r) => r.get('/', { to: 'b#c' }), ['- GET / b#c']],
  [(r) => r.get('(:a)', { to: 'b#c' }), ['- GET /(:a)(.:format) b#c']],
  [(r) => r.get('a', { to: 'b#c', anchor: false }), ['a GET /a(.:format) b#c']],
  [(r) => r.get('a', { to: 'b#c', internal: true }), ['a GET /a(.:format) b#c']],
  [(r) => r.root('a#b', { via: 'post' }), ['root POST / a#b']],
  [(r) => r.root({ to: 'a#b' }), ['root GET / a#b']],
  [(r) => r.namespace('x', () => r.root('a#b')), ['x_root GET /x(.:format) x/a#b']],
  [(r) => r.scope(':x', () => r.root('a#b', { as: null })), ['- GET /:x(.:format) a#b']],
  [(r) => r.mount(function app() {}, { at: 'a', as: 'x' }), ['x  /a']],
  [(r) => r.mount(function app() {}, { at: '/' }), ['app  /']],
  [(r) => r.mount(function app() {}, { at: 'a/:b', via: 'get' }), ['app GET /a/:b']],
  [(r) => r.namespace('x', () => r.mount(function app() {}, { at: 'a' })), ['x_app  /x/a']],
  [
    (r) => {
      r.resourcesPathNames({ new: 'make' })
      r.resources('photos', { only: 'new' })
    },
    ['new_photo GET /photos/make(.:format) photos#new'],
  ],
  [
    (r) => {
      r.get('home', { to: 'a#b' })
      r.direct('start', ['home', { x: 1 }])
      r.resolve('User', 'Admin', ['home'])
    },
    ['home GET /home(.:format) a#b'],
  ],
  [
    (r) => {
      r.get('home', { to: 'a#b' })
      r.direct('start', { a: 1 }, () => ['home'])
    },
    ['bad-argument: `direct` accepts a URL, or an array of a route name and options.'],
  ],
  [
    (r) => {
      r.get('home', { to: 'a#b' })
      r.resolve('User', { a: 1 }, () => ['home', { b: 2 }])
    },
    ["bad-argument: `resolve` accepts model names and a route: `resolve('Basket', () => ['basket'])`."],
  ],
  [(r) => r.defaults({ a: 1 }, () => r.get('x', { to: 'b#c', defaults: { a: 2 } })), ['x GET /x(.:format) b#c']],
  [(r) => r.constraints({ id: /x/ }, () => r.get(':id', { to: 'b#c', id: /y/ })), ['- GET /:id(.:format) b#c']],
  [
    (r) => r.constraints({ subdomain: 'api' }, () => r.get('a', { to: 'b#c', constraints: { host: 'x' } })),
    ['a GET /a(.:format) b#c'],
  ],
  [
    (r) =>
      r.constraints(
        function mayPass() {
          return true
        },
        () => r.get('a', { to: 'b#c' }),
      ),
    ['a GET /a(.:format) b#c'],
  ],
  [
    (r) =>
      r.constraints(
        {
          matches() {
            return true
          },
        },
        () => r.get('a', { to: 'b#c' }),
      ),
    ['a GET /a(.:format) b#c'],
  ],
  [
    (r) =>
      r.shallow(() => r.resources('photos', { only: [] }, () => r.resources('comments', { only: ['index', 'show'] }))),
    [
      'photo_comments GET /photos/:photo_id/comments(.:format) comments#index',
      'comment GET /comments/:id(.:format) comments#show',
    ],
  ],
]

it.each(DECLARATIONS.map(([block, expected]) => ({ source: String(block).replace(/\s+/g, ' '), block, expected })))(
  '$source',
  ({ block, expected }) => {
    expect(outcome(block)).toEqual(expected)
  },
)
