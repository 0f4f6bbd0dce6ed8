// Rejects arguments in the form of other routers. Rails would read them as further paths, names or default parameters.
import { Rejection } from '../../diagnostics/collector.ts'
import { describeType, describeValue } from '../../diagnostics/describe.ts'
import { shorten } from '../../diagnostics/text.ts'
import type { RailsVersion } from '../../patterns/pattern/parse.ts'
import { snakeCase } from '../../names/file-names.ts'
import { isMap, isRegExp, textOf, type Options } from '../../dsl-values.ts'
import { badArgument } from '../1-evaluate/check-arguments.ts'
import { normalizePath } from '../../patterns/pattern/join.ts'
import { LONGEST_WORD, railsPath } from './check-writing.ts'
import { ACTIONS, MEMBER, type Resource } from './resource.ts'
import type { Scope } from './scope.ts'

/**
 * Returns the target that a string of Rails, Laravel or AdonisJS means; null for other strings.
 *
 *     'photos#index'                           -> 'photos#index'
 *     'Admin::PhotosController#index'          -> 'admin/photos#index'
 *     'PhotoController@index'                  -> 'photo#index'
 *     '#controllers/photos_controller.index'   -> 'photos#index'
 */
export function targetFrom(text: string): string | null {
  if (/^[a-z\d_/]+#\w+$/.test(text)) return text
  const [, controller, suffix, mark, action] = /^#?([\w/:\\]+?)(_?[Cc]ontroller)?([#@.])(\w+)$/.exec(text) ?? []
  if (controller === undefined || (suffix === undefined && mark !== '#')) return null
  return `${controllerFrom(controller)}#${action}`
}

/** `App\Http\Controllers\Admin\PhotoController` -> `admin/photo`. */
export function controllerFrom(name: string): string {
  const folders = name.replace(/^.*\b(?:[Cc]ontrollers|src\/pages)\W+|Controller$/g, '').split(/::|[\\/]/)
  return folders
    .filter((folder) => folder !== '')
    .map(snakeCase)
    .join('/')
}

/**
 * Rejects a target in another place than the option `to`: `get('x', 'photos#index')`, `get('x', handler)`,
 * `get('x', [PhotosController, 'index'])`, `get('x', { element })`.
 *
 * @param isComplete whether the route has a target without these arguments, so that Rails 7.2 reads strings as paths
 * @throws Rejection `misplaced-target`, `bad-argument`
 */
export function checkArguments(
  call: string,
  [firstArgument, ...furtherArguments]: readonly unknown[],
  options: Options,
  { isComplete, rails }: { readonly isComplete: boolean; readonly rails: RailsVersion },
): void {
  checkTargetOptions(call, options, isComplete)
  if (call === 'match') checkMethods(firstArgument, furtherArguments, options)
  if (Array.isArray(firstArgument)) throw new Rejection('bad-argument', 'paths')
  if (typeof firstArgument === 'object') return
  for (const [index, argument] of furtherArguments.entries()) {
    if (typeof argument === 'symbol' && textOf(argument) !== null) continue
    if (typeof argument !== 'string') {
      const target = Array.isArray(argument) ? targetOfPair(argument) : null
      if (target !== null) throw new Rejection('misplaced-target', { call, target, given: null })
      // After options nothing follows, so the next argument is the wrong one.
      const bad = isMap(argument) && index + 1 < furtherArguments.length ? index + 1 : index
      throw new Rejection('misplaced-target', { call, index: bad + 1, value: describeType(furtherArguments[bad]) })
    }
    const target = targetFrom(argument)
    if (isComplete && (target === null || rails === '7.2')) continue
    throw new Rejection('misplaced-target', { call, target, given: shorten(argument) })
  }
}

/**
 * Rejects the methods of `match` before its path, or in an option of another router.
 *
 * @throws Rejection `bad-argument`
 */
function checkMethods(firstArgument: unknown, furtherArguments: readonly unknown[], options: Options): void {
  if (!('via' in options)) checkHandlers(options)
  const isFirst =
    furtherArguments.length > 0 && [firstArgument].flat().every((method) => METHOD.test(describeValue(method)))
  const methods = isFirst ? firstArgument : 'via' in options ? undefined : (options['methods'] ?? options['method'])
  if (methods === undefined) return
  const names = [methods].flat().map((method) => describeValue(method).toLowerCase())
  const methodsFirst = [...new Set(names)].filter((name) => METHOD.test(name))
  if (methodsFirst.length > 0) throw new Rejection('bad-argument', { methodsFirst })
}

/** Rejects handlers by their methods, as SvelteKit and Next.js export them: `match('photos', { GET: handler })`. */
function checkHandlers(options: Options): void {
  for (const [option, value] of Object.entries(options)) {
    const target = typeof value === 'string' ? targetFrom(value) : null
    if (!METHOD.test(option) || isRegExp(value) || (target === null && !isNoText(value))) continue
    const to = target === null ? null : `'${target}'`
    throw new Rejection('misplaced-target', { call: 'match', option, to, instead: METHOD_IS_CALL })
  }
}

/**
 * Returns what to write in place of an option of another router, as a sentence after a space. Returns an empty string for other
 * options, and for values that an application may pass as a default parameter: `title: 'Photos'`, but not `title: () => …`.
 */
export function insteadOf(option: string, value: unknown): string {
  const [, , instead = ''] = INSTEAD.find(([names, isForeign]) => names.test(option) && isForeign(value)) ?? []
  return instead
}

const isAnyValue = () => true
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isNoText = (value: unknown) => typeof value === 'object' || typeof value === 'function'
const isPathLike = (value: unknown) => Array.isArray(value) || (typeof value === 'string' && value.startsWith('/'))

const METHOD_IS_CALL = " The method is the name of the call: `get('path', { to: 'controller#action' })`."

/** Options of other routers, the values that only they have, and where their effect is declared. */
const INSTEAD: readonly (readonly [RegExp, isForeign: (value: unknown) => boolean, instead: string])[] = [
  [
    /^(?:middlewares?|guards?|before[A-Z]\w*|pre[A-Z]\w+|onRequest|can(?:Activate(?:Child)?|Match|Load))$/,
    isAnyValue,
    ' For code that runs before an action, export `use` or `middleware` from a controller.',
  ],
  [
    /^(?:schema|validate|validator)$/,
    isNoText,
    ' To validate a request, declare the action with `action` in its controller.',
  ],
  [/^validateSearch$/, isAnyValue, " A page's module exports `search`."],
  [/^error(?:Element|Component|Boundary)$|^ErrorBoundary$/, isAnyValue, " A page's module exports `error`."],
  [/^notFoundComponent$/, isAnyValue, ' The module `src/pages/application` exports `notFound`.'],
  [/^(?:pending|hydrateFallback)(?:Element|Component)$/, isAnyValue, " A page's module exports `pending`."],
  [/^(?:clientLoader|loader|resolve)$/, isNoText, " A page's module exports `load`."],
  [/^(?:title|head|meta|handle|staticData)$/, isNoText, " A page's module exports `title`."],
  [
    /^(?:components?|element|lazy|loadComponent|view)$/i,
    isNoText,
    ' A page is an export of a module in `src/pages`, with the name of its action.',
  ],
  [/^(?:children|loadChildren)$/, isNoText, " Nested routes belong to a block: `scope('path', (r) => { … })`."],
  [/^index$/, isBoolean, " The route with the path of its block is `get('', { to: 'controller#action' })`."],
  [/^alias(?:es)?$/, isPathLike, ' Write one call for each path.'],
  [
    /^props$/,
    (value) => isBoolean(value) || isNoText(value),
    ' A page receives the parameters of the path as `params`.',
  ],
  [
    /^(?:caseSensitive|sensitive|strict|exact|end)$/,
    isBoolean,
    ' Paths are case-sensitive, are compared as a whole, and may end with a slash.',
  ],
  [/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/, isAnyValue, METHOD_IS_CALL],
]

/**
 * Rejects an option of another router for the target of a route. If the route has a target, strings and objects can be
 * default parameters, but functions cannot.
 *
 * @throws Rejection `misplaced-target`
 */
export function checkTargetOptions(call: string, options: Options, isComplete = false): void {
  const isTarget = (value: unknown) => !isComplete || typeof value === 'function'
  const option = Object.keys(options).find((key) => TARGET_OPTION.test(key) && isTarget(options[key]))
  if (option === undefined) return
  const value = options[option]
  const target = typeof value === 'string' ? targetFrom(value) : null
  const path = typeof value === 'string' && /^(?:redirect|destination)/.test(option) ? shorten(value) : null
  const to = target !== null ? `'${target}'` : path !== null ? `redirect('${path}')` : null
  throw new Rejection('misplaced-target', { call, option, to, instead: insteadOf(option, value) })
}

const TARGET_OPTION =
  /^(?:[Cc]omponents?|element|Element|handle[rs]?|handlers|lazy|loader|uses?|view|children|redirect(?:To)?|destination|target|endpoint)$/

const METHOD = /^(?:get|post|put|patch|delete|head|options|all)$/i

/**
 * Rejects the actions or the controller of a resource as further names: `resources('photos', ['index'])`,
 * `resources('photos', 'PhotoController')`.
 *
 * @throws Rejection `bad-argument`, `misplaced-target`
 */
export function checkNames(call: string, [, ...furtherNames]: readonly unknown[], options: Options): void {
  const names = furtherNames.flat().map(textOf)
  if (names.length > 0 && names.every((name) => name !== null && (ACTIONS as readonly string[]).includes(name))) {
    throw new Rejection('bad-argument', { call, actions: names as string[] })
  }
  if (furtherNames.some(Array.isArray)) throw new Rejection('bad-argument', { listIn: call })
  const fileIndex = furtherNames.findIndex((name) => typeof name === 'string' && /^\.{1,2}\//.test(name))
  if (fileIndex >= 0) {
    throw new Rejection('bad-argument', badArgument(call, fileIndex + 1, furtherNames[fileIndex], 'names and options'))
  }
  const controller = names.find((name) => name !== null && /^[\w:\\]+Controller$/.test(name))
  if (controller == null || 'controller' in options) return
  throw new Rejection('misplaced-target', {
    call,
    controller: controllerFrom(controller),
    given: shorten(controller),
  })
}

/** `[PhotosController, 'index']` -> `photos#index`; null for other arrays. */
function targetOfPair([controller, action]: readonly unknown[]): string | null {
  const name = typeof controller === 'function' ? controller.name : controller
  return typeof name === 'string' && typeof action === 'string' ? targetFrom(`${name}#${action}`) : null
}

/** Matches the names of controllers, with their folders. */
const CONTROLLER = /^[a-z_0-9][a-z_0-9/]*$/

/** True for the name of a controller that a project can have: `admin/photos`. */
export function isController(name: string): boolean {
  return CONTROLLER.test(name) && !name.split('/').includes('__proto__')
}

/** The path and the methods of a route, as declared. */
interface DeclaredRoute {
  readonly path: string
  readonly verbs: readonly string[]
}

/**
 * Suggests a target for a string that is none; null if it is similar to no target.
 *
 *     /photos, https://example.org              -> redirect('/photos')
 *     photos/show, photos -> show, photos.show  -> photos#show
 *     photos#show(), Admin::Photos#show         -> photos#show, admin/photos#show
 *     photos/:id, photos/[id]                   -> photos#show
 *     photos/:id, for the route `old/:id`       -> redirect('/photos/%{id}')
 */
export function suggestTarget(to: unknown, route: DeclaredRoute): string | null {
  if (typeof to !== 'string' || to.length > LONGEST_WORD) return null
  const target = targetFrom(to)
  if (target !== null && target !== to) return target
  const text = to.replaceAll(AROUND_TARGET, '')
  const [, controller, action] = CALL_OF_ACTION.exec(text) ?? CONTROLLER_AND_ACTION.exec(text) ?? []
  const name = controller === undefined ? null : similarController(controller)
  if (name !== null) return `${name}#${action}`
  const path = railsPath(to.replace('#', '/'))
  if (path.search(PARAM) >= 0) return suggestForPath(path, to, route)
  return /%\{|^\/|:\/\//.test(to) || (to.includes('/') && !to.includes('#')) ? `redirect('${to}')` : null
}

/** A parameter at the beginning of a segment, but not the `:show` of `photos:show`. */
const PARAM = /(?<![^/(])[:*][a-z_]\w*/gi

/** Quotes, arguments and the extension of a file. */
const AROUND_TARGET = /^[\s"'`]+|\(.*\)[\s"'`;]*$|[\s"'`;]+$|\.(?:[jt]sx?|vue|svelte|html)(?=#|$)/g

/** `photos#show`, `photos #show` and `photos#show()`. */
const CALL_OF_ACTION = /^(?:\.\/)*(\w[^#%]*?)\s*#+\s*(\w+[?!]?)(?:[(,./].*)?$/

/** `photos/show`, `photos.show`, `photos -> show` and `photos show`. */
const CONTROLLER_AND_ACTION = /^(?:\.\/)*(\w(?:[\w:/-]*\w)??)(?:\s*(?:\/|\.|::?|@|[-=]*>+|→|[\\|~,])\s*|\s+)(\w+[?!]?)$/

/** Suggests a target for a path with parameters: a redirect, if the route has the same parameters, or the path's action. */
function suggestForPath(path: string, to: string, route: DeclaredRoute): string | null {
  const isRedirect = !to.includes('#') && path.match(PARAM)!.every((param) => route.path.includes(param))
  if (isRedirect && normalizePath(path) !== normalizePath(route.path)) {
    return `redirect('${normalizePath(path).replaceAll(PARAM, (param) => `%{${param.slice(1)}}`)}')`
  }
  const usualAction = MEMBER.findLast(({ verb }) => verb.toUpperCase() === route.verbs[0])?.action
  const [, controller, action = usualAction] =
    /^(?:.*[:*]\w+\/|\/)?([\w/-]+)\/[:*]\w+(?:\/(\w+))?(?:\(\.:format\))?$/.exec(path) ?? []
  const name = controller === undefined || action === undefined ? null : similarController(controller)
  return name === null ? null : `${name}#${action}`
}

/**
 * Suggests a declaration for the controller of a route that is the name of none. The characters that only paths can have
 * belong in the option `path`.
 *
 * @param controller the controller without the module of its scope
 */
export function suggestController(controller: unknown, to: unknown, scope: Scope, route: DeclaredRoute): string | null {
  const text = textOf(controller)
  const folder = text?.startsWith('/') ? undefined : scope.module?.split('/').find((part) => !CONTROLLER.test(part))
  if (folder !== undefined) {
    const isInPath = folder !== '' && scope.path?.split('/').includes(folder)
    const path = railsPath(folder)
    if (isInPath && path.search(PARAM) >= 0) return `scope('${path}')`
    const name = similarController(folder === '' ? scope.module! : folder)
    return name === null || !isInPath ? name : `namespace('${name}', { path: '${folder}' })`
  }
  if (typeof to === 'string' && to.includes('#')) return suggestTarget(to, route)
  const { resource } = scope
  if (text === null) return null
  return resource?.controller === text ? suggestResource(resource) : similarController(text)
}

/**
 *     blog-posts           -> resources('blog_posts', { path: 'blog-posts' })
 *     photos/[slug]        -> resources('photos', { param: 'slug' })
 *     photos/:id/comments  -> resources('comments', { path: 'photos/:id/comments' })
 *     photos#index         -> resources('photos', { only: 'index' })
 */
function suggestResource({ name, controller, path, singleton }: Resource): string | null {
  const call = singleton ? 'resource' : 'resources'
  const pathOfName = railsPath(name)
  if (pathOfName.search(PARAM) >= 0) {
    const [, plural, param] = /^\/?(\w+)\/:(\w+)$/.exec(pathOfName) ?? []
    if (plural !== undefined) return `resources('${plural}'${param === 'id' ? '' : `, { param: '${param}' }`})`
    const [last] = /(?<=\/)\w+$/.exec(pathOfName) ?? []
    return last === undefined ? null : `${call}('${last}', { path: '${pathOfName}' })`
  }
  const [, target, action = ''] = /^(\w+)#(\w+)$/.exec(name) ?? []
  if ((ACTIONS as readonly string[]).includes(action)) return `${call}('${target}', { only: '${action}' })`
  const similarName = similarController(name)
  if (similarName === null || !/[-.]/.test(name)) return similarController(controller)
  return `${call}('${similarName}', { path: '${path}' })`
}

/** `admin/blog-posts` -> `admin/blog_posts`; null if no controller has a similar name. */
function similarController(text: string): string | null {
  const name = controllerFrom(text)
  return isController(name) ? name : null
}
