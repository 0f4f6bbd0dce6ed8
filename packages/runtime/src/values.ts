/** True for a map written as a literal: an object whose prototype is `Object.prototype` of any realm, or null. */
export function isMap(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || !value || 'toParam' in value) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return !prototype || !Object.getPrototypeOf(prototype)
}

/** Says what is wrong with what a helper was given, by a throw. */
export type Refuse = (problem: string) => never

/**
 * Makes a helper: the function that hands its arguments to `build`. Reading them may run code of the application
 * (getters, `toParam()`, proxies); what that throws becomes the cause of a TypeError, so that a helper throws nothing
 * else.
 *
 * @param helper its name, and `at` the place of its route: both are in the message of every error
 */
export function guard<Result>(
  helper: string,
  at: string | undefined,
  build: (refuse: Refuse, args: readonly unknown[]) => Result,
): (...args: readonly unknown[]) => Result {
  return (...args) => {
    let problem = 'an argument is not valid'
    try {
      return build((what) => {
        throw (problem = what)
      }, args)
    } catch (cause) {
      // A refusal has no cause. What was thrown is compared only, as to look at it may throw in turn.
      // oxlint-disable-next-line preserve-caught-error
      throw new TypeError(`${helper}: ${problem}${at ? ` (${at})` : ''}`, cause === problem ? {} : { cause })
    }
  }
}

/**
 * The text of a scalar or a model; undefined for null and undefined. Refused is anything else: a model without identity,
 * another object, a list, a symbol, a number that is not finite, text with half a surrogate pair (it has no UTF-8).
 *
 * @param what names the value in the message
 */
export function textOf(value: unknown, what: string, refuse: Refuse): string | undefined {
  const scalar = (value as { toParam?(): unknown } | null | undefined)?.toParam?.() ?? value
  if (scalar === undefined || scalar === null) return undefined
  const text = Number.isFinite(scalar) || /^(st|b)/.test(typeof scalar) ? String(scalar) : '\ud800'
  return /\p{Cs}/u.test(text) ? refuse(`${what} is not a text, number or model with toParam()`) : text
}
