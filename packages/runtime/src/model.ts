/**
 * `pathFor` and `urlFor`, which build URLs of models, and the helpers of `direct`.
 *
 *     pathFor({ modelName: 'Photo', toParam: () => 7 })   name `Photo`, route key `photo`, so the helper of the route `photo`
 *     direct('home', () => '/start')                      homePath() -> '/start'
 */
import { path } from './build-path.ts'
import { locationOf } from './location.ts'
import { handleIfPromise } from './promise.ts'
import type { NamedRoute, PathFor, UrlFor } from './types.ts'
import { url } from './url.ts'
import { defineHelper, isMap, refuse } from './values.ts'

/** The models and routes of `pathFor`, `urlFor` and the functions of `direct`. */
export interface Models {
  /** The routes by name. */
  readonly routes: Readonly<Record<string, NamedRoute>>
  /** By model name: the name and the options of the route that `resolve` declared for it, or the function that builds its URL. */
  readonly resolves: Readonly<
    Record<string, readonly [route: string, options: Readonly<Record<string, unknown>>] | UrlBuilder>
  >
}

/**
 * A function of the application that builds a URL. It returns one of these: a URL or path; a list of a route name and the
 * arguments of its helper (`['photo', 7, { anchor: 'top' }]`); a model, alone or in a list with options.
 */
export type UrlFunction = (...args: never[]) => unknown

/** Creates the helper of a route: `path` or `url`. */
type HelperFactory = (helper: string, route: NamedRoute) => (...args: readonly unknown[]) => string

/** The name of the called helper, the models and routes, and the function that creates helpers of the same kind: paths or URLs. */
type BuildContext = readonly [helper: string, models: Models, createHelper: HelperFactory]

/**
 * Calls a function of the application, and returns a function that builds the URL of its result. Callers run the returned function
 * outside their own `defineHelper`, because its errors name another helper.
 */
type UrlBuilder = (context: BuildContext, args: readonly unknown[]) => () => string

/** Returns a function that builds the URL of a model. As with `UrlBuilder`, callers run it outside their `defineHelper`. */
function prepareModelUrl(context: BuildContext, model: unknown, options: unknown = {}): () => string {
  const [helper, { routes, resolves }, createHelper] = context
  const name = modelName(model)
  if (typeof name !== 'string') return refuse('the model has no modelName')
  const resolved = Object.hasOwn(resolves, name) ? resolves[name] : undefined
  if (typeof resolved === 'function') return resolved(context, [model, options])
  const key = resolved ? resolved[0] : routeKeyOf(name)
  const route = Object.hasOwn(routes, key) ? routes[key] : undefined
  if (!route) return refuse(`no route is named ${key}, for the model ${name}`)
  // After an empty map of parameters, the options may contain both parameters and query parameters by name.
  const args = resolved
    ? [{}, resolved[1], options]
    : typeof model === 'object' && !isMap(model)
      ? [model, options]
      : [{}, options]
  return () => createHelper(`${helper}(${name})`, route)(...args)
}

/** Creates the `UrlBuilder` of a function from `direct` or `resolve`. Bundles without such functions do not contain it. */
export function urlBuilder(callable: UrlFunction): UrlBuilder {
  return (context, args) => {
    const [helper, { routes }, createHelper] = context
    const result = callable(...(args as never[]))
    if (typeof result === 'string' || result instanceof URL) {
      return () => locationOf((createHelper === path ? pathOf : String)(String(result)))
    }
    const results: readonly unknown[] = Array.isArray(result) ? result : [result]
    if (results.filter(handleIfPromise).length > 0) return refuse('the function returned a promise')
    const [target, ...rest] = results
    if (typeof target === 'string') {
      const route = Object.hasOwn(routes, target) ? routes[target]! : refuse(`no route is named ${target}`)
      return () => createHelper(`${helper}(${target})`, route)(...rest)
    }
    if (modelName(target) === undefined) return refuse('the function returned neither a URL nor a route nor a model')
    return prepareModelUrl(context, target, rest[0])
  }
}

/** Returns a URL without its origin, as Rails' `CustomUrlHelper` does: from the first slash that is not part of `//`. */
const pathOf = (url: string) => `/${/(?<!\/)\/(?!\/)(.*)$/s.exec(url)?.[1] ?? ''}`

/** Returns a string itself; otherwise the `modelName` of an object, of its class, or of a class. */
function modelName(model: unknown): unknown {
  if (typeof model === 'string') return model
  const object = model as { modelName?: unknown; constructor?: { modelName?: unknown } } | null | undefined
  return object?.modelName ?? object?.constructor?.modelName
}

/** Returns the name of a model's route, as `ActiveModel::Name#singular_route_key`: `Admin::BlogPost` -> `admin_blog_post`. */
function routeKeyOf(name: string): string {
  return name
    .replace(/::|\//g, '_')
    .replace(/([A-Z\d])(?=[A-Z][a-z])|([a-z\d])(?=[A-Z])/g, '$&_')
    .replaceAll('-', '_')
    .toLowerCase()
}

function modelHelper(helper: string, models: Models, createHelper: HelperFactory) {
  const prepare = defineHelper(helper, undefined, ([model, options]) =>
    prepareModelUrl([helper, models, createHelper], model, options),
  )
  return (model: unknown, options?: Readonly<Record<string, unknown>>): string => prepare(model, options)()
}

/**
 * Creates `pathFor(model, options)`, which returns the path of the route for a model. If a `resolve` mapping exists for
 * the model's name, it determines the route. Otherwise the route has the model's name, and the model is its last
 * parameter, by `toParam()`.
 *
 * @throws TypeError if the model has no name or no route, and as the route's helper does.
 */
export function pathForModel(models: Models): PathFor {
  return modelHelper('pathFor', models, path)
}

/** Creates `urlFor(model, options)`: `pathForModel` with an origin. */
export function urlForModel(models: Models): UrlFor {
  return modelHelper('urlFor', models, url)
}

function directHelper(helper: string, callable: UrlFunction, models: () => Models, createHelper: HelperFactory) {
  const buildUrl = urlBuilder(callable)
  const prepare = defineHelper(helper, undefined, (args) => buildUrl([helper, models(), createHelper], args))
  return (...args: readonly unknown[]): string => prepare(...args)()
}

/**
 * Creates the `…Path` helper of `direct(name, fn)`. It returns the result of the function for the helper's arguments
 * (`UrlFunction`). If that is a URL, the helper returns its path, query and fragment, as in Rails (`CustomUrlHelper`). A
 * parameter of the call cannot turn the result into the address of another site (`locationOf`).
 *
 * @param models called when the helper is called
 * @throws TypeError if the function throws or returns another type, and as the route's helper does
 */
export function directPath(helper: string, callable: UrlFunction, models: () => Models) {
  return directHelper(helper, callable, models, path)
}

/** Creates the `…Url` helper of `direct(name, fn)`. It returns the function's URL or path, made safe by `locationOf`. */
export function directUrl(helper: string, callable: UrlFunction, models: () => Models) {
  return directHelper(helper, callable, models, url)
}
