import { Rejection } from '../../diagnostics/collector.ts'

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
