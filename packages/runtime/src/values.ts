// Checks the values that calls pass to URL helpers, and throws the errors of helpers: `photoPath: id is missing (config/routes.ts:7:3)`.

/** True for a map written as a literal: an object whose prototype is `Object.prototype` of any realm, or null. */
export function isMap(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || !value || 'toParam' in value) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return !prototype || !Object.getPrototypeOf(prototype)
}

/** True for an integer or a word, which need no encoding in a path or in a query. */
export function isWordOrInteger(value: unknown): value is string | number {
  return typeof value === 'string' ? /^[\w~-]+$/.test(value) : Number.isSafeInteger(value)
}

/** The problem that `refuse` was last called with. */
let lastProblem: string

/** Refuses the arguments of a helper. It throws this function as a mark, and `defineHelper`, which wraps each helper, throws a TypeError instead. */
export function refuse(problem: string): never {
  lastProblem = problem
  // oxlint-disable-next-line no-throw-literal
  throw refuse
}

/**
 * Creates a helper: a function that passes its arguments to `build`. Reading the arguments may run code of the application
 * (getters, `toParam()`, proxies). An error thrown there becomes the cause of a TypeError, so that a helper throws
 * TypeErrors only.
 *
 * @param helper the helper's name, which is in the message of every error
 * @param at the position of the helper's route, which is in the message too
 */
export function defineHelper<Result>(
  helper: string,
  at: string | undefined,
  build: (args: readonly unknown[]) => Result,
): (...args: readonly unknown[]) => Result {
  return (...args) => {
    try {
      return build(args)
    } catch (cause) {
      // A refusal has no cause. The thrown value is only compared, because reading its properties may throw in turn.
      const isRefusal = cause === refuse
      const problem = isRefusal ? lastProblem : 'an argument is not valid'
      // oxlint-disable-next-line preserve-caught-error
      throw new TypeError(`${helper}: ${problem}${at ? ` (${at})` : ''}`, isRefusal ? {} : { cause })
    }
  }
}

/**
 * Returns a scalar or a model as a string; undefined for null and undefined. Every other value is refused: a model without
 * identity, another object, a list, a symbol, a number that is not finite, a string with half a surrogate pair (it has no
 * UTF-8).
 *
 * @param label names the value in the error message
 */
export function stringOf(value: unknown, label: string): string | undefined {
  const scalar = (value as { toParam?(): unknown } | null | undefined)?.toParam?.() ?? value
  if (scalar === undefined || scalar === null) return undefined
  // A string, boolean or bigint, or else a string that is refused.
  const string = Number.isFinite(scalar) || /^(st|b)/.test(typeof scalar) ? String(scalar) : '\ud800'
  return /\p{Cs}/u.test(string) ? refuse(`${label} is not a string, number or model with toParam()`) : string
}

/** Values by name. */
export type Values = Record<string, unknown>

/** Copies maps into one map without a prototype, because a name may be `constructor` or `__proto__`. */
export function nullPrototypeMap(...maps: (object | undefined)[]): Values {
  return Object.assign(Object.create(null), ...maps)
}

/** Encodes the characters that RFC 3986 does not allow, and those that `alsoEscaped` matches: `encodeURI` keeps `/`, `?` and `#`. */
export function percentEncode(string: string, alsoEscaped: RegExp): string {
  return encodeURI(string).replace(alsoEscaped, encodeURIComponent)
}
