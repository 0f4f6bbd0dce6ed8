// Helpers for tests, of routes that are written as patterns. Each call goes two ways, which must agree.
import { expect } from 'vitest'
import { path as makePath } from '../src/build-path.ts'
import { checkRequirements, patternRoute } from '../src/pattern-route.ts'
import type { NamedRoute } from '../src/types.ts'
import { url as makeUrl } from '../src/url.ts'

/** A route as tests write it. */
export interface PatternRoute {
  readonly pattern: string
  readonly requirements?: Parameters<typeof checkRequirements>[0]
  readonly defaults?: Readonly<Record<string, unknown>>
  readonly options?: Readonly<Record<string, unknown>>
  readonly at?: string
}

/** The route with rules, whatever its pattern is: its helpers have no quick way. */
export function withRules({ requirements, ...route }: PatternRoute): NamedRoute {
  return patternRoute({ ...route, ...(requirements && { check: checkRequirements(requirements) }) })
}

/** The route as the compiler emits it: in parts, if it has no more than required parameters and a format. */
export function emittedRoute(route: PatternRoute): NamedRoute {
  const { pattern, requirements, defaults, options, at } = route
  const [, texts, format] = /^((?:[^(){}*]|\{\w+\})*)(\(\.\{format\}\))?$/.exec(pattern) ?? []
  const isChanged = Object.keys(options ?? {}).some((name) => /^(?:query|anchor|trailingSlash)$/.test(name))
  if (texts === undefined || defaults !== undefined || isChanged) return withRules(route)
  return {
    parts: [...texts.split(/[{}]/), ...(format === undefined ? [] : ['format'])],
    ...(requirements && { check: checkRequirements(requirements) }),
    ...(options && { options }),
    ...(at !== undefined && { at }),
  }
}

/** The `…Path` helper of a route. Each call compares the two forms of the route. */
export function path(helper: string, route: PatternRoute) {
  return both(makePath(helper, emittedRoute(route)), makePath(helper, withRules(route)))
}

/** The `…Url` helper of a route. Each call compares the two forms of the route. */
export function url(helper: string, route: PatternRoute) {
  return both(makeUrl(helper, emittedRoute(route)), makeUrl(helper, withRules(route)))
}

type Helper = (...args: readonly unknown[]) => string

function both(emitted: Helper, general: Helper): Helper {
  return (...args) => {
    const expected = outcomeOf(general, args)
    const outcome = outcomeOf(emitted, args)
    expect(outcome.text).toBe(expected.text)
    expect(outcome.message).toBe(expected.message)
    expect(String(outcome.cause)).toBe(String(expected.cause))
    if (outcome.error !== undefined) throw outcome.error
    return outcome.text!
  }
}

/** What a call returns or throws. Helpers throw TypeErrors only. */
export function outcomeOf(helper: Helper, args: readonly unknown[]) {
  try {
    return { text: helper(...args) }
  } catch (error) {
    const { message, cause } = error as TypeError
    return { error: error as TypeError, message, cause }
  }
}
