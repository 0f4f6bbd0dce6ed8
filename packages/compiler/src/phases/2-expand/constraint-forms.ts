import { Rejection } from '../../diagnostics/collector.ts'
import { isMap, isRegExp } from '../../plain.ts'
import { checkSynchronous } from './check-synchronous.ts'
import { truthy, type Options } from './options.ts'

/** Conditions on the URL. Plain values are defaults too, so that helpers build URLs that match. */
export const URL_CONDITIONS: ReadonlySet<string> = new Set(['protocol', 'subdomain', 'domain', 'host', 'port'])

/**
 * The callable among the forms that `constraints` may have; null for a map or nothing.
 *
 * @throws Rejection `invalid-constraint`, `async-function`
 */
export function constraintCallable(constraints: unknown): object | null {
  if (!truthy(constraints) || isConstraintMap(constraints)) return null
  if (Array.isArray(constraints) || isRegExp(constraints) || Object(constraints) !== constraints) {
    throw new Rejection('invalid-constraint', null)
  }
  checkSynchronous(constraints as object, 'a constraint')
  return constraints as object
}

/**
 * The requirements and conditions among the forms that `constraints` may have; empty for a callable or nothing.
 *
 * @throws Rejection `not-frozen` for a function in the map: without a parameter of its name it would guard nothing
 */
export function constraintMap(constraints: unknown): Options {
  if (!isConstraintMap(constraints)) return {}
  for (const [key, value] of Object.entries(constraints)) {
    if (typeof value === 'function') throw new Rejection('not-frozen', { kind: 'callable', name: key })
  }
  return constraints
}

/** A literal with the method `matches` is a callable: as a map it would constrain nothing. */
export function isConstraintMap(constraints: unknown): constraints is Options {
  return isMap(constraints) && typeof constraints['matches'] !== 'function'
}

/** The conditions on the URL that are plain strings or numbers. */
export function urlDefaults(conditions: Options): Options {
  return Object.fromEntries(
    Object.entries(conditions).filter(
      ([key, value]) => URL_CONDITIONS.has(key) && (typeof value === 'string' || typeof value === 'number'),
    ),
  )
}
