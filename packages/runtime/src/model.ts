import { path } from './build-path.ts'
import { locationOf } from './location.ts'
import { isPromise } from './promise.ts'
import type { NamedRoute } from './types.ts'
import { url } from './url.ts'
import { guard, isMap, type Refuse } from './values.ts'

/** What `pathFor`, `urlFor` and functions of `direct` look models and routes up in. */
export interface Models {
  /** By route name. */
  readonly routes: Readonly<Record<string, NamedRoute>>
  /** By model name: the name and the options of the route that `resolve` declared for it, or the function (`madeBy`). */
  readonly resolves: Readonly<
    Record<string, readonly [route: string, options: Readonly<Record<string, unknown>>] | Make>
  >
}

/**
 * A function of the application that makes a URL. It returns a URL or path; a route in a list, with what its helper
 * takes (`['photo', 7, { anchor: 'top' }]`); or a model, alone or in a list with options.
 */
export type UrlFunction = (...args: never[]) => unknown

/** Makes the helper of a route. */
type Build = (helper: string, route: NamedRoute) => (...args: readonly unknown[]) => string

/** What a helper is made with: its name, what it looks up, what makes helpers of its kind, and whom it tells. */
type Making = readonly [helper: string, models: Models, build: Build, refuse: Refuse]

/** Calls a function of the application; returns the call that makes the URL, to be made outside, as it has a name of its own. */
type Make = (making: Making, args: readonly unknown[]) => () => string

function forModel(making: Making, model: unknown, options: unknown = {}): () => string {
  const [helper, { routes, resolves }, build, refuse] = making
  const name = modelName(model)
  if (typeof name !== 'string') return refuse('the model has no modelName')
  const resolved = Object.hasOwn(resolves, name) ? resolves[name] : undefined
  if (typeof resolved === 'function') return resolved(making, [model, options])
  const key = resolved ? resolved[0] : singular(name)
  const route = Object.hasOwn(routes, key) ? routes[key] : undefined
  if (!route) return refuse(`no route is named ${key}, for the model ${name}`)
  // The empty map of parameters keeps the options open: they may hold parameters and query parameters by name.
  const args = resolved
    ? [{}, { ...resolved[1], ...(options as object) }]
    : typeof model === 'object' && !isMap(model)
      ? [model, options]
      : [{}, options]
  return () => build(`${helper}(${name})`, route)(...args)
}

/** What `resolve` declared as a function. Tables without one have none of this. */
export function madeBy(callable: UrlFunction): Make {
  return (making, args) => {
    const [helper, { routes }, build, refuse] = making
    const made = callable(...(args as never[]))
    if (typeof made === 'string' || made instanceof URL) {
      return () => locationOf((build === path ? pathOf : String)(String(made)))
    }
    const parts: readonly unknown[] = Array.isArray(made) ? made : [made]
    if (parts.filter(isPromise).length > 0) return refuse('the function returned a promise')
    const [target, ...rest] = parts
    if (typeof target === 'string') {
      const route = Object.hasOwn(routes, target) ? routes[target]! : refuse(`no route is named ${target}`)
      return () => build(`${helper}(${target})`, route)(...rest)
    }
    if (modelName(target) === undefined) return refuse('the function returned neither a URL nor a route nor a model')
    return forModel(making, target, rest[0])
  }
}

/** What stands behind the first slash that is not part of `//`, as Rails' `CustomUrlHelper` has it. */
const pathOf = (url: string) => `/${/(?<!\/)\/(?!\/)(.*)$/s.exec(url)?.[1] ?? ''}`

/** A string, or `modelName` of a class, of an object or of its class. */
function modelName(model: unknown): unknown {
  if (typeof model === 'string') return model
  const named = model as { modelName?: unknown; constructor?: { modelName?: unknown } } | null | undefined
  return named?.modelName ?? named?.constructor?.modelName
}

/** `ActiveModel::Name#singular_route_key`: `Admin::BlogPost` is `admin_blog_post`. */
function singular(name: string): string {
  return name
    .replace(/::|\//g, '_')
    .replace(/([A-Z\d])(?=[A-Z][a-z])|([a-z\d])(?=[A-Z])/g, '$&_')
    .replaceAll('-', '_')
    .toLowerCase()
}

function modelHelper(helper: string, models: Models, build: Build) {
  const callFor = guard(helper, undefined, (refuse, [model, options]) =>
    forModel([helper, models, build, refuse], model, options),
  )
  return (model: unknown, options?: Readonly<Record<string, unknown>>): string => callFor(model, options)()
}

/**
 * Makes `pathFor(model, options)`: the path of the route that a model stands for. The model's name goes through the
 * `resolve` mappings, else to the route named after it; there the model itself is the last parameter, by `toParam()`.
 *
 * @throws TypeError where the model has no name or no route, and as the route's helper does.
 */
export function pathForModel(models: Models) {
  return modelHelper('pathFor', models, path)
}

/** Makes `urlFor(model, options)`: `pathForModel` with an origin. */
export function urlForModel(models: Models) {
  return modelHelper('urlFor', models, url)
}

function directHelper(helper: string, callable: UrlFunction, models: () => Models, build: Build) {
  const make = madeBy(callable)
  const callFor = guard(helper, undefined, (refuse, args) => make([helper, models(), build, refuse], args))
  return (...args: readonly unknown[]): string => callFor(...args)()
}

/**
 * The `…Path` helper of `direct(name, fn)`: what the function returns for the helper's arguments (`UrlFunction`). Of a
 * URL it is the path, query and fragment, as in Rails (`CustomUrlHelper`). A parameter of the call cannot make it the
 * address of another site (`locationOf`).
 *
 * @param models asked for when the helper is called
 * @throws TypeError where the function throws or returns something else, and as the route's helper does
 */
export function directPath(helper: string, callable: UrlFunction, models: () => Models) {
  return directHelper(helper, callable, models, path)
}

/** The `…Url` helper of `direct(name, fn)`: the URL or path that the function returns, made safe by `locationOf`. */
export function directUrl(helper: string, callable: UrlFunction, models: () => Models) {
  return directHelper(helper, callable, models, url)
}
