import { Rejection } from '../../diagnostics/collector.ts'
import { isMap, isRegExp, isTruthyInRuby, type Options } from '../../dsl-values.ts'

/** Attributes of the URL. A condition that is a string or a number is also a default, so that helpers build URLs that match. */
export const URL_CONDITIONS: ReadonlySet<string> = new Set(['protocol', 'subdomain', 'domain', 'host', 'port'])

/**
 * Returns the callable; null if the option is a map, or not set.
 *
 * @throws Rejection `invalid-constraint`, `async-function`
 */
export function constraintCallable(constraints: unknown): object | null {
  if (!isTruthyInRuby(constraints) || isConstraintMap(constraints)) return null
  if (Array.isArray(constraints) || isRegExp(constraints) || Object(constraints) !== constraints) {
    throw new Rejection('invalid-constraint', null)
  }
  checkSynchronous(constraints as object, 'a constraint')
  return constraints as object
}

/**
 * Returns the requirements and conditions; empty if the option is a callable, or not set.
 *
 * @throws Rejection `not-frozen` for a function in the map, because no function tests a single attribute
 */
export function constraintMap(constraints: unknown): Options {
  if (!isConstraintMap(constraints)) return {}
  for (const [key, value] of Object.entries(constraints)) {
    if (typeof value === 'function') throw new Rejection('not-frozen', { kind: 'callable', name: key })
  }
  return constraints
}

/** True for a map. An object literal with the method `matches` is a callable, because as a map it would constrain nothing. */
export function isConstraintMap(constraints: unknown): constraints is Options {
  return isMap(constraints) && typeof constraints['matches'] !== 'function'
}

/** Returns the conditions on the URL that are strings or numbers. They are also defaults of helpers. */
export function urlDefaults(conditions: Options): Options {
  return Object.fromEntries(
    Object.entries(conditions).filter(
      ([key, value]) => URL_CONDITIONS.has(key) && (typeof value === 'string' || typeof value === 'number'),
    ),
  )
}

/** The kinds of functions that return before they have computed their result. */
const KINDS: Readonly<Record<string, string>> = {
  '[object AsyncFunction]': 'an async',
  '[object AsyncGeneratorFunction]': 'an async generator',
  '[object GeneratorFunction]': 'a generator',
}

/**
 * Refuses a function, or an object with `matches` or `call`, whose result Turnout would have to wait for: `match` and the
 * helpers are synchronous, and a promise counts as true.
 *
 * A function that is not async may return a promise too. The runtime then throws a `TypeError`.
 *
 * @param role the use of the function, such as `a constraint`
 * @throws Rejection `async-function`
 */
export function checkSynchronous(callable: object, role: string): void {
  const method = methodOf(callable)
  const kind = KINDS[Object.prototype.toString.call(method)]
  if (kind === undefined) return
  const { name } = callable as { readonly name?: unknown }
  throw new Rejection('async-function', { name: typeof name === 'string' && name !== '' ? name : null, role, kind })
}

/** Returns the function that the runtime calls, by the rules of `constraints()`. */
function methodOf(callable: object): unknown {
  if ('matches' in callable) return callable.matches
  return typeof callable === 'function' ? callable : (callable as { readonly call?: unknown }).call
}
