import { didYouMean } from '../nearest.ts'
import { error, warning } from './entry.ts'

type BadBlock = {
  /** A description of the thrown value. */
  readonly thrown: string
  /** The called method, if the DSL has no method with this name. */
  readonly method?: { readonly name: string; readonly suggestion: string | null } | null
  /** True for the block of a `resolve` or a `direct`. */
  readonly isOfMapping?: true
}

const MIDDLEWARE =
  ' For middleware, export `use` from a controller, or `middleware` from the server module. `constraints` restrict routes.'
const ANY = " Write `match('path', { to: 'controller#action', via: 'all' })`."
const ONE_ROUTE = " Write `get('path', { to: 'controller#action' })`."
const SCOPE = " Write `scope('path', (r) => { … })`, or `namespace('admin', (r) => { … })`."

/** What to write in place of a method of another router: Hono, Express, React Router, Laravel, AdonisJS. */
const METHODS_ELSEWHERE: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  use: MIDDLEWARE,
  middleware: MIDDLEWARE,
  all: ANY,
  any: ANY,
  on: ANY,
  fallback: " Write `match('*path', { to: 'controller#action', via: 'all' })` as the last route.",
  del: " Write `delete('path', { to: 'controller#action' })`.",
  path: ONE_ROUTE,
  head: ' A route for `get` also matches HEAD.',
  route: `${ONE_ROUTE} For an app, write \`mount(app, { at: '/path' })\`.`,
  index: " Write `root('controller#action')`.",
  view: ONE_ROUTE,
  layout: SCOPE,
  prefix: SCOPE,
  group: SCOPE,
  basePath: SCOPE,
  register: SCOPE,
  include: SCOPE,
  redirect: " Write `get('old', { to: redirect('/new') })`.",
  permanentRedirect: " Write `get('old', { to: redirect('/new') })`.",
  apiResource: " Write `resources('photos', { except: ['new', 'edit'] })`.",
  apiResources: " Write `resources('photos', { except: ['new', 'edit'] })`.",
  singleton: " Write `resource('profile')`.",
  apiSingleton: " Write `resource('profile', { except: ['new', 'edit'] })`.",
  domain: " Write `constraints({ host: 'example.org' }, (r) => { … })`.",
  notFound: ' Export `notFound` from `src/controllers/application.ts`.',
  onError: ' Export `onError` from `src/controllers/application.ts`.',
  static: ' Vite serves the files of `public/`.',
  param: ' Write a requirement as an option: `{ id: /\\d+/ }`.',
})

const NAMED = "name a route with the option `as`: `get('photos', { to: 'photos#index', as: 'photos' })`."
const ONE_CALL = "write one call for each method: `get('photos', { to: 'photos#index' })`."
const OF_RESOURCE = "write an option: `resources('photos', { only: ['index', 'show'] })`."

/** What to write in place of a call on the result of a method. */
const CHAINED_ELSEWHERE: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  name: NAMED,
  as: NAMED,
  where: "write a requirement as an option: `get('photos/:id', { to: 'photos#show', id: /\\d+/ })`.",
  names: NAMED,
  parameters: "write an option: `resources('photos', { param: 'slug' })`.",
  shallow: "write an option: `resources('photos', { shallow: true })`.",
  scoped: 'nest a resource in the block of another: `(photos) => photos.resources(…)`.',
  middleware: 'for middleware, export `use` from a controller.',
  use: 'for middleware, export `use` from a controller.',
  get: ONE_CALL,
  post: ONE_CALL,
  put: ONE_CALL,
  patch: ONE_CALL,
  delete: ONE_CALL,
  all: ONE_CALL,
  only: OF_RESOURCE,
  except: OF_RESOURCE,
  apiOnly: OF_RESOURCE,
})

/** Returns the method in the error of a call on the result of a method, as in `get('photos').name('photos')`; otherwise null. */
export function chainedMethod(thrown: string): string | null {
  const [, name] = /^TypeError: Cannot read properties of undefined \(reading '(\w+)'\)$/.exec(thrown) ?? []
  return name !== undefined && name in CHAINED_ELSEWHERE ? name : null
}

const CLASS_AS_BLOCK =
  ". A block is a function. The controller of a resource is an option: `resources('photos', { controller: 'photos' })`."

/** Problems while blocks run. */
export const evaluate = {
  'async-block': error({
    why: 'Blocks run once, at build time, in order. Declarations after an `await` would come too late, and the body of a generator does not run at all.',
    fix: 'Make the block a plain function. Use `await` at the top level of the module, before `defineRoutes`.',
    message: (returned: 'a promise' | 'a generator') =>
      returned === 'a promise' ? 'The block returned a promise.' : 'The block is a generator, so its body did not run.',
  }),
  'bad-block': error({
    why: 'The code inside the block threw an error. Turnout keeps the declarations before the error. The others are missing.',
    fix: 'Fix the code at the location in the message.',
    message: ({ thrown, method, isOfMapping }: BadBlock) => {
      if (isOfMapping === true) return `The block threw ${thrown}. It runs at build time, without a model.`
      if (method != null) {
        const hint = METHODS_ELSEWHERE[method.name] ?? didYouMean(method.suggestion)
        return `The block threw ${thrown}: there is no method \`${method.name}\`.${hint}`
      }
      if (thrown.startsWith('TypeError: Class constructor ')) return `The block threw ${thrown}${CLASS_AS_BLOCK}`
      const chained = chainedMethod(thrown)
      const hint = chained === null ? '' : `. The methods of the DSL return nothing: ${CHAINED_ELSEWHERE[chained]!}`
      return `The block threw ${thrown}${hint}`
    },
  }),
  'concern-depth': error({
    why: 'A concern uses itself with the same options, directly or through another concern, or it is used inside 100 others. This would never end.',
    fix: 'Remove the use of the concern from its own block.',
    message: (use: { name: string; chain: readonly string[] } | { name: string; limit: number }) =>
      'chain' in use
        ? `The concern \`${use.name}\` uses itself: ${use.chain.join(' → ')}.`
        : `The concern \`${use.name}\` is used inside ${use.limit} other uses of concerns.`,
  }),
  'declaration-failed': error({
    why: 'An argument threw an error when Turnout read it. A getter or a revoked proxy can cause this. If all arguments are plain values, this is a bug in the compiler.',
    fix: 'Pass strings, numbers, arrays and object literals. If you already do, report the bug with this call.',
    message: '`{call}` could not be evaluated: {error}',
  }),
  'draw-cycle': error({
    why: 'The route file draws itself, directly or through another file. This would never end.',
    fix: 'Remove one of the `draw` calls.',
    message: ({ files }: { files: readonly string[] }) =>
      `The route files draw each other in a circle: ${files.join(' → ')}.`,
  }),
  'draw-not-found': error({
    why: '`draw` searches the folders of `drawPaths` in order, and loads the first file with this name.',
    fix: 'Create the file in one of the listed folders, correct the name, or set the option `drawPaths`.',
    message: ({
      name,
      searched,
      suggestion,
    }: {
      name: string
      searched: readonly string[]
      suggestion: string | null
    }) => {
      const folders = searched.map((folder) => `\`${folder}\``).join(', ') || 'no folder at all'
      return `\`draw('${name}')\` found no such route file in ${folders}.${didYouMean(suggestion)}`
    },
  }),
  'nesting-too-deep': error({
    why: 'Blocks at this depth are usually the result of an endless loop. Their URLs would be too long to use.',
    fix: 'Nest less. `shallow` shortens the paths of nested resources.',
    message: 'Blocks are nested more than {limit} deep.',
  }),
  'no-routes-file': error({
    why: 'The default export of a route file must be a block of declarations.',
    fix: 'Write `export default defineRoutes((r) => { … })`.',
    message: 'The default export of `{file}` is not a block of declarations.',
  }),
  'returned-routes': error({
    why: 'A block declares routes by calling methods of its argument. Turnout ignores the value that the block returns.',
    fix: "Call a method for each route: `(r) => { r.get('about', { to: 'pages#about' }) }`. The actions of a resource are an option: `resources('photos', { only: ['index'] })`.",
    message: 'The block declares no routes, but returns a list or an object.',
  }),
  'too-many-routes': error({
    why: 'A table of this size is almost certainly a mistake: an endless loop, or blocks or concerns that use each other twice, so that every level doubles the table.',
    fix: 'Check the loop around the call in the message, and blocks and concerns that are used more than once at each level.',
    message: ({ limit, items }: { limit: number; items: string }) =>
      `There are more than ${limit.toLocaleString('en-US')} ${items}.`,
  }),
  'unused-concern': warning({
    why: 'No resource uses the concern, so its routes do not exist.',
    fix: "Use it with `concerns: 'name'` or `concerns('name')`, or remove it.",
    message: 'Nothing uses the concern `{name}`.',
  }),
}
