import type { MessageArgs } from '../../src/diagnostics/catalog.ts'
import type { DiagnosticCode } from '../../src/index.ts'

/** An example of a diagnostic, for its page. `examples.test.ts` runs every example with routes. */
export interface Example<Code extends DiagnosticCode = DiagnosticCode> {
  /** The body of a route file's block. */
  readonly routes?: string
  /** The fixed body. It has no diagnostic with this code, and no errors. */
  readonly mended?: string
  /** The source of the options of `turnout()`. */
  readonly options?: string
  /** Bodies of drawn route files, by the name that `draw` receives. */
  readonly draws?: Readonly<Record<string, string>>
  /** The complete default export, if it is not a plain block. */
  readonly block?: string
  /** The complete fixed file, if it needs more than a block. Only shown on the page. */
  readonly better?: string
  /** A description, if route files alone cannot show the diagnostic. `shownBy` names the test that does. */
  readonly words?: string
  /** Arguments of the message, for the page. Required with `words`. */
  readonly args?: MessageArgs<Code>
  readonly shownBy?: string
}

const nested = (depth: number) => `let block = () => {}
for (let depth = 0; depth < ${depth}; depth += 1) {
  const inner = block
  block = () => r.scope('a', inner)
}
block()`

/** The example of every code. */
export const examples: { readonly [Code in DiagnosticCode]: Example<Code> } = {
  'adjacent-params': {
    routes: `r.get('archive/:year:month', { to: 'archive#show' })`,
    mended: `r.get('archive/:year-:month', { to: 'archive#show' })`,
  },
  'ambiguous-path': {
    routes: `r.get('preview', { to: 'photos#preview', path: 'look' })`,
    mended: `r.get('look', { to: 'photos#preview', as: 'preview' })`,
  },
  'analysis-failed': {
    words: 'A check of the compiler threw an error. No route file should cause this.',
    args: { check: 'unreachable routes', error: new Error('out of range') },
    shownBy: 'analyse/analysis-failed.test.ts',
  },
  'async-block': {
    block: `async (r) => {
  const pages = await Promise.resolve(['about'])
  for (const page of pages) r.get(page, { to: \`pages#\${page}\` })
}`,
    better: `const pages = await Promise.resolve(['about'])

export default defineRoutes((r) => {
  for (const page of pages) r.get(page, { to: \`pages#\${page}\` })
})`,
  },
  'async-function': {
    routes: `r.get('console', { to: 'console#show', constraints: async (request) => request.ip === '127.0.0.1' })`,
    mended: `r.get('console', { to: 'console#show', constraints: { ip: '127.0.0.1' } })`,
  },
  'bad-argument': {
    routes: `r.resources()`,
    mended: `r.resources('photos')`,
  },
  'bad-block': {
    routes: `r.resources('photos', (photos) => {
  photos.mebmer((m) => m.get('preview'))
})`,
    mended: `r.resources('photos', (photos) => {
  photos.member((m) => m.get('preview'))
})`,
  },
  'bad-param-name': {
    routes: `r.get('compare/:1/:2', { to: 'photos#compare' })`,
    mended: `r.get('compare/:first/:second', { to: 'photos#compare' })`,
  },
  'dead-link': {
    words:
      'For example, an application whose table has `/photos/:id/edit` contains this link. `turnout links` reports it.',
    args: { address: '/photos/${photo.id}/edti', nearest: '/photos/1/edit' },
    shownBy: '../../links/test/checker.test.ts',
  },
  'layout-without-outlet': {
    words: 'For example, `src/pages/application.tsx` exports `layout`, a component that draws a heading and no page.',
    args: { file: 'src/pages/application.tsx', router: 'React Router' },
    shownBy: '../../adapters/test/check.test.ts',
  },
  'other-route-wins': {
    words:
      'For example, the table contains `/:user/settings` and, after it, `/photos/:id`. Both match `/photos/settings`. React Router gives both the same rank.',
    args: {
      route: '`GET /:user/settings`',
      winner: '`GET /photos/:id`',
      router: 'vue-router',
      path: '/photos/settings',
      change: 'Declare `GET /photos/:id` before `GET /:user/settings`',
    },
    shownBy: '../../adapters/test/check.test.ts',
  },
  'reserved-page-name': {
    words: 'For example, a route leads to `search#action`, and `src/pages/search.tsx` exports the page as `action`.',
    args: { page: 'search#action', name: 'action', router: 'React Router' },
    shownBy: '../../adapters/test/check.test.ts',
  },
  'router-not-set': {
    words: 'For example, a module imports `virtual:routes/react-router`, and the config contains `turnout()`.',
    args: { module: 'virtual:routes/react-router', importer: 'src/main.tsx' },
    shownBy: '../../vite-plugin/src/modules/application-modules.test.ts',
  },
  'uncompared-routes': {
    words: 'For example, the requirement of a parameter looks ahead, and a path of another route has a higher rank.',
    args: { route: '`GET /:id`', winner: '`GET /photos`', router: 'React Router' },
    shownBy: '../../adapters/test/check.test.ts',
  },
  'unsupported-router': {
    words: "For example, the config contains `router: 'react-router'`, and the project has React Router 6.",
    args: { router: 'react-router', version: '6.30.1', versions: '7 or 8' },
    shownBy: '../../adapters/test/check.test.ts',
  },
  'link-catch-all': {
    words:
      'For example, the last route of the table is `/*path`, and an application links to `/photo`. `turnout links` reports it.',
    args: { address: '/photo', route: 'GET /*path(.:format)' },
    shownBy: '../../links/test/checker.test.ts',
  },
  'link-redirect': {
    words:
      'For example, the table redirects `/albums/:id`, and an application links to it. `turnout links` reports it.',
    args: { address: '/albums/${id}', route: 'GET /albums/:id(.:format)' },
    shownBy: '../../links/test/checker.test.ts',
  },
  'link-verb': {
    words:
      'For example, an application sends a GET request to the path of a route for POST. `turnout links` reports it.',
    args: { address: '/photos/${id}/publish', methods: ['GET'], verbs: ['POST'] },
    shownBy: '../../links/test/checker.test.ts',
  },
  'compilation-failed': {
    words:
      'The compiler threw an error, which no route file should cause, or the operating system does not allow it to read a file.',
    args: { step: 'Freezing the routes', error: new Error('out of range') },
    shownBy: 'vite-plugin: compilation-failed.test.ts',
  },
  'concern-depth': {
    routes: `r.concern('commentable', (c) => c.resources('comments', { only: [], concerns: 'commentable' }))
r.resources('photos', { concerns: 'commentable' })`,
    mended: `r.concern('commentable', (c) => c.resources('comments'))
r.resources('photos', { concerns: 'commentable' })`,
  },
  'declaration-failed': {
    routes: `r.get('about', {
  get to() {
    throw new Error('not now')
  },
})`,
    mended: `r.get('about', { to: 'pages#about' })`,
  },
  'deep-nesting': {
    routes: `r.resources('magazines', (magazines) => {
  magazines.resources('photos', (photos) => photos.resources('comments'))
})`,
    mended: `r.resources('magazines', { shallow: true }, (magazines) => {
  magazines.resources('photos', (photos) => photos.resources('comments'))
})`,
  },
  'dot-segment': {
    routes: `r.get('photos/../secret', { to: 'secret#show' })`,
    mended: `r.get('secret', { to: 'secret#show' })`,
  },
  'draw-cycle': {
    routes: `r.draw('api')`,
    mended: `r.get('status', { to: 'api#status' })`,
    draws: { api: `r.draw('api')` },
  },
  'draw-not-found': {
    routes: `r.draw('ap')`,
    mended: `r.draw('api')`,
    draws: { api: `r.get('status', { to: 'api#status' })` },
  },
  'duplicate-name': {
    routes: `r.get('photos/latest', { to: 'photos#latest', as: 'latest' })
r.get('albums/latest', { to: 'albums#latest', as: 'latest' })`,
    mended: `r.get('photos/latest', { to: 'photos#latest', as: 'latest_photo' })
r.get('albums/latest', { to: 'albums#latest', as: 'latest_album' })`,
  },
  'duplicate-param': {
    routes: `r.get('compare/:id/:id', { to: 'photos#compare' })`,
    mended: `r.get('compare/:id/:other_id', { to: 'photos#compare' })`,
  },
  'dynamic-segment': {
    routes: `r.get(':controller/:id', { to: 'photos#show' })`,
    mended: `r.get('photos/:id', { to: 'photos#show' })`,
  },
  'empty-requirement': {
    routes: `r.get('photos/:id', { id: new RegExp(''), to: 'photos#show' })`,
    mended: `r.get('photos/:id', { id: /\\d+/, to: 'photos#show' })`,
  },
  'entry-not-found': {
    words: 'None of the default files exists, such as `config/routes.ts`, and the option `routes` is not set.',
    shownBy: 'vite-plugin: evaluate-project.test.ts',
  },
  'types-not-included': {
    words: 'For example, `tsconfig.app.json` includes only `src`, as in a new project of create-vue.',
    args: { types: 'virtual-routes.d.ts', config: 'tsconfig.app.json' },
    shownBy: 'vite-plugin: mistakes.test.ts',
  },
  'ignored-route-file': {
    words: 'For example, both `src/routes.ts` and `config/routes.ts` exist.',
    args: { file: 'src/routes.ts', entry: 'config/routes.ts' },
    shownBy: 'vite-plugin: mistakes.test.ts',
  },
  'circular-route-file': {
    words: 'For example, `config/routes.ts` imports a module that imports `config/routes.ts`.',
    args: { files: ['config/routes.ts', 'src/paths.ts', 'config/routes.ts'] },
    shownBy: 'vite-plugin: mistakes.test.ts',
  },
  'server-not-found': {
    words: "For example, the option is `server: 'src/app.ts'`, and this file does not exist.",
    args: { file: 'src/app.ts' },
    shownBy: 'vite-plugin: error-fixtures.ts',
  },
  'idle-client-pattern': {
    routes: `r.namespace('admin', () => r.resources('users'))`,
    options: `{ clientRoutes: { except: 'amdin/*' } }`,
  },
  'invalid-base': {
    routes: `r.resources('photos')`,
    options: `{ base: 'https://cdn.example.org/app/' }`,
  },
  'invalid-client-routes': {
    routes: `r.namespace('admin', () => r.resources('users'))`,
    options: `{ clientRoutes: { except: 'GET /admin' } }`,
  },
  'inflections-threw': {
    words: 'The function in the option `inflections` throws an error.',
    args: { error: new TypeError('inflect.iregular is not a function') },
    shownBy: 'hostile/contained.test.ts',
  },
  'inline-callable': {
    routes: `r.constraints((request) => request.ip === '127.0.0.1', () => r.resource('console'))`,
    better: `import { isLocal } from '../src/constraints.ts'

export default defineRoutes((r) => {
  r.constraints(isLocal, () => r.resource('console'))
})`,
  },
  'inside-scope': {
    routes: `r.namespace('admin', () => r.direct('docs', 'https://example.org/docs'))`,
    mended: `r.direct('docs', 'https://example.org/docs')`,
  },
  'invalid-action': {
    routes: `r.get('photos', { to: 'photos#list all' })`,
    mended: `r.get('photos', { to: 'photos#list_all' })`,
  },
  'invalid-constraint': {
    routes: `r.get('photos/:id', { constraints: /\\d+/, to: 'photos#show' })`,
    mended: `r.get('photos/:id', { constraints: { id: /\\d+/ }, to: 'photos#show' })`,
  },
  'invalid-controller': {
    routes: `r.get('photos', { to: 'Admin::Photos#index' })`,
    mended: `r.get('photos', { to: 'admin/photos#index' })`,
  },
  'invalid-default': {
    routes: `r.get('photos', { to: 'photos#index', defaults: { since: () => Date.now() } })`,
    mended: `r.get('photos', { to: 'photos#index', defaults: { since: 'today' } })`,
  },
  'invalid-name': {
    routes: `r.get('photos/latest', { to: 'photos#latest', as: '1st' })`,
    mended: `r.get('photos/latest', { to: 'photos#latest', as: 'first' })`,
  },
  'invalid-on': {
    routes: `r.resources('photos', (photos) => photos.get('search', { on: 'top' }))`,
    mended: `r.resources('photos', (photos) => photos.get('search', { on: 'collection' }))`,
  },
  'invalid-redirect': {
    routes: `r.get('old', { to: redirect('/new', { status: 200 }) })`,
    mended: `r.get('old', { to: redirect('/new', { status: 302 }) })`,
  },
  'invalid-severity': {
    routes: `r.resources('photos')`,
    options: `{ severities: { 'unreachable-rout': 'error' } }`,
  },
  'invalid-regexp': {
    routes: `r.get('sources/:id', { to: 'sources#show', format: 'c++' })`,
    mended: `r.get('sources/:id', { to: 'sources#show', format: 'c\\\\+\\\\+' })`,
  },
  'invalid-to': {
    routes: `r.get('photos', { to: 42 })`,
    mended: `r.get('photos', { to: 'photos#index' })`,
  },
  'ignored-requirement': {
    routes: `r.scope('groups/*id', { constraints: { id: /[a-z]+/ } }, () => r.get('edit', { to: 'groups#edit' }))`,
    mended: `r.scope('groups/*id', { id: /[a-z]+/ }, () => r.get('edit', { to: 'groups#edit' }))`,
  },
  'lone-surrogate': {
    routes: `r.get('\\uD83D', { to: 'pages#smile' })`,
    mended: `r.get('\\u{1F600}', { to: 'pages#smile' })`,
  },
  'missing-action': {
    routes: `r.get('photos/:id', { controller: 'photos' })`,
    mended: `r.get('photos/:id', { controller: 'photos', action: 'show' })`,
  },
  'missing-controller': {
    routes: `r.get('about')`,
    mended: `r.get('about', { to: 'pages#about' })`,
  },
  'missing-via': {
    routes: `r.match('search', { to: 'photos#search' })`,
    mended: `r.match('search', { to: 'photos#search', via: ['get', 'post'] })`,
  },
  'module-never-ends': {
    words: 'A route file, or a module that it imports, waits at its top level for more than ten seconds.',
    args: { file: 'src/locales.ts', seconds: 10 },
    shownBy: 'vite-plugin: evaluate-project.test.ts',
  },
  'module-not-loaded': {
    words: 'A route file, or a module that it imports, has a syntax error, or imports a module that does not exist.',
    args: { file: 'config/routes.ts', missing: '../src/constraint.ts' },
    shownBy: 'vite-plugin: evaluate-project.test.ts',
  },
  'module-threw': {
    words: 'Code outside the block throws an error, in a route file or in a module that it imports.',
    args: { file: 'config/routes.ts', thrown: 'Error: LOCALES is not set' },
    shownBy: 'vite-plugin: evaluate-project.test.ts',
  },
  'injected-code-threw': {
    words: 'A plugin, or the option `define`, adds code to a route file that only works in a bundle or a browser.',
    args: { file: 'config/routes.ts', name: '__LEGACY__' },
    shownBy: 'vite-plugin: evaluate-project.test.ts',
  },
  'misplaced-target': {
    routes: `r.get('posts', 'posts#index')`,
    mended: `r.get('posts', { to: 'posts#index' })`,
  },
  'mount-point-missing': {
    routes: `r.mount(Symbol)   // any exported app`,
    better: `import { tools } from '../src/tools.ts'

export default defineRoutes((r) => {
  r.mount(tools, { at: '/tools' })
})`,
  },
  'name-collision': {
    routes: `r.get('a', { to: 'pages#a', as: 'user_post' })
r.get('b', { to: 'pages#b', as: 'userPost' })   // both are userPostPath`,
    mended: `r.get('a', { to: 'pages#a', as: 'user_post' })
r.get('b', { to: 'pages#b', as: 'user_post_preview' })`,
  },
  'nesting-too-deep': {
    routes: nested(1001),
    mended: nested(10),
  },
  'no-controllers': {
    words: "For example, the option is misspelt: `turnout({ controllers: 'src/controlers' })`.",
    args: { folder: 'src/controlers' },
    shownBy: 'vite-plugin: check-files.test.ts',
  },
  'no-document': {
    words:
      "The config contains `turnout({ pages: 'src/pages', server: true })`. There is no `index.html`, and the controller `application` does not export `document`.",
    args: { file: 'index.html' },
    shownBy: 'vite-plugin: fullstack.test.ts',
  },
  'no-guard': {
    words: 'For example, `src/controllers/admin/application.ts` exports `uses`.',
    args: { file: 'src/controllers/admin/application.ts', controller: 'admin/application' },
    shownBy: 'vite-plugin: guards.test.ts',
  },
  'no-pages': {
    words: "For example, the option is misspelt: `turnout({ pages: 'src/pagse' })`.",
    args: { folder: 'src/pagse' },
    shownBy: 'vite-plugin: pages.test.ts',
  },
  'no-routes-file': {
    block: `{ photos: 'photos#index' }`,
    better: `export default defineRoutes((r) => r.resources('photos'))`,
  },
  'no-path': {
    routes: `r.get({ to: 'pages#about' })`,
    mended: `r.get('about', { to: 'pages#about' })`,
  },
  'not-frozen': {
    routes: `r.get('photos/:id', { constraints: { id: { min: 1 } }, to: 'photos#show' })`,
    mended: `r.get('photos/:id', { constraints: { id: /[1-9]\\d*/ }, to: 'photos#show' })`,
  },
  'open-redirect': {
    routes: `r.get('shops/:id', { to: redirect('https://%{id}.test/') })   // /shops/evil redirects to https://evil.test/`,
    mended: `r.get('shops/:id', { to: redirect('https://%{id}.shops.test/') })`,
  },
  'outside-block': {
    words:
      'Code keeps the builder and calls it later: `let kept; defineRoutes((r) => { kept = r })`, and then `kept.resources(…)`. The call throws an error.',
    args: { call: 'resources' },
    shownBy: 'compile.test.ts',
  },
  'outside-resource-scope': {
    routes: `r.member((m) => m.get('preview'))`,
    mended: `r.resources('photos', (photos) => photos.member((m) => m.get('preview')))`,
  },
  'param-colon': {
    routes: `r.resources('photos', { param: ':slug' })`,
    mended: `r.resources('photos', { param: 'slug' })`,
  },
  'path-not-specified': {
    routes: `r.match({ to: 'photos#show', via: 'get', id: /\\d+/ })`,
    mended: `r.match({ 'photos/:id': 'photos#show', via: 'get', id: /\\d+/ })`,
  },
  'path-too-long': {
    routes: `r.get('a'.repeat(9000), { to: 'pages#show' })`,
    mended: `r.get('a', { to: 'pages#show' })`,
  },
  'pattern-syntax': {
    routes: `r.get('photos(/:page', { to: 'photos#index' })`,
    mended: `r.get('photos(/:page)', { to: 'photos#index' })`,
  },
  'redirect-loop': {
    routes: `r.get('photos/latest', { to: redirect('/photos/newest') })
r.get('photos/newest', { to: redirect('/photos/latest') })`,
    mended: `r.get('photos/latest', { to: redirect('/photos/newest') })
r.get('photos/newest', { to: 'photos#newest' })`,
  },
  'regexp-anchor': {
    routes: `r.get('photos/:id', { id: /^\\d+$/, to: 'photos#show' })`,
    mended: `r.get('photos/:id', { id: /\\d+/, to: 'photos#show' })`,
  },
  'regexp-flags': {
    routes: `r.get('photos/:id', { id: /\\d+/g, to: 'photos#show' })`,
    mended: `r.get('photos/:id', { id: /\\d+/, to: 'photos#show' })`,
  },
  'requirement-too-long': {
    routes: `const slugs = Array.from({ length: 1000 }, (_, index) => \`page-\${index}\`)
r.get(':slug', { to: 'pages#show', slug: new RegExp(slugs.join('|')) })`,
    mended: `const slugs = Array.from({ length: 1000 }, (_, index) => \`page-\${index}\`)
r.get(':slug', { to: 'pages#show', constraints: { slug: slugs } })`,
  },
  'redefined-direct': {
    routes: `r.direct('help', 'https://example.org/help')
r.direct('help', 'https://example.org/support')`,
    mended: `r.direct('help', 'https://example.org/help')
r.direct('support', 'https://example.org/support')`,
  },
  'reserved-name': {
    routes: `r.get('a', { to: 'pages#a', as: '__proto__' })`,
    mended: `r.get('a', { to: 'pages#a' })`,
  },
  'reserved-param': {
    routes: `r.get('photos/:__proto__', { to: 'photos#show' })`,
    mended: `r.get('photos/:id', { to: 'photos#show' })`,
  },
  'reserved-token': {
    routes: `r.get('__VITE_ASSET__a', { to: 'pages#show' })`,
    mended: `r.get('vite_asset', { to: 'pages#show' })`,
  },
  'root-arguments': {
    routes: `r.root('pages#home', 'pages#about')`,
    mended: `r.root('pages#home')`,
  },
  'root-not-first': {
    routes: `r.get('(:locale)', { to: 'pages#welcome' })
r.root('pages#home')`,
    mended: `r.root('pages#home')
r.get('(:locale)', { to: 'pages#welcome' })`,
  },
  'ruby-regexp': {
    routes: `r.get('colors/:hex', { hex: /\\h+/, to: 'colors#show' })`,
    mended: `r.get('colors/:hex', { hex: /[\\da-f]+/i, to: 'colors#show' })`,
  },
  'scope-anchor': {
    routes: `r.scope('api', { anchor: false }, () => r.get('status', { to: 'api#status' }))`,
    mended: `r.scope('api', () => r.get('status', { to: 'api#status', anchor: false }))`,
  },
  'shadowed-route': {
    routes: `r.get('photos/:id', { to: 'photos#show', format: false })
r.get('photos/new', { to: 'photos#new' })   // matches only /photos/new.json and other formats`,
    mended: `r.get('photos/new', { to: 'photos#new' })
r.get('photos/:id', { to: 'photos#show', format: false })`,
  },
  'returned-routes': {
    block: `() => [
  { path: '/', component: 'Home' },
  { path: '/about', component: 'About' },
]`,
    better: `export default defineRoutes((r) => {
  r.root('pages#home')
  r.get('about', { to: 'pages#about' })
})`,
  },
  'too-many-optionals': {
    routes: `r.get('a(/b)(/c)(/d)(/e)(/f)(/g)(/h)(/i)(/j)', { to: 'pages#show' })`,
    mended: `r.get('a(/*rest)', { to: 'pages#show' })`,
  },
  'too-many-problems': {
    words: 'A route file, or the JSON of a Rails server, has more than 10,000 problems of the same severity.',
    args: { counts: ['2,500 errors'] },
    shownBy: 'hostile/output.test.ts',
  },
  'too-many-routes': {
    routes: `for (let page = 1; page > 0; page += 1) r.get(\`pages/\${page}\`, { to: 'pages#show' })`,
    mended: `for (let page = 1; page < 10; page += 1) r.get(\`pages/\${page}\`, { to: 'pages#show' })`,
  },
  'invalid-rails-json': {
    words:
      'The JSON file in the option `routes` has another form. For example, an entry contains `"verbs": ["get"]` in lower case.',
    args: { problem: 'the file is empty' },
    shownBy: '../../rails/test/compile-rails.test.ts',
  },
  'stale-rails-json': {
    words:
      'For example, somebody changed `config/routes.rb` of the Rails application after `bin/rails turnout:routes` wrote the JSON.',
    args: { file: 'config/routes.json', sources: ['config/routes.rb'] },
    shownBy: 'vite-plugin: rails.test.ts',
  },
  'rails-route-left-out': {
    words:
      'For example, the Rails application declares `get ":controller/:action"`, which a route file of Turnout cannot declare either.',
    args: { entry: 'routes[3]', path: '/:controller/:action', reason: 'it has a dynamic segment.' },
    shownBy: '../../rails/test/compile-rails.test.ts',
  },
  'unknown-in-rails': {
    words:
      'For example, the Rails application declares `get "words/:word", constraints: { word: /(\\w)\\1/ }`. Turnout does not support back-references.',
    args: { part: 'the requirement on `word`', path: '/words/:word', entry: 'routes[5]' },
    shownBy: '../../rails/test/compile-rails.test.ts',
  },
  'export-not-written': {
    words:
      "For example, the option is `exports: { openapi: { file: 'openapi.json', base: 'docs/openapi.json' } }`, and `docs/openapi.json` does not exist or is not an OpenAPI 3.1 document.",
    args: { name: 'openapi', error: new Error('docs/openapi.json does not exist') },
    shownBy: 'vite-plugin: exports.test.ts',
  },
  'reserved-action': {
    words: 'With the option `server`, a route has the action `steps#then`.',
    args: { controller: 'steps', action: 'then' },
    shownBy: 'vite-plugin: serve.test.ts',
  },
  'duplicate-module': {
    words: 'For example, both `src/controllers/admin-area/users.ts` and `src/controllers/adminArea/users.ts` exist.',
    args: {
      name: 'admin_area/users',
      files: ['src/controllers/admin-area/users.ts', 'src/controllers/adminArea/users.ts'],
    },
    shownBy: 'vite-plugin: check-files.test.ts',
  },
  'file-hides-route': {
    words:
      "For example, the routes contain `r.get('*path', { to: 'pages#missing' })`, and `public/favicon.ico` exists. Or a route such as `assets/:id` matches files of the build that have a hash in their names.",
    args: { route: 'GET /*path(.:format)', files: ['public/favicon.ico'] },
    shownBy: 'vite-plugin: public-files.test.ts',
  },
  'route-hides-file': {
    words: "For example, the routes contain `r.resources('photos')`, and `public/photos.html` exists.",
    args: { route: '`GET /photos(.:format)`', files: ['public/photos.html'] },
    shownBy: 'vite-plugin: public-files.test.ts',
  },
  'server-in-client': {
    words:
      "For example, a module of a page contains `import { dispatch } from 'virtual:routes/server'` or `import { show } from '../controllers/photos.ts'`.",
    args: { module: 'virtual:routes/server', importer: 'src/main.ts', environment: 'client' },
    shownBy: 'vite-plugin: serve.test.ts',
  },
  'pages-not-set': {
    words: 'For example, a module imports `virtual:routes/pages`, and the config contains `turnout()` without options.',
    args: { module: 'virtual:routes/pages', importer: 'src/main.ts' },
    shownBy: 'vite-plugin: pages.test.ts',
  },
  'server-not-set': {
    words:
      'For example, a module imports `virtual:routes/server`, and the config contains `turnout()` without options.',
    args: { importer: 'src/server.ts' },
    shownBy: 'vite-plugin: serve.test.ts',
  },
  'types-not-written': {
    words: 'For example, the folder of `virtual-routes.d.ts` is read-only, or the disk is full.',
    args: { file: 'virtual-routes.d.ts', error: new Error('EACCES: permission denied') },
    shownBy: 'vite-plugin: types-not-written.test.ts',
  },
  'unused-base': {
    words: "The Vite config contains `base: '/app/'`, and `turnout()` without the option `base`.",
    args: { base: '/app/' },
    shownBy: 'vite-plugin: base.test.ts',
  },
  'undrawn-route-file': {
    words: "For example, `config/routes/api.ts` exists, but no route file calls `draw('api')`.",
    args: { file: 'config/routes/api.ts', name: 'api' },
    shownBy: 'vite-plugin: check-files.test.ts',
  },
  'unknown-action': {
    words:
      'For example, a route has the action `photos#preview`, but `src/controllers/photos.ts` does not export `preview`. Turnout checks this with the options `controllers` and `server`.',
    args: {
      file: 'src/controllers/photos.ts',
      action: 'preview',
      route: 'GET /photos/:id/preview(.:format)',
      suggestion: null,
      others: [],
    },
    shownBy: 'vite-plugin: check-files.test.ts',
  },
  'unknown-concern': {
    routes: `r.concern('commentable', (c) => c.resources('comments'))
r.resources('photos', { concerns: 'comentable' })`,
    mended: `r.concern('commentable', (c) => c.resources('comments'))
r.resources('photos', { concerns: 'commentable' })`,
  },
  'unknown-controller': {
    words:
      'For example, a route has the action `photos#index`, but `src/controllers/photos.ts` does not exist. Turnout checks this with the options `controllers` and `server`.',
    args: { controller: 'photos', suggestion: null, orPages: false },
    shownBy: 'vite-plugin: check-files.test.ts',
  },
  'hidden-helper': {
    words:
      "For example, the config contains `clientRoutes: { except: 'admin/*' }`, and a module for the browser contains `import { adminUsersPath } from 'virtual:routes'`.",
    args: { module: 'virtual:routes', name: 'adminUsersPath', route: 'admin/users#index' },
    shownBy: 'vite-plugin: client-routes.test.ts',
  },
  'server-module-in-client': {
    words:
      'For example, a bundle for the browser uses `match`, and the constraint of a route comes from `src/office.server.ts`.',
    args: { name: 'isOffice', file: 'src/office.server.ts', routes: ['GET /console(.:format)'] },
    shownBy: 'vite-plugin: server-only.test.ts',
  },
  'unbundled-package': {
    words:
      "For example, a controller contains `import { albumLinks } from 'album'`, and the code of `node_modules/album` contains `import { albumsPath } from 'virtual:routes'`.",
    args: { packages: ['album'] },
    shownBy: 'vite-plugin: dependency.test.ts',
  },
  'unknown-helper': {
    words:
      "For example, a module contains `import { phtoPath } from 'virtual:routes'` or `routes.phtoPath(7)`, and no route has the name `phto`.",
    args: { module: 'virtual:routes', name: 'phtoPath', suggestion: 'photoPath' },
    shownBy: 'vite-plugin: unknown-helper.test.ts',
  },
  'unknown-page': {
    words:
      'For example, a route has the action `photos#show`, but `src/pages/photos.tsx` exports neither `show` nor `Show`. Turnout checks this with the option `pages`.',
    args: { page: 'photos#show', route: 'GET /photos/:id(.:format)', suggestion: null, orAction: false },
    shownBy: 'vite-plugin: pages.test.ts',
  },
  'unknown-only': {
    routes: `r.resources('photos', { only: ['indx', 'show'] })`,
    mended: `r.resources('photos', { only: ['index', 'show'] })`,
  },
  'unknown-option': {
    routes: `r.resources('photos', { ony: 'index' })`,
    mended: `r.resources('photos', { only: 'index' })`,
  },
  'unknown-redirect-param': {
    routes: `r.get('pictures/:id', { to: redirect('/photos/:id') })`,
    mended: `r.get('pictures/:id', { to: redirect('/photos/%{id}') })`,
  },
  'unknown-route': {
    routes: `r.resource('basket')
r.resolve('Basket', () => ['baskett'])`,
    mended: `r.resource('basket')
r.resolve('Basket', () => ['basket'])`,
  },
  'unknown-verb': {
    routes: `r.match('photos', { to: 'photos#index', via: 'get, post' })`,
    mended: `r.match('photos', { to: 'photos#index', via: ['get', 'post'] })`,
  },
  'unmatchable-route': {
    routes: `r.get('search/:words', { words: /[ ]+/, to: 'search#show' })   // clients send a space as %20`,
    mended: `r.get('search/:words', { words: /(?:\\w|%20)+/, to: 'search#show' })`,
  },
  'unreachable-route': {
    routes: `r.get('photos/:id', { to: 'photos#show' })
r.get('photos/new', { to: 'photos#new' })`,
    mended: `r.get('photos/new', { to: 'photos#new' })
r.get('photos/:id', { to: 'photos#show' })`,
  },
  'unsupported-requirement': {
    routes: `r.get('pairs/:id', { id: /(\\d)\\1/, to: 'pairs#show' })`,
    mended: `r.get('pairs/:id', { id: /\\d{2}/, to: 'pairs#show' })   // the action compares the digits`,
  },
  'unused-action': {
    words:
      'For example, `src/controllers/photos.ts` exports a function `preview`, but no route has the action `photos#preview`. Turnout checks this with the options `controllers` and `server`.',
    args: { controller: 'photos', action: 'preview' },
    shownBy: 'vite-plugin: check-files.test.ts',
  },
  'unused-concern': {
    routes: `r.concern('commentable', (c) => c.resources('comments'))
r.resources('photos')`,
    mended: `r.concern('commentable', (c) => c.resources('comments'))
r.resources('photos', { concerns: 'commentable' })`,
  },
  'unused-controller': {
    words:
      'For example, `src/controllers/photos.ts` exists, but no route has an action of `photos`. Turnout checks this with the options `controllers` and `server`.',
    args: { controller: 'photos' },
    shownBy: 'vite-plugin: check-files.test.ts',
  },
  'unused-load': {
    words:
      'For example, both `src/pages/photos.tsx` and `src/pages/photos.load.ts` export `load`, or `src/pages/photo.load.ts` has a wrong name.',
    args: { file: 'src/pages/photos.tsx', name: 'load', by: 'src/pages/photos.load.ts' },
    shownBy: 'vite-plugin: pages.test.ts',
  },
  'unusual-path': {
    routes: `r.get('photos/*', { to: 'photos#show' })
r.get('photos//:id|new', { to: 'photos#show', as: 'one' })`,
    mended: `r.get('photos/new', { to: 'photos#show' })
r.get('photos/:id', { to: 'photos#show', as: 'one' })
r.get('photos/*path', { to: 'photos#show' })`,
  },
  'unusual-requirement': {
    routes: `r.get('photos/:id', { to: 'photos#show', constraints: { id: '\\\\d+' } })`,
    mended: `r.get('photos/:id', { to: 'photos#show', constraints: { id: /\\d+/ } })`,
  },
  'unreadable-condition': {
    routes: `r.get('members', { to: 'members#index', constraints: { session: /signed in/ } })`,
    better: `import { hasSession } from '../src/constraints.ts'

export default defineRoutes((r) => {
  r.get('members', { to: 'members#index', constraints: hasSession })
})`,
  },
  'unusual-target': {
    routes: `r.get('publish', { to: 'photos#publish!' })
r.get('show', { to: 'admin#photos#show' })`,
    mended: `r.get('publish', { to: 'photos#publish' })
r.get('show', { to: 'admin/photos#show' })`,
  },
  'useless-requirement': {
    routes: `r.get('photos/:id', { ids: /\\d+/, to: 'photos#show' })`,
    mended: `r.get('photos/:id', { id: /\\d+/, to: 'photos#show' })`,
  },
  'useless-restriction': {
    routes: `r.resource('profile', { except: 'index' })   // a singular resource has no index`,
    mended: `r.resource('profile', { except: 'destroy' })`,
  },
  'wrong-rails-version': {
    routes: `r.get('about', 'terms', { controller: 'pages' })`,
    mended: `for (const page of ['about', 'terms']) r.get(page, { controller: 'pages' })`,
  },
}
