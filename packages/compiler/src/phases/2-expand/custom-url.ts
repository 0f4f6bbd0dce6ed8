import { Rejection } from '../../diagnostics/collector.ts'
import { describeError } from '../../describe.ts'
import type { Json } from '../../manifest.ts'
import { textOf } from '../../name.ts'
import { isMap } from '../../plain.ts'
import type { Direct, Resolve } from '../../route.ts'
import type { CallSite } from '../../location.ts'
import type { Options } from './options.ts'
import { freezeDefault } from './requirement.ts'

/**
 * `resolve('Basket', () => ['basket'])`: the helper that stands for a model.
 * The target is a route name, a list of one, or a function that returns one of these; options may follow the name.
 *
 * @throws Rejection `bad-argument`, `invalid-default`
 */
export function resolveTarget(args: readonly unknown[], options: Options, site: CallSite | null): Resolve[] {
  const models = args.slice(0, -1).flat().map(textOf)
  const [route, targetOptions] = routeTarget(answer(args.at(-1)))
  if (models.length === 0 || models.includes(null) || route === null) {
    throw new Rejection('bad-argument', 'resolve')
  }
  const frozen = freezeOptions({ ...options, ...targetOptions })
  return models.map((model) => ({ model: model!, route, options: frozen, site }))
}

/**
 * `direct('homepage', 'https://rubyonrails.org')`: a helper for a URL that is no route.
 * The target is a URL or path, `[routeName, options?]`, or a function that returns one of these.
 *
 * @throws Rejection `bad-argument`, `invalid-name`, `reserved-name`, `invalid-default`
 */
export function directTarget(args: readonly unknown[], options: Options, site: CallSite | null): Direct {
  const name = textOf(args[0])
  const target = args.length === 2 ? answer(args[1]) : null
  if (name === null) throw new Rejection('bad-argument', { nameless: 'direct' })
  if (!/^[_a-z]\w*$/i.test(name)) throw new Rejection('invalid-name', { name, of: 'helper' })
  if (name === '__proto__') throw new Rejection('reserved-name', 'helper')
  if (typeof target === 'string') return { name, target, site }
  const [route, targetOptions] = routeTarget(target)
  if (route === null) {
    throw new Rejection('bad-argument', 'direct')
  }
  return { name, target: { route, options: freezeOptions({ ...options, ...targetOptions }) }, site }
}

/** A block is run at build time: its result must not depend on anything that only a request knows. */
function answer(target: unknown): unknown {
  if (typeof target !== 'function') return target
  try {
    return (target as () => unknown)()
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
