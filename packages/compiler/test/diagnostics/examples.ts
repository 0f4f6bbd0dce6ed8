import type { DiagnosticCode } from '../../src/index.ts'

/** Shows a diagnostic, for the catalogue's page. `examples.test.ts` runs all that has routes. */
export interface Example {
  /** The body of a route file's block. */
  readonly routes?: string
  /** The same, mended. It has no diagnostic of this code, and no errors. */
  readonly mended?: string
  /** Options of `turnout()`, as they are written. */
  readonly options?: string
  /** Bodies of drawn route files, by the name that `draw` is given. */
  readonly draws?: Readonly<Record<string, string>>
  /** What the block answers, where it is not a plain block: the whole default export. */
  readonly block?: string
  readonly mendedBlock?: string
  /** In words, where it takes more than route files to show it. `shownBy` names the test that does. */
  readonly words?: string
  readonly shownBy?: string
}

const nested = (depth: number) => `let block = () => {}
for (let depth = 0; depth < ${depth}; depth += 1) {
  const inner = block
  block = () => r.scope('a', inner)
}
block()`

/** Every code has an example. */
export const examples: Readonly<Record<DiagnosticCode, Example>> = {
  'adjacent-params': {
    routes: `r.get('archive/:year:month', { to: 'archive#show' })`,
    mended: `r.get('archive/:year-:month', { to: 'archive#show' })`,
  },
  'ambiguous-fanout': {
    routes: `for (let bits = 0; bits < 1024; bits += 1) {
  const segments = Array.from({ length: 10 }, (_, at) => ((bits >> at) & 1 ? \`:p\${at}\` : 'a'))
  r.get(\`\${segments.join('/')}/end\`, { to: 'pages#show' })
}`,
    mended: `r.get('*path', { to: 'pages#show' })`,
  },
  'ambiguous-path': {
    routes: `r.get('preview', { to: 'photos#preview', path: 'look' })`,
    mended: `r.get('look', { to: 'photos#preview', as: 'preview' })`,
  },
  'analysis-failed': {
    words: 'It is raised where a check of the compiler throws, which no route file should bring about.',
    shownBy: 'analyse/analysis-failed.test.ts',
  },
  'async-block': {
    block: `async (r) => {
  const pages = await Promise.resolve(['about'])
  for (const page of pages) r.get(page, { to: \`pages#\${page}\` })
}`,
    mendedBlock: `(r) => {
  for (const page of ['about']) r.get(page, { to: \`pages#\${page}\` })
}`,
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
    routes: `r.resources('photos', () => {
  undefinedFunction()
})`,
    mended: `r.resources('photos')`,
  },
  'bad-param-name': {
    routes: `r.get('compare/:1/:2', { to: 'photos#compare' })`,
    mended: `r.get('compare/:first/:second', { to: 'photos#compare' })`,
  },
  'code-never-ends': {
    words:
      'It is raised where code of a route file, or of a module that it imports, runs for more than ten seconds without a break, in its block or outside of it.',
    shownBy: 'vite-plugin: endless-code.test.ts',
  },
  'compilation-failed': {
    words:
      'It is raised where the compiler throws, which no route file should bring about, or the system refuses it a file.',
    shownBy: 'vite-plugin: compilation-failed.test.ts',
  },
  'changed-prototype': {
    words:
      'It is reported if a route file, or a module that it imports, assigns a property to `Object.prototype` or to another built-in prototype: `Object.prototype.extra = 1`.',
    shownBy: 'vite-plugin: hostile/route-files.test.ts',
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
    words: 'It is raised where none of the places holds a route file: no `config/routes.ts`, and no option `routes`.',
    shownBy: 'vite-plugin: evaluate-project.test.ts',
  },
  'types-not-included': {
    words: 'It is raised where `tsconfig.app.json` includes `src` alone, as in a new project of create-vue.',
    shownBy: 'vite-plugin: mistakes.test.ts',
  },
  'ignored-route-file': {
    words: 'It is raised where `src/routes.ts` declares routes next to `config/routes.ts`.',
    shownBy: 'vite-plugin: mistakes.test.ts',
  },
  'circular-route-file': {
    words: 'It is raised where `config/routes.ts` imports a module that imports `config/routes.ts`.',
    shownBy: 'vite-plugin: mistakes.test.ts',
  },
  'server-not-found': {
    words: "It is raised where the option `server: 'src/app.ts'` names a file that is not there.",
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
    words: 'It is raised where the function of the option `inflections` throws.',
    shownBy: 'hostile/contained.test.ts',
  },
  'inline-callable': {
    routes: `r.constraints((request) => request.ip === '127.0.0.1', () => r.resource('console'))`,
    mended: `r.resource('console')`,
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
  'mangled-word': {
    routes: `r.resources('caches')   // the helper of a member would be cachPath`,
    mended: `r.resources('photos')`,
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
    words:
      'It is raised where a route file, or a module that it imports, waits for something at its top level for more than ten seconds.',
    shownBy: 'vite-plugin: evaluate-project.test.ts',
  },
  'module-not-loaded': {
    words:
      'It is raised where a route file, or a module that it imports, has a syntax error, or imports what there is not.',
    shownBy: 'vite-plugin: evaluate-project.test.ts',
  },
  'module-threw': {
    words: 'It is raised where the code outside of the block throws, in a route file or in a module that it imports.',
    shownBy: 'vite-plugin: evaluate-project.test.ts',
  },
  'mount-point-missing': {
    routes: `r.mount(Symbol)`,
    mended: `r.get('tools', { to: 'tools#index' })`,
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
    words: "It is raised where the option `controllers` names no folder: `turnout({ controllers: 'src/controlers' })`.",
    shownBy: 'vite-plugin: check-files.test.ts',
  },
  'no-document': {
    words:
      "It is raised where the config has `turnout({ pages: 'src/pages', server: true })`, and neither `index.html` exists nor a `document` of the application.",
    shownBy: 'vite-plugin: fullstack.test.ts',
  },
  'no-pages': {
    words: "It is raised where the option `pages` names no folder: `turnout({ pages: 'src/pagse' })`.",
    shownBy: 'vite-plugin: pages.test.ts',
  },
  'no-routes-file': {
    block: `{ photos: 'photos#index' }`,
    mendedBlock: `(r) => r.resources('photos')`,
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
    routes: `r.get('shops/:id', { to: redirect('https://%{id}.test/') })   // /shops/evil leads to https://evil.test/`,
    mended: `r.get('shops/:id', { to: redirect('https://%{id}.shops.test/') })`,
  },
  'outside-block': {
    words:
      'It is thrown where a builder is kept and called later: `let kept; defineRoutes((r) => { kept = r })`, and then `kept.resources(…)`.',
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
r.get('photos/new', { to: 'photos#new' })   // only /photos/new.json and the like come here`,
    mended: `r.get('photos/new', { to: 'photos#new' })
r.get('photos/:id', { to: 'photos#show', format: false })`,
  },
  'slow-pattern': {
    routes: `for (let index = 0; index < 100; index += 1) r.get(\`*before-kind\${index}/*after\`, { to: 'pages#show' })`,
    mended: `r.get('*before-:kind/*after', { to: 'pages#show', kind: /kind\\d\\d?/ })`,
  },
  'too-many-optionals': {
    routes: `r.get('a(/b)(/c)(/d)(/e)(/f)(/g)(/h)(/i)(/j)', { to: 'pages#show' })`,
    mended: `r.get('a(/*rest)', { to: 'pages#show' })`,
  },
  'too-many-problems': {
    words:
      'It is reported if a route file, or the routes that a Rails server has printed, have more than 10,000 problems of one severity.',
    shownBy: 'hostile/output.test.ts',
  },
  'too-many-routes': {
    routes: `for (let page = 1; page > 0; page += 1) r.get(\`pages/\${page}\`, { to: 'pages#show' })`,
    mended: `for (let page = 1; page < 10; page += 1) r.get(\`pages/\${page}\`, { to: 'pages#show' })`,
  },
  'invalid-rails-json': {
    words:
      'It is reported where the option `routes` names a JSON file that holds something else: `"verbs": ["get"]`, for example.',
    shownBy: 'rails/compile-rails.test.ts',
  },
  'stale-rails-json': {
    words:
      'Turnout reports it if `config/routes.rb` of a Rails application has changed since `bin/rails turnout:routes` wrote the JSON file that the option `routes` names.',
    shownBy: 'vite-plugin: rails.test.ts',
  },
  'rails-route-left-out': {
    words:
      'It is reported of a route of a Rails server that is refused in a route file as well: `get ":controller/:action"`, for example.',
    shownBy: 'rails/compile-rails.test.ts',
  },
  'unknown-in-rails': {
    words:
      'It is reported of `get "words/:word", constraints: { word: /[a-z]++/ }` in the routes of a Rails server: JavaScript has no possessive repeats.',
    shownBy: 'rails/compile-rails.test.ts',
  },
  'export-not-written': {
    words:
      "It is reported where `exports: { openapi: { file: 'openapi.json', base: 'docs/openapi.json' } }` names a base that is not there, or is not a document of OpenAPI 3.1.",
    shownBy: 'vite-plugin: exports.test.ts',
  },
  'reserved-action': {
    words: 'It is raised where a route leads to `steps#then`, and with the option `server`.',
    shownBy: 'vite-plugin: serve.test.ts',
  },
  'file-hides-route': {
    words:
      "It is reported where `r.get('*path', { to: 'pages#missing' })` is declared and `public/favicon.ico` exists, and where a route such as `assets/:id` matches the hashed files of a build.",
    shownBy: 'vite-plugin: public-files.test.ts',
  },
  'route-hides-file': {
    words: "It is reported where `r.resources('photos')` is declared and `public/photos.html` exists.",
    shownBy: 'vite-plugin: public-files.test.ts',
  },
  'server-in-client': {
    words:
      "It is raised where a module of a page has `import { dispatch } from 'virtual:routes/server'`, or `import { show } from '../controllers/photos.ts'`.",
    shownBy: 'vite-plugin: serve.test.ts',
  },
  'pages-not-set': {
    words: 'It is raised where a module imports `virtual:routes/pages`, and the plugin is `turnout()`.',
    shownBy: 'vite-plugin: pages.test.ts',
  },
  'server-not-set': {
    words: 'It is raised where a module imports `virtual:routes/server`, and the plugin is `turnout()`.',
    shownBy: 'vite-plugin: serve.test.ts',
  },
  'types-not-written': {
    words: 'It is raised where the place of `virtual-routes.d.ts` cannot be written: a read-only folder, a full disk.',
    shownBy: 'vite-plugin: types-not-written.test.ts',
  },
  'unused-base': {
    words: "It is raised where the Vite config has `base: '/app/'`, and the plugin is `turnout()`.",
    shownBy: 'vite-plugin: base.test.ts',
  },
  'undrawn-route-file': {
    words: "It is raised where `config/routes/api.ts` exists, and nothing calls `draw('api')`.",
    shownBy: 'vite-plugin: check-files.test.ts',
  },
  'unknown-action': {
    words:
      'It is raised where a route leads to `photos#preview`, and `src/controllers/photos.ts` exports no `preview`. It needs the option `controllers`.',
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
      'It is raised where a route leads to `photos#index`, and there is no `src/controllers/photos.ts`. It needs the option `controllers`.',
    shownBy: 'vite-plugin: check-files.test.ts',
  },
  'hidden-helper': {
    words:
      "It is raised by a build for browsers, and by a dev server for pages, where `import { adminUsersPath } from 'virtual:routes'` stands in a module, and `clientRoutes: { except: 'admin/*' }` in the config.",
    shownBy: 'vite-plugin: client-routes.test.ts',
  },
  'server-module-in-client': {
    words:
      "It is raised by a build for browsers that has `match`, where a route's constraint is imported from `src/office.server.ts`.",
    shownBy: 'vite-plugin: server-only.test.ts',
  },
  'unknown-helper': {
    words:
      "It is raised by a build where `import { phtoPath } from 'virtual:routes'`, or `routes.phtoPath(7)`, stands in a module, and no route is named `phto`.",
    shownBy: 'vite-plugin: unknown-helper.test.ts',
  },
  'unknown-page': {
    words:
      'It is raised where a route leads to `photos#show`, and `src/pages/photos.tsx` exports neither `show` nor `Show`. It needs the option `pages`.',
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
    routes: `r.get('search/:words', { words: /[ ]+/, to: 'search#show' })   // a space is sent as %20`,
    mended: `r.get('search/:words', { words: /(?:\\w|%20)+/, to: 'search#show' })`,
  },
  'unreachable-route': {
    routes: `r.get('photos/:id', { to: 'photos#show' })
r.get('photos/new', { to: 'photos#new' })`,
    mended: `r.get('photos/new', { to: 'photos#new' })
r.get('photos/:id', { to: 'photos#show' })`,
  },
  'unsafe-requirement': {
    routes: `r.get('photos/:id', { id: /([a-z]+-?)*/, to: 'photos#show' })`,
    mended: `r.get('photos/:id', { id: /[a-z]+(-[a-z]+)*/, to: 'photos#show' })`,
  },
  'unsupported-requirement': {
    routes: `r.get('pairs/:id', { id: /(\\d)\\1/, to: 'pairs#show' })`,
    mended: `r.get('pairs/:id', { id: /\\d\\d/, to: 'pairs#show' })`,
  },
  'unused-action': {
    words:
      'It is raised where `src/controllers/photos.ts` exports a function `preview`, and no route leads to `photos#preview`. It needs the option `controllers`.',
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
      'It is raised where there is a file `src/controllers/photos.ts`, and no route leads to any action of `photos`. It needs the option `controllers`.',
    shownBy: 'vite-plugin: check-files.test.ts',
  },
  'unusual-path': {
    routes: `r.get('photos/*', { to: 'photos#show' })
r.get('photos//:id|new', { to: 'photos#show', as: 'one' })`,
    mended: `r.get('photos/*path', { to: 'photos#show' })`,
  },
  'unusual-requirement': {
    routes: `r.get('photos/:id', { to: 'photos#show', constraints: { id: '\\\\d+' } })`,
    mended: `r.get('photos/:id', { to: 'photos#show', constraints: { id: /\\d+/ } })`,
  },
  'unreadable-condition': {
    routes: `r.get('members', { to: 'members#index', constraints: { session: /signed in/ } })`,
    mended: `r.get('members', { to: 'members#index', constraints: { authorization: /^Bearer / } })`,
  },
  'unusual-target': {
    routes: `r.get('publish', { to: 'photos#publish!' })
r.get('show', { to: 'admin#photos#show' })`,
    mended: `r.get('publish', { to: 'photos#publish' })`,
  },
  'unusual-verb': {
    routes: `r.match('photos', { to: 'photos#create', via: 'pots' })`,
    mended: `r.match('photos', { to: 'photos#create', via: 'post' })`,
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
