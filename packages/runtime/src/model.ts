import { path } from './build-path.ts'
import type { NamedRoute } from './types.ts'
import { url } from './url.ts'
import { guard, isMap } from './values.ts'

/** What `pathFor` and `urlFor` look a model up in. */
export interface Models {
  /** By route name. */
  readonly routes: Readonly<Record<string, NamedRoute>>
  /** By model name: the name and the options of the route that `resolve` declared for it. */
  readonly resolves: Readonly<Record<string, readonly [route: string, options: Readonly<Record<string, unknown>>]>>
}

type Build = (helper: string, route: NamedRoute) => (...args: readonly unknown[]) => string

function forModel(helper: string, { routes, resolves }: Models, build: Build) {
  /** The call that makes the URL. It is made outside, as it has a name of its own. */
  const callFor = guard(helper, undefined, (refuse, [model, options = {}]): (() => string) => {
    const name = modelName(model)
    if (typeof name !== 'string') return refuse('the model has no modelName')
    const resolved = Object.hasOwn(resolves, name) ? resolves[name] : undefined
    const key = resolved ? resolved[0] : singular(name)
    const route = Object.hasOwn(routes, key) ? routes[key] : undefined
    if (!route) return refuse(`no route is named ${key}, for the model ${name}`)
    const args = resolved
      ? [{ ...resolved[1], ...(options as object) }]
      : typeof model === 'object' && !isMap(model)
        ? [model, options]
        : [options]
    return () => build(`${helper}(${name})`, route)(...args)
  })
  return (model: unknown, options?: Readonly<Record<string, unknown>>): string => callFor(model, options)()
}

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

/**
 * Makes `pathFor(model, options)`: the path of the route that a model stands for. The model's name goes through the
 * `resolve` mappings, else to the route named after it; there the model itself is the last parameter, by `toParam()`.
 *
 * @throws TypeError where the model has no name or no route, and as the route's helper does.
 */
export function pathForModel(models: Models) {
  return forModel('pathFor', models, path)
}

/** Makes `urlFor(model, options)`: `pathForModel` with an origin. */
export function urlForModel(models: Models) {
  return forModel('urlFor', models, url)
}
