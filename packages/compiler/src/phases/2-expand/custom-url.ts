// Reads the arguments of `resolve` and `direct`.
import { describeError } from '../../diagnostics/describe.ts'
import { Rejection } from '../../diagnostics/collector.ts'
import type { CallSite } from '../../diagnostics/location.ts'
import type { Json, MappedRoute } from '../../manifest/manifest.ts'
import { isMap, textOf, type Options } from '../../dsl-values.ts'
import type { Direct, MappingFunction, Resolve } from '../../route.ts'
import { checkSynchronous } from './constraint-forms.ts'
import { freezeDefault } from './requirement.ts'

/**
 * Reads the arguments of `resolve`, which maps models to a route:
 *
 *     resolve('Basket', ['basket'])                       the route `basket`
 *     resolve('Basket', 'Cart', ['basket', { tab: 1 }])   two models, and a route with options
 *     resolve('Basket', (basket) => ['basket'])           a function that returns one of these
 *
 * @throws Rejection `bad-argument`, `invalid-default`, `async-function`
 */
export function resolveTarget(args: readonly unknown[], options: Options, site: CallSite | null): Resolve[] {
  const models = args.slice(0, -1).flat().map(textOf)
  if (models.length === 0 || models.includes(null)) throw new Rejection('bad-argument', 'resolve')
  const target = readTarget(args.at(-1), (value): MappedRoute => {
    const routeTarget = readRouteTarget(value)
    if (routeTarget === null) throw new Rejection('bad-argument', 'resolve')
    return { route: routeTarget.name, options: freezeOptions({ ...options, ...routeTarget.options }) }
  })
  return models.map((model) => ({ model: model!, target, site }))
}

/**
 * Reads the arguments of `direct`, which declares a helper for a URL without a route of its own:
 *
 *     direct('homepage', 'https://rubyonrails.org')   a URL or path
 *     direct('start', ['photos', { page: 1 }])        the URL of a route, with options
 *     direct('main', () => ['photos'])                a function that returns one of these
 *
 * @throws Rejection `bad-argument`, `invalid-name`, `reserved-name`, `invalid-default`, `async-function`
 */
export function directTarget(args: readonly unknown[], options: Options, site: CallSite | null): Direct {
  const name = textOf(args[0])
  if (name === null) throw new Rejection('bad-argument', { nameless: 'direct' })
  if (!/^[_a-z]\w*$/i.test(name)) throw new Rejection('invalid-name', { name, owner: 'helper' })
  if (name === '__proto__') throw new Rejection('reserved-name', 'helper')
  const target = readTarget(args.length === 2 ? args[1] : null, (value): string | MappedRoute => {
    if (typeof value === 'string') return value
    const routeTarget = readRouteTarget(value)
    if (routeTarget === null) throw new Rejection('bad-argument', 'direct')
    return { route: routeTarget.name, options: freezeOptions({ ...options, ...routeTarget.options }) }
  })
  return { name, target, site }
}

/**
 * Reads a target with `read`. A function is kept: whether it is called during the build or at runtime depends on the module
 * that exports it, which a later phase finds. Functions with parameters cannot be called during the build.
 */
function readTarget<Target>(declared: unknown, read: (value: unknown) => Target): Target | MappingFunction<Target> {
  if (typeof declared !== 'function') return read(declared)
  checkSynchronous(declared, 'a function that makes a URL')
  const atBuild = () => read(callBlock(declared as () => unknown))
  return { callable: declared, atBuild: declared.length === 0 ? atBuild : null }
}

/** @throws Rejection `bad-block` if the block throws */
function callBlock(block: () => unknown): unknown {
  try {
    return block()
  } catch (error) {
    throw new Rejection('bad-block', { thrown: describeError(error), isOfMapping: true })
  }
}

/** Reads `'photos'`, `['photos']` or `['photos', options]`; null for any other value. */
function readRouteTarget(target: unknown): { readonly name: string; readonly options: Options } | null {
  const [routeName, options = {}, ...excess] = Array.isArray(target) ? (target as unknown[]) : [target]
  const name = textOf(routeName)
  return name === null || !isMap(options) || excess.length > 0 ? null : { name, options }
}

function freezeOptions(options: Options): Record<string, Json> {
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [key, freezeDefault(key, value)]))
}
