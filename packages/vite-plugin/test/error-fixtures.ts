import { routesFile, type Files } from './fixture.ts'
import type { TurnoutOptions } from '../src/index.ts'

/** A small project with a mistake. */
export interface ErrorFixture {
  readonly name: string
  readonly files: Files
  readonly options?: TurnoutOptions
  /** Every error, in the order in which they are reported: `code file:line:column`. */
  readonly errors: readonly string[]
}

const ENTRY = 'config/routes.ts'

/** A project of one route file: its block, which begins at line 4, and what stands before it, at line 2. */
function block(name: string, body: string, errors: string | readonly string[], imports = ''): ErrorFixture {
  return { name, files: { [ENTRY]: routesFile(body, imports) }, errors: [errors].flat().map(placed) }
}

function project(
  name: string,
  files: Files,
  errors: string | readonly string[],
  options: TurnoutOptions = {},
): ErrorFixture {
  return { name, files, options, errors: [errors].flat().map(placed) }
}

/** `code 4:5` is a place in the entry. */
function placed(error: string): string {
  return error.replace(/ (?=\d+:\d+$)/, ` ${ENTRY}:`)
}

/** Declarations that TypeScript would refuse: route files may be JavaScript, too. */
export const errorFixtures: readonly ErrorFixture[] = [
  // What a route file must be.
  project('no route file', {}, 'entry-not-found'),
  project('no route file where the option says', { [ENTRY]: routesFile('') }, 'entry-not-found', {
    routes: 'app/routes',
  }),
  project('an empty route file', { [ENTRY]: '' }, 'no-routes-file 1:1'),
  project('a named export only', { [ENTRY]: 'export const routes = () => {}' }, 'no-routes-file 1:1'),
  project('a default export that is not a block', { [ENTRY]: 'export default { routes: [] }' }, 'no-routes-file 1:1'),
  project('a syntax error', { [ENTRY]: 'export default (r) => {\n  r.root(\n}\n' }, 'module-not-loaded 3:1'),
  project(
    'a route file that imports nothing there is',
    { [ENTRY]: routesFile('  x()', "import { x } from './gone'") },
    'module-not-loaded 2:19',
  ),
  project(
    'a module of the route file that imports nothing there is',
    { [ENTRY]: routesFile('', "import './names'"), 'config/names.ts': "\nexport { x } from 'not-installed'\n" },
    'module-not-loaded config/names.ts:2:19',
  ),
  project(
    'an import of a name that is not exported',
    {
      [ENTRY]: routesFile("  r.get('x', { to: gone.x })", "import { gone } from './names'"),
      'config/names.ts': 'export const x = 1',
    },
    'bad-block 4:25',
  ),
  project('an error at the top of a route file', { [ENTRY]: routesFile('', 'JSON.parse("{")') }, 'module-threw 2:6'),
  project(
    'an error at the top of a module of the route file',
    { [ENTRY]: routesFile('', "import './names'"), 'config/names.ts': "type A = 1\n\nthrow new Error('boom')\n" },
    'module-threw config/names.ts:3:7',
  ),
  project(
    'declarations outside of a block',
    {
      [ENTRY]: routesFile("  kept.r = r\n  r.draw('late')", "import { kept } from './kept'"),
      'config/kept.ts': 'export const kept: { r?: any } = {}',
      'config/routes/late.ts':
        "import { kept } from '../kept'\nkept.r.get('x', { to: 'x#y' })\nexport default () => {}\n",
    },
    'outside-block config/routes/late.ts:2:8',
  ),

  // Blocks.
  block('an async block', '  r.scope("a", async (a) => {\n    await null\n  })', 'async-block 4:5'),
  project('a syntax error in JavaScript', { 'config/routes.js': 'export default (r) => {\n  r.root(\n}\n' }, [
    'module-not-loaded config/routes.js:3:1',
  ]),
  project(
    'a syntax error in a JavaScript module of the route file',
    { [ENTRY]: routesFile('', "import './names'"), 'config/names.js': 'export const a = 1\nexport const b = )\n' },
    'module-not-loaded config/names.js:2:18',
  ),
  block('a regular expression that is not one', "  r.get(':id', { to: 'a#b', id: /(\\d+/ })", 'module-not-loaded 4:33'),
  project(
    'a regular expression in JavaScript that is not one',
    { 'config/routes.js': 'export default (r) => {\n  r.get(":id", { to: "a#b", id: /[b-a]/ })\n}\n' },
    'module-not-loaded config/routes.js:2:33',
  ),
  project(
    'a server that is not there',
    { [ENTRY]: routesFile(''), 'src/controllers/x.ts': 'export const y = () => new Response()' },
    'server-not-found',
    { server: 'src/nope.ts' },
  ),
  project(
    'an async entry below its imports',
    { [ENTRY]: "import 'node:path'\n\nexport default async (r) => {\n  r.root('a#b')\n}\n" },
    'async-block 3:1',
  ),
  project('an async entry', { [ENTRY]: 'export default async (r) => {\n  r.root("a#b")\n}\n' }, 'async-block 1:1'),
  block('an error in a block', "  r.resources('photos', () => {\n    undefined.x\n  })", 'bad-block 5:15'),
  block('a call that the builder does not have', "  r.resource5('photos')", 'bad-block 4:5'),
  block(
    'an error in a function that a block calls',
    "  r.resources('photos', boom)",
    'bad-block 2:31',
    "function boom(): void { throw new TypeError('boom') }",
  ),
  block(
    'blocks without end',
    "  const nest = (s: any): void => s.scope('a', nest)\n  nest(r)",
    'nesting-too-deep 4:36',
  ),
  block('a block that returns routes', "  r.scope('a', () => [{ path: '/b' }] as never)", 'returned-routes 4:5'),
  block('a generator', "  r.scope('a', function* (a) {\n    yield a.root('a#b')\n  })", 'async-block 4:5'),
  block(
    'a requirement that is too long',
    "  r.get(':id', { to: 'a#b', id: new RegExp('a?'.repeat(10_000)) })",
    'requirement-too-long 4:5',
  ),
  block(
    'a value that cannot be read',
    "  r.get('a', {\n    get to() {\n      throw new Error('no')\n    },\n  })",
    'declaration-failed 4:5',
  ),
  project('rules of inflection that throw', { [ENTRY]: routesFile('') }, 'inflections-threw', {
    inflections: () => {
      throw new Error('no')
    },
  }),
  block(
    'a `direct` that needs a request',
    "  r.direct('home', () => { throw new Error('no request') })",
    'bad-block 4:5',
  ),

  // Drawn files.
  block('a draw of nothing', "  r.draw('api')", 'draw-not-found 4:5'),
  block('a draw that leads out of its folder', "  r.draw('../routes')", 'draw-not-found 4:5'),
  project(
    'a draw of nothing in other draw paths',
    { [ENTRY]: routesFile("  r.draw('api')"), 'config/routes/api.ts': routesFile('') },
    'draw-not-found 4:5',
    { drawPaths: ['config/drawn'] },
  ),
  project(
    'draws in a circle',
    {
      [ENTRY]: routesFile("  r.draw('a')"),
      'config/routes/a.ts': routesFile("  r.draw('b')"),
      'config/routes/b.ts': routesFile("\n  r.draw('a')"),
    },
    'draw-cycle config/routes/b.ts:5:5',
  ),
  project(
    'a drawn file without a block',
    { [ENTRY]: routesFile("  r.draw('api')"), 'config/routes/api.ts': 'export const x = 1' },
    'no-routes-file 4:5',
  ),
  project(
    'mistakes in several files',
    {
      [ENTRY]: routesFile("  r.draw('admin/users')\n  r.match('x', { to: 'a#b' })"),
      'config/routes/admin/users.ts': routesFile("  r.resources('users')\n  r.get('a', { to: 404 })"),
    },
    ['missing-via 5:5', 'invalid-to config/routes/admin/users.ts:5:5'],
  ),

  // Where a call may stand.
  block('a member outside of a resource', '  r.member(() => {})', 'outside-resource-scope 4:5'),
  block(
    'a collection in a namespace',
    "  r.namespace('a', (a) => {\n    a.collection(() => {})\n  })",
    'outside-resource-scope 5:7',
  ),
  block('`new` and `nested` outside of a resource', '  r.new(() => {})\n  r.nested(() => {})', [
    'outside-resource-scope 4:5',
    'outside-resource-scope 5:5',
  ]),
  block(
    'a resolve in a scope',
    "  r.scope('a', () => {\n    r.resolve('User', () => ['profile'])\n  })",
    'inside-scope 5:7',
  ),
  block(
    'a direct in a resource',
    "  r.resources('a', () => {\n    r.direct('home', 'https://example.org')\n  })",
    'inside-scope 5:7',
  ),
  block(
    'a level that there is not',
    "  r.resources('photos', () => {\n    r.get('x', { on: 'members' })\n  })",
    'invalid-on 5:7',
  ),

  // Arguments.
  block('a resource without a name', '  r.resources()', 'bad-argument 4:5'),
  block('a namespace without a name', '  r.namespace(() => {})', 'bad-argument 4:5'),
  block('a path that is a number', "  r.get(7, { to: 'a#b' })", 'bad-argument 4:5'),
  block('path names that are not a map', "  r.resourcesPathNames('new')", 'bad-argument 4:5'),
  block('a direct without a target', "  r.direct('home')", 'bad-argument 4:5'),
  block('a path twice', "  r.get('a', { path: 'b', to: 'a#b' })", 'ambiguous-path 4:5'),
  block('no path', "  r.get({ to: 'a#b', id: /a/ })", 'path-not-specified 4:5'),
  block('a root with two targets', "  r.root('a#b', 'c#d')", 'root-arguments 4:5'),
  block('a mount without a path', '  r.mount(app)', 'mount-point-missing 4:5', "import { app } from '../src/app'"),
  block('a mount of nothing', "  r.mount(null, { at: '/mail' })", 'invalid-to 4:5'),
  block('an anchor on a scope', "  r.scope('a', { anchor: false }, () => {})", 'scope-anchor 4:5'),
  block('a parameter with its colon', "  r.resources('photos', { param: ':slug' })", 'param-colon 4:5'),
  block('a method that there is not', "  r.gett('about', { to: 'pages#about' })", 'bad-block 4:5'),
  block(
    'a concern that there is not',
    "  r.concern('commentable', () => {})\n  r.resources('photos', { concerns: 'comentable' })",
    'unknown-concern 5:5',
  ),
  block(
    'a concern that uses itself',
    "  r.concern('a', (a) => {\n    a.concerns('a')\n  })\n  r.concerns('a')",
    'concern-depth 5:7',
  ),

  // Verbs and endpoints.
  block('no verb', "  r.match('x', { to: 'a#b' })", 'missing-via 4:5'),
  block('what is not a verb', "  r.match('x', { to: 'a#b', via: 'g e t' })", 'unknown-verb 4:5'),
  block('no controller', "  r.get('x')", 'missing-controller 4:5'),
  block(
    'no action',
    "  r.get('x', { controller: 'photos' })\n  r.get(':id', { controller: 'photos' })",
    'missing-action 5:5',
  ),
  block('a controller as Ruby names it', "  r.get('x', { to: 'Admin::Photos#show' })", 'invalid-controller 4:5'),
  block('an action that is not a name', "  r.get('x', { to: 'photos#show me' })", 'invalid-action 4:5'),
  block('an endpoint that is a number', "  r.get('x', { to: 404 })", 'invalid-to 4:5'),
  block(
    'a redirect with a status of success',
    "  r.get('x', { to: redirect('/y', { status: 200 }) })",
    'invalid-redirect 4:5',
  ),
  block(
    'a redirect to a site of the request',
    "  r.get('x/:id', { to: redirect('https://%{id}/') })",
    'open-redirect 4:5',
  ),
  block('a redirect to nothing', "  r.get('x', { to: redirect(null) })", 'invalid-redirect 4:5'),
  block('a function in its place', "  r.get('x', { to: () => 'hello' })", 'inline-callable 4:5'),
  block(
    'a constraint that a route file exports',
    "  r.constraints(own, () => {\n    r.get('x', { to: 'a#b' })\n  })",
    'inline-callable 5:7',
    'export const own = () => true',
  ),
  project(
    'an async constraint',
    {
      [ENTRY]: routesFile(
        "  r.constraints(isOwn, () => {\n    r.get('x', { to: 'a#b' })\n  })",
        "import { isOwn } from '../src/constraints'",
      ),
      'src/constraints.ts': 'export const isOwn = async () => true',
    },
    'async-function 4:5',
  ),
  block('constraints that are a text', "  r.scope({ constraints: 'id' }, () => {})", 'invalid-constraint 4:5'),

  // Paths.
  block('a parenthesis that is not closed', "  r.get('photos(/:id', { to: 'a#b' })", 'pattern-syntax 4:5'),
  block('a query in a path', "  r.get('photos?page=1', { to: 'a#b' })", 'pattern-syntax 4:5'),
  block('a percent sign that begins no byte', "  r.get('100%', { to: 'a#b' })", 'pattern-syntax 4:5'),
  block('a parameter that begins with a digit', "  r.get('photos/:1st', { to: 'a#b' })", 'bad-param-name 4:5'),
  block('a parameter that is not an identifier', "  r.get('photos/:öl', { to: 'a#b' })", 'bad-param-name 4:5'),
  block('two paths in one call', "  r.get('a', 'b', { to: 'a#b' })", 'wrong-rails-version 4:5'),
  block('a target in place of a path', "  r.get('a', 'a#b' as never)", 'misplaced-target 4:5'),
  block('the index of a singular resource', "  r.resource('photo', { only: ['index'] })", 'unknown-only 4:5'),
  block('a parameter __proto__', "  r.get('photos/:__proto__', { to: 'a#b' })", 'reserved-param 4:5'),
  block(
    'a requirement __proto__',
    "  r.get('photos/:id', { to: 'a#b', constraints: { ['__proto__']: /a/ } })",
    'reserved-param 4:5',
  ),
  block('a controller from the path', "  r.get(':controller/:id', { to: 'a#b' })", 'dynamic-segment 4:5'),
  block('a segment that browsers remove', "  r.get('a/../b', { to: 'a#b' })", 'dot-segment 4:5'),
  block('half of a character', "  r.get('a\\uD83D', { to: 'a#b' })", 'lone-surrogate 4:5'),
  block("a token of Vite's own", "  r.get('__VITE_ASSET__x', { to: 'a#b' })", 'reserved-token 4:5'),
  block('a path that no server takes', "  r.get('a/'.repeat(5000), { to: 'a#b', as: null })", 'path-too-long 4:5'),
  block(
    'more than 256 combinations',
    "  r.get('(a)(b)(c)(d)(e)(f)(g)(h)(i)', { to: 'a#b', as: null })",
    'too-many-optionals 4:5',
  ),

  // Names.
  block('a name that is not an identifier', "  r.get('x', { to: 'a#b', as: 'my-x!' })", 'invalid-name 4:5'),
  block('a name __proto__', "  r.get('x', { to: 'a#b', as: '__proto__' })", 'reserved-name 4:5'),
  block('a direct of a name that is not valid', "  r.direct('go home', 'https://example.org')", 'invalid-name 4:5'),
  block(
    'a name twice',
    "  r.get('x', { to: 'a#b', as: 'x' })\n  r.get('y', { to: 'a#c', as: 'x' })",
    'duplicate-name 5:5',
  ),
  block(
    'names with one helper',
    "  r.get('x', { to: 'a#b', as: 'user_post' })\n  r.get('y', { to: 'a#c', as: 'userPost' })",
    'name-collision 5:5',
  ),

  // Requirements, conditions, defaults.
  block('an anchor in a requirement', "  r.resources('photos', { only: 'show', id: /^\\d+$/ })", 'regexp-anchor 4:5'),
  block(
    'a flag that a requirement does not support',
    "  r.get('photos/:id', { to: 'a#b', id: /a/g })",
    'regexp-flags 4:5',
  ),
  block(
    'a requirement that matches nothing',
    "  r.get('photos/:id', { to: 'a#b', id: new RegExp('') })",
    'empty-requirement 4:5',
  ),
  block('a format that is an open class', "  r.get('x', { to: 'a#b', format: '[' })", 'invalid-regexp 4:5'),
  block('a format that repeats nothing', "  r.get('x', { to: 'a#b', format: 'c++' })", 'invalid-regexp 4:5'),
  block('a format that closes nothing', "  r.get('x', { to: 'a#b', format: ')' })", 'invalid-regexp 4:5'),
  block('a format that is an open group', "  r.get('x', { to: 'a#b', format: '(' })", 'invalid-regexp 4:5'),
  block(
    'a requirement that is nested too deep',
    "  r.get('photos/:id', { to: 'a#b', id: new RegExp('('.repeat(3000) + '(a+)+' + ')'.repeat(3000)) })",
    'invalid-regexp 4:5',
  ),
  block(
    'a condition that is nested too deep',
    "  r.get('x', { to: 'a#b', constraints: { subdomain: new RegExp('('.repeat(3000) + '(a+)+' + ')'.repeat(3000)) } })",
    'invalid-regexp 4:5',
  ),
  block('a back-reference', "  r.get('photos/:id', { to: 'a#b', id: /(\\d)\\1/ })", 'unsupported-requirement 4:5'),
  block(
    'a requirement that is a date',
    "  r.get('photos/:id', { to: 'a#b', constraints: { id: new Date() } })",
    'not-frozen 4:5',
  ),
  block(
    'a condition that is a function',
    "  r.get('x', { to: 'a#b', constraints: { subdomain: () => true } })",
    'not-frozen 4:5',
  ),
  block(
    'a function under a name that is not a parameter',
    "  r.scope({ constraints: { matcher: () => true } }, () => {\n    r.get('x', { to: 'a#b' })\n  })",
    'not-frozen 4:5',
  ),
  block('a default that is not JSON', "  r.get('x', { to: 'a#b', defaults: { since: 1n } })", 'invalid-default 4:5'),

  // Options of the plugin.
  project('a severity for a code that there is not', { [ENTRY]: routesFile("  r.root('a#b')") }, 'invalid-severity', {
    severities: { 'unreachable-rout': 'error' } as never,
  }),
  project(
    'an error that cannot be lowered',
    { [ENTRY]: routesFile("  r.match('x', { to: 'a#b' })") },
    ['invalid-severity', 'missing-via 4:5'],
    { severities: { 'missing-via': 'warning' } },
  ),
  project(
    'a warning that was made an error',
    { [ENTRY]: routesFile("  r.get('photos/:id/:id', { to: 'a#b' })") },
    'duplicate-param 4:5',
    { severities: { 'duplicate-param': 'error' } },
  ),
  project(
    'an action that does not exist, made an error',
    { [ENTRY]: routesFile("  r.get('x', { to: 'a#b' })"), 'src/controllers/a.ts': 'export const c = () => {}' },
    'unknown-action 4:5',
    { controllers: 'src/controllers', severities: { 'unknown-action': 'error' } },
  ),
]
