import { Rejection } from '../../diagnostics/collector.ts'
import { describeError } from '../../describe.ts'
import type { Json, MappedRoute } from '../../manifest.ts'
import { textOf } from '../../name.ts'
import { isMap } from '../../plain.ts'
import type { Direct, MappingFunction, Resolve } from '../../route.ts'
import type { CallSite } from '../../location.ts'
import { checkSynchronous } from './check-synchronous.ts'
import type { Options } from './options.ts'
import { freezeDefault } from './requirement.ts'

/**
 * `resolve('Basket', () => ['basket'])`: the helper that stands for a model.
 * The target is a route name, a list of one, options may follow the name; or a function.
 *
 * @throws Rejection `bad-argument`, `invalid-default`, `async-function`
 */
export function resolveTarget(args: readonly unknown[], options: Options, site: CallSite | null): Resolve[] {
  const models = args.slice(0, -1).flat().map(textOf)
  if (models.length === 0 || models.includes(null)) throw new Rejection('bad-argument', 'resolve')
  const target = mapping(args.at(-1), (value): MappedRoute => {
    const [route, targetOptions] = routeTarget(value)
    if (route === null) throw new Rejection('bad-argument', 'resolve')
    return { route, options: freezeOptions({ ...options, ...targetOptions }) }
  })
  return models.map((model) => ({ model: model!, target, site }))
}

/**
 * `direct('homepage', 'https://rubyonrails.org')`: a helper for a URL that is not a route.
 * The target is a URL or path, `[routeName, options?]`, or a function.
 *
 * @throws Rejection `bad-argument`, `invalid-name`, `reserved-name`, `invalid-default`, `async-function`
 */
export function directTarget(args: readonly unknown[], options: Options, site: CallSite | null): Direct {
  const name = textOf(args[0])
  if (name === null) throw new Rejection('bad-argument', { nameless: 'direct' })
  if (!/^[_a-z]\w*$/i.test(name)) throw new Rejection('invalid-name', { name, owner: 'helper' })
  if (name === '__proto__') throw new Rejection('reserved-name', 'helper')
  const target = mapping(args.length === 2 ? args[1] : null, (value): string | MappedRoute => {
    if (typeof value === 'string') return value
    const [route, targetOptions] = routeTarget(value)
    if (route === null) throw new Rejection('bad-argument', 'direct')
    return { route, options: freezeOptions({ ...options, ...targetOptions }) }
  })
  return { name, target, site }
}

/** Reads a target. A function is kept, because the module that exports it decides when it is called, and is found later. */
function mapping<Target>(declared: unknown, read: (value: unknown) => Target): Target | MappingFunction<Target> {
  if (typeof declared !== 'function') return read(declared)
  checkSynchronous(declared, 'a function that makes a URL')
  const atBuild = () => read(answer(declared as () => unknown))
  return { callable: declared, atBuild: declared.length === 0 ? atBuild : null }
}

function answer(block: () => unknown): unknown {
  try {
    return block()
  } catch (error) {
    throw new Rejection('bad-block', { thrown: describeError(error), isOfMapping: true })
  }
}

function routeTarget(target: unknown): [string | null, Options] {
  const [name, options = {}] = Array.isArray(target) ? (target as unknown[]) : [target]
  if (!isMap(options) || (Array.isArray(target) && target.length > 2)) return [null, {}]
  return [textOf(name), options]
}

function freezeOptions(options: Options): Record<string, Json> {
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [key, freezeDefault(key, value)]))
}
